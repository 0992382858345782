import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { dataFolder } from '../platform/data-folder.ts'
import type { Env } from '../platform/env.ts'
import { holdReserve, spendReserve } from '../platform/reserve.ts'
import { orFull } from '../storage/ledger/full-disk.ts'
import { openWorkspace } from '../storage/ledger/open-workspace.ts'
import { startReopening } from './reopening.ts'
import type { RunningService, ServiceOptions } from './running-service.ts'
import { serveWorkspace } from './serve-workspace.ts'
import { openHub } from './sync/open-hub.ts'
import { allowedVariable, parseAllowed } from './webhooks/network.ts'

const startOnce = async (
  options: ServiceOptions,
  env: Env,
  reopen: () => void,
): Promise<Result<Omit<RunningService, 'onReopened'>, Refusal>> => {
  const allowed = parseAllowed(options.webhookNetworks ?? env.variables[allowedVariable])
  if (!allowed.ok) return fail(refusal('unavailable', allowed.error))
  const opened =
    options.role === 'hub'
      ? await openHub(options.dataDir, env, {
          databaseUrl: options.databaseUrl ?? env.variables['DATABASE_URL'],
          blobs: options.blobs ?? env.variables['FIELDSEAL_BLOBS'],
        })
      : await openWorkspace(options.dataDir, env)
  if (!opened.ok) return opened
  const { workspace, open } =
    'hub' in opened.value
      ? { workspace: opened.value.workspace, open: opened.value }
      : { workspace: opened.value, open: null }
  return await serveWorkspace({ workspace, options: { ...options, allowed: allowed.value }, open }, reopen)
}

/**
 * A folder that was opened by what was set aside for that lacks room for everything else: reading goes on. What of that
 * is not needed is set aside again at once, or others would use it up and the next start would find none.
 */
const startByReserve = async (options: ServiceOptions, env: Env, reopen: () => void): ReturnType<typeof startOnce> => {
  const folder = dataFolder(options.dataDir)
  const start = (): ReturnType<typeof startOnce> => orFull(folder, () => startOnce(options, env, reopen))
  const started = await start()
  if (started.ok || started.error.code !== 'storage_full' || !spendReserve(folder)) return started
  env.log.warn({ folder: folder.dir }, 'the disk is full: the folder is opened by what was set aside for that')
  const again = await start()
  holdReserve(folder, env.random)
  return again
}

/**
 * Opens the data folder and serves it; refuses where there is no workspace, another process holds it, its disk is full,
 * or the address cannot be listened on.
 */
export const startService = (options: ServiceOptions, env: Env): Promise<Result<RunningService, Refusal>> =>
  startReopening((port, again) => startByReserve({ ...options, port: port ?? options.port }, env, again), env.log)
