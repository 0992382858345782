import type { Pool } from 'pg'
import { whileOpen } from '../statements.ts'
import type { HubSql, OpenStatements } from '../statements.ts'
import { inTransaction } from './connections.ts'
import { postgresStatements } from './statements.ts'

/** The channel on which the processes of a hub tell each other that something was written. */
export const channel = 'fieldseal_hub'

/**
 * Begins, and waits for the one row that every writer locks first (docs/decisions/hub-postgres-lock.md). A server that
 * is set to acknowledge before it is durable is told not to. A process that holds the row and has gone silent loses it
 * after a minute.
 */
const beginWriting = `begin;
  set local lock_timeout = '30s';
  set local statement_timeout = '90s';
  set local idle_in_transaction_session_timeout = '60s';
  select set_config('synchronous_commit', 'on', true) where current_setting('synchronous_commit') = 'off';
  select 1 from hub_state where id = 1 for update`

const beginReading = 'begin transaction isolation level repeatable read read only'

/** Runs a job in a transaction that holds the hub's row, from its beginning until it is durable. */
export const writeAlone = <T>(
  pool: Pool,
  instance: string,
  job: (open: OpenStatements) => Promise<T>,
): Promise<{ readonly value: T; readonly hasWritten: boolean }> =>
  inTransaction(pool, beginWriting, async (client) => {
    const open = whileOpen(postgresStatements(client))
    try {
      const value = await job(open)
      open.end()
      const failure = open.failure()
      if (failure !== null) throw failure.error
      if (open.hasWritten()) await client.query({ text: 'select pg_notify($1, $2)', values: [channel, instance] })
      await client.query('commit')
      return { value, hasWritten: open.hasWritten() }
    } finally {
      open.end()
    }
  })

/** Runs a job that reads one moment. */
export const readOne = <T>(pool: Pool, job: (sql: HubSql) => Promise<T>): Promise<T> =>
  inTransaction(pool, beginReading, async (client) => {
    const open = whileOpen(postgresStatements(client))
    try {
      const value = await job(open.sql)
      open.end()
      await client.query('commit')
      return value
    } finally {
      open.end()
    }
  })
