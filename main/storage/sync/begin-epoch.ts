import { existsSync, rmSync } from 'node:fs'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import { loadKeys, loadNextDevice, makeNextDevice } from '../../platform/key-files.ts'
import type { DeviceKey, FolderKeys } from '../../platform/key-files.ts'
import { replaceFile, syncFile } from '../../platform/private-files.ts'
import { inUse, noWorkspace } from '../ledger/open-workspace.ts'
import type { DeviceTable } from '../ledger/tables.ts'
import { createVault } from '../ledger/vault.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Database } from '../schema.ts'
import { openWriter } from '../sqlite/connection.ts'
import { copyDatabase } from '../sqlite/copy.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { readHub } from './hub-relation.ts'
import { foldLog } from './join-folder.ts'
import { evidenceWaits } from './kept-evidence.ts'
import { leaveUnsent, recountChains } from './leave-unsent.ts'
import { projectEverything } from './project-everything.ts'
import { casesWithUnsentErasures, takeAnew } from './undone-erasures.ts'
import { writeHub } from './write-hub.ts'

const noHub = refusal('unavailable', 'This folder has no hub, so it has no epoch to leave.')

/** Runs with the lock of a folder that holds a workspace. */
const inFolder = async <T>(
  dataDir: string,
  work: (folder: DataFolder) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> => {
  const folder = dataFolder(dataDir)
  if (!hasWorkspace(folder)) return fail(noWorkspace)
  const lock = takeFolderLock(folder.lock)
  if (lock === null) return fail(inUse)
  try {
    return await work(folder)
  } finally {
    lock.release()
  }
}

/**
 * Makes the key of a new epoch beside the old one (Y-15), or finds the one that an attempt which broke off has made.
 * The folder must not be open.
 */
export const prepareEpoch = (dataDir: string, env: Env): Promise<Result<DeviceKey, Refusal>> =>
  inFolder(dataDir, (folder) => {
    const keys = loadKeys(folder, env.workspaceKey)
    return Promise.resolve(
      keys.ok ? ok(loadNextDevice(folder, keys.value) ?? makeNextDevice(folder, keys.value, env.random)) : keys,
    )
  })

const convert = async (
  file: string,
  keys: FolderKeys,
  next: DeviceKey,
  { answer, url }: { readonly answer: EnrolAnswer; readonly url: string },
  env: Env,
): Promise<Result<void, Refusal>> => {
  const writer = openWriter(file, keys.database)
  try {
    const migrated = migrate(writer)
    if (!migrated.ok) return migrated
    const sql = statementsOf(writer)
    const hub = readHub(sql)
    const device = sql.get<DeviceTable>('select * from device where id = 1')
    if (hub === undefined || device === undefined) return fail(noHub)
    const nowMs = env.clock.nowMs()
    writer.exec('begin')
    const parts = {
      sql,
      vault: createVault(keys.workspace, env.random),
      deviceId: device.device_id,
      deviceNumber: device.device_number,
    }
    const tx = { db: kyselyOver<Database>(writer), sql }
    const undone = casesWithUnsentErasures(sql)
    await leaveUnsent(sql, tx, parts, nowMs)
    await takeAnew(tx, sql, undone)
    recountChains(sql)
    sql.run(
      'update device set device_id = ?, device_number = ?, kid = ?, dseq = 0 where id = 1',
      answer.device_id,
      answer.device_number,
      next.kid,
    )
    writeHub(sql, { answer, url, joinedDseq: null, nowMs })
    for (const table of ['number_slots', 'number_ranges', 'idempotency']) sql.run(`delete from ${table}`)
    sql.run('delete from sync_alarms where code <> ?', evidenceWaits)
    await projectEverything(writer, keys, env)
    writer.exec('commit')
    return ok(undefined)
  } finally {
    writer.pragma('wal_checkpoint(TRUNCATE)')
    writer.pragma('journal_mode = DELETE')
    writer.close()
  }
}

/**
 * Begins a new epoch of a folder that was cloned or restored (Y-15): a new device with the key of `prepareEpoch`, for
 * which the hub gave a number. What no hub has is set aside, for its user to write anew; everything else stays. The
 * folder must not be open. Killed at any moment it is of the old epoch or of the new one, whole: the database decides,
 * and opening puts its key in place.
 */
export const beginEpoch = (
  dataDir: string,
  enrolment: { readonly answer: EnrolAnswer; readonly url: string },
  env: Env,
): Promise<Result<void, Refusal>> =>
  inFolder(dataDir, async (folder) => {
    const keys = loadKeys(folder, env.workspaceKey)
    if (!keys.ok) return keys
    const device = loadNextDevice(folder, keys.value)
    if (device === null)
      return fail(refusal('unavailable', 'The key of the new epoch is not in the folder; prepare it first.'))
    const file = `${folder.database}.${env.random.uuidv7(env.clock.nowMs())}.new`
    try {
      if (!foldLog(folder, keys.value)) return fail(inUse)
      copyDatabase(folder.database, keys.value.database, file)
      const converted = await convert(file, keys.value, device, enrolment, env)
      if (!converted.ok) return converted
      syncFile(file)
      replaceFile(file, folder.database)
      return ok(undefined)
    } finally {
      for (const ending of ['', '-wal', '-shm', '-journal'])
        if (existsSync(`${file}${ending}`)) rmSync(`${file}${ending}`, { force: true })
    }
  })
