const dayMs = 86_400_000
const two = (value: number): string => String(value).padStart(2, '0')

/** A day of the calendar as `2026-11-21`, or null where there is no such day. */
const dayOf = (year: number, month: number, day: number): string | null => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return year >= 1_000 && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
    ? at.toISOString().slice(0, 10)
    : null
}

const numbers = (parts: readonly (string | undefined)[]): readonly number[] => parts.map((part) => Number(part ?? 0))

/**
 * A day as people write it whose order of parts leaves no doubt: `2026-11-21`, `2026-1-3`, `2026/11/21`, `20261121`.
 * A day before or after its month alone, as in `03/04/2026`, is refused: it could be two days.
 */
export const readDay = (text: string): string | null => {
  const found =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/u.exec(text.trim()) ?? /^(\d{4})(\d{2})(\d{2})$/u.exec(text.trim())
  if (found === null) return null
  const [year = 0, month = 0, day = 0] = numbers(found.slice(1))
  return dayOf(year, month, day)
}

/**
 * A day with the time of a clock behind it, `2026-11-21 14:05` or with seconds, as `2026-11-21T14:05:00`; null where it
 * is none.
 */
export const readMoment = (text: string): string | null => {
  const found = /^(\S+?)[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?$/u.exec(text.trim())
  const day = found === null ? null : readDay(found[1] ?? '')
  if (found === null || day === null) return null
  const [hour = 0, minute = 0, second = 0] = numbers(found.slice(2))
  return hour < 24 && minute < 60 && second < 60 ? `${day}T${two(hour)}:${two(minute)}:${two(second)}` : null
}

/** The day that lies some days or months further; of a month that is shorter, its last day. */
export const movedDay = (day: string, by: { readonly days: number } | { readonly months: number }): string => {
  const at = new Date(`${day}T00:00:00Z`)
  if ('days' in by) return new Date(at.getTime() + by.days * dayMs).toISOString().slice(0, 10)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by.months + 1, 0))
  return dayOf(last.getUTCFullYear(), last.getUTCMonth() + 1, Math.min(at.getUTCDate(), last.getUTCDate())) ?? day
}
