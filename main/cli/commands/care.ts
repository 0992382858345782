import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import { loadKeys } from '../../platform/key-files.ts'
import { keyFromEnvironment, keyVariable } from '../../platform/workspace-key.ts'
import { isPlainDatabase } from '../../storage/sqlite/encrypt.ts'
import { openFolder } from '../connection.ts'
import { exitCodes, failed, misused, type ExitCode, type Io, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

interface BackupOptions {
  readonly data: string
  readonly out: string
  readonly withKeys?: true
}

const notEncryptedYet = 'An earlier release of Fieldseal wrote this data folder, and its database is not encrypted yet; open it once with `fieldseal serve` of this one.'

const exists = async (file: string): Promise<boolean> => {
  try {
    await stat(file)
    return true
  } catch {
    return false
  }
}

const copyKeys = async (folder: DataFolder, target: string): Promise<void> => {
  await mkdir(target, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder.keys)) {
    await copyFile(path.join(folder.keys, name), path.join(target, name))
    await chmod(path.join(target, name), 0o600)
  }
}

const backup = async (options: BackupOptions, io: Io): Promise<Result<ExitCode | void, Stop>> => {
  const folder = openFolder(options.data)
  if (!folder.ok) return folder
  const file = path.resolve(options.out)
  if (await exists(file)) return fail(misused(`${file} exists already; a backup never replaces one`))
  const keys = loadKeys(folder.value, keyFromEnvironment(process.env))
  if (!keys.ok) return fail(failed(keys.error.message))
  if (isPlainDatabase(folder.value.database)) return fail(failed(notEncryptedYet))
  const { backUp } = await import('../backup.ts')
  const { markOfHub } = await import('../mark-of-hub.ts')
  const made = await backUp(folder.value.database, keys.value.database, file, { mark: markOfHub(Date.now()) })
  if (!made.ok) return fail(failed(made.error))
  // After the folder's own database, so that of the two the hub never knows less: a hub that knows less than its devices is one that rolled back (Y-51).
  const { hubDatabaseKey } = await import('../../storage/hub/keys.ts')
  const hub = existsSync(folder.value.hubDatabase) ? await backUp(folder.value.hubDatabase, hubDatabaseKey(keys.value.workspace), `${file}.hub`, { cases: 'chains' }) : null
  if (hub?.ok === false) return fail(failed(`the store of the hub: ${hub.error}`))
  const copies = options.withKeys === true ? `${file}.keys` : undefined
  if (copies === undefined) io.say('The backup is encrypted and the keys are not in it; without them nobody can read it. Keep a copy of the folder keys/ and the recovery key (fieldseal key recovery) apart, or use --with-keys.')
  else await copyKeys(folder.value, copies)
  if (copies !== undefined && !existsSync(folder.value.workspaceKey)) io.say(`The copied keys open only with the workspace key, which is not among them: keep the recovery key, and give it as ${keyVariable}.`)
  io.print({ file, ...made.value, ...(hub === null ? {} : { hub: { file: `${file}.hub`, ...hub.value } }), ...(copies === undefined ? {} : { keys: copies }) })
  return ok(undefined)
}

const doctor = async (data: string, io: Io): Promise<Result<ExitCode | void, Stop>> => {
  const folder = openFolder(data)
  if (!folder.ok) return folder
  const { examine } = await import('../doctor.ts')
  let healthy = true
  for await (const check of examine(folder.value)) {
    healthy &&= check.state !== 'fault'
    io.print({ ...check })
    if (check.advice !== undefined) io.say(`${check.check}: ${check.advice}`)
  }
  io.print({ healthy })
  return ok(healthy ? exitCodes.done : exitCodes.failed)
}

/** `backup` and `doctor`. */
export const addCareCommands = (program: Command, registrar: Registrar): void => {
  const backupCommand = program
    .command('backup')
    .description('copy the database, consistent and checked, while it is in use')
    .addOption(dataOption())
    .requiredOption('--out <file>', 'the file to write; must not exist')
    .option('--with-keys', 'copy the keys to FILE.keys/ too; whoever has them can read and sign')
  registrar.runs<BackupOptions>(backupCommand, (options) => backup(options, registrar.io))
  const doctorCommand = program
    .command('doctor')
    .description('look at database, seals, keys, lock, disk and left-overs, and say what to do')
    .addOption(dataOption())
  registrar.runs<{ data: string }>(doctorCommand, ({ data }) => doctor(data, registrar.io))
}
