import { defaultClockToleranceMs } from '../../seal/times.ts'

/** An entry with its place in the hub's order, and its own times, Unix milliseconds. */
export interface TimedEntry {
  /** null: the hub has given it none. */
  readonly place: number | null
  readonly atMs: number
  /** When the hub received it; null: no receipt says so. */
  readonly receivedMs: number | null
}

/**
 * B-108: why whoever vouched for the first `size` entries at a time cannot have done so then; null where nothing speaks
 * against it. What the hub received later cannot have been there yet, and one entry at least is as old as it says.
 */
export const tooEarly = (entries: readonly TimedEntry[], size: number, ms: number): string | null => {
  const covered = entries.filter(({ place }) => place !== null && place < size)
  const receivedMs = covered.reduce((latest, entry) => Math.max(latest, entry.receivedMs ?? -Infinity), -Infinity)
  if (ms < receivedMs - defaultClockToleranceMs) return 'before the hub received what it covers'
  const firstMs = covered.reduce((first, { atMs }) => Math.min(first, atMs), Infinity)
  return Number.isFinite(firstMs) && ms < firstMs - defaultClockToleranceMs
    ? 'before every entry that it covers was sealed'
    : null
}
