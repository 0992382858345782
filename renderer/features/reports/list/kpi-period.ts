import { utcDay } from '../../../../shared/text/days.ts'
import { utcMinute } from '../../../ui/time.ts'

const dayMs = 86_400_000

const stamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00')
const startMs = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The days of a period, both included and in UTC; with times where its ends are no beginnings of days. */
export type PeriodWords = { readonly from: string; readonly to: string }

/** The last `days` days up to now, in UTC, as their fields hold them. */
export const lastDays = (days: number, nowMs: number): PeriodWords => ({
  from: utcDay(nowMs - days * dayMs),
  to: utcDay(nowMs),
})

/**
 * The ends of a period of days, both included and in UTC, as the interface takes them: `to` exclusive. Null where they
 * are no days, or in the wrong order.
 */
export const boundsOfDays = ({ from, to }: PeriodWords): PeriodWords | null => {
  const [start, end] = [startMs(from), startMs(to)]
  return start <= end ? { from: stamp(start), to: stamp(end + dayMs) } : null
}

/** A measured period as it was asked for: typed again, it is the same period. */
export const periodWords = ({ from, to }: PeriodWords): PeriodWords => {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  if (start % dayMs === 0 && end % dayMs === 0 && start < end) return { from: utcDay(start), to: utcDay(end - 1) }
  return { from: utcMinute(start), to: utcMinute(end) }
}
