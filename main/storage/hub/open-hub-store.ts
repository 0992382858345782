import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { HubStore } from '../../sync/hub/store.ts'
import { hubKeys } from './keys.ts'
import { openSqliteHubStore } from './sqlite/open.ts'

/** Where a hub keeps its store, and what it needs for that. */
export interface HubStoreOptions {
  /** A data folder: SQLite, in `hub.db`. */
  readonly folder: Pick<DataFolder, 'hubDatabase'>
  /** 32 bytes, the workspace key that all processes of the hub share. */
  readonly key: Uint8Array
  readonly random: Pick<Random, 'bytes'>
  readonly log: Log
  /** When other processes' changes are asked for; default: by timers. */
  readonly scheduler?: Scheduler
}

/**
 * Opens the store of a hub, or makes it.
 *
 * @returns a refusal where it is damaged, lies under another key, or was written by a newer release
 */
export const openHubStore = ({ folder, key, random, log, scheduler = timerScheduler }: HubStoreOptions): Promise<Result<HubStore, Refusal>> =>
  Promise.resolve(openSqliteHubStore(folder.hubDatabase, hubKeys(key, random), log, scheduler))
