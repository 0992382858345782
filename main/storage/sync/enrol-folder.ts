import { rename, rm } from 'node:fs/promises'
import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { dataFolder, hasWorkspace, makeDataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import type { FolderLock } from '../../platform/folder-lock.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { syncFile, syncFolder } from '../../platform/private-files.ts'
import { usedFolder } from '../../platform/used-folder.ts'
import { encodeHlc, zeroHlc } from '../../seal/hlc.ts'
import { createPasswords } from '../access/passwords.ts'
import { keysFor } from '../ledger/init-workspace.ts'
import { migrate } from '../migrations/migrate.ts'
import { openWriter } from '../sqlite/connection.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { writeHub } from './write-hub.ts'

const alreadyThere = refusal('already_done', 'This folder holds a workspace already.')
const inUse = refusal('unavailable', 'Another Fieldseal service works in this data folder; stop it first.')

/** Runs with the lock of a folder that holds no workspace yet. */
const inNewFolder = async <T>(
  dataDir: string,
  work: (folder: DataFolder) => Promise<Result<T, Refusal>>,
): Promise<Result<T, Refusal>> => {
  const folder = dataFolder(dataDir)
  if (hasWorkspace(folder)) return fail(alreadyThere)
  const used = usedFolder(folder)
  if (used !== null) return fail(used)
  await makeDataFolder(folder)
  const lock: FolderLock | null = takeFolderLock(folder.lock)
  if (lock === null) return fail(inUse)
  try {
    return hasWorkspace(folder) ? fail(alreadyThere) : await work(folder)
  } finally {
    lock.release()
  }
}

/**
 * Makes the keys of a device that is about to enrol (Y-11), or finds those that an attempt which broke off has made.
 * They never leave the folder.
 */
export const prepareEnrolment = (dataDir: string, env: Env): Promise<Result<FolderKeys, Refusal>> =>
  inNewFolder(dataDir, (folder) => Promise.resolve(keysFor(folder, env)))

/** What a hub answered to an enrolment, and what the person chose. */
export interface Enrolment {
  readonly answer: EnrolAnswer
  /** Where the hub is reached. */
  readonly url: string
  /**
   * With what the enrolled user signs in on this device: verifiers never travel. Null: only the desktop's own session
   * is used.
   */
  readonly password: string | null
}

/**
 * Makes the data folder of a device that a hub has enrolled: empty, with the next device number; the workspace's chain
 * is to be pulled. The database appears under its name only when it is complete.
 *
 * @returns a refusal where the folder holds a workspace, is in use, or other things, or its keys cannot be read
 */
export const enrolFolder = (
  dataDir: string,
  { answer, url, password }: Enrolment,
  env: Env,
): Promise<Result<{ readonly deviceId: string; readonly deviceNumber: number }, Refusal>> =>
  inNewFolder(dataDir, async (folder) => {
    const keys = keysFor(folder, env)
    if (!keys.ok) return keys
    const unfinished = `${folder.database}.${env.random.uuidv7(env.clock.nowMs())}.new`
    const verifier = password === null ? null : await createPasswords(env.random).make(password)
    const writer = openWriter(unfinished, keys.value.database)
    try {
      const migrated = migrate(writer)
      if (!migrated.ok) return migrated
      const sql = statementsOf(writer)
      sql.run(
        'insert into device (id, device_id, device_number, kid, dseq, hlc) values (1, ?, ?, ?, 0, ?)',
        answer.device_id,
        answer.device_number,
        keys.value.device.kid,
        encodeHlc(zeroHlc),
      )
      writeHub(sql, { answer, url, joinedDseq: null, nowMs: env.clock.nowMs() })
      if (verifier !== null)
        sql.run(
          'insert into passwords (user_uid, verifier, changed_at) values (?, ?, ?)',
          answer.user_uid,
          verifier,
          env.clock.nowMs(),
        )
    } finally {
      writer.pragma('wal_checkpoint(TRUNCATE)')
      writer.close()
    }
    syncFile(unfinished)
    await rename(unfinished, folder.database)
    await rm(folder.unfinished, { force: true })
    syncFolder(folder.dir)
    return ok({ deviceId: answer.device_id, deviceNumber: answer.device_number })
  })
