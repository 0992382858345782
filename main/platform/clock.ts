import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { performance } from 'node:perf_hooks'

/** The clocks of this device. */
export interface Clock {
  /** Unix milliseconds of the wall clock; it may be set back. */
  nowMs(): number
  /** Milliseconds that never go back while the device is up. */
  monoMs(): number
  /** Milliseconds since the computer was started, time asleep included: what `monoMs` leaves out on some systems. */
  upMs(): number
  /** Which boot `monoMs` counts from. */
  readonly bootId: string
}

const readBootId = (fallback: string): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return fallback
  }
}

/**
 * The clocks of the operating system.
 *
 * @param fallbackBootId names the start of this process where the system does not name its boot
 */
export const systemClock = (fallbackBootId: string): Clock => {
  const bootId = readBootId(fallbackBootId)
  // On Linux hrtime counts from boot, so it goes on across restarts of the service; elsewhere it counts within the
  // process.
  const monoMs =
    bootId === fallbackBootId ? () => performance.now() : () => Number(process.hrtime.bigint() / 1_000_000n)
  return { nowMs: () => Date.now(), monoMs, upMs: () => Math.round(uptime() * 1_000), bootId }
}
