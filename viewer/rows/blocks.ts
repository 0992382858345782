/** Pieces of a file that were read, the newest kept; a missing one is fetched once. */
export type Blocks<T> = {
  /** The block, or null while it is being fetched. */
  get(key: number): T | null
  /** Waits for a block. */
  load(key: number): Promise<T>
  /** Whether a block is kept, and is so. */
  has(key: number, so: (block: T) => boolean): boolean
  forget(key: number): void
}

/** Makes a cache of blocks; `changed` is called when one has come, `failed` when it cannot be had. */
export const createBlocks = <T>(
  fetchBlock: (key: number) => Promise<T>,
  events: { readonly changed: () => void; readonly failed: (error: unknown) => void },
  keep = 12,
): Blocks<T> => {
  const kept = new Map<number, T>()
  const coming = new Map<number, Promise<T>>()

  const load = (key: number): Promise<T> => {
    const known = kept.get(key)
    if (known !== undefined) return Promise.resolve(known)
    const under = coming.get(key)
    if (under !== undefined) return under
    const made = fetchBlock(key).then(
      (block) => {
        coming.delete(key)
        kept.set(key, block)
        for (const oldest of kept.keys()) {
          if (kept.size <= keep) break
          kept.delete(oldest)
        }
        return block
      },
      (error: unknown) => {
        coming.delete(key)
        throw error
      },
    )
    coming.set(key, made)
    return made
  }

  return {
    load,
    get(key) {
      const known = kept.get(key)
      if (known !== undefined) return known
      if (!coming.has(key)) load(key).then(events.changed, events.failed)
      return null
    },
    has: (key, so) => {
      const known = kept.get(key)
      return known !== undefined && so(known)
    },
    forget: (key) => {
      kept.delete(key)
    },
  }
}
