import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openBlobs } from '../../blobs/file-store.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import { loadKeys } from '../../platform/key-files.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { openAccessStore } from '../access/open-access-store.ts'
import { appliers } from '../areas.ts'
import { createCaseStore } from '../cases/create-case-store.ts'
import { createAcquisitionStore } from '../evidence/acquisition-store.ts'
import { createEvidenceStore } from '../evidence/evidence-store.ts'
import { createExportStore } from '../evidence/export-store.ts'
import { createEvidenceKeys } from '../evidence/keys.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Database } from '../schema.ts'
import { openReader, openWriter } from '../sqlite/connection.ts'
import type { Connection } from '../sqlite/connection.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { openSnapshots } from '../verification/snapshot.ts'
import { createVerification } from '../verification/create-verification.ts'
import { startCheckpoints } from './checkpoints.ts'
import { createLedger } from './create-ledger.ts'
import { readFacts } from './read-facts.ts'
import { createVault } from './vault.ts'
import type { Workspace } from './workspace.ts'

export interface OpenOptions {
  /** When checkpoints are signed; default: by timers. */
  readonly scheduler?: Scheduler
}

export const noWorkspace = refusal('not_found', 'There is no workspace in this folder; make one with `fieldseal init`.')
const inUse = refusal('unavailable', 'Another Fieldseal service works in this data folder; stop it first, or use another folder.')

const assemble = async (folder: DataFolder, env: Env, scheduler: Scheduler, writer: Connection, reader: Connection): Promise<Result<Omit<Workspace, 'close'> & { readonly finish: () => Promise<void> }, Refusal>> => {
  const keys = loadKeys(folder)
  const facts = readFacts(statementsOf(writer), keys)
  if (!facts.ok) return facts
  const vault = createVault(keys.workspace, env.random)
  const { deviceId, deviceNumber, institution } = facts.value
  const ledger = createLedger({ writer, env, vault, signer: keys.device, deviceNumber, appliers })
  const db = kyselyOver<Database>(reader)
  const sql = statementsOf(reader)
  const access = await openAccessStore({ ledger, db, env, deviceId })
  const checkpoints = startCheckpoints({ ledger, sql: ledger.sql, key: keys.device, deviceId, clock: env.clock, log: env.log, scheduler })
  const cases = createCaseStore(
    { db, sql, env, vault, ledger, writer, checkpoints, institution, deviceNumber, policy: () => access.policy() },
    appliers,
  )
  const evidenceKeys = createEvidenceKeys(keys.workspace, env.random)
  const evidence = {
    store: createEvidenceStore({ sql, vault, ledger, env, keys: evidenceKeys }),
    acquisitions: createAcquisitionStore({ ledger, sql, keys: evidenceKeys }),
    keys: evidenceKeys,
    exports: createExportStore({ ledger, sql, keys: evidenceKeys }),
    blobs: openBlobs(folder.blobs, env.random),
  }
  const verification = createVerification({ sql, env, folder, keys, vault, beforeCase: (chainId) => checkpoints.signChain(chainId) })
  return ok({
    folder,
    env,
    keys,
    facts: facts.value,
    ledger,
    db,
    cases,
    evidence,
    verification,
    access,
    signChain: (chainId) => checkpoints.signChain(chainId),
    readMoment: async (read) => {
      const snapshots = openSnapshots(folder.database)
      try {
        return await snapshots.at(() => read({ sql: snapshots.sql, vault }))
      } finally {
        snapshots.close()
      }
    },
    backup: async (file) => {
      await writer.backup(file)
    },
    finish: async () => {
      checkpoints.stop()
      await checkpoints.signAll()
      await ledger.close()
    },
  })
}

/**
 * Opens the workspace of a data folder for this process alone: takes the lock, brings the tables forward, signs what an earlier run
 * left open.
 *
 * @returns a refusal where there is no workspace, another service holds the folder, or a newer release has written it
 */
export const openWorkspace = async (dataDir: string, env: Env, options: OpenOptions = {}): Promise<Result<Workspace, Refusal>> => {
  const folder = dataFolder(dataDir)
  if (!hasWorkspace(folder)) return fail(noWorkspace)
  const lock = takeFolderLock(folder.lock)
  if (lock === null) return fail(inUse)
  const opened: Connection[] = []
  const letGo = (): void => {
    for (const connection of opened.reverse()) connection.close()
    lock.release()
  }
  try {
    const writer = openWriter(folder.database)
    opened.push(writer)
    const migrated = await migrate(writer)
    const reader = openReader(folder.database)
    opened.push(reader)
    const parts = migrated.ok ? await assemble(folder, env, options.scheduler ?? timerScheduler, writer, reader) : migrated
    if (!parts.ok) {
      letGo()
      return parts
    }
    const { finish, ...workspace } = parts.value
    let closing: Promise<void> | null = null
    return ok({ ...workspace, close: () => (closing ??= finish().finally(letGo)) })
  } catch (error) {
    letGo()
    throw error
  }
}
