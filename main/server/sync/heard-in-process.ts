import { timerScheduler } from '../../platform/scheduler.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { OpenHub } from './open-hub.ts'

/**
 * The hub's own folder is told at once of what comes after a pause of `quietMs`. While devices send one message after
 * another they are served first, by the same thread: then it is told when they pause, and after `mostMs` at the latest.
 */
const quietMs = 250
const mostMs = 2_000

/**
 * Calls back at once when something changes after a pause, and once for all that changes close upon it.
 *
 * @param monoMs a clock that never goes back
 */
export const paced = (
  onHint: () => void,
  monoMs: () => number,
  scheduler: Scheduler,
): { readonly changed: () => void; readonly end: () => void } => {
  let changedMs = -Infinity
  let sinceMs: number | null = null
  let cancel = (): void => undefined
  const tell = (): void => {
    sinceMs = null
    onHint()
  }
  return {
    changed: () => {
      const nowMs = monoMs()
      const isAlone = sinceMs === null && nowMs - changedMs >= quietMs
      changedMs = nowMs
      if (isAlone) return tell()
      sinceMs ??= nowMs
      cancel()
      cancel = scheduler.after(Math.max(0, Math.min(quietMs, sinceMs + mostMs - nowMs)), tell)
    },
    end: () => cancel(),
  }
}

/** Tells the hub's own folder, within the same process, what devices have brought; ends with the signal. */
export const heardInProcess = (
  { store, workspace: { env } }: OpenHub,
  onHint: () => void,
  signal: AbortSignal,
): Promise<void> =>
  new Promise((resolve) => {
    const { changed, end } = paced(onHint, () => env.clock.monoMs(), timerScheduler)
    const unsubscribe = store.onChange(changed)
    signal.addEventListener(
      'abort',
      () => {
        unsubscribe()
        end()
        resolve()
      },
      { once: true },
    )
  })
