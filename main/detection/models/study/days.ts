import type { DayRange } from '../../../../shared/schema/models.ts'
import { dayMs, utcDay } from '../../../../shared/text/days.ts'

/** Number of the UTC day since 1970 in which a time lies. */
export const dayNumberAt = (atMs: number): number => Math.floor(atMs / dayMs)

/** Number of a day written as `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => dayNumberAt(Date.parse(`${day}T00:00:00Z`))

/** A day's number as `YYYY-MM-DD`. */
export const dayText = (day: number): string => utcDay(day * dayMs)

/** Whether a day lies in a range; both ends belong to it. */
export const isInRange = (day: number, range: DayRange): boolean =>
  day >= dayNumber(range.from) && day <= dayNumber(range.to)
