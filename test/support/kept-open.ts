/** What the tests of one file share, for as long as these run: a window that is started once, say. */
export type KeptOpen = {
  /** What was opened under this name before, or what `open` makes now. */
  readonly use: <T extends Closable>(name: string, open: () => Promise<T>) => Promise<T>
  /** Says that a test of this file begins; what an earlier file has opened is closed. */
  readonly enter: (file: string) => Promise<void>
}

type Closable = { close(): Promise<void> }

/**
 * Nothing is open yet; a display has one focus, so that no window of one file may stand beside the tests of another.
 */
export const createKeptOpen = (): KeptOpen => {
  const open = new Map<string, Promise<Closable>>()
  let now = ''
  return {
    use: async <T extends Closable>(name: string, make: () => Promise<T>): Promise<T> => {
      const known = open.get(name)
      // Under one name a file opens one kind of thing.
      if (known !== undefined) return (await known) as T
      const made = make()
      open.set(name, made)
      return await made
    },
    enter: async (file) => {
      if (file === now) return
      now = file
      // What was opened later may stand on what was opened before it.
      const earlier = [...open.values()].reverse()
      open.clear()
      for (const one of earlier) await (await one).close()
    },
  }
}
