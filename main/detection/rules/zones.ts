import { dayMs } from '../../../shared/text/days.ts'

const quarterMs = 900_000

/** How far a zone's clocks are before UTC at an instant, in milliseconds. */
export type OffsetAt = (epochMs: number) => number

const exactly = (timeZone: string): OffsetAt | null => {
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    return (epochMs) => {
      const part: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
      for (const { type, value } of format.formatToParts(epochMs)) part[type] = Number(value)
      const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
      return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(epochMs / 1_000) * 1_000
    }
  } catch {
    return null
  }
}

/** Days of which a zone remembers its offset; then it begins anew. */
const maxKept = 4_096

/**
 * Opens an IANA zone; null where the runtime does not know it. Asking the runtime costs microseconds, so the offset of
 * a day on which the clocks are not changed is kept, and on the others that of each quarter of an hour: clocks are
 * changed at no other times.
 */
export const openOffsets = (timeZone: string): OffsetAt | null => {
  if (timeZone === 'UTC') return () => 0
  const ask = exactly(timeZone)
  if (ask === null) return null
  const days = new Map<number, number | null>()
  const quarters = new Map<number, number>()
  const offsetOfDay = (day: number): number | null => {
    const kept = days.get(day)
    if (kept !== undefined) return kept
    const first = ask(day * dayMs)
    const same = first === ask(day * dayMs + dayMs / 2) && first === ask((day + 1) * dayMs) ? first : null
    if (days.size >= maxKept) days.clear()
    days.set(day, same)
    return same
  }
  return (epochMs) => {
    const ofDay = offsetOfDay(Math.floor(epochMs / dayMs))
    if (ofDay !== null) return ofDay
    const quarter = Math.floor(epochMs / quarterMs)
    const kept = quarters.get(quarter)
    if (kept !== undefined) return kept
    const offset = ask(quarter * quarterMs)
    if (quarters.size >= maxKept) quarters.clear()
    quarters.set(quarter, offset)
    return offset
  }
}

/** Minutes since midnight on the zone's clocks, 0 to 1439. */
export const minuteOfDay = (epochMs: number, offsetAt: OffsetAt): number => {
  const local = epochMs + offsetAt(epochMs)
  return Math.floor((local - Math.floor(local / dayMs) * dayMs) / 60_000)
}

/** 1 (Monday) to 7 on the zone's calendar. */
export const weekdayOf = (epochMs: number, offsetAt: OffsetAt): number => {
  const day = Math.floor((epochMs + offsetAt(epochMs)) / dayMs)
  return ((((day + 3) % 7) + 7) % 7) + 1
}
