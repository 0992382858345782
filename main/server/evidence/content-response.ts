import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** A part of some content; `end` is exclusive. */
export interface ContentRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads a Range header (RFC 9110 section 14.2). One range is served; several, and units that are not bytes, are
 * answered with the whole, as the RFC permits.
 *
 * @returns null: the whole; a failure: no byte of it exists (416)
 */
export const rangeOf = (header: string | undefined, size: number): Result<ContentRange | null, 'unsatisfiable'> => {
  const match = header === undefined ? null : /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header.trim())
  if (match === null) return ok(null)
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return ok(null)
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? fail('unsatisfiable') : ok({ start: size - length, end: size })
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return ok(null)
  return start >= size ? fail('unsatisfiable') : ok({ start, end })
}

const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')

const extValue = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Content-Disposition of a download (RFC 6266), with the name in any script (RFC 8187). */
export const disposition = (name: string): string => {
  const [last = ''] = name.split(/[/\\]/).slice(-1)
  const safe = last === '' ? 'evidence' : last
  return `attachment; filename="${asciiName(safe)}"; filename*=UTF-8''${extValue(safe.toWellFormed())}`
}

/** The digest of the whole content: `Digest` (RFC 3230) and its successor `Repr-Digest` (RFC 9530). */
export const digestHeaders = (sha256: string): Readonly<Record<string, string>> => {
  const base64 = Buffer.from(sha256, 'hex').toString('base64')
  return { digest: `sha-256=${base64}`, 'repr-digest': `sha-256=:${base64}:` }
}
