import { existsSync } from 'node:fs'
import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { dayMs } from '../../shared/text/days.ts'
import { errorText } from '../../shared/text/error-text.ts'
import { developmentBuild } from '../platform/development-build.ts'
import { systemEnv } from '../platform/env.ts'
import { copyMark } from '../platform/copies-before-update.ts'
import type { DataFolder } from '../platform/data-folder.ts'
import { takeFolderLock } from '../platform/folder-lock.ts'
import type { FolderLock } from '../platform/folder-lock.ts'
import { loadKeys } from '../platform/key-files.ts'
import type { FolderKeys } from '../platform/key-files.ts'
import { managedSettingsFile } from '../platform/update-files.ts'
import { setAsideCopies, sizeOfCopy } from '../platform/set-aside-copies.ts'
import { createLog } from '../platform/log.ts'
import { isAbsent } from '../platform/system-error.ts'
import { keyFromEnvironment, keyVariable } from '../platform/workspace-key.ts'
import { openReadOnly } from '../storage/ledger/open-read-only.ts'
import { standing } from '../storage/migrations/migrate.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { damageOf, requireContent } from '../storage/sqlite/damage.ts'
import { isPlainDatabase } from '../storage/sqlite/plain-database.ts'
import { isWriteProtected, readableDatabase } from '../storage/sqlite/readable.ts'
import { integrityProblems } from './backup.ts'
import { readServiceFile } from './connection.ts'
import type { DoctorCheck } from './check.ts'
import { examineStoredFiles } from './doctor-evidence.ts'
import { examineSync } from './doctor-sync.ts'
import { examineUpdates } from './doctor-updates.ts'
import { fileFault } from './file-errors.ts'

const notSeen = (file: string, error: unknown): string =>
  `${file} cannot be looked at: ${fileFault(error) ?? errorText(error)}`

const ofDevelopmentBuild: DoctorCheck = {
  check: 'database',
  state: 'fault',
  detail: 'a development build before 0.1 made it',
  advice: developmentBuild.message,
}

const database = (folder: DataFolder, keys: Result<FolderKeys, Refusal>): DoctorCheck => {
  const damaged = (detail: string): DoctorCheck => ({
    check: 'database',
    state: 'fault',
    detail,
    advice: `Stop the service, keep a copy of the folder as it is, and restore the newest backup: fieldseal restore FILE --data ${folder.dir} --set-aside. That sets this database and its log aside, too (docs/command-line.md).`,
  })
  const unread = (detail: string): DoctorCheck => ({
    check: 'database',
    state: 'fault',
    detail: `it could not be looked at: ${detail}`,
    advice: `That says nothing of what is in it. See that ${folder.dir} can be read and that the disk for temporary files has room for a copy of the database, and run this again.`,
  })
  if (isPlainDatabase(folder.database)) return ofDevelopmentBuild
  if (!keys.ok)
    return {
      check: 'database',
      state: 'fault',
      detail: 'it is encrypted, and its key is not available',
      advice: keys.error.message,
    }
  const content = requireContent(folder.database)
  if (!content.ok) return damaged(content.error.message)
  try {
    const source = readableDatabase(folder.database, keys.value.database)
    try {
      const db = openReader(source.file, keys.value.database)
      try {
        if (standing(db) === 'development') return ofDevelopmentBuild
        const problems = integrityProblems(db)
        const detail = source.isCopy
          ? 'SQLite finds no damage; the folder cannot be written, so a private copy was read'
          : 'SQLite finds no damage'
        return problems.length === 0 ? { check: 'database', state: 'ok', detail } : damaged(problems.join('; '))
      } finally {
        db.close()
      }
    } finally {
      source.release()
    }
  } catch (error) {
    return damageOf(error) === null ? unread(errorText(error)) : damaged(errorText(error))
  }
}

/** What a wrong clock leaves behind as a fault, for good. */
const ofClocks: ReadonlySet<string> = new Set(['clock_regression', 'time_after_receipt', 'time_before_anchor'])
const clockAdvice =
  'All of them are about times: a clock was wrong or was set when these entries were sealed, on this computer or a colleague’s, or a time was made up. They stay in every verification; content, author and order hold. Note whose clock it was, and why.'

const seals = async (folder: DataFolder): Promise<DoctorCheck> => {
  const failed = (detail: string, advice: string): DoctorCheck => ({ check: 'seals', state: 'fault', detail, advice })
  try {
    const opened = await openReadOnly(folder.dir, systemEnv(createLog('error')))
    if (!opened.ok) return failed(opened.error.message, 'See the other checks first.')
    try {
      const report = await opened.value.verification.verifyWorkspace()
      if (report?.verdict === 'intact')
        return { check: 'seals', state: 'ok', detail: `${report.entries} entries of ${report.cases} cases hold` }
      const faults = report?.findings.filter((finding) => finding.severity === 'fault') ?? []
      const codes = [...new Set(faults.map((finding) => finding.code))]
      return failed(
        `faults: ${codes.join(', ')}`,
        `Run: fieldseal verify ${folder.dir}. ${codes.every((code) => ofClocks.has(code)) ? clockAdvice : 'Change nothing before the faults are explained.'}`,
      )
    } finally {
      opened.value.close()
    }
  } catch (error) {
    return failed(errorText(error), 'See the other checks first.')
  }
}

/** Where the workspace key is, and the file that holds it. */
const keyFile = (folder: DataFolder): { readonly place: string; readonly files: readonly string[] } => {
  if (process.env[keyVariable] !== undefined) return { place: `in the environment (${keyVariable})`, files: [] }
  if (!existsSync(folder.workspaceKey) && existsSync(folder.sealedKey))
    return { place: 'in the keychain of the desktop', files: [folder.sealedKey] }
  return { place: 'in a file beside the data: who copies the folder can read it', files: [folder.workspaceKey] }
}

const privateModes = async (folder: DataFolder, keys: Result<FolderKeys, Refusal>): Promise<DoctorCheck> => {
  const files = [folder.deviceKey, ...keyFile(folder).files]
  const faults: string[] = []
  const fixes: string[] = []
  const unseen: string[] = []
  for (const [file, mode] of [
    [folder.dir, 0o700] as const,
    [folder.keys, 0o700] as const,
    ...files.map((file) => [file, 0o600] as const),
  ]) {
    try {
      const actual = (await stat(file)).mode & 0o777
      if (process.platform === 'win32' || (actual & 0o077) === 0) continue
      faults.push(`${file} has mode ${actual.toString(8)}`)
      fixes.push(`chmod ${mode.toString(8)} ${file}`)
    } catch (error) {
      if (isAbsent(error)) {
        faults.push(`${file} is missing`)
        fixes.push(`restore ${file} from where you keep the keys`)
      } else {
        faults.push(notSeen(file, error))
        unseen.push(`See that ${file} can be reached by this user. It may well be there: put nothing in its place.`)
      }
    }
  }
  if (faults.length === 0 && !keys.ok)
    return { check: 'keys', state: 'fault', detail: 'the keys do not open the folder', advice: keys.error.message }
  if (faults.length === 0)
    return {
      check: 'keys',
      state: 'ok',
      detail: `all there, readable by their owner only; the workspace key is ${keyFile(folder).place}`,
    }
  return {
    check: 'keys',
    state: 'fault',
    detail: faults.join('; '),
    advice: [...(fixes.length === 0 ? [] : [`Do: ${fixes.join(' && ')}`]), ...unseen].join('. '),
  }
}

const lock = async (folder: DataFolder): Promise<DoctorCheck & { readonly held: boolean }> => {
  if (isWriteProtected(folder.database))
    return {
      check: 'lock',
      state: 'ok',
      detail: 'the folder cannot be written from here, so no service of this user works in it',
      held: false,
    }
  let free: FolderLock | null
  try {
    free = takeFolderLock(folder.lock)
  } catch (error) {
    // A lock is a file that is written.
    return {
      check: 'lock',
      state: 'fault',
      detail: `it cannot be told whether a service runs on the folder: ${fileFault(error) ?? errorText(error)}`,
      advice: 'See the check of the disk.',
      held: false,
    }
  }
  if (free !== null) {
    free.release()
    return { check: 'lock', state: 'ok', detail: 'no service runs on the folder', held: false }
  }
  const service = await readServiceFile(folder)
  return {
    check: 'lock',
    state: 'ok',
    detail:
      service === undefined
        ? 'a service runs on the folder'
        : `process ${service.pid} serves the folder at ${service.url}`,
    held: true,
  }
}

const gibibyte = 1_073_741_824

const disk = async (folder: DataFolder): Promise<DoctorCheck> => {
  if (isWriteProtected(folder.database))
    return { check: 'disk', state: 'ok', detail: 'the folder cannot be written from here, so it needs no room' }
  const { bavail, bsize } = await statfs(folder.dir)
  const free = bavail * bsize
  const { size } = await stat(folder.database)
  const detail = `${(free / gibibyte).toFixed(1)} GiB free, the database has ${(size / gibibyte).toFixed(2)} GiB`
  if (free < 100_000_000)
    return {
      check: 'disk',
      state: 'fault',
      detail,
      advice: 'Free space now: writes are refused when the disk is full.',
    }
  if (free < Math.max(gibibyte, size))
    return { check: 'disk', state: 'warning', detail, advice: 'Free some space: a backup or an import may not fit.' }
  return { check: 'disk', state: 'ok', detail }
}

const namesIn = async (dir: string): Promise<Result<readonly string[], string>> => {
  try {
    return ok(await readdir(dir))
  } catch (error) {
    return isAbsent(error) ? ok([]) : fail(notSeen(dir, error))
  }
}

const staging = async (folder: DataFolder, served: boolean): Promise<DoctorCheck> => {
  const names = await namesIn(folder.staging)
  if (!names.ok)
    return {
      check: 'staging',
      state: 'warning',
      detail: names.error,
      advice: `Imports keep their files there while they run. See that ${folder.staging} is a folder that this user can read and write.`,
    }
  const left = names.value
  if (served || left.length === 0) return { check: 'staging', state: 'ok', detail: `${left.length} files` }
  const advice =
    'They are left from an import that was cut off, and nobody can read them; the next start of the service deletes them.'
  return { check: 'staging', state: 'warning', detail: `${left.length} files left over`, advice }
}

const setAside = async (folder: DataFolder): Promise<DoctorCheck> => {
  const copies = setAsideCopies(folder)
  if (copies.length === 0)
    return { check: 'set-aside', state: 'ok', detail: 'no restore and no update has left a copy here' }
  const told: string[] = []
  for (const copy of copies)
    told.push(
      `${path.basename(copy)} (${existsSync(path.join(copy, copyMark)) ? 'from before an update' : 'what lay in the way of a restore, or was left by going back'}, ${((await sizeOfCopy(copy)) / 1_000_000).toFixed(1)} MB, ${Math.floor((Date.now() - (await stat(copy)).mtimeMs) / dayMs)} days old)`,
    )
  return {
    check: 'set-aside',
    state: 'warning',
    detail: `copies lie in ${told.join(', ')}`,
    advice:
      'The keys of this folder open what is in it. The next erasure destroys it, and so does a case that leaves this device. Copy out what you still need, then delete it.',
  }
}

/** Looks at everything that can be wrong with a data folder; changes nothing. */
export async function* examine(folder: DataFolder): AsyncGenerator<DoctorCheck> {
  const { held, ...lockCheck } = await lock(folder)
  yield lockCheck
  const keys = loadKeys(folder, keyFromEnvironment(process.env))
  const databaseCheck = database(folder, keys)
  yield databaseCheck
  yield await privateModes(folder, keys)
  yield await seals(folder)
  // A database that cannot be read names nothing, and is told of already.
  if (keys.ok && databaseCheck.state === 'ok') yield await examineStoredFiles(folder, keys.value.database)
  yield await disk(folder)
  yield await staging(folder, held)
  yield await setAside(folder)
  yield examineUpdates(folder, managedSettingsFile(process.platform, process.env['ProgramData']), Date.now())
  yield* examineSync(folder, { databaseUrl: process.env['DATABASE_URL'], blobs: process.env['FIELDSEAL_BLOBS'] })
}
