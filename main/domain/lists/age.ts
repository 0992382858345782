import type { ListAge } from '../../../shared/schema/lists.ts'
import { dayMs } from '../../../shared/text/days.ts'

/**
 * How old a list is, by the earliest that can be said: its publication where the file tells it, else its import. A
 * clock that was set back makes nothing younger than today.
 */
export const ageOfList = (
  version: { readonly publishedAtMs: number | null; readonly importedAtMs: number } | null,
  { warnDays, staleDays }: { readonly warnDays: number; readonly staleDays: number },
  nowMs: number,
): ListAge => {
  if (version === null) return { days: null, since: null, state: 'missing' }
  const since = version.publishedAtMs === null ? 'imported' : 'published'
  const days = Math.max(0, Math.floor((nowMs - (version.publishedAtMs ?? version.importedAtMs)) / dayMs))
  return { days, since, state: days >= staleDays ? 'stale' : days >= warnDays ? 'ageing' : 'current' }
}
