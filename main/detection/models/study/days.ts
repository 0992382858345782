import type { DayRange } from '../../../../shared/schema/models.ts'

export const dayMs = 86_400_000

/** Number of the UTC day since 1970 in which a time lies. */
export const dayOf = (atMs: number): number => Math.floor(atMs / dayMs)

/** Number of a day written as `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => dayOf(Date.parse(`${day}T00:00:00Z`))

/** A day's number as `YYYY-MM-DD`. */
export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** Whether a day lies in a range; both ends belong to it. */
export const isInRange = (day: number, range: DayRange): boolean => day >= dayNumber(range.from) && day <= dayNumber(range.to)
