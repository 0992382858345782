import { syncLimits } from '../../../shared/protocol/sync.ts'
import type { CarriedRun } from '../entry.ts'
import type { DeviceReplica } from './replica.ts'

/** Entries that were sent and answered to by the hub, of which this device has had no room to note it (Y-96). */
export interface Unnoted {
  count(): number
  /** @param refused cases of which the hub refused something: what follows in them misses it, and is not sent */
  add(runs: readonly CarriedRun[], refused: Iterable<string>): void
  /** There is room again: what became of them the feed tells, and what it does not is sent once more. */
  clear(): void
  /** What waits and was not answered to yet, as `DeviceReplica.pending` gives it. */
  sendable(limits: { readonly entries: number; readonly bytes: number }): Promise<readonly CarriedRun[]>
}

/** Entries, and their bytes, among which what was answered to is looked for at once. */
const atOnce = { entries: 500, bytes: syncLimits.bytes / 2 }

/** The first entries of runs, so many at most. */
const firstOf = (runs: readonly CarriedRun[], most: number): readonly CarriedRun[] => {
  let room = most
  return runs.flatMap((run) => {
    const entries = run.entries.slice(0, room)
    room -= entries.length
    return entries.length === 0 ? [] : [{ ...run, entries }]
  })
}

/**
 * Keeps in memory what a full disk has no room for, so that a device goes on sending what follows. It is lost with the
 * process: then all is sent again, and the hub answers as it did (Y-22).
 */
export const createUnnoted = (replica: Pick<DeviceReplica, 'pending'>): Unnoted => {
  const ids = new Set<string>()
  const stuck = new Set<string>()
  return {
    count: () => ids.size,
    add: (runs, refused) => {
      for (const name of refused) stuck.add(name)
      for (const { entries } of runs) for (const { id } of entries) ids.add(id)
    },
    clear: () => {
      ids.clear()
      stuck.clear()
    },
    sendable: async (limits) => {
      if (ids.size === 0) return await replica.pending(limits)
      for (let skip = 0; ;) {
        const runs = await replica.pending({ ...atOnce, skip })
        const left = runs
          .filter((run) => !stuck.has(run.case))
          .map((run) => ({ ...run, entries: run.entries.filter(({ id }) => !ids.has(id)) }))
        const sendable = firstOf(left, limits.entries)
        if (sendable.length > 0 || runs.length === 0) return sendable
        skip += runs.reduce((sum, { entries }) => sum + entries.length, 0)
      }
    },
  }
}
