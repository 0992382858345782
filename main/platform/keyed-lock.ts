/** Runs jobs of the same key one after another, those of different keys side by side. */
export interface KeyedLock {
  run<T>(key: string, job: () => Promise<T>): Promise<T>
}

/** Makes a lock for this process. */
export const createKeyedLock = (): KeyedLock => {
  const tails = new Map<string, Promise<unknown>>()
  return {
    run: async (key, job) => {
      const before = tails.get(key) ?? Promise.resolve()
      const mine = before.then(job)
      const tail = mine.catch(() => undefined)
      tails.set(key, tail)
      try {
        return await mine
      } finally {
        if (tails.get(key) === tail) tails.delete(key)
      }
    },
  }
}
