import type { DetectionQuery } from '../../state/route.ts'

/** Periods that end now, in days. */
export const rollingDays = [7, 30, 90, 365] as const
export type Rolling = (typeof rollingDays)[number]

/** The period that is looked at: so many days up to now, or from one day to another, both included. */
export type Period =
  | { readonly kind: 'rolling'; readonly days: Rolling }
  | { readonly kind: 'days'; readonly from: string; readonly to: string }

const dayMs = 86_400_000

/** The first moment of a local day written as `2026-01-31`; null where there is no such day. */
const dayStart = (text: string): Date | null => {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(text)
  if (parts === null) return null
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  const at = new Date(year, month - 1, day)
  return at.getFullYear() === year && at.getMonth() === month - 1 && at.getDate() === day ? at : null
}

/** The period that an address names; the last 30 days where it names none, or none that can be. */
export const measuredPeriodOf = (query: DetectionQuery): Period => {
  const { from = '', to = '', days } = query
  const [start, end] = [dayStart(from), dayStart(to)]
  if (start !== null && end !== null && start <= end) return { kind: 'days', from, to }
  return { kind: 'rolling', days: rollingDays.find((one) => String(one) === days) ?? 30 }
}

/** The address of a period. */
export const queryOf = (period: Period): DetectionQuery => {
  if (period.kind === 'days') return { from: period.from, to: period.to }
  return period.days === 30 ? {} : { days: String(period.days) }
}

const stamp = (at: Date): string => at.toISOString().replace('Z', '+00:00')

/**
 * The ends of a period as the interface takes them, `to` exclusive and left out where it is now. Days are those of this
 * person's clock.
 */
export const boundsOf = (period: Period, nowMs: number): { readonly from: string; readonly to?: string } => {
  if (period.kind === 'rolling') return { from: stamp(new Date(nowMs - period.days * dayMs)) }
  const end = dayStart(period.to) ?? new Date(nowMs)
  const next = new Date(end.getFullYear(), end.getMonth(), end.getDate() + 1)
  return { from: stamp(dayStart(period.from) ?? new Date(nowMs)), to: stamp(next) }
}
