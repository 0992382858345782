import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { HubStore } from '../../sync/hub/store.ts'
import { hubKeys } from './keys.ts'
import { hubMigrations } from './migrations/all.ts'
import type { HubMigration } from './migrations/types.ts'
import { openSqliteHubStore } from './sqlite/open.ts'

/**
 * Where a hub keeps its store: in `hub.db` of a data folder, or in a PostgreSQL database that several processes share.
 */
export type HubStorePlace = { readonly folder: Pick<DataFolder, 'hubDatabase'> } | { readonly databaseUrl: string }

/** What a hub's store needs. */
export type HubStoreOptions = HubStorePlace & {
  /** 32 bytes, the workspace key that all processes of the hub share. */
  readonly key: Uint8Array
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
  /** When other processes are asked for changes, and lost connections made again; default: by timers. */
  readonly scheduler?: Scheduler
  /** Those of this release, unless others are given: by a test of what a later release will do. */
  readonly migrations?: readonly HubMigration[]
}

/**
 * Opens the store of a hub, or makes it.
 *
 * @returns a refusal where it is damaged or cannot be reached, lies under another key, or was written by a newer
 * release or a development build
 */
export const openHubStore = async (options: HubStoreOptions): Promise<Result<HubStore, Refusal>> => {
  const { key, random, log, scheduler = timerScheduler, migrations = hubMigrations } = options
  const keys = hubKeys(key, random)
  if (!('databaseUrl' in options))
    return openSqliteHubStore(options.folder.hubDatabase, keys, log, scheduler, { migrations })
  // A service without PostgreSQL never loads its driver.
  const { openPostgresHubStore } = await import('./postgres/open.ts')
  return await openPostgresHubStore(options.databaseUrl, keys, { random, log, scheduler }, migrations)
}
