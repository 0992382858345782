import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { dayMs } from '../../../shared/text/days.ts'

/** A time zone of the IANA database. */
export interface Zone {
  readonly name: string
  /**
   * The instant of a local time, both in milliseconds; `localMs` is the local date and time as if it were UTC. A time
   * that a clock change skips does not exist and one that it repeats exists twice: both are refused, because guessing
   * an hour would be sealed as a fact.
   */
  readonly toEpoch: (localMs: number) => Result<number, string>
  /**
   * The first instant of the local day that begins at `localMs`, also where clocks skip or repeat its midnight. A day
   * that a zone skipped whole, because it changed the side of the date line, is refused: nothing happened on it there.
   */
  readonly dayBegins: (localMs: number) => Result<number, string>
}

const [secondMs, minuteMs] = [1_000, 60_000]

const utc: Zone = { name: 'UTC', toEpoch: ok, dayBegins: ok }

const makeFormatter = (timeZone: string): Intl.DateTimeFormat | undefined => {
  try {
    const numeric = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    } as const
    return new Intl.DateTimeFormat('en-US', { timeZone, calendar: 'gregory', hourCycle: 'h23', ...numeric })
  } catch {
    return undefined
  }
}

/** Opens a zone by its IANA name; undefined where the runtime does not know it. */
export function openZone(name: string): Zone | undefined {
  if (name === 'UTC') return utc
  const formatter = makeFormatter(name)
  if (formatter === undefined) return undefined

  const offsetAt = (epochMs: number): number => {
    const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
    for (const { type, value } of formatter.formatToParts(epochMs)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(epochMs / 1_000) * 1_000
  }

  const toEpoch = (localMs: number): Result<number, string> => {
    const offsets = new Set([offsetAt(localMs - dayMs), offsetAt(localMs + dayMs)])
    const [first, second] = [...offsets]
      .map((offset) => localMs - offset)
      .filter((instant) => instant + offsetAt(instant) === localMs)
    if (first === undefined) return fail(`does not exist in ${name}: clocks were put forward over it`)
    if (second !== undefined)
      return fail(`exists twice in ${name}: clocks were put back over it; write it with its offset`)
    return ok(first)
  }
  const dayBegins = (localMs: number): Result<number, string> => {
    const instants = [...new Set([offsetAt(localMs - dayMs), offsetAt(localMs + dayMs)])].map(
      (offset) => localMs - offset,
    )
    const there = instants.filter((instant) => instant + offsetAt(instant) === localMs)
    if (there.length > 0) return ok(Math.min(...there))
    // Midnight is skipped: the day begins where the clocks are put forward, which lies between the two.
    let [before, after] = [Math.min(...instants) - minuteMs, Math.max(...instants)]
    while (after - before > secondMs) {
      const middle = Math.floor((before + after) / 2 / secondMs) * secondMs
      if (middle + offsetAt(middle) < localMs) before = middle
      else after = middle
    }
    return after + offsetAt(after) < localMs + dayMs
      ? ok(after)
      : fail(`is a day that does not exist in ${name}: the zone changed the side of the date line, and skipped it`)
  }
  return { name, toEpoch, dayBegins }
}
