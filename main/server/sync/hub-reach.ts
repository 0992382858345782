import type { SyncService } from '../../sync/service.ts'

/** Longer nobody waits for a hub that may be far away. */
const withinMs = 10_000

/** Where a round with the hub leads somewhere. */
const inReach: ReadonlySet<string> = new Set(['up_to_date', 'waiting', 'syncing'])

type Rounds = Pick<SyncService, 'state' | 'syncNow'>

/** Lets what was sealed just now come to the hub, and its word on it back, where the hub can be reached. */
export interface HubReach {
  /** By which service, once there is one; until then there is nothing to wait for. */
  by(service: Rounds): void
  readonly beWitnessed: (signal: AbortSignal) => Promise<void>
}

/** Makes the way to the hub for whatever is composed before sync is. */
export const createHubReach = (): HubReach => {
  let service: Rounds | null = null
  return {
    by: (rounds) => {
      service = rounds
    },
    beWitnessed: async (signal) => {
      if (service === null || !inReach.has((await service.state()).state)) return
      const end = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
      // What waits goes out in one round; the hub's checkpoint over it comes at the latest with the next.
      const sent = await service.syncNow(end)
      if (sent.ok && !end.aborted) await service.syncNow(end)
    },
  }
}
