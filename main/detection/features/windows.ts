import { dayMs, hourMs } from '../../../shared/text/days.ts'

/**
 * The windows of activities, rising; each reaches from its length ago, that moment left out, to the activity's own
 * time.
 */
export const activityWindows = [
  { name: '1h', ms: hourMs, text: 'the hour' },
  { name: '1d', ms: dayMs, text: 'the day' },
  { name: '7d', ms: 7 * dayMs, text: 'the 7 days' },
  { name: '30d', ms: 30 * dayMs, text: 'the 30 days' },
] as const

/** The windows of labels, by the moment in which each became known. */
export const labelWindows = activityWindows.slice(1)

/** Places in `activityWindows` and `labelWindows`. */
export const hourWindow = 0
export const dayWindow = 1
export const weekWindow = 2
export const monthWindow = 3

/** How far an activity may lie behind the engine's clock, and still have windows. */
const lateMs = dayMs

/** Whether an activity lies too far behind the engine's clock to have windows. Times in milliseconds. */
export const isBehind = (atMs: number, clockMs: number): boolean => atMs < clockMs - lateMs

/**
 * How far an activity may move the engine's clock: one whose time lies ahead of that at which it was received would
 * make late what others do meanwhile (F-4).
 */
export const clockReach = (atMs: number, receivedMs: number): number => Math.min(atMs, receivedMs)

/** How long a node is kept: until no activity that may come can reach it. */
export const keepMs = 30 * dayMs + lateMs
