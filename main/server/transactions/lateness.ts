import { lateMs } from '../../detection/features/windows.ts'

/** How many of the activities of a run come too late for windows (docs/detection/features.md, F-4). */
export interface LateCounts {
  late: number
  /** Of these, those that are late by the order of the file alone: in order of time they would not be. */
  lateByOrder: number
}

/** Whether an activity lies too far behind the latest one that was counted to have windows. Times in milliseconds. */
export const isLate = (atMs: number, latestMs: number): boolean => atMs < latestMs - lateMs

/** Counts a late activity; `keptUntilMs` is the latest one that was there before the run. */
export const countLate = (counts: LateCounts, atMs: number, keptUntilMs: number): void => {
  counts.late += 1
  if (!isLate(atMs, keptUntilMs)) counts.lateByOrder += 1
}

/** Follows the clock of the detection through rows that are only checked: each is answered whether it would be late. */
export const createLateCheck = (keptUntilMs: number): ((atMs: number) => boolean) => {
  let latestMs = keptUntilMs
  return (atMs) => {
    if (isLate(atMs, latestMs)) return true
    if (atMs > latestMs) latestMs = atMs
    return false
  }
}
