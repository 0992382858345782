import type { Clock } from '../../../main/platform/clock.ts'

/** The clock of one simulated device: it follows virtual time from an error of its own, and can be set. */
export interface DeviceClock extends Clock {
  /** Sets the wall clock on or back; monotonic time stays. */
  jump(ms: number): void
  /** Another boot: monotonic time starts again. */
  reboot(): void
  /** Whether it never was wrong. */
  wasRight(): boolean
}

/** The moment at which every simulated world begins. */
export const worldStartMs = Date.parse('2026-03-02T09:00:00.000Z')

/** Makes a clock over virtual time. @param errorMs how far it is from the world's own */
export const deviceClock = (name: string, worldMs: () => number, errorMs: number): DeviceClock => {
  let error = errorMs
  let right = errorMs === 0
  let boots = 1
  let bootedMs = worldMs()
  return {
    nowMs: () => worldStartMs + Math.floor(worldMs()) + error,
    monoMs: () => Math.floor(worldMs() - bootedMs) + 1,
    upMs: () => Math.floor(worldMs() - bootedMs) + 1,
    get bootId() {
      return `${name}-boot-${boots}`
    },
    jump: (ms) => {
      error += ms
      right = false
    },
    reboot: () => {
      boots += 1
      bootedMs = worldMs()
    },
    wasRight: () => right,
  }
}
