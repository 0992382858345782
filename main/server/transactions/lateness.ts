import { isBehind, clockReach } from '../../detection/features/windows.ts'

/** How many of the activities of a run come too late for windows (docs/detection/features.md, F-4). */
export interface LateCounts {
  late: number
  /** Of these, those that are late by the order of the file alone: in order of time they would not be. */
  lateByOrder: number
}

/** Counts a late activity; `keptUntilMs` is how far the clock of the detection had come before the run. */
export const countLate = (counts: LateCounts, atMs: number, keptUntilMs: number): void => {
  counts.late += 1
  if (!isBehind(atMs, keptUntilMs)) counts.lateByOrder += 1
}

/** Follows the clock of the detection through rows that are only checked: each is answered whether it would be late. */
export const createLateCheck = (keptUntilMs: number): ((atMs: number, receivedMs: number) => boolean) => {
  let clockMs = keptUntilMs
  return (atMs, receivedMs) => {
    if (isBehind(atMs, clockMs)) return true
    clockMs = Math.max(clockMs, clockReach(atMs, receivedMs))
    return false
  }
}
