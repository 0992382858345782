import type yauzl from 'yauzl'
import { utf8Of } from '../check/source.ts'
import { pathFault } from '../format/member-path.ts'

/** A plain file of a ZIP file. */
export interface Member {
  readonly entry: yauzl.Entry
  /** As the archive has it, with the top folder. */
  readonly path: string
}

/** What the central directory says of one member: a file, a folder without content, or why it must not be. */
export type Judged =
  | { readonly kind: 'file'; readonly member: Member }
  | { readonly kind: 'folder'; readonly member: Member }
  | { readonly kind: 'fault'; readonly path: string | null; readonly message: string }

const utf8Names = 0x0800
const strongEncryption = 0x40
const unicodePathField = 0x7075
/** Deflate makes at most 1,032 bytes of one (zlib, "Maximum Expansion Factor"); a few more for small members. */
const ratioMax = 1_032
const ratioSlack = 64

const fileTypeMask = 0o170_000
const regularFile = 0o100_000
const folder = 0o040_000

const nameOf = (entry: yauzl.Entry): string | null => {
  const text = utf8Of(entry.fileNameRaw)
  // Without the UTF-8 flag only ASCII means the same to everybody.
  const isAscii = text !== null && /^[\u0020-\u007e]+$/.test(text)
  return text !== null && text !== '' && (isAscii || (entry.generalPurposeBitFlag & utf8Names) !== 0) ? text : null
}

const contentFault = (entry: yauzl.Entry): string | null => {
  if (entry.isEncrypted() || (entry.generalPurposeBitFlag & strongEncryption) !== 0)
    return 'it is encrypted within the archive'
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    return `its compression method ${entry.compressionMethod} is not one of a bundle`
  if (!Number.isSafeInteger(entry.uncompressedSize) || !Number.isSafeInteger(entry.compressedSize))
    return 'it states an impossible size'
  if (entry.uncompressedSize > entry.compressedSize * ratioMax + ratioSlack)
    return 'it states more bytes than its content can unpack to'
  return null
}

/** B-70: judges a member by its record in the central directory. */
export const judgeMember = (entry: yauzl.Entry): Judged => {
  const name = nameOf(entry)
  if (name === null)
    return { kind: 'fault', path: null, message: 'the name of a member is not UTF-8, or not marked as such' }
  const isFolder = name.endsWith('/')
  const path = isFolder ? name.slice(0, -1) : name
  const fault = (message: string): Judged => ({ kind: 'fault', path, message })
  const unfit = pathFault(path)
  if (unfit !== null) return fault(`the name of a member ${unfit}`)
  if (entry.extraFields.some(({ id }) => id === unicodePathField))
    return fault('it has a second name in an extra field')
  const type = (entry.externalFileAttributes >>> 16) & fileTypeMask
  if (type !== 0 && type !== (isFolder ? folder : regularFile))
    return fault(type === 0o120_000 ? 'it is a link' : 'it is no plain file')
  if (isFolder)
    return entry.uncompressedSize === 0 && entry.compressedSize === 0
      ? { kind: 'folder', member: { entry, path } }
      : fault('it is a folder with content')
  const unreadable = contentFault(entry)
  return unreadable === null ? { kind: 'file', member: { entry, path } } : fault(unreadable)
}

const sizesFollow = 0x08
const comparedFlags = 0x01 | sizesFollow | utf8Names

/**
 * B-70: what the header before a member's data says otherwise than the directory; a tool that reads from the front
 * would see it.
 */
export const headerFault = (entry: yauzl.Entry, local: yauzl.LocalFileHeader): string | null => {
  if (Buffer.compare(local.fileName, entry.fileNameRaw) !== 0)
    return 'it has another name before its data than in the directory'
  if (local.compressionMethod !== entry.compressionMethod)
    return 'it has another compression method before its data than in the directory'
  if ((local.generalPurposeBitFlag & comparedFlags) !== (entry.generalPurposeBitFlag & comparedFlags))
    return 'it has other flags before its data than in the directory'
  if ((local.generalPurposeBitFlag & sizesFollow) !== 0) return null
  const agrees = (own: number, stated: number): boolean => own === stated || own === 0xffff_ffff
  const holds =
    local.crc32 === entry.crc32 &&
    agrees(local.compressedSize, entry.compressedSize) &&
    agrees(local.uncompressedSize, entry.uncompressedSize)
  return holds ? null : 'it has another size or checksum before its data than in the directory'
}

/** Where a member stands in the archive, from its header to the end of what follows its data. */
export interface Extent {
  readonly path: string
  readonly start: number
  readonly end: number
}

/** B-70, B-73: members that overlap, and bytes that belong to none. */
export const layoutFaults = (
  extents: readonly Extent[],
  directoryStart: number,
): readonly { readonly path: string; readonly message: string }[] => {
  const sorted = [...extents].sort((a, b) => a.start - b.start)
  return sorted.flatMap((extent, index) => {
    const gap = (sorted[index + 1]?.start ?? directoryStart) - extent.end
    const lead =
      index === 0 && extent.start !== 0
        ? [{ path: extent.path, message: 'there are bytes before it that no member accounts for' }]
        : []
    if (gap < 0)
      return [...lead, { path: extent.path, message: 'its data overlap those of another member or the directory' }]
    return gap === 0
      ? lead
      : [...lead, { path: extent.path, message: 'there are bytes after it that no member accounts for' }]
  })
}
