/** Jobs that run one after another, in the order in which they were asked for. */
export interface Turns {
  /** Runs a job when all before it have ended, however they ended. */
  readonly run: <T>(job: () => Promise<T>) => Promise<T>
  /** Resolves when all that was asked for by now has ended. */
  readonly rest: () => Promise<void>
}

/** Makes a row of turns for this process. */
export const createTurns = (): Turns => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    run: (job) => {
      const mine = last.then(job)
      // Whoever asked hears of a failure; who comes after does not.
      last = mine.catch(() => undefined)
      return mine
    },
    rest: async () => {
      await last
    },
  }
}
