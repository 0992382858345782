import type { EvidenceKind } from '../../../shared/schema/evidence.ts'

/** What a file seems to be. */
export interface SeemingType {
  readonly kind: EvidenceKind
  readonly mediaType: string
}

const byExtension: Readonly<Record<string, readonly [EvidenceKind, string]>> = {
  jpg: ['image', 'image/jpeg'],
  jpeg: ['image', 'image/jpeg'],
  png: ['image', 'image/png'],
  gif: ['image', 'image/gif'],
  webp: ['image', 'image/webp'],
  avif: ['image', 'image/avif'],
  bmp: ['image', 'image/bmp'],
  svg: ['image', 'image/svg+xml'],
  ico: ['image', 'image/vnd.microsoft.icon'],
  heic: ['image', 'image/heic'],
  tif: ['image', 'image/tiff'],
  tiff: ['image', 'image/tiff'],
  pdf: ['pdf', 'application/pdf'],
  txt: ['text', 'text/plain'],
  log: ['text', 'text/plain'],
  md: ['text', 'text/markdown'],
  json: ['text', 'application/json'],
  jsonl: ['text', 'application/jsonl'],
  xml: ['text', 'application/xml'],
  html: ['text', 'text/html'],
  htm: ['text', 'text/html'],
  eml: ['text', 'message/rfc822'],
  csv: ['table', 'text/csv'],
  tsv: ['table', 'text/tab-separated-values'],
  mp3: ['audio', 'audio/mpeg'],
  wav: ['audio', 'audio/wav'],
  ogg: ['audio', 'audio/ogg'],
  opus: ['audio', 'audio/ogg'],
  flac: ['audio', 'audio/flac'],
  m4a: ['audio', 'audio/mp4'],
  aac: ['audio', 'audio/aac'],
  mp4: ['video', 'video/mp4'],
  m4v: ['video', 'video/mp4'],
  webm: ['video', 'video/webm'],
  mov: ['video', 'video/quicktime'],
  mkv: ['video', 'video/x-matroska'],
  avi: ['video', 'video/x-msvideo'],
  zip: ['archive', 'application/zip'],
  '7z': ['archive', 'application/x-7z-compressed'],
  rar: ['archive', 'application/vnd.rar'],
  tar: ['archive', 'application/x-tar'],
  gz: ['archive', 'application/gzip'],
  e01: ['disk_image', 'application/octet-stream'],
  ex01: ['disk_image', 'application/octet-stream'],
  l01: ['disk_image', 'application/octet-stream'],
  aff4: ['disk_image', 'application/octet-stream'],
  dd: ['disk_image', 'application/octet-stream'],
  raw: ['disk_image', 'application/octet-stream'],
  img: ['disk_image', 'application/octet-stream'],
  iso: ['disk_image', 'application/x-iso9660-image'],
  vmdk: ['disk_image', 'application/octet-stream'],
  vhd: ['disk_image', 'application/octet-stream'],
  vhdx: ['disk_image', 'application/octet-stream'],
  doc: ['other', 'application/msword'],
  docx: ['other', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  xls: ['other', 'application/vnd.ms-excel'],
  xlsx: ['other', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  msg: ['other', 'application/vnd.ms-outlook'],
  pst: ['other', 'application/vnd.ms-outlook'],
}

const types = new Map(Object.entries(byExtension))

/**
 * What a file seems to be by its name alone: its content is hostile, and is looked at in the preview's sandbox only.
 */
export const seemingType = (name: string): SeemingType => {
  const extension = /\.([0-9a-z]{1,5})$/i.exec(name)?.[1]?.toLowerCase() ?? ''
  const [kind, mediaType] = types.get(extension) ?? ['other', 'application/octet-stream']
  return { kind, mediaType }
}
