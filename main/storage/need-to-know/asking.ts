import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom the present request reads. */
export interface Asking {
  /** Runs something for somebody: what it reads, at once or later, leaves out the cases that they may not know. */
  for<T>(uid: string, act: () => T): T
  /** Runs something for the service itself, whoever set it off. */
  forItself<T>(act: () => T): T
  /** Who asks; null: the service itself. */
  current(): string | null
}

/** Makes it; each workspace has its own. */
export const createAsking = (): Asking => {
  const context = new AsyncLocalStorage<string | null>()
  return {
    for: (uid, act) => context.run(uid, act),
    forItself: (act) => context.run(null, act),
    current: () => context.getStore() ?? null,
  }
}
