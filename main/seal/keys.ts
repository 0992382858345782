import { attestationOf, attestationType } from './attestation.ts'
import { openEntry } from './entry.ts'
import { fromBase64url } from './hash.ts'
import { isHubId, sealsFor } from './hub-epochs.ts'
import { isRevoked } from './judge.ts'
import { authorityFault, foundingOf } from './key-authority.ts'
import { entryPae } from './entry.ts'
import type { EntryPayload } from './payload.ts'
import { keyId, publicKeyFromSpki, verifyMessage } from './signature.ts'
import type { KeyRecord, StoredEntry } from './verify-types.ts'

/** An entry about a key that the directory did not follow, and why. */
export interface RefusedKeyEntry {
  readonly entryId: string
  readonly message: string
}

/** The keys that a workspace chain enrols. */
export interface KeyDirectory {
  readonly keys: Map<string, KeyRecord>
  readonly refused: readonly RefusedKeyEntry[]
}

/** Where trust starts. */
export interface DirectoryOptions {
  /** Key ids trusted from outside; without them the first self-signed `key.enrolled` is the anchor (S-31). */
  readonly trusted?: ReadonlySet<string>
  /**
   * Of several keys trusted from outside, the one with which the workspace began: it alone may enrol others (S-35).
   * Absent: each that vouches for itself may.
   */
  readonly root?: string
  /** The directory that the entries before these gave; none: these are the first. */
  readonly before?: ReadonlyMap<string, KeyRecord>
}

const typeMarkers = ['"type":"key.', '"type":"workspace.created"', '"type":"user.', '"type":"clock.attested"'].map(
  (text) => Buffer.from(text, 'ascii'),
)

const mentionsKeys = (payload: Uint8Array): boolean => {
  const bytes = Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength)
  return typeMarkers.some((marker) => bytes.includes(marker))
}

/** The key that a `key.enrolled` or `key.rotated` entry brings; null where it is not of the form of S-30. */
const broughtKey = (payload: EntryPayload): KeyRecord | null => {
  const {
    kid,
    spki,
    device_id: deviceId,
    device_number: deviceNumber,
    joined,
    joined_dseq: joinedDseq,
    follows,
  } = payload.pub
  if (typeof kid !== 'string' || typeof spki !== 'string' || typeof deviceId !== 'string' || deviceId === '')
    return null
  const der = fromBase64url(spki)
  if (der === null || publicKeyFromSpki(der) === null || keyId(der) !== kid) return null
  const before = joined === true && typeof joinedDseq === 'number' ? { joinedDseq } : {}
  const former = typeof follows === 'string' ? { follows } : {}
  return {
    kid,
    spki: der,
    deviceId,
    deviceNumber: typeof deviceNumber === 'number' ? deviceNumber : undefined,
    enrolledAt: payload.at,
    ...before,
    ...former,
  }
}

const signedBy = (entry: StoredEntry, record: KeyRecord): boolean => {
  const key = publicKeyFromSpki(record.spki)
  return key !== null && verifyMessage(entryPae(entry.payload), key, entry.sig)
}

const revoke = (record: KeyRecord, at: string, dseq: number | undefined): KeyRecord =>
  // The earlier of two revocations stands: a later one must not bring a key back.
  record.revokedAt === undefined ? { ...record, revokedAt: { at, dseq } } : record

type Change = { readonly set: readonly KeyRecord[] } | { readonly refusal: string }

/** Whoever signs an entry about keys, and whether the workspace began with that key. */
interface Signer {
  readonly record: KeyRecord
  readonly isRoot: boolean
}

const enrolment = (keys: ReadonlyMap<string, KeyRecord>, payload: EntryPayload, signer: Signer): Change => {
  const record = broughtKey(payload)
  if (record === null) return { refusal: 'the entry does not bring a well-formed key' }
  if (keys.has(record.kid)) return { set: [] }
  // Else whoever may enrol could seal in the name of a device that is not theirs.
  const hasKey = [...keys.values()].some(({ deviceId }) => deviceId === record.deviceId)
  if (hasKey) return { refusal: 'the device has a key already, and only its own rotation brings another' }
  if (signer.record.kid === record.kid) return { set: [signer.record] }
  const refusal = authorityFault(keys, signer, record)
  return refusal === null ? { set: [record] } : { refusal }
}

const rotation = (keys: ReadonlyMap<string, KeyRecord>, payload: EntryPayload, { record: signer }: Signer): Change => {
  const record = broughtKey(payload)
  if (record === null || keys.has(record.kid)) return { refusal: 'the entry does not bring a well-formed new key' }
  if (record.deviceId !== signer.deviceId) return { refusal: 'a device can rotate only its own key' }
  return {
    set: [
      revoke(signer, payload.at, payload.dseq + 1),
      {
        ...record,
        ...(signer.joinedDseq === undefined ? {} : { joinedDseq: signer.joinedDseq }),
        ...(signer.clocks === undefined ? {} : { clocks: signer.clocks }),
      },
    ],
  }
}

const revocation = (keys: ReadonlyMap<string, KeyRecord>, payload: EntryPayload, signer: Signer): Change => {
  const { kid, from_dseq: fromDseq } = payload.pub
  const record = typeof kid === 'string' ? keys.get(kid) : undefined
  if (record === undefined) return { refusal: 'the entry revokes a key that was never enrolled' }
  const refusal = authorityFault(keys, signer, null)
  if (refusal !== null) return { refusal }
  return { set: [revoke(record, payload.at, typeof fromDseq === 'number' ? fromDseq : undefined)] }
}

/** The first `workspace.created` of a key that vouches for itself says which workspace it founded. */
const founding = (payload: EntryPayload, { record }: Signer): Change => {
  const founded = record.anchor?.founded === null ? foundingOf(payload) : null
  return { set: founded === null ? [] : [{ ...record, anchor: { founded } }] }
}

/** S-116: what a supervisor or admin says of a clock stands with every key of its device, those to come included. */
const attested = (
  keys: ReadonlyMap<string, KeyRecord>,
  { id }: StoredEntry,
  payload: EntryPayload,
  roles: ReadonlyMap<string, unknown>,
): Change => {
  const said = attestationOf(id, payload)
  const role = roles.get(payload.actor)
  if (said === null || (role !== 'supervisor' && role !== 'admin')) return { set: [] }
  return {
    set: [...keys.values()]
      .filter(({ deviceId }) => deviceId === said.device)
      .map((record) => ({ ...record, clocks: [...(record.clocks ?? []), said] })),
  }
}

const change = (keys: ReadonlyMap<string, KeyRecord>, payload: EntryPayload, signer: Signer): Change => {
  switch (payload.type) {
    case 'workspace.created':
      return founding(payload, signer)
    case 'key.enrolled':
      return enrolment(keys, payload, signer)
    case 'key.rotated':
      return rotation(keys, payload, signer)
    case 'key.revoked':
      return revocation(keys, payload, signer)
    default:
      return { set: [] }
  }
}

/** S-31: the record of a self-signed enrolment that may start the directory; null for every other entry. */
const anchorOf = (
  payload: EntryPayload,
  keys: ReadonlyMap<string, KeyRecord>,
  trusted: ReadonlySet<string> | undefined,
): KeyRecord | null => {
  const record = payload.type === 'key.enrolled' ? broughtKey(payload) : null
  if (record === null || record.kid !== payload.kid || record.deviceId !== payload.dev || isHubId(record.deviceId))
    return null
  const mayStart = trusted === undefined ? keys.size === 0 : trusted.has(record.kid)
  return mayStart ? { ...record, anchor: { founded: null } } : null
}

/**
 * The key directory that a workspace chain gives: every key that a trusted key enrolled, in order, with its revocation
 * (S-30 to S-35). Whoever checks entries (a data folder, a page of a hub's feed, a bundle) asks this one function which
 * keys count.
 *
 * @param entries the workspace chain in arrival order; entries that are not about keys are passed over unread
 */
export const buildKeyDirectory = (entries: Iterable<StoredEntry>, options: DirectoryOptions = {}): KeyDirectory => {
  const keys = new Map<string, KeyRecord>(options.before)
  const refused: RefusedKeyEntry[] = []
  const roles = new Map<string, unknown>()
  for (const entry of entries) {
    if (!mentionsKeys(entry.payload)) continue
    const payload = openEntry(entry)
    const signer = payload.ok ? (keys.get(payload.value.kid) ?? anchorOf(payload.value, keys, options.trusted)) : null
    const refuse = (message: string): number => refused.push({ entryId: entry.id, message })
    if (!payload.ok) refuse(payload.error.message)
    else if (signer === null) refuse('the entry is not signed by an enrolled key')
    else if (!signedBy(entry, signer)) refuse('the signature does not hold')
    else if (!sealsFor(signer, payload.value.dev)) refuse('the key was enrolled for another device')
    else if (isRevoked(signer, payload.value)) refuse('the key was revoked before it sealed the entry')
    else {
      const { type, subject, pub } = payload.value
      if (type.startsWith('user.') && pub['role'] !== undefined) roles.set(subject, pub['role'])
      const isRoot = signer.anchor !== undefined && (options.root ?? signer.kid) === signer.kid
      const result =
        type === attestationType
          ? attested(keys, entry, payload.value, roles)
          : change(keys, payload.value, { record: signer, isRoot })
      if ('refusal' in result) refuse(result.refusal)
      else for (const record of result.set) keys.set(record.kid, record)
    }
  }
  return { keys, refused }
}
