/** The work of the benchmark: entries of cases, and what two devices wrote apart. */
export interface SyncWork {
  readonly cases: number
  readonly entriesEach: number
  readonly apart: number
}

export const fullWork: SyncWork = { cases: 100, entriesEach: 50, apart: 500 }

/** Milliseconds and bytes on the wire, both ways, of one step of a round. */
export interface Cost {
  readonly ms: number
  readonly bytes: number
}

export interface RoundCosts {
  readonly push: Cost
  readonly pull: Cost
  readonly reconcile: Cost
}

/** One who syncs the same work. Each round begins with nothing at the server and fresh devices. */
export interface Contender {
  readonly name: string
  round(work: SyncWork): Promise<RoundCosts>
}

/** About 300 bytes, different each time. */
export const entryText = (n: number): string => `Entry ${n}: ${Array.from({ length: 8 }, (_, i) => `payment ${(n * 7919 + i * 104_729) % 1_000_003} to ${((n + i) * 15_485_863) % 999_983}`).join(', ')}`.padEnd(300, '.').slice(0, 300)

/** Runs a step and says what it cost. */
export const measured = async (bytes: () => number, step: () => Promise<unknown>): Promise<Cost> => {
  const before = bytes()
  const started = performance.now()
  await step()
  return { ms: performance.now() - started, bytes: bytes() - before }
}
