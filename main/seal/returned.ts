import type { SoundEntry } from './chain.ts'
import { isHubId } from './hub-epochs.ts'
import type { KeyRecord } from './verify-types.ts'

/**
 * Y-84: the hub's word that entries came back to it which it had signed for before it was restored from a backup. The
 * receipts that it gave them then tell when they came back, and not when they came first.
 */
export const returnedType = 'entries.returned'

/** A run of one device's entries that such a word names, by their first and last `seq` in the chain. */
export interface ReturnedRun {
  readonly device_id: string
  readonly from: number
  readonly to: number
}

const readRun = (run: unknown): readonly ReturnedRun[] => {
  if (typeof run !== 'object' || run === null) return []
  const { device_id, from, to } = run as Readonly<Record<string, unknown>>
  return typeof device_id === 'string' && typeof from === 'number' && typeof to === 'number'
    ? [{ device_id, from, to }]
    : []
}

const runsOf = ({ claim }: SoundEntry, keys: ReadonlyMap<string, KeyRecord>): readonly ReturnedRun[] => {
  // Whoever else writes such a word says nothing.
  if (claim.type !== returnedType || !isHubId(keys.get(claim.kid)?.deviceId ?? '')) return []
  const { runs } = claim.pub
  return Array.isArray(runs) ? runs.flatMap(readRun) : []
}

/** The ids of the entries of a chain that a hub's word in it says to have come back. */
export const returnedEntries = (
  sound: readonly SoundEntry[],
  keys: ReadonlyMap<string, KeyRecord>,
): ReadonlySet<string> => {
  const runs = Map.groupBy(
    sound.flatMap((entry) => runsOf(entry, keys)),
    ({ device_id: device }) => device,
  )
  const isReturned = ({ claim: { dev, seq } }: SoundEntry): boolean =>
    runs.get(dev)?.some(({ from, to }) => from <= seq && seq <= to) ?? false
  return new Set(runs.size === 0 ? [] : sound.filter(isReturned).map(({ id }) => id))
}
