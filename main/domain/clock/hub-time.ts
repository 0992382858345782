/** What the clocks of a computer show at one moment. */
export interface ClockPoint {
  /** Unix milliseconds of the wall clock. */
  readonly wallMs: number
  /** Milliseconds since the computer was started, time asleep included; nobody sets it. */
  readonly upMs: number
  /** Which start `upMs` counts from. */
  readonly bootId: string
}

/** What the clocks of this computer show now. */
export const clockPoint = (clock: { nowMs(): number; upMs(): number; readonly bootId: string }): ClockPoint => ({
  wallMs: clock.nowMs(),
  upMs: clock.upMs(),
  bootId: clock.bootId,
})

/** A comparison of a computer's clock with its hub's: at the moment of the point it was this time at the hub. */
export interface HubTime extends ClockPoint {
  readonly hubMs: number
}

/**
 * By this much a computer's clock may differ from the hub's before its user is told (Y-86): less than half of what a
 * verifier puts up with (S-96, S-97).
 */
export const tellFromMs = 120_000

/** Milliseconds since the comparison, across a restart of the computer. */
const elapsedMs = (last: HubTime, now: ClockPoint): number => {
  if (now.bootId === last.bootId) return Math.max(0, now.upMs - last.upMs)
  // The clock is as wrong as it was then, or was set right since. What is more than the other, or less than nothing, is
  // not the answer.
  const possible = [now.wallMs - last.wallMs, now.wallMs - last.hubMs].filter((ms) => ms >= 0)
  return possible.length === 0 ? 0 : Math.min(...possible)
}

/** What time it is at the hub now, by the last comparison and what passed since; after a restart, at the least. */
export const hubTimeNow = (last: HubTime, now: ClockPoint): number => last.hubMs + elapsedMs(last, now)

/** By how many milliseconds the clock of this computer is ahead; below zero: behind. */
export const clockAheadMs = (last: HubTime, now: ClockPoint): number => now.wallMs - hubTimeNow(last, now)

/**
 * Y-86: what the hub's time says of this computer's clock. The hub read its clock at some moment of the call, so what
 * was known before stands where the call can explain the difference: a long answer
 * over a slow line says less than a short one.
 *
 * @param last the last comparison, or the clock of this computer taken for right
 * @param hubMs the time that the hub told
 */
export const compareClocks = (last: HubTime, hubMs: number, asked: ClockPoint, answered: ClockPoint): HubTime => {
  const tookMs = Math.max(0, answered.upMs - asked.upMs)
  return { ...answered, hubMs: Math.min(Math.max(hubTimeNow(last, answered), hubMs), hubMs + tookMs) }
}
