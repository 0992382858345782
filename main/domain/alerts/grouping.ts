import { entityOf } from '../../../shared/schema/activity.ts'
import type { Activity, EntityKind } from '../../../shared/schema/activity.ts'
import type { AlertEntity } from '../../../shared/schema/alerts.ts'
import { hourMs } from '../../../shared/text/days.ts'

/**
 * However often activities follow one another, an alert does not reach further than this: what goes on for longer is
 * told again.
 */
export const longestAlertMs = 30 * 24 * hourMs

/** Who an activity is about: the first of the kinds that it names; null where it names none. */
export const alertEntityOf = (event: Activity, order: readonly EntityKind[]): AlertEntity | null => {
  for (const kind of order) {
    const id = entityOf(event, kind)
    if (id !== undefined) return { kind, id }
  }
  return null
}

/**
 * Activities of one key are one alert while they follow one another within the cool-down. Null: each is an alert of its
 * own.
 */
export const groupKeyOf = (entity: AlertEntity | null, driver: string | null): string | null =>
  entity === null ? null : JSON.stringify(driver === null ? [entity.kind, entity.id] : [entity.kind, entity.id, driver])

/**
 * The span of last and first activities that an alert must have for an activity to join it: within the cool-down, and
 * not made longer than it may be by one that comes late. Times in milliseconds.
 */
export const joinable = (
  atMs: number,
  coolDownHours: number,
): { readonly lastFrom: number; readonly lastTo: number; readonly firstTo: number; readonly firstFrom: number } => ({
  lastFrom: atMs - coolDownHours * hourMs,
  lastTo: atMs + longestAlertMs,
  firstTo: atMs + coolDownHours * hourMs,
  firstFrom: atMs - longestAlertMs,
})

/**
 * When an alert must have its disposition, in whole milliseconds: policy may state hours that are none, and no row
 * holds a part of one.
 */
export const dueAt = (raisedAtMs: number, hours: number): number => raisedAtMs + Math.round(hours * hourMs)
