const minuteMs = 60_000
/** A sign-in lasts half of it: what is older belongs to none that lives. */
const forgetMs = 24 * 60 * minuteMs

/**
 * Which windows are locked because nobody used them. A window is named by its sign-in, or by what it is where it has
 * none. It ends with the process: a window that a new process has not seen in use is locked where windows lock at all.
 */
export interface WindowLocks {
  /** Whether a window is locked, now that it asks; a request of one that is not counts as use. 0 minutes: by hand alone. */
  isLocked(window: string, minutes: number): boolean
  /** Whether a window is known to be locked; asks nothing of one that was never seen. */
  isShut(window: string): boolean
  lock(window: string): void
  open(window: string): void
  /** Calls whenever a window was locked; answers how to stop that. */
  onLock(listener: () => void): () => void
}

/** Makes the locks of a process. */
export const createWindowLocks = (nowMs: () => number): WindowLocks => {
  const usedAt = new Map<string, number>()
  const shut = new Set<string>()
  const listeners = new Set<() => void>()

  const lock = (window: string): void => {
    if (shut.has(window)) return
    shut.add(window)
    for (const listener of listeners) listener()
  }

  return {
    isLocked(window, minutes) {
      if (shut.has(window)) return true
      const now = nowMs()
      const last = usedAt.get(window)
      // A clock that was set back must not keep a window open for longer.
      const isIdle = minutes > 0 && (last === undefined || Math.abs(now - last) >= minutes * minuteMs)
      if (isIdle) lock(window)
      else usedAt.set(window, now)
      return isIdle
    },
    isShut: (window) => shut.has(window),
    lock,
    open(window) {
      const now = nowMs()
      for (const [one, at] of usedAt) {
        if (now - at <= forgetMs) continue
        usedAt.delete(one)
        shut.delete(one)
      }
      shut.delete(window)
      usedAt.set(window, now)
    },
    onLock: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
