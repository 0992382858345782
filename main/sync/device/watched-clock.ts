import { dayMs, hourMs, minuteMs } from '../../../shared/text/days.ts'
import { clockAheadMs, compareClocks, hubTimeNow, tellFromMs } from '../../domain/clock/hub-time.ts'
import type { ClockPoint, HubTime } from '../../domain/clock/hub-time.ts'
import type { SyncState } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'

/**
 * The clock of this computer, held against its hub's (Y-86) and against the time that passed since the program began
 * (Y-87).
 */
export interface WatchedClock {
  /** Takes in the time that the hub told in a call. @returns the comparison, to be kept */
  heard(hubMs: number, asked: ClockPoint, answered: ClockPoint): HubTime
  /** By how many milliseconds the clock is ahead of what it should show; below zero: behind. */
  readonly aheadMs: () => number
  /** What a person must be told of the clock; null: nothing is known against it. */
  readonly fault: () => SyncState['clock']
}

const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'}`

const spanOf = (ms: number): string => {
  if (ms < 1.5 * hourMs) return count(Math.round(ms / minuteMs), 'minute')
  return ms < 1.5 * dayMs ? count(Math.round(ms / hourMs), 'hour') : count(Math.round(ms / dayMs), 'day')
}

const harm =
  'What is sealed now bears a wrong time for good, and every verification says so. What was sealed before stays as it is.'

const againstHub = (aheadMs: number): string =>
  `The clock of this computer is ${spanOf(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} the hub’s. ${harm} Set date, time and time zone of this computer right before you go on; if they are right, tell whoever runs the hub that its clock is wrong.`

const wasMoved = (aheadMs: number): string =>
  `The clock of this computer was set ${aheadMs > 0 ? 'forward' : 'back'} by ${spanOf(Math.abs(aheadMs))} while the program ran. Check date, time and time zone: if they are wrong now, what is sealed bears a wrong time for good, and every verification says so. If this corrected the clock, restart the program.`

/**
 * What a person must be told of a clock; null: it is not far enough from what it should show.
 *
 * @param aheadMs by how much it is ahead; below zero: behind
 * @param comparedMs the time at the hub of the last comparison; null: there was none, and the clock was set while the
 * program ran
 */
export const clockFault = (aheadMs: number, comparedMs: number | null): SyncState['clock'] =>
  Math.abs(aheadMs) < tellFromMs
    ? null
    : {
        ahead_s: Math.round(aheadMs / 1_000),
        compared_at: comparedMs === null ? null : toTimestamp(comparedMs),
        message: comparedMs === null ? wasMoved(aheadMs) : againstHub(aheadMs),
      }

/**
 * Watches the clock of this computer from now on.
 *
 * @param kept the last comparison with the hub that is known; null: none
 */
export const watchClock = (point: () => ClockPoint, kept: HubTime | null): WatchedClock => {
  const begun = point()
  // From here on the time that passes is known, whatever is done to the clock.
  let last: HubTime = { ...begun, hubMs: kept === null ? begun.wallMs : hubTimeNow(kept, begun) }
  let comparedMs = kept?.hubMs ?? null
  const aheadMs = (): number => clockAheadMs(last, point())
  return {
    heard: (hubMs, asked, answered) => {
      last = compareClocks(last, hubMs, asked, answered)
      comparedMs = last.hubMs
      return last
    },
    aheadMs,
    fault: () => clockFault(aheadMs(), comparedMs),
  }
}
