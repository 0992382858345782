import { isBusy } from '../../../platform/system-error.ts'
import type { HubStore } from '../../../sync/hub/store.ts'
import type { Log } from '../../../platform/log.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import { scrubLog } from '../../cases/redaction.ts'
import type { Vault } from '../../ledger/vault.ts'
import type { Connection } from '../../sqlite/connection.ts'
import { hubReader, hubTx } from '../transactions.ts'
import { whileOpen } from '../statements.ts'
import { createSqliteChanges } from './changes.ts'
import { createReadingConnections } from './readers.ts'
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
  const changes = createSqliteChanges(openReader, scheduler, log)
  const readers = createReadingConnections(openReader)
  const mustScrub = db.prepare<[], number>('select must_scrub from hub_state').pluck()
  const scrubbed = db.prepare('update hub_state set must_scrub = 0')

  /**
   * Cuts the log after an erasure. A read that began before holds it back, and so does another process that writes;
   * then the next read that ends, or the next commit, tries again.
   */
  const scrub = (): void => {
    if (db.inTransaction || mustScrub.get() !== 1 || !scrubLog(db)) return
    try {
      scrubbed.run()
    } catch (error) {
      if (!isBusy(error)) throw error
    }
  }

  const writer = createWriter(db, (hasWritten) => {
    if (!hasWritten) return
    scrub()
    changes.tell()
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
    exclusively: (job) => writer.run((open) => job(open.counted(hubTx({ sql: open.sql, vault, log })))),
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
        if (db.open) scrub()
      }
    },
    onChange: (listener) => changes.listen(listener),
    close: () => (closed ??= close()),
  }
}
