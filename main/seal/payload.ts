import type { JsonValue } from './canonical.ts'
import { isHex32 } from './hash.ts'
import { isHlc } from './hlc.ts'

/** What an entry says (docs/spec/seal.md, S-20 and on). Ids of entries are lower-case hex. */
export interface EntryPayload {
  readonly v: 1
  /** The case's uid, or `workspace`. */
  readonly case: string
  readonly type: string
  /** Device id. */
  readonly dev: string
  /** base64url SHA-256 of the signing key's SPKI. */
  readonly kid: string
  /** The acting user, a pseudonymous id. */
  readonly actor: string
  /** 1, 2, 3 ... for this device in this case. */
  readonly seq: number
  /** 1, 2, 3 ... for this device over all its cases. */
  readonly dseq: number
  /** Id of this device's previous entry in this case; null exactly where seq is 1. */
  readonly prev: string | null
  /** Sorted ids of the other devices' heads that this device had when it wrote. */
  readonly seen: readonly string[]
  /** RFC 3339 with milliseconds. */
  readonly at: string
  readonly hlc: string
  readonly boot: string
  /** Whole monotonic milliseconds since that boot. */
  readonly mono: number
  /** The last hub checkpoint that this device verified; root is lower-case hex. */
  readonly anchor: Anchor | null
  readonly subject: string
  readonly refs: readonly string[]
  readonly pub: Readonly<Record<string, JsonValue>>
  readonly _sd: readonly string[]
  readonly _sd_alg: 'sha-256'
}

/** A checkpoint as an entry names it; root is lower-case hex. */
export interface Anchor {
  readonly origin: string
  readonly size: number
  readonly root: string
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isName = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 255
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTextList = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isDigest = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z0-9_-]{43}$/.test(value)
const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[+-]\d\d:\d\d)$/.test(value) &&
  Number.isFinite(Date.parse(value))

const isSortedIds = (value: unknown): boolean =>
  Array.isArray(value) && value.every((id, index) => isHex32(id) && (index === 0 || id > (value[index - 1] as string)))

const isAnchor = (value: unknown): boolean => {
  if (value === null) return true
  return (
    isObject(value) &&
    Object.keys(value).length === 3 &&
    isName(value['origin']) &&
    Number.isSafeInteger(value['size']) &&
    (value['size'] as number) >= 0 &&
    isHex32(value['root'])
  )
}

const isDigestSet = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isDigest) && (value.length < 2 || new Set(value).size === value.length)

/** One check for each field; a payload has these fields and no others (S-20). */
const fieldChecks: readonly (readonly [keyof EntryPayload, (value: unknown) => boolean])[] = [
  ['v', (value) => value === 1],
  ['case', isName],
  ['type', isName],
  ['dev', isName],
  ['kid', isDigest],
  ['actor', isName],
  ['seq', isCount],
  ['dseq', isCount],
  ['prev', (value) => value === null || isHex32(value)],
  ['seen', isSortedIds],
  ['at', isTime],
  ['hlc', isHlc],
  ['boot', isName],
  ['mono', (value) => Number.isSafeInteger(value) && (value as number) >= 0],
  ['anchor', isAnchor],
  ['subject', isText],
  ['refs', isTextList],
  ['pub', isObject],
  ['_sd', isDigestSet],
  ['_sd_alg', (value) => value === 'sha-256'],
]

/** What is wrong with the shape of a payload (naming the field, never its value), or null where nothing is. */
export const payloadFault = (value: unknown): string | null => {
  if (!isObject(value)) return 'the payload is not an object'
  for (const [field, holds] of fieldChecks) {
    if (!holds(value[field])) return `the field ${field} is missing or not of its form`
  }
  if (Object.keys(value).length !== fieldChecks.length) return 'the payload has a field that version 1 does not know'
  if ((value['prev'] === null) !== (value['seq'] === 1)) return 'prev is null exactly for the entry with seq 1'
  return null
}
