import type { Pool } from 'pg'
import type { Log } from '../../../platform/log.ts'
import { onConnection } from './connections.ts'

/**
 * Writes the tables anew from which an erasure has deleted keys: PostgreSQL leaves deleted rows in its files until their place is needed. What remains then is in its write-ahead log, for as long
 * as the server and its archive keep that (docs/hub.md).
 */
export const scrubKeys = async (pool: Pool, log: Log): Promise<void> => {
  await onConnection(pool, async (client) => {
    const { rows } = await client.query<{ must_scrub: number }>('select must_scrub from hub_state')
    if (rows[0]?.must_scrub !== 1) return
    // An erasure that commits from here on sets the mark again.
    await client.query('update hub_state set must_scrub = 0')
    try {
      await client.query('vacuum (full) disclosure_keys')
      await client.query('vacuum (full) quarantined_disclosures')
    } catch (error) {
      await client.query('update hub_state set must_scrub = 1')
      throw error
    }
  }).catch((error: unknown) => log.warn({ err: error }, 'the tables of erased keys could not be written anew; it is tried again with the next erasure and the next start'))
}
