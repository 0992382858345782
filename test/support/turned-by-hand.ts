import type { Scheduler } from '../../main/platform/scheduler.ts'

/** Work put off until the test runs it. */
export interface TurnedByHand extends Scheduler {
  /** Runs what is waiting now; what it puts off waits for the next turn. */
  run(): void
  readonly waiting: () => number
}

export const turnedByHand = (): TurnedByHand => {
  const work = new Set<() => void>()
  return {
    after: (_ms, job) => {
      work.add(job)
      return () => work.delete(job)
    },
    run: () => {
      const jobs = [...work]
      work.clear()
      for (const job of jobs) job()
    },
    waiting: () => work.size,
  }
}
