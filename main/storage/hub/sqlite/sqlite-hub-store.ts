import type { HubStore } from '../../../sync/hub/store.ts'
import type { Log } from '../../../platform/log.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import { scrubLog } from '../../cases/redaction.ts'
import type { Vault } from '../../ledger/vault.ts'
import type { Connection } from '../../sqlite/connection.ts'
import { hubReader, hubTx } from '../transactions.ts'
import { whileOpen } from '../statements.ts'
import { createChanges } from './changes.ts'
import { createReaders } from './readers.ts'
import { createWriter } from './writer.ts'

/** What the store is made of. */
export interface SqliteHubParts {
  /** Migrated; the store closes it. */
  readonly writer: Connection
  readonly openReader: () => Connection
  readonly vault: Vault
  readonly log: Log
  readonly scheduler: Scheduler
}

/** The hub's store on SQLite. */
export const createSqliteHubStore = ({ writer: db, openReader, vault, log, scheduler }: SqliteHubParts): HubStore => {
  const changes = createChanges(openReader, scheduler, log)
  const readers = createReaders(openReader)
  let mustScrub = false

  /** A read that began before an erasure holds the log back; the next one that ends, or the next commit, tries again. */
  const scrub = (): void => {
    if (mustScrub && !db.inTransaction) mustScrub = !scrubLog(db)
  }

  const writer = createWriter(db, ({ hasWritten, hasErased }) => {
    mustScrub ||= hasErased
    scrub()
    if (hasWritten) changes.tell()
  })
  let closed: Promise<void> | null = null

  const close = async (): Promise<void> => {
    changes.close()
    await writer.close()
    await readers.close()
    scrub()
    db.close()
  }

  return {
    exclusively: (job) => writer.run((sql) => job(hubTx({ sql, vault, log }))),
    reading: async (job) => {
      try {
        return await readers.read(async (sql) => {
          const open = whileOpen(sql)
          try {
            return await job(hubReader({ sql: open.sql, vault, log }))
          } finally {
            open.end()
          }
        })
      } finally {
        scrub()
      }
    },
    onChange: (listener) => changes.listen(listener),
    close: () => (closed ??= close()),
  }
}
