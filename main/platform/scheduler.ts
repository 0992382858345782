/** Runs work later; tests bring one that they turn by hand. */
export interface Scheduler {
  /** Runs `work` once after `ms` milliseconds unless the answered function is called before. */
  after(ms: number, work: () => void): () => void
}

/** Timers that do not keep the process alive. */
export const timerScheduler: Scheduler = {
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}
