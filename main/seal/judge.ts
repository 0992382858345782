import type { KeyObject } from 'node:crypto'
import type { FindingCode } from '../../shared/schema/findings.ts'
import { readCanonical } from './canonical.ts'
import type { CanonicalReading } from './canonical.ts'
import { entryDigests, entryPae } from './entry.ts'
import type { EntryDigests } from './entry.ts'
import { isHex32, sameBytes, sha256, toHex } from './hash.ts'
import { sealsFor } from './hub-epochs.ts'
import { payloadFault } from './payload.ts'
import type { EntryPayload } from './payload.ts'
import { signatureLength, verifyMessage, verifyMessageAsync } from './signature.ts'
import type { KeyRecord, StoredEntry } from './verify-types.ts'

/** A key record with its key ready for use; null where its SPKI is no Ed25519 key. */
export interface UsableKey {
  readonly record: KeyRecord
  readonly publicKey: KeyObject | null
}

/** The first thing that is wrong with an entry taken by itself. */
export interface EntryFault {
  readonly code: FindingCode
  readonly message: string
}

/** What the stored bytes of one entry say, before any signature is checked. */
export interface Inspection {
  readonly entry: StoredEntry
  readonly digests: EntryDigests
  /** Whether the kept PAE digest is that of the payload; null where none was kept. */
  readonly digestHolds: boolean | null
  readonly reading: CanonicalReading | null
  /** The payload, where it has version 1's form; `canonical` says whether its bytes are also canonical. */
  readonly claim: EntryPayload | null
  readonly canonical: boolean
}

/** The verdict on one entry taken by itself. */
export interface Judgement {
  readonly fault: EntryFault | null
  /** Whether the payload is proven to be what the holder of an enrolled key signed. */
  readonly sound: boolean
  readonly claim: EntryPayload | null
  /** The leaf that the entry had when it was sealed, as well as that can still be told (S-54). */
  readonly leaf: Uint8Array
  /** `leaf` in lower-case hex. */
  readonly trueId: string
}

/**
 * Reads an entry and computes its digests. No signature is checked.
 *
 * @param digests what `entryDigests` gives of its payload and signature, where that was computed before
 */
export const inspectEntry = (
  entry: StoredEntry,
  digests: EntryDigests = entryDigests(entry.payload, entry.sig),
): Inspection => {
  const kept = entry.paeSha256 ?? null
  const reading = readCanonical(entry.payload)
  const claim =
    reading !== null && payloadFault(reading.value) === null ? (reading.value as unknown as EntryPayload) : null
  return {
    entry,
    digests,
    digestHolds: kept === null ? null : sameBytes(kept, digests.paeSha256),
    reading,
    claim,
    canonical: reading?.canonical ?? false,
  }
}

/** Checks the signature of an inspected entry with the key that its payload names; false where there is no such key. */
export const checkEntrySignature = (inspection: Inspection, keys: ReadonlyMap<string, UsableKey>): Promise<boolean> => {
  const key =
    inspection.claim !== null && inspection.canonical ? (keys.get(inspection.claim.kid)?.publicKey ?? null) : null
  return key === null ? Promise.resolve(false) : verifyMessageAsync(inspection.digests.pae, key, inspection.entry.sig)
}

/** Whether a key was revoked before it sealed a payload (S-33). */
export const isRevoked = (record: KeyRecord, payload: Pick<EntryPayload, 'dseq' | 'at'>): boolean => {
  const revoked = record.revokedAt
  if (revoked === undefined) return false
  return revoked.dseq === undefined ? Date.parse(payload.at) > Date.parse(revoked.at) : payload.dseq >= revoked.dseq
}

const fault = (code: FindingCode, message: string): EntryFault => ({ code, message })

/** S-82 to S-84: the bytes are no canonical payload of version 1's form. */
const unreadableFault = (
  { entry, digests, digestHolds, reading, canonical }: Inspection,
  keys: ReadonlyMap<string, UsableKey>,
): EntryFault => {
  const edited = fault('edited_payload', 'the payload is not what was sealed')
  const nonCanonical = fault('non_canonical_payload', 'the payload is not written in canonical form')
  const key = keys.get(entry.kid)?.publicKey ?? null
  const signed = (message: Uint8Array): boolean => key !== null && verifyMessage(message, key, entry.sig)
  if (digestHolds === true || signed(digests.pae)) {
    return canonical ? fault('malformed_entry', 'the payload is canonical JSON but no version 1 entry') : nonCanonical
  }
  const canonicalText = reading === null || canonical ? null : reading.canonicalText()
  if (canonicalText === null) return edited
  // The same values in another form: their canonical form is what was sealed.
  const canonicalPae = entryPae(Buffer.from(canonicalText, 'utf8'))
  const kept = entry.paeSha256 ?? null
  const sealedSo = kept === null ? signed(canonicalPae) : sameBytes(kept, sha256(canonicalPae))
  return sealedSo ? nonCanonical : edited
}

/** S-82, S-85, S-86: the payload reads well, but no enrolled key is proven to have signed it. */
const unprovenFault = (
  inspection: Inspection,
  claim: EntryPayload,
  keys: ReadonlyMap<string, UsableKey>,
): EntryFault => {
  if (inspection.digestHolds === false) return fault('edited_payload', 'the payload is not what was sealed')
  if ((keys.get(claim.kid)?.publicKey ?? null) === null)
    return fault('unknown_key', 'the entry names a key that was never enrolled')
  if (inspection.entry.sig.length !== signatureLength) return fault('edited_signature', 'the signature is not 64 bytes')
  if (inspection.digestHolds === true)
    return fault(
      'edited_signature',
      'the signature does not hold for the payload, although the digest kept beside it does: the signature was edited, or payload and digest were; then what was sealed is no longer known',
    )
  return fault(
    'edited_payload',
    'the signature does not hold for the payload; which of the two was edited cannot be told',
  )
}

/** The signature holds: what is left is what stands around the payload, and whether the key might sign it. */
const provenFault = (
  inspection: Inspection,
  claim: EntryPayload,
  keys: ReadonlyMap<string, UsableKey>,
  caseUid: string,
): EntryFault | null => {
  const { entry, digests, digestHolds } = inspection
  const record = keys.get(claim.kid)?.record as KeyRecord
  if (entry.kid !== claim.kid) {
    return keys.has(entry.kid)
      ? fault('edited_signature', 'the envelope names another key than the payload')
      : fault('unknown_key', 'the envelope names a key that was never enrolled')
  }
  if (digestHolds === false) return fault('row_differs', 'the digest kept beside the entry is not that of the entry')
  if (entry.id !== toHex(digests.leaf))
    return fault('edited_signature', 'the id is not that of the payload and its signature')
  if (claim.case !== caseUid)
    return fault('row_differs', 'the entry was sealed for another case than the one it is filed under')
  if (!sealsFor(record, claim.dev))
    return fault('unknown_key', 'the key was enrolled for another device than the entry names')
  if (isRevoked(record, claim)) return fault('revoked_key', 'the entry was sealed after its key was revoked')
  return null
}

const storedLeaf = (inspection: Inspection): Uint8Array =>
  isHex32(inspection.entry.id) ? Buffer.from(inspection.entry.id, 'hex') : inspection.digests.leaf

/** Judges one entry by itself; at most one fault, the first in the order of the specification. */
export const judgeEntry = (
  inspection: Inspection,
  signatureHolds: boolean,
  keys: ReadonlyMap<string, UsableKey>,
  caseUid: string,
): Judgement => {
  const { claim, canonical } = inspection
  if (claim !== null && canonical && signatureHolds) {
    const found = provenFault(inspection, claim, keys, caseUid)
    // An entry of another case or device says nothing about this device's chain in this case.
    const record = keys.get(claim.kid)?.record
    const sound = claim.case === caseUid && record !== undefined && sealsFor(record, claim.dev)
    return { fault: found, sound, claim, leaf: inspection.digests.leaf, trueId: toHex(inspection.digests.leaf) }
  }
  const found =
    claim === null || !canonical ? unreadableFault(inspection, keys) : unprovenFault(inspection, claim, keys)
  const leaf = storedLeaf(inspection)
  return { fault: found, sound: false, claim, leaf, trueId: toHex(leaf) }
}
