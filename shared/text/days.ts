/** Lengths of time in milliseconds. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** The day of a moment by UTC, `2026-11-23`. @param ms milliseconds since the epoch, of the years 0 to 9999 */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** How many days a month of the Gregorian calendar has. @param month 1 to 12 */
export const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()
