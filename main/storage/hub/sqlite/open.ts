import { chmodSync, statSync } from 'node:fs'
import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import { isDiskFull } from '../../../platform/disk-full.ts'
import type { Log } from '../../../platform/log.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import type { HubStore } from '../../../sync/hub/store.ts'
import { openReader, openWriter } from '../../sqlite/connection.ts'
import { damageOf } from '../../sqlite/damage.ts'
import { noRoomToOpen } from '../faults.ts'
import type { HubKeys } from '../keys.ts'
import { hubMigrations } from '../migrations/all.ts'
import type { HubMigration } from '../migrations/types.ts'
import { migrateSqlite } from './migrate.ts'
import { createSqliteHubStore } from './sqlite-hub-store.ts'

const damaged = (file: string, code: string): Refusal =>
  refusal(
    'unavailable',
    `The store of the hub, ${file}, is damaged, or is not the one that this workspace key encrypts (${code}). Stop the hub, keep a copy of the folder as it is, and restore a backup (docs/hub.md).`,
  )

const isUnmade = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0

/** What else a test may give. */
interface SqliteHubParts {
  /** Opens the connection that writes. */
  readonly connect?: typeof openWriter
  readonly migrations?: readonly HubMigration[]
}

/**
 * Opens the file of a hub's store, or makes it. Refuses one that is damaged, of another key, of a newer release or a
 * development build, and one that there is no room for.
 */
export const openSqliteHubStore = (
  file: string,
  keys: HubKeys,
  log: Log,
  scheduler: Scheduler,
  parts: SqliteHubParts = {},
): Result<HubStore, Refusal> => {
  const { connect = openWriter, migrations = hubMigrations } = parts
  const unmade = isUnmade(file)
  try {
    const writer = connect(file, keys.database)
    try {
      chmodSync(file, 0o600)
      const migrated = migrateSqlite(writer, keys, migrations)
      if (migrated.ok)
        return ok(
          createSqliteHubStore({
            writer,
            openReader: () => openReader(file, keys.database),
            vault: keys.vault,
            log,
            scheduler,
          }),
        )
      writer.close()
      return migrated
    } catch (error) {
      writer.close()
      throw error
    }
  } catch (error) {
    if (isDiskFull(error)) return fail(noRoomToOpen)
    const code = damageOf(error)
    if (code === null) throw error
    // A connection to an empty file takes a salt of its own. Where another process makes the store before it writes,
    // its salt is not that of the file.
    if (unmade && !isUnmade(file)) return openSqliteHubStore(file, keys, log, scheduler, parts)
    return fail(damaged(file, code))
  }
}
