import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Option, type Command } from 'commander'
import { discardListImport, readListImport, runListImport, stageList, stageListPart } from '../../../shared/api/lists.ts'
import { listEncodings, listFormats, type ListEncoding, type ListFormat, type ListImport } from '../../../shared/schema/lists.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { failed, misused, type Io, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import { createProgress } from '../progress.ts'
import type { Registrar } from '../registrar.ts'
import { isFile, uploadStream } from '../upload-stream.ts'

interface ListImportOptions {
  readonly data: string
  readonly list?: string
  readonly title?: string
  readonly format?: ListFormat
  readonly encoding?: ListEncoding
  readonly alt?: string
  readonly add?: string
  readonly allowShrink?: true
  readonly allowOlder?: true
  readonly dryRun?: true
}

const pollMs = 200
const parts = ['alt', 'add'] as const

const nameOf = (file: string): string => path.basename(file).slice(0, 255)

/** Where OFAC's other file lies if it lies beside sdn.csv under the same kind of name; undefined where it does not. */
const beside = async (file: string, part: 'alt' | 'add'): Promise<string | undefined> => {
  const name = path.basename(file)
  const other = name.replace(/sdn(?=\.csv(?:\.gz)?$)/iu, (sdn) => (sdn === 'SDN' ? part.toUpperCase() : part))
  const found = path.join(path.dirname(file), other)
  return other !== name && (await isFile(found)) ? found : undefined
}

const stage = async (client: ApiClient, file: string, options: ListImportOptions, io: Io): Promise<Result<ListImport, Stop>> => {
  const main = await uploadStream(file, io)
  const staged = await client.upload(stageList, { query: { file_name: nameOf(file) } }, main.stream)
  main.end()
  if (!staged.ok) return staged
  let job = staged.value.data
  for (const part of parts) {
    const side = options[part] ?? (job.format === 'ofac_csv' ? await beside(file, part) : undefined)
    if (side === undefined) continue
    io.say(`${part}.csv: ${side}`)
    const upload = await uploadStream(side, io)
    const added = await client.upload(stageListPart, { params: { id: job.id }, query: { part, file_name: nameOf(side) } }, upload.stream)
    upload.end()
    if (!added.ok) {
      await client.call(discardListImport, { params: { id: job.id } })
      return added
    }
    job = added.value.data
  }
  return ok(job)
}

const follow = async (client: ApiClient, started: ListImport, io: Io): Promise<Result<ListImport, Stop>> => {
  const progress = createProgress(io, 'per mille')
  let job = started
  while (job.state === 'running') {
    progress.update(Math.floor(job.progress * 1_000), 1_000)
    await wait(pollMs)
    const answer = await client.call(readListImport, { params: { id: job.id } })
    if (!answer.ok) return answer
    job = answer.value.data
  }
  progress.end()
  return ok(job)
}

const summaryOf = (job: ListImport): Record<string, unknown> => ({
  list: job.key,
  version: job.version,
  file: job.file_name,
  sha256: job.sha256,
  format: job.format,
  published_at: job.published_at,
  dry_run: job.dry_run,
  unchanged: job.unchanged,
  entries: job.entries,
  names: job.names,
  skipped: job.skipped,
  changes: job.changes,
  seconds: job.seconds,
  ...(job.error === null ? {} : { error: job.error }),
})

const hints: Readonly<Record<NonNullable<ListImport['needs_confirmation']>, string>> = {
  shrink: 'If it is the list all the same, run it again with --allow-shrink.',
  older: 'If you mean it, run it again with --allow-older.',
}

const importList = async (client: ApiClient, file: string, options: ListImportOptions, io: Io): Promise<Result<void, Stop>> => {
  const staged = await stage(client, file, options, io)
  if (!staged.ok) return staged
  const params = { id: staged.value.id }
  try {
    const started = await client.call(runListImport, {
      params,
      body: {
        key: options.list, title: options.title, format: options.format, encoding: options.encoding,
        allow_shrink: options.allowShrink ?? false, allow_older: options.allowOlder ?? false, dry_run: options.dryRun ?? false,
      },
    })
    if (!started.ok) return started
    const finished = await follow(client, started.value.data, io)
    if (!finished.ok) return finished
    const done = finished.value
    for (const note of done.notes) io.say(note)
    io.print(summaryOf(done))
    if (done.error === null) return ok(undefined)
    return fail(failed(done.needs_confirmation === null ? done.error : `${done.error}. ${hints[done.needs_confirmation]}`))
  } finally {
    await client.call(discardListImport, { params })
  }
}

const about = `
Which list it is is found from the content: the UN's consolidated list (XML), OFAC's sdn.csv (alt.csv and add.csv beside it are taken too) or its advanced XML, the EU's,
the UK's (CSV or XML), OpenSanctions' entities.ftm.json or targets.simple.csv; plain or as gzip. Any other CSV needs a header with a column of names, and --list.
The file is read whole and compared before it comes in force, in one step: one that is cut off, broken, empty, older, or without half of the entries in force changes nothing.

Example: fieldseal import list consolidated.xml --data ./data`

/** `import list`. */
export const addListImport = (importing: Command, registrar: Registrar): void => {
  const list = importing
    .command('list')
    .description('import a list that names are screened against, as a new version')
    .argument('<file>', 'the list, plain or gzip')
    .addOption(dataOption())
    .option('--list <key>', 'the list that it is a version of: un, ofac-sdn, eu, uk, or a name of your own')
    .option('--title <text>', 'what a list that is made is called')
    .addOption(new Option('--format <format>', 'its form, where the content does not say it').choices(listFormats))
    .addOption(new Option('--encoding <encoding>', 'of a file that does not declare its own').choices(listEncodings))
    .option('--alt <file>', 'OFAC’s alt.csv')
    .option('--add <file>', 'OFAC’s add.csv')
    .option('--allow-shrink', 'take a list that has fewer than half of the entries in force')
    .option('--allow-older', 'take a list that was published before the one in force')
    .option('--dry-run', 'only say what would change')
    .addHelpText('after', about)
  registrar.runs<ListImportOptions>(list, async (options, [file = '']) => {
    for (const one of [file, options.alt, options.add]) if (one !== undefined && !(await isFile(one))) return fail(misused(`there is no file ${one}`))
    return withService(options.data, (client) => importList(client, file, options, registrar.io))
  })
}
