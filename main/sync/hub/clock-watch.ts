import { defaultClockToleranceMs } from '../../seal/times.ts'
import type { HubAlarm } from './core.ts'

/**
 * Y-56: raises an alarm where the hub's clock is behind the time that the hub has signed already by more than devices
 * put up with; once, until it has come as far again.
 *
 * @returns what is to be told how far the clock is behind, in milliseconds
 */
export const watchHubClock = (alarm: (raised: HubAlarm) => void): ((behindMs: number) => void) => {
  let isBehind = false
  return (behindMs) => {
    const wasBehind = isBehind
    isBehind = behindMs > defaultClockToleranceMs
    if (!isBehind || wasBehind) return
    const message = `The hub’s clock is ${Math.ceil(behindMs / 60_000)} minutes behind the time of its newest receipt. Receipts go on from that time until the clock has come as far. Check the clock of this computer.`
    alarm({ code: 'clock_behind', case: null, deviceId: null, entryId: null, message })
  }
}
