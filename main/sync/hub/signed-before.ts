import { caseOrigin } from '../../seal/case-origin.ts'
import { openCheckpoint } from '../../seal/checkpoint.ts'
import { verifyInclusion } from '../../seal/merkle.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { CarriedRun } from '../entry.ts'
import type { HubIdentity } from './records.ts'

/** What this hub signed for before it was set back. */
export interface SignedBefore {
  /** Whether the run ends where the order ended that the hub signed for: nothing of that order is to come. */
  readonly endsOrder: boolean
}

/**
 * Y-84: whether this hub signed for all entries of a run before it was set back: a checkpoint of the chain with its own
 * signature, and a proof for each entry that it stood in that order. Null, never an exception, for whatever does not
 * hold: then the run is judged like any other.
 */
export const signedBefore = (
  { case: name, entries, former }: CarriedRun,
  { origin, spki }: Pick<HubIdentity, 'origin' | 'spki'>,
): SignedBefore | null => {
  const publicKeyRaw = rawFromSpki(spki)
  if (former === undefined || publicKeyRaw === null || former.places.length !== entries.length) return null
  const opened = openCheckpoint(former.note, [{ name: origin, publicKeyRaw }])
  if (!opened.ok || opened.value.checkpoint.origin !== caseOrigin(origin, name)) return null
  const { size, root } = opened.value.checkpoint
  const holds = entries.every(({ id }, at) => {
    const place = former.places[at]
    return (
      place !== undefined &&
      verifyInclusion({ leafHash: Buffer.from(id, 'hex'), index: place.index, size, proof: place.hashes, root })
    )
  })
  return holds ? { endsOrder: former.places.at(-1)?.index === size - 1 } : null
}
