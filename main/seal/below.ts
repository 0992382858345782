import { parseHlc } from './hlc.ts'
import type { SoundEntry } from './chain.ts'

/** The latest times, in Unix milliseconds, that stand below an entry; -Infinity where there is none. */
export interface Below {
  /** At which an anchor of an entry that it follows is known to have existed. */
  readonly anchorMs: number
  /** Of the entries that it follows: their `at`, or the hub's receipt where that is earlier. */
  readonly atMs: number
  /** The hybrid clock of the entries that it follows. */
  readonly hlcMs: number
}

/** What reading an entry's own times needs. */
export interface OwnTimes {
  /** When the entry's own anchor is known to have existed, RFC 3339. */
  readonly anchorTime: (entry: SoundEntry) => string | undefined
  /** Times at which a hub received entries, RFC 3339, by entry id. */
  readonly receipts: ReadonlyMap<string, string> | undefined
}

const nothing: Below = { anchorMs: -Infinity, atMs: -Infinity, hlcMs: -Infinity }

const later = (a: Below, b: Below): Below => ({
  anchorMs: Math.max(a.anchorMs, b.anchorMs),
  atMs: Math.max(a.atMs, b.atMs),
  hlcMs: Math.max(a.hlcMs, b.hlcMs),
})

const millis = (time: string | undefined, otherwise: number): number =>
  time === undefined ? otherwise : Date.parse(time)

/** When an entry was sealed at the latest: a clock that was ahead is cut off at the hub's receipt. */
export const sealedByMs = (entry: SoundEntry, receipts: ReadonlyMap<string, string> | undefined): number =>
  Math.min(Date.parse(entry.claim.at), millis(receipts?.get(entry.id), Infinity))

/**
 * What stands below each entry, through `prev` and `seen` at any distance, by the entry's true id (S-113). An entry
 * that stands after one that names it adds nothing to it: that order is a fault of its own (S-90).
 *
 * @param entries in arrival order
 */
export const timesBelow = (
  entries: readonly SoundEntry[],
  { anchorTime, receipts }: OwnTimes,
): ReadonlyMap<string, Below> => {
  const below = new Map<string, Below>()
  const upTo = new Map<string, Below>()
  for (const entry of entries) {
    if (below.has(entry.trueId)) continue
    const { prev, seen, hlc } = entry.claim
    const followed = prev === null ? seen : [prev, ...seen]
    const known = followed.map((id) => upTo.get(id) ?? nothing).reduce(later, nothing)
    below.set(entry.trueId, known)
    upTo.set(
      entry.trueId,
      later(known, {
        anchorMs: millis(anchorTime(entry), -Infinity),
        atMs: sealedByMs(entry, receipts),
        hlcMs: parseHlc(hlc)?.ms ?? -Infinity,
      }),
    )
  }
  return below
}
