import type { Clock } from '../../../platform/clock.ts'

/** How fast bytes move, by those that arrived lately. */
export interface Rate {
  /** Something is under way from now on; what came before a rest does not count. */
  begin(): void
  /** Bytes arrived at the other end, or here. */
  arrived(count: number): void
  /** Nothing is under way any more. */
  rest(): void
  /** Bytes a second; null: nothing is under way, or too little came to say. */
  perSecond(): number | null
}

interface Arrival {
  readonly atMs: number
  readonly count: number
}

/** What lies further back does not count, but for the last few arrivals: a slow link has one in several seconds. */
const recentMs = 20_000
const fewest = 4
/** Arrivals as near as this count as one. */
const nearMs = 250
/** A rate over less time than this says nothing. */
const tellingMs = 1_000
/** Nobody hears for so long what a link brought before. */
const stallMs = 10_000

/** Makes a measure of one direction. */
export const createRate = (clock: Pick<Clock, 'monoMs'>): Rate => {
  let arrivals: Arrival[] = []
  let lastMs = 0
  return {
    begin: () => {
      if (arrivals.length === 0) arrivals = [{ atMs: clock.monoMs(), count: 0 }]
    },
    arrived: (count) => {
      const nowMs = clock.monoMs()
      lastMs = nowMs
      const last = arrivals.at(-1)
      if (last !== undefined && arrivals.length > 1 && nowMs - last.atMs < nearMs)
        arrivals[arrivals.length - 1] = { atMs: last.atMs, count: last.count + count }
      else arrivals.push({ atMs: nowMs, count })
      const from = Math.max(
        0,
        Math.min(
          arrivals.length - fewest,
          arrivals.findIndex(({ atMs }) => atMs >= nowMs - recentMs),
        ),
      )
      if (from > 0) arrivals = arrivals.slice(from)
    },
    rest: () => {
      arrivals = []
    },
    perSecond: () => {
      const [first] = arrivals
      if (first === undefined || arrivals.length < 2) return null
      const nowMs = clock.monoMs()
      const usualMs = (lastMs - first.atMs) / (arrivals.length - 1)
      // Between two arrivals it is the time of the last one that counts; where the next one is late, the time till now.
      const untilMs = nowMs - lastMs > Math.max(stallMs, 2 * usualMs) ? nowMs : lastMs
      if (untilMs - first.atMs < tellingMs) return null
      // What came at the beginning of the time that is looked at came before it.
      const bytes = arrivals.slice(1).reduce((sum, { count }) => sum + count, 0)
      return (bytes / (untilMs - first.atMs)) * 1_000
    },
  }
}
