import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { syncNow } from '../../../shared/api/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import { loadKeys } from '../../platform/key-files.ts'
import { keyFromEnvironment, keyVariable } from '../../platform/workspace-key.ts'
import { askRunning, openFolder } from '../connection.ts'
import { diskWords } from '../disk-words.ts'
import { exitCodes, failed, type Io, type CommandEnd } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import type { FilesTold, WholeBackup } from '../whole-backup.ts'

interface BackupOptions {
  readonly data: string
  readonly out: string
  readonly withKeys?: true
  readonly withoutEvidence?: true
}

const namedMost = 5

const filesTold = ({ files, bytes }: FilesTold): string =>
  `${files} ${files === 1 ? 'file' : 'files'} of evidence, ${(bytes / 1_000_000).toFixed(1)} MB`

const lackingTold = (lacking: readonly string[]): string =>
  `${lacking.length} of the files of evidence that the database names ${lacking.length === 1 ? 'is' : 'are'} missing in the folder, or not what was stored: ${lacking.slice(0, namedMost).join(', ')}${lacking.length > namedMost ? ' and more' : ''}. ` +
  'The backup is kept and holds everything else. Run `fieldseal verify` and look for them in earlier backups; a hub whose evidence is in a bucket needs FIELDSEAL_BLOBS here as well.'

const sayWhatIsNotIn = (
  { leftOut, keys }: WholeBackup,
  folder: DataFolder,
  { bucket, postgres }: { readonly bucket: boolean; readonly postgres: boolean },
  io: Io,
): void => {
  if (leftOut.files > 0)
    io.say(
      `${filesTold(leftOut)}, is not in it (--without-evidence): a folder that is restored from it alone lacks them.`,
    )
  if (bucket) io.say('What the hub has in its bucket is not in it: keep the bucket as well (docs/hub.md).')
  if (postgres)
    io.say(
      'The store of the hub in PostgreSQL is not in it, nor is what devices brought (blobs/hub/): back both up as well (docs/hub.md).',
    )
  if (keys === null)
    io.say(
      'The backup is encrypted and the keys are not in it; without them nobody can read it. Keep a copy of the folder keys/ and the recovery key (fieldseal key recovery) apart, or use --with-keys.',
    )
  else if (!existsSync(folder.workspaceKey))
    io.say(
      `The copied keys open only with the workspace key, which is not among them: keep the recovery key, and give it as ${keyVariable}.`,
    )
}

/**
 * Brings the own folder of a hub that runs up to what the hub has acknowledged, so that the copy of the folder holds
 * what the copy of the store beside it does.
 */
const bringUp = async (folder: DataFolder, io: Io): Promise<void> => {
  const round = await askRunning(folder, (client) => client.call(syncNow, {}))
  if (round?.ok === false)
    io.say(`The hub’s own folder could not be brought up to what the hub has acknowledged: ${round.error.message}`)
}

const behindTold = (behind: number, file: string): string =>
  `${behind} ${behind === 1 ? 'entry' : 'entries'} that the hub has acknowledged ${behind === 1 ? 'is' : 'are'} in ${file}.hub, and not yet in the copy of its own folder. Nothing is lost: a hub that is restored from both takes ${behind === 1 ? 'it' : 'them'} in when it starts.`

const backup = async (options: BackupOptions, io: Io): CommandEnd => {
  const folder = openFolder(options.data)
  if (!folder.ok) return folder
  const file = path.resolve(options.out)
  const keys = loadKeys(folder.value, keyFromEnvironment(process.env))
  if (!keys.ok) return fail(failed(keys.error.message))
  const { backUpFolder, backupPlaces } = await import('../whole-backup.ts')
  const isSet = (name: string): boolean => (process.env[name] ?? '') !== ''
  const places = { bucket: isSet('FIELDSEAL_BLOBS'), postgres: isSet('DATABASE_URL') }
  try {
    if (places.postgres || existsSync(folder.value.hubDatabase)) await bringUp(folder.value, io)
    const made = await backUpFolder(folder.value, keys.value, file, {
      withKeys: options.withKeys === true,
      withoutEvidence: options.withoutEvidence === true,
      inBucket: places.bucket,
    })
    if (!made.ok) return made
    const { database, hub, behind, evidence, leftOut, unsent, keys: copiedKeys } = made.value
    const { lacking, ...taken } = evidence
    sayWhatIsNotIn(made.value, folder.value, places, io)
    if (behind > 0) io.say(behindTold(behind, file))
    io.print({
      file,
      ...database,
      ...(hub === null ? {} : { hub: { file: `${file}.hub`, ...hub }, behind }),
      ...(options.withoutEvidence === true
        ? { left_out: leftOut }
        : {
            evidence: {
              ...(taken.files === 0 ? {} : { folder: backupPlaces(file).evidence }),
              ...taken,
              lacking: lacking.length,
            },
          }),
      ...(unsent.files === 0
        ? {}
        : { unsent: { folder: backupPlaces(file).unsent, files: unsent.files, bytes: unsent.bytes } }),
      ...(copiedKeys === null ? {} : { keys: copiedKeys }),
    })
    if (lacking.length === 0) return ok(undefined)
    io.say(lackingTold(lacking))
    return ok(exitCodes.failed)
  } catch (error) {
    const words = diskWords(
      error,
      file,
      `There is no backup of this name, and ${folder.value.dir} is as it was; what was copied of its evidence is gone on with by the next try.`,
    )
    if (words === undefined) throw error
    return fail(failed(words))
  }
}

/** `backup`. */
export const addBackupCommand = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('backup')
    .description('copy the database, consistent and checked, while it is in use, and the evidence that it names')
    .addOption(dataOption())
    .requiredOption(
      '--out <file>',
      'the file to write; must not exist. Beside it: FILE.evidence/, FILE.hub, FILE.keys/, FILE.unsent/',
    )
    .option('--with-keys', 'copy the keys to FILE.keys/ too; they allow reading and signing')
    .option('--without-evidence', 'leave the files of evidence out, and say how many')
  registrar.runs<BackupOptions>(command, (options) => backup(options, registrar.io))
}
