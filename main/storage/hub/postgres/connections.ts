import pg from 'pg'
import type { ClientConfig, Pool, PoolClient } from 'pg'
import type { Log } from '../../../platform/log.ts'
import { HubStoreFault } from '../../../sync/hub/store-fault.ts'
import { driverFault, isLost, isTimeout } from './faults.ts'
import { hubColumns } from './statements.ts'

/** Connections of one process at most, of which one writes. */
const poolMax = 8
const connectMs = 5_000
/** How long the driver waits for an answer; a statement that takes longer has lost its server. */
const answerMs = 120_000

/** How a process of the hub connects. */
export const connectionConfig = (databaseUrl: string): ClientConfig => ({
  connectionString: databaseUrl,
  types: hubColumns,
  application_name: 'fieldseal hub',
  connectionTimeoutMillis: connectMs,
  query_timeout: answerMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/**
 * A pool that survives its server: a connection that is lost is dropped, and the next one is made when it is asked for.
 */
export const createConnectionPool = (databaseUrl: string, log: Log): Pool => {
  const pool = new pg.Pool({ ...connectionConfig(databaseUrl), max: poolMax, idleTimeoutMillis: 30_000 })
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to the database of the hub was lost'))
  return pool
}

/**
 * Whether the connection can be given to the next one: what was begun on it is undone. On a lost one there is nothing
 * to say; the server undoes what it hears no end of.
 */
const isCleared = async (client: PoolClient, cause: unknown): Promise<boolean> => {
  if (isLost(cause)) return false
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

const connected = (pool: Pool): Promise<PoolClient> =>
  pool.connect().catch((error: unknown) => {
    throw driverFault(error)
  })

const using = async <T>(client: PoolClient, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  let isBroken = false
  // A connection that breaks while nobody waits on it says so by an event, which would end the process if nobody heard
  // it.
  const onError = (): void => {
    isBroken = true
  }
  client.on('error', onError)
  try {
    return await work(client)
  } catch (error) {
    isBroken ||= !(await isCleared(client, error))
    throw driverFault(error)
  } finally {
    client.off('error', onError)
    client.release(isBroken)
  }
}

/**
 * Runs work on a connection of its own; a transaction that it leaves open by throwing is undone. Errors that are of the
 * connection or the server come as `HubStoreFault`.
 */
export const onConnection = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> =>
  await using(await connected(pool), work)

/** Whether a connection was ended by its server, and not only silent for too long. */
const wasEnded = (error: unknown): boolean =>
  error instanceof HubStoreFault &&
  error.refusal.code === 'unavailable' &&
  isLost(error.cause) &&
  !isTimeout(error.cause)

/**
 * Runs work in a transaction, as `onConnection` does. A connection that its server ended while it lay idle is noticed
 * only when it is used again: where that is the beginning of the transaction nothing was done, and the next connection
 * is taken.
 *
 * @param begin the statements that begin it
 */
export const inTransaction = async <T>(
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> => {
  for (let idle = poolMax; ; idle -= 1) {
    const client = await connected(pool)
    let hasBegun = false
    try {
      return await using(client, async (open) => {
        await open.query(begin)
        hasBegun = true
        return await work(open)
      })
    } catch (error) {
      if (hasBegun || idle === 0 || !wasEnded(error)) throw error
    }
  }
}
