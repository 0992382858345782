/** Runs jobs of the same key one after another, those of different keys side by side. */
export interface KeyedLock {
  run<T>(key: string, job: () => Promise<T>): Promise<T>
  /**
   * Runs a job that holds several keys. It waits for all that were asked for before it, and for none after, so no two
   * wait for each other.
   */
  runAll<T>(keys: readonly string[], job: () => Promise<T>): Promise<T>
  /** Whether a job of that key runs or waits. */
  isHeld(key: string): boolean
}

/** Makes a lock for this process. */
export const createKeyedLock = (): KeyedLock => {
  const tails = new Map<string, Promise<unknown>>()
  const runAll: KeyedLock['runAll'] = async (keys, job) => {
    const own = [...new Set(keys)]
    const before = Promise.all(own.map((key) => tails.get(key) ?? Promise.resolve()))
    const mine = before.then(job)
    const tail = mine.catch(() => undefined)
    for (const key of own) tails.set(key, tail)
    try {
      return await mine
    } finally {
      for (const key of own) if (tails.get(key) === tail) tails.delete(key)
    }
  }
  return { run: (key, job) => runAll([key], job), runAll, isHeld: (key) => tails.has(key) }
}
