import path from 'node:path'
import type { Command } from 'commander'
import { fail, ok } from '../../../shared/schema/result.ts'
import { keyFromEnvironment } from '../../platform/workspace-key.ts'
import { diskWords } from '../disk-words.ts'
import { exitCodes, failed, type Io, type CommandEnd } from '../io.ts'
import { dataOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'
import type { Restored } from '../restore.ts'

interface RestoreOptions {
  readonly data: string
  readonly setAside?: true
}

const namedMost = 5

const lackingTold = (lacking: readonly string[], file: string): string =>
  `${lacking.length} ${lacking.length === 1 ? 'file' : 'files'} of evidence that the database names ${lacking.length === 1 ? 'is' : 'are'} neither in the folder nor in ${file}.evidence/, or not as sealed: ${lacking.slice(0, namedMost).join(', ')}${lacking.length > namedMost ? ' and more' : ''}. ` +
  'Everything else was restored. Put them into blobs/ of the folder when you find them (the name says where: sha256/ab/abcd...), or restore once more with them beside the backup; a hub gets them again from laptops that have them.'

const cameBack =
  'What was erased, or taken from this device, after the backup was made is in the folder again. A hub that knows of it takes it away once the folder is in step with it; without a hub nobody does: erase it once more, and delete backups that still hold it.'

/** What is to be done next, which is not the same for a hub and for those who work with one. */
export const nextSteps = ({ hub, ofHub, ofEarlierRelease }: Restored, file: string, dir: string): string => {
  const forward = ofEarlierRelease
    ? `An earlier release made this backup, so open the folder once before it can be checked: run fieldseal serve --data ${dir}, and stop it once it answers. `
    : ''
  if (!ofHub)
    return `${forward}${forward === '' ? 'Now' : 'Then'} run: fieldseal verify ${dir}. Where this device worked with a hub after the backup, it stops syncing and says so; go on with: fieldseal device new-epoch --data ${dir}.`
  const store = hub
    ? ''
    : `The store of the hub lies not beside this backup, and without it the hub does not start. Where it was kept in the folder, find ${file}.hub and put it into ${dir} as hub.db; where it is in PostgreSQL, bring the database and its bucket back. `
  return (
    `This is the folder of a hub. ${store}${ofEarlierRelease ? `An earlier release made this backup, and the start of the hub brings it forward. Start it, run: fieldseal doctor --data ${dir}` : `Now run: fieldseal doctor --data ${dir}, then start the hub`}, and go on as docs/hub.md says under "After a restore": ` +
    'tell the people of the laptops, by another way, that the hub was restored, so that each presses "The hub was restored" and what was lost here comes back from them; then, while the hub runs: ' +
    `fieldseal device trust-restored --data ${dir}. Until then nothing can be written in the hub’s own window.`
  )
}

/** What would be lost with what was set aside. */
const unsentTold = (unsent: Restored['unsent'], setAside: string): string => {
  if (unsent === null)
    return `What of it was never sent to a hub cannot be counted, as its database is not there or cannot be read with these keys; keep ${setAside} until you know.`
  const { entries, cases } = unsent
  if (entries === 0) return 'Nothing in it exists there alone: what was sealed in it, a hub or this backup has.'
  return `${entries} ${entries === 1 ? 'entry' : 'entries'} of ${cases} ${cases === 1 ? 'case' : 'cases'} in it ${entries === 1 ? 'was' : 'were'} never sent to a hub, and this backup has not got ${entries === 1 ? 'it' : 'them'}: ${entries === 1 ? 'it exists' : 'they exist'} only there. They are safe as long as you keep that folder and its keys: read them there (copy both into an empty folder and open that), and write them anew.`
}

const tell = (restored: Restored, file: string, dir: string, io: Io): void => {
  const { database, hub, evidence, keysFrom, setAside, unsent, unsentFiles } = restored
  const { lacking, ...counts } = evidence
  io.print({
    data: dir,
    ...database,
    ...(hub ? { hub: true } : {}),
    evidence: { ...counts, lacking: lacking.length },
    keys: keysFrom,
    ...(unsentFiles.files === 0
      ? {}
      : { unsent: { present: unsentFiles.present, restored: unsentFiles.files - unsentFiles.present } }),
    set_aside: setAside,
    ...(setAside === null ? {} : { set_aside_unsent: unsent }),
  })
  if (setAside !== null) {
    io.say(
      `The former content is in ${setAside}; nothing was deleted. The keys of this folder still open it, and an erasure cannot reach single values in it: it is destroyed with the next erasure, and when a case leaves this device or its hub removes it. Copy what you need first, and delete it when you no longer need it.`,
    )
    io.say(unsentTold(unsent, setAside))
  }
  io.say(nextSteps(restored, file, dir))
  io.say(cameBack)
}

const restore = async (given: string, options: RestoreOptions, io: Io): CommandEnd => {
  const [file, dir] = [path.resolve(given), path.resolve(options.data)]
  const { restoreFolder } = await import('../restore.ts')
  const progress = createProgress(io, 'files of evidence')
  try {
    const restored = await restoreFolder(file, dir, {
      setsAside: options.setAside === true,
      given: keyFromEnvironment(process.env),
      nowMs: Date.now(),
      onProgress: (done, total) => progress.update(done, total),
    })
    progress.end()
    if (!restored.ok) return restored
    tell(restored.value, file, dir, io)
    const { lacking } = restored.value.evidence
    if (lacking.length === 0) return ok(undefined)
    io.say(lackingTold(lacking, file))
    return ok(exitCodes.failed)
  } catch (error) {
    const words = diskWords(
      error,
      dir,
      `${file} is as it was, and nothing of ${dir} was deleted; what was set aside lies in its folder set-aside-..., and the restore can be run again.`,
    )
    if (words === undefined) throw error
    return fail(failed(words))
  }
}

/** `restore`. */
export const addRestoreCommand = (program: Command, registrar: Registrar): void => {
  const command = program
    .command('restore')
    .description('bring a backup back into a data folder: databases, evidence, keys; nothing is deleted')
    .argument('<file>', 'the file that backup wrote; FILE.evidence/, FILE.hub and FILE.keys/ are taken from beside it')
    .addOption(dataOption())
    .option('--set-aside', 'move a workspace that the folder holds into a folder of its own in it')
  registrar.runs<RestoreOptions>(command, (options, args) => restore(args[0] ?? '', options, registrar.io))
}
