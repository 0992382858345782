import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { decodePath } from '../format/bagit-text.ts'
import { pathFault } from '../format/member-path.ts'
import type { HashAlgorithm } from './source.ts'
import { utf8Of } from './source.ts'

/** What `bagit.txt` says. */
export interface BagDeclaration {
  /** `major.minor`. */
  readonly version: string
  readonly encoding: string
}

const knownVersions: ReadonlySet<string> = new Set(['0.93', '0.94', '0.95', '0.96', '0.97', '1.0'])

const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/)

/** Reads `bagit.txt` (RFC 8493 section 2.1.1). The error says what is wrong with it. */
export const parseDeclaration = (bytes: Uint8Array): Result<BagDeclaration, string> => {
  const text = utf8Of(bytes)
  if (text === null) return fail('it is not UTF-8')
  if (text.startsWith('\ufeff')) return fail('it begins with a byte order mark')
  const [first = '', second = '', ...rest] = linesOf(text)
  const version = /^BagIt-Version: (\d+\.\d+)[ \t]*$/.exec(first)?.[1]
  const encoding = /^Tag-File-Character-Encoding: (\S+)[ \t]*$/.exec(second)?.[1]
  if (version === undefined) return fail('its first line does not state a BagIt version')
  if (encoding === undefined || rest.some((line) => line.trim() !== ''))
    return fail('its second line, and last, does not state the encoding of tag files')
  if (!knownVersions.has(version)) return fail(`BagIt ${version} is not known`)
  return ok({ version, encoding })
}

/**
 * Decodes a tag file as `bagit.txt` says; null where its bytes are not of that encoding, or nobody knows the encoding.
 */
export const decodeTagFile = (bytes: Uint8Array, encoding: string): string | null => {
  const isBigEndian = /^utf-?16$/i.test(encoding) && !(bytes[0] === 0xff && bytes[1] === 0xfe)
  try {
    return new TextDecoder(isBigEndian ? 'utf-16be' : encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** A manifest that was read. */
export interface Manifest {
  readonly file: string
  readonly algorithm: HashAlgorithm
  /** Lower-case hex by path. */
  readonly digests: ReadonlyMap<string, string>
}

/** What was noticed while a manifest was read. */
export interface ManifestNotes {
  readonly faults: string[]
  readonly warnings: string[]
}

const digestLength: Readonly<Record<HashAlgorithm, number>> = {
  md5: 32,
  sha1: 40,
  sha224: 56,
  sha256: 64,
  sha384: 96,
  sha512: 128,
}

/** The algorithm that a manifest's name states; null where it is none that we know. */
export const algorithmOf = (name: string): HashAlgorithm | null => {
  const stated = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return stated in digestLength ? (stated as HashAlgorithm) : null
}

/** A path as a manifest or `fetch.txt` has it, with what older tools put before it taken off. */
const listedPath = (written: string, notes: ManifestNotes): string | null => {
  const decoded = decodePath(written)
  const path = decoded.replace(/^(?:\.\/)+/, '')
  if (path !== decoded) notes.warnings.push(`“${decoded}” is written with a leading ./`)
  const fault = pathFault(path)
  if (fault === null) return path
  notes.faults.push(`the name “${decoded}” ${fault}`)
  return null
}

/**
 * Reads a manifest's text (RFC 8493 sections 2.1.3 and 2.2.1); a path that is listed twice differently keeps its first
 * digest.
 */
export const parseManifest = (
  text: string,
  file: string,
  algorithm: HashAlgorithm,
  isOld: boolean,
): Manifest & { readonly notes: ManifestNotes } => {
  const notes: ManifestNotes = { faults: [], warnings: [] }
  const digests = new Map<string, string>()
  const isTagManifest = file.startsWith('tag')
  for (const line of linesOf(text)) {
    if (line.trim() === '') continue
    const [, written = '', star = '', name = ''] = /^([0-9a-fA-F]+)[ \t]+(?=[^ \t])(\*?)(.+)$/.exec(line) ?? []
    const digest = written.toLowerCase()
    if (digest.length !== digestLength[algorithm]) {
      notes.faults.push(`a line is no ${algorithm} and path`)
      continue
    }
    if (star === '*') notes.warnings.push('it was made with md5sum or a like tool: * stands before paths')
    const path = listedPath(name, notes)
    if (path === null) continue
    if (path.startsWith('data/') === isTagManifest) notes.faults.push(`“${path}” does not belong into this manifest`)
    const known = digests.get(path)
    if (known === undefined) digests.set(path, digest)
    else if (known !== digest) notes.faults.push(`“${path}” is listed twice with different hashes`)
    else (isOld ? notes.warnings : notes.faults).push(`“${path}” is listed twice`)
  }
  return { file, algorithm, digests, notes }
}

/** Reads `fetch.txt` (RFC 8493 section 2.2.3): the paths that it would fetch. Nothing is ever fetched. */
export const parseFetch = (text: string): { readonly paths: readonly string[]; readonly notes: ManifestNotes } => {
  const notes: ManifestNotes = { faults: [], warnings: [] }
  const paths: string[] = []
  for (const line of linesOf(text)) {
    if (line.trim() === '') continue
    const name = /^\S+[ \t]+(?:\d+|-)[ \t]+(?=[^ \t])(.+)$/.exec(line)?.[1]
    const path = name === undefined ? null : listedPath(name, notes)
    if (name === undefined) notes.faults.push('a line is no address, length and path')
    else if (path !== null && !path.startsWith('data/')) notes.faults.push(`“${path}” is not below data/`)
    else if (path !== null) paths.push(path)
  }
  return { paths, notes }
}

/** Reads `bag-info.txt` (RFC 8493 section 2.2.2): values by lower-case label, in their order. */
export const parseBagInfo = (text: string): ReadonlyMap<string, readonly string[]> => {
  const values = new Map<string, string[]>()
  let last: string[] | null = null
  for (const line of linesOf(text)) {
    const [, before, value] = /^([^\s:][^:]*):[ \t]*(.*)$/s.exec(line) ?? []
    if (before !== undefined && value !== undefined) {
      const label = before.trimEnd().toLowerCase()
      last = values.get(label) ?? []
      last.push(value)
      values.set(label, last)
    } else if (/^[ \t]+\S/.test(line) && last !== null) {
      last.push(`${last.pop() ?? ''} ${line.trim()}`)
    }
  }
  return values
}

/** The octets and files that `Payload-Oxum` states; null where it states none. */
export const payloadOxum = (
  info: ReadonlyMap<string, readonly string[]>,
): { readonly octets: number; readonly files: number } | null => {
  const [, octets, files] = /^(\d{1,15})\.(\d{1,15})$/.exec(info.get('payload-oxum')?.[0] ?? '') ?? []
  return octets === undefined || files === undefined ? null : { octets: Number(octets), files: Number(files) }
}
