import { useSyncExternalStore } from 'react'

type Clock = { readonly subscribe: (listener: () => void) => () => void; readonly now: () => number }

/** One timer for everything that ticks, running only while something listens. */
const makeClock = (periodMs: number): Clock => {
  const listeners = new Set<() => void>()
  const held: { now: number; timer: ReturnType<typeof setInterval> | undefined } = { now: Date.now(), timer: undefined }
  const tick = (): void => {
    held.now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    now: () => held.now,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        held.now = Date.now()
        held.timer = setInterval(tick, periodMs)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(held.timer)
      }
    },
  }
}

const clock = makeClock(1_000)

/**
 * A value derived from the time, in milliseconds since the epoch. The caller renders again only when the derived value
 * changes, so a thousand countdowns cost one timer and only the changed texts. `derive` must return a primitive.
 */
export const useTicking = <T extends string | number | boolean>(derive: (now: number) => T): T =>
  useSyncExternalStore(clock.subscribe, () => derive(clock.now()))
