import { caseOrigin } from '../../seal/case-origin.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import { verifyInclusion } from '../../seal/merkle.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { CarriedRun } from '../entry.ts'
import type { HubIdentity } from './records.ts'

/**
 * Y-84: whether this hub signed for all entries of a run before it was set back: a checkpoint of the chain with its own
 * signature, and a proof for each entry that it stood in that order. False, never an
 * exception, for whatever does not hold: then the run is judged like any other.
 */
export const wasSignedFor = (
  { case: name, entries, former }: CarriedRun,
  { origin, spki }: Pick<HubIdentity, 'origin' | 'spki'>,
): boolean => {
  const publicKeyRaw = rawFromSpki(spki)
  if (former === undefined || publicKeyRaw === null || former.places.length !== entries.length) return false
  const opened = openCheckpoint(former.note, [{ name: origin, publicKeyRaw }])
  if (!opened.ok || opened.value.checkpoint.origin !== caseOrigin(origin, name)) return false
  const { size, root } = opened.value.checkpoint
  return entries.every(({ id }, at) => {
    const place = former.places[at]
    return (
      place !== undefined &&
      verifyInclusion({ leafHash: Buffer.from(id, 'hex'), index: place.index, size, proof: place.hashes, root })
    )
  })
}
