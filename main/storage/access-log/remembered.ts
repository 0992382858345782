/** What is read again within this time by the same person in the same way is one reading (L-93). */
export const sameReadingMs = 600_000

/** More than this is not remembered: the oldest is forgotten, and would be written once more. */
const rememberedMax = 10_000

/** Tells a first reading from one that was written a moment ago. */
export interface RememberedReadings {
  /** Whether this is to be written; if so it is remembered from now on. */
  isNew(what: string, nowMs: number): boolean
}

/** Makes the memory of a process. */
export const createRemembered = (): RememberedReadings => {
  const at = new Map<string, number>()
  return {
    isNew: (what, nowMs) => {
      const before = at.get(what)
      // A clock that was set back must not keep anything out.
      if (before !== undefined && nowMs >= before && nowMs - before < sameReadingMs) return false
      at.delete(what)
      at.set(what, nowMs)
      const [oldest] = at.keys()
      if (at.size > rememberedMax && oldest !== undefined) at.delete(oldest)
      return true
    },
  }
}
