import type { Connection } from '../../sqlite/connection.ts'
import { closing } from '../faults.ts'
import type { HubSql } from '../statements.ts'
import { sqliteStatements } from './statements.ts'
import { turn } from './writer.ts'

/**
 * Connections that read at the same time. Each read holds one, for it is one moment from its first statement to its
 * last.
 */
const readersMax = 4

interface Reader {
  readonly db: Connection
  readonly sql: HubSql
}

/** Readers, opened as they are needed; who comes when all read waits. */
export interface ReadingConnections {
  read<T>(job: (sql: HubSql) => Promise<T>): Promise<T>
  /** Resolves when the reads under way have ended. */
  close(): Promise<void>
}

/** Keeps the reading connections of a store. */
export const createReadingConnections = (open: () => Connection): ReadingConnections => {
  const idle: Reader[] = []
  const waiting: ((reader: Reader) => void)[] = []
  const busy = new Set<Promise<unknown>>()
  let opened = 0
  let isClosed = false

  const take = (): Promise<Reader> => {
    const free = idle.pop()
    if (free !== undefined) return Promise.resolve(free)
    if (opened === readersMax) return new Promise((resolve) => waiting.push(resolve))
    const db = open()
    opened += 1
    return Promise.resolve({ db, sql: sqliteStatements(db) })
  }

  const giveBack = (reader: Reader): void => {
    const next = waiting.shift()
    if (next === undefined) idle.push(reader)
    else next(reader)
  }

  const run = async <T>(job: (sql: HubSql) => Promise<T>): Promise<T> => {
    const reader = await take()
    await turn()
    try {
      reader.db.exec('begin')
      return await job(reader.sql)
    } finally {
      if (reader.db.inTransaction) reader.db.exec('rollback')
      giveBack(reader)
    }
  }

  return {
    read: async (job) => {
      if (isClosed) throw closing()
      const running = run(job)
      busy.add(running)
      try {
        return await running
      } finally {
        busy.delete(running)
      }
    },
    close: async () => {
      isClosed = true
      await Promise.allSettled(busy)
      for (const { db } of idle) db.close()
    },
  }
}
