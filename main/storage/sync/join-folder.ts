import { rmSync } from 'node:fs'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { EnrolRequest } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { slotSize } from '../../domain/cases/numbers.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import { loadKeys } from '../../platform/key-files.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { replaceFile, syncFile } from '../../platform/private-files.ts'
import { createPasswords } from '../access/passwords.ts'
import { inUse, noWorkspace } from '../ledger/open-workspace.ts'
import type { DeviceTable } from '../ledger/tables.ts'
import type { Workspace } from '../ledger/workspace.ts'
import { migrate } from '../migrations/migrate.ts'
import { openWriter } from '../sqlite/connection.ts'
import { copyDatabase } from '../sqlite/copy.ts'
import { statementsOf } from '../sqlite/statements.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Enrolment } from './enrol-folder.ts'
import { readHub } from './hub-relation.ts'
import { projectEverything } from './project-everything.ts'
import { renumberCases } from './renumber.ts'
import { translateIds } from './translate-ids.ts'
import { everythingIsPending, writeHub } from './write-hub.ts'

export type Joining = NonNullable<EnrolRequest['joining']>

/** An enrolment of a folder that worked alone. */
export interface JoiningEnrolment extends Enrolment {
  /** The `dseq` that the request stated. */
  readonly joinedDseq: number
}

const hasHub = refusal('already_done', 'This folder has a hub already.')
const changed = refusal(
  'unavailable',
  'The folder was worked in after the hub was asked to take it in, so the answer does not fit it any more. Nothing was changed: the folder works alone as before. Join again with the same code, without working in between. What was sealed in between the hub will refuse; a new epoch of the device then sets it aside with its text, to be written anew.',
)

/** What a folder that works alone tells a hub that it wants to join (Y-14). */
export const joiningOf = async ({ db, facts }: Pick<Workspace, 'db' | 'facts'>): Promise<Joining> => {
  const device = await db.selectFrom('device').select('dseq').executeTakeFirstOrThrow()
  const users = await db.selectFrom('users').select(['uid', 'name', 'login_name']).orderBy('id').limit(1_000).execute()
  const cases = await db.selectFrom('cases').select('created_at').execute()
  const perDay = new Map<string, number>()
  for (const { created_at: at } of cases) {
    const day = utcDay(at)
    perDay.set(day, (perDay.get(day) ?? 0) + 1)
  }
  const slots = Math.ceil(Math.max(0, ...perDay.values()) / slotSize)
  return { device_id: facts.deviceId, workspace_id: facts.uid, users, cases: cases.length, dseq: device.dseq, slots }
}

/**
 * Brings everything into the database file itself: a log that stayed beside the new file would be taken for its own.
 */
export const foldLog = (folder: DataFolder, keys: FolderKeys): boolean => {
  const db = openWriter(folder.database, keys.database)
  try {
    return db.pragma('journal_mode = DELETE', { simple: true }) === 'delete'
  } finally {
    db.close()
  }
}

const refusalOf = (sql: SyncStatements, joinedDseq: number): Refusal | null => {
  if (readHub(sql) !== undefined) return hasHub
  const device = sql.get<DeviceTable>('select * from device where id = 1')
  return device?.dseq === joinedDseq ? null : changed
}

/** Makes the copy what the folder is to be. */
const convert = async (
  file: string,
  keys: FolderKeys,
  { answer, url, password, joinedDseq }: JoiningEnrolment,
  env: Env,
): Promise<Result<void, Refusal>> => {
  const verifier = password === null ? null : await createPasswords(env.random).make(password)
  const writer = openWriter(file, keys.database)
  try {
    const migrated = migrate(writer)
    if (!migrated.ok) return migrated
    const sql = statementsOf(writer)
    const refused = refusalOf(sql, joinedDseq)
    if (refused !== null) return fail(refused)
    writer.exec('begin')
    translateIds(sql, keys, answer.device_number, env)
    writeHub(sql, { answer, url, joinedDseq, nowMs: env.clock.nowMs() })
    everythingIsPending(sql)
    if (verifier !== null)
      sql.run(
        'insert into passwords (user_uid, verifier, changed_at) values (?, ?, ?)',
        answer.user_uid,
        verifier,
        env.clock.nowMs(),
      )
    await projectEverything(writer, keys, env)
    writer.exec('commit')
    return await renumberCases(writer, keys, answer, env)
  } finally {
    writer.pragma('wal_checkpoint(TRUNCATE)')
    writer.pragma('journal_mode = DELETE')
    writer.close()
  }
}

const joinHeld = async (folder: DataFolder, enrolment: JoiningEnrolment, env: Env): Promise<Result<void, Refusal>> => {
  const keys = loadKeys(folder, env.workspaceKey)
  if (!keys.ok) return keys
  const next = `${folder.database}.${env.random.uuidv7(env.clock.nowMs())}.new`
  try {
    if (!foldLog(folder, keys.value)) return fail(inUse)
    copyDatabase(folder.database, keys.value.database, next)
    const converted = await convert(next, keys.value, enrolment, env)
    if (!converted.ok) return converted
    syncFile(next)
    replaceFile(next, folder.database)
    return ok(undefined)
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(`${next}${ending}`, { force: true })
  }
}

/**
 * Makes a folder that worked alone a device of a hub (Y-14), with its key, its cases, entries and evidence: ids become
 * those of its device number, each case gets a number of the slots that the hub gave, and everything is to be pushed.
 * The folder must not be open. All of it is done in a copy that then takes the place of the old database: killed at any
 * moment, the folder is standalone or joined, whole.
 *
 * @returns a refusal where the folder is in use, has a hub, was worked in since the hub was asked, or the hub gave too
 * few case numbers; nothing was changed then
 */
export const joinFolder = async (
  dataDir: string,
  enrolment: JoiningEnrolment,
  env: Env,
): Promise<Result<void, Refusal>> => {
  const folder = dataFolder(dataDir)
  if (!hasWorkspace(folder)) return fail(noWorkspace)
  const lock = takeFolderLock(folder.lock)
  if (lock === null) return fail(inUse)
  try {
    return await joinHeld(folder, enrolment, env)
  } finally {
    lock.release()
  }
}
