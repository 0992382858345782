import type { Pool } from 'pg'
import type { Log } from '../../../platform/log.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import { createTurns } from '../../../platform/turns.ts'
import type { HubStore } from '../../../sync/hub/store.ts'
import type { Vault } from '../../ledger/vault.ts'
import { closing } from '../faults.ts'
import { hubReader, hubTx } from '../transactions.ts'
import { createPostgresChanges } from './changes.ts'
import { createKeyScrubber } from './scrub.ts'
import { readOne, writeAlone } from './transactions.ts'

/** What the store is made of. */
export interface PostgresHubParts {
  readonly databaseUrl: string
  /** Of a migrated database; the store ends it. */
  readonly pool: Pool
  /** A name that no other process has. */
  readonly instance: string
  readonly vault: Vault
  readonly log: Log
  readonly scheduler: Scheduler
}

/** The hub's store on PostgreSQL. */
export const createPostgresHubStore = ({
  databaseUrl,
  pool,
  instance,
  vault,
  log,
  scheduler,
}: PostgresHubParts): HubStore => {
  const changes = createPostgresChanges(databaseUrl, instance, scheduler, log)
  const busy = new Set<Promise<unknown>>()
  // Of this process one at a time waits for the row, so that those who wait take no connection from those who read.
  const turns = createTurns()
  let closed: Promise<void> | null = null

  const tracked = async <T>(running: Promise<T>): Promise<T> => {
    busy.add(running)
    try {
      return await running
    } finally {
      busy.delete(running)
    }
  }

  const scrubber = createKeyScrubber(pool, scheduler, log)
  const scrub = (): void => void tracked(scrubber.scrub())

  const close = async (): Promise<void> => {
    scrubber.stop()
    while (busy.size > 0) await Promise.allSettled(busy)
    await changes.close()
    await pool.end()
  }

  scrub()

  return {
    exclusively: (job) => {
      if (closed !== null) return Promise.reject(closing())
      let erased = false
      const running = turns.run(() =>
        writeAlone(pool, instance, (open) => {
          const tx = open.counted(hubTx({ sql: open.sql, vault, log }))
          return job({
            ...tx,
            eraseDisclosures: async (...given) => {
              const count = await tx.eraseDisclosures(...given)
              erased ||= count > 0
              return count
            },
          })
        }),
      )
      return tracked(
        running.then(({ value, hasWritten }) => {
          if (erased) scrub()
          if (hasWritten) changes.tell()
          return value
        }),
      )
    },
    reading: (job) =>
      closed === null
        ? tracked(readOne(pool, (sql) => job(hubReader({ sql, vault, log }))))
        : Promise.reject(closing()),
    onChange: (listener) => changes.listen(listener),
    close: () => (closed ??= close()),
  }
}
