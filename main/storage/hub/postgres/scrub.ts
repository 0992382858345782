import type { Pool, PoolClient } from 'pg'
import type { Log } from '../../../platform/log.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import { onConnection } from './connections.ts'

/** How soon it is tried again where someone reads or writes the tables. */
const retryMs = 10_000

/** Clears the tables of keys after an erasure. */
export interface KeyScrubber {
  /** Tries now; resolves when that has ended. */
  scrub(): Promise<void>
  stop(): void
}

/**
 * Writes a table anew. Whoever comes after this waits for it, as it waits for those before: so it gives up at once
 * where someone is there, and none of the hub's readers stands behind it.
 */
const rewrite = async (client: PoolClient, table: string): Promise<void> => {
  await client.query("set lock_timeout = '100ms'")
  try {
    await client.query(`vacuum (full) ${table}`)
  } finally {
    await client.query('reset lock_timeout')
  }
}

const scrubOnce = async (client: PoolClient): Promise<void> => {
  const { rows } = await client.query<{ must_scrub: number }>('select must_scrub from hub_state')
  if (rows[0]?.must_scrub !== 1) return
  // An erasure that commits from here on sets the mark again.
  await client.query('update hub_state set must_scrub = 0')
  try {
    await rewrite(client, 'disclosure_keys')
    await rewrite(client, 'quarantined_disclosures')
  } catch (error) {
    await client.query('update hub_state set must_scrub = 1')
    throw error
  }
}

/**
 * PostgreSQL leaves deleted rows in its files until their place is needed: the tables from which keys were erased are
 * written anew. What remains then is in its write-ahead log, for as long as the server and its archive keep that
 * (docs/hub.md).
 */
export const createKeyScrubber = (pool: Pool, scheduler: Scheduler, log: Log): KeyScrubber => {
  let cancel: (() => void) | null = null
  let isStopped = false

  const scrub = async (): Promise<void> => {
    cancel?.()
    cancel = null
    try {
      await onConnection(pool, scrubOnce)
    } catch (error) {
      log.warn({ err: error }, 'the tables of erased keys could not be written anew; it is tried again')
      if (!isStopped) cancel = scheduler.after(retryMs, () => void scrub())
    }
  }

  return {
    scrub,
    stop: () => {
      isStopped = true
      cancel?.()
    },
  }
}
