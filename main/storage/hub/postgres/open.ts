import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { Log } from '../../../platform/log.ts'
import type { Random } from '../../../platform/random.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import { codeOf } from '../../../platform/system-error.ts'
import { HubStoreFault } from '../../../sync/hub/store-fault.ts'
import type { HubStore } from '../../../sync/hub/store.ts'
import { noRoomToOpen } from '../faults.ts'
import type { HubKeys } from '../keys.ts'
import { createConnectionPool } from './connections.ts'
import type { HubMigration } from '../migrations/types.ts'
import { migratePostgres } from './migrate.ts'
import { createPostgresHubStore } from './postgres-hub-store.ts'

/**
 * PostgreSQL's classes of refusals on connecting: a wrong name or password, a database that is not there, a right that
 * is missing.
 */
const refusedByServer = /^(28...|3D000|42501)$/u

const isRefusedByServer = (error: unknown): error is Error =>
  error instanceof Error && refusedByServer.test(codeOf(error))

const instanceBytes = 12

/** What of the system the store uses. */
interface PostgresHubParts {
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
  readonly scheduler: Scheduler
}

/**
 * Opens a hub's store in a PostgreSQL database, or makes it there.
 *
 * @returns a refusal where the database cannot be reached or refuses, lies under another key, or was written by a newer
 * release or a development build
 */
export const openPostgresHubStore = async (
  databaseUrl: string,
  keys: HubKeys,
  { random, log, scheduler }: PostgresHubParts,
  migrations: readonly HubMigration[],
): Promise<Result<HubStore, Refusal>> => {
  const pool = createConnectionPool(databaseUrl, log)
  try {
    const migrated = await migratePostgres(pool, keys, migrations)
    if (migrated.ok) {
      const instance = Buffer.from(random.bytes(instanceBytes)).toString('hex')
      return ok(createPostgresHubStore({ databaseUrl, pool, instance, vault: keys.vault, log, scheduler }))
    }
    await pool.end()
    return migrated
  } catch (error) {
    await pool.end()
    if (error instanceof HubStoreFault)
      return fail(error.refusal.code === 'storage_full' ? noRoomToOpen : error.refusal)
    if (isRefusedByServer(error))
      return fail(
        refusal(
          'unavailable',
          `PostgreSQL refuses the database of DATABASE_URL: ${error.message}. Nothing was changed.`,
        ),
      )
    throw error
  }
}
