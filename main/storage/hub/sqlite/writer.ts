import { isDiskFull } from '../../../platform/disk-full.ts'
import { isBusy } from '../../../platform/system-error.ts'
import { createTurns } from '../../../platform/turns.ts'
import type { Connection } from '../../sqlite/connection.ts'
import { closing, diskFull, occupied } from '../faults.ts'
import { whileOpen } from '../statements.ts'
import type { OpenStatements } from '../statements.ts'
import { sqliteStatements } from './statements.ts'

/**
 * How long a transaction waits for another process's, and how often it asks: asking by SQLite's own busy handler would
 * stop this whole process.
 */
const patienceMs = 30_000
const retryMs = 5

/** The one connection that writes. */
export interface Writer {
  run<T>(job: (open: OpenStatements) => Promise<T>): Promise<T>
  /** Resolves when what waits is done; what comes after is refused. */
  close(): Promise<void>
}

/** One turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs jobs one after another, each in a durable transaction of its own. */
export const createWriter = (db: Connection, committed: (hasWritten: boolean) => void): Writer => {
  const statements = sqliteStatements(db)
  const turns = createTurns()
  let isClosed = false
  // Waiting is done by `begin`, between which others run.
  db.pragma('busy_timeout = 0')

  const begin = async (): Promise<void> => {
    const until = performance.now() + patienceMs
    for (;;) {
      try {
        db.exec('begin immediate')
        return
      } catch (error) {
        if (!isBusy(error)) throw error
        if (performance.now() > until) throw occupied(error)
      }
      await pause(retryMs)
    }
  }

  const attempt = async <T>(job: (open: OpenStatements) => Promise<T>): Promise<T> => {
    // This engine answers at once: without a turn of the event loop, one who writes or reads without end would let
    // nobody else in.
    await turn()
    await begin()
    const open = whileOpen(statements)
    try {
      const value = await job(open)
      open.end()
      const failure = open.failure()
      if (failure !== null) throw failure.error
      db.exec('commit')
      committed(open.hasWritten())
      return value
    } catch (error) {
      open.end()
      // Some errors (a full disk among them) have ended the transaction already.
      if (db.inTransaction) db.exec('rollback')
      throw isDiskFull(error) ? diskFull(error) : error
    }
  }

  return {
    run: (job) => (isClosed ? Promise.reject(closing()) : turns.run(() => attempt(job))),
    close: async () => {
      isClosed = true
      await turns.rest()
    },
  }
}
