import path from 'node:path'
import { Option, type Command } from 'commander'
import {
  discardListImport,
  readListImport,
  runListImport,
  stageList,
  stageListPart,
} from '../../../shared/api/lists.ts'
import {
  listEncodings,
  listFormats,
  type ListEncoding,
  type ListFormat,
  type ListImport,
} from '../../../shared/schema/lists.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { sendFile } from '../import-file.ts'
import { followJob, isFile, type JobProgress } from '../import-job.ts'
import { failed, misused, type Io, type Stop } from '../io.ts'
import { dataOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

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

const parts = ['alt', 'add'] as const

/** Where OFAC's other file lies if it lies beside sdn.csv under the same kind of name; undefined where it does not. */
const beside = async (file: string, part: 'alt' | 'add'): Promise<string | undefined> => {
  const name = path.basename(file)
  const other = name.replace(/sdn(?=\.csv(?:\.gz)?$)/iu, (sdn) => (sdn === 'SDN' ? part.toUpperCase() : part))
  const found = path.join(path.dirname(file), other)
  return other !== name && (await isFile(found)) ? found : undefined
}

const stage = async (
  client: ApiClient,
  file: string,
  options: ListImportOptions,
  io: Io,
): Promise<Result<ListImport, Stop>> => {
  const staged = await sendFile(file, io, (name, content) =>
    client.upload(stageList, { query: { file_name: name } }, content),
  )
  if (!staged.ok) return staged
  let job = staged.value
  const params = { id: job.id }
  for (const part of parts) {
    const side = options[part] ?? (job.format === 'ofac_csv' ? await beside(file, part) : undefined)
    if (side === undefined) continue
    io.say(`${part}.csv: ${side}`)
    const added = await sendFile(side, io, (name, content) =>
      client.upload(stageListPart, { params, query: { part, file_name: name } }, content),
    )
    if (!added.ok) {
      await client.call(discardListImport, { params })
      return added
    }
    job = added.value
  }
  return ok(job)
}

const progress: JobProgress<ListImport> = {
  unit: 'per mille',
  done: (job) => Math.floor(job.progress * 1_000),
  total: () => 1_000,
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
  shrink: 'If it is the list anyway, run it again with --allow-shrink.',
  older: 'If you mean it, run it again with --allow-older.',
}

const importList = async (
  client: ApiClient,
  file: string,
  options: ListImportOptions,
  io: Io,
): Promise<Result<void, Stop>> => {
  const staged = await stage(client, file, options, io)
  if (!staged.ok) return staged
  const params = { id: staged.value.id }
  try {
    const started = await client.call(runListImport, {
      params,
      body: {
        key: options.list,
        title: options.title,
        format: options.format,
        encoding: options.encoding,
        allow_shrink: options.allowShrink ?? false,
        allow_older: options.allowOlder ?? false,
        dry_run: options.dryRun ?? false,
      },
    })
    if (!started.ok) return started
    const finished = await followJob(
      started.value.data,
      () => client.call(readListImport, { params: { id: started.value.data.id } }),
      progress,
      io,
    )
    if (!finished.ok) return finished
    const done = finished.value
    for (const note of done.notes) io.say(note)
    io.print(summaryOf(done))
    if (done.error === null) return ok(undefined)
    return fail(
      failed(done.needs_confirmation === null ? done.error : `${done.error}. ${hints[done.needs_confirmation]}`),
    )
  } finally {
    await client.call(discardListImport, { params })
  }
}

const about = `
The content decides which list it is: the UN's consolidated list (XML), OFAC's sdn.csv (alt.csv and add.csv beside it are taken too) or its advanced XML, the EU's,
the UK's (CSV or XML), OpenSanctions' entities.ftm.json or targets.simple.csv; plain or as gzip. Any other CSV needs a header with a column of names, and --list.
The file is read completely and compared before it becomes current in one step. A file that is cut off, damaged, empty, older, or has fewer than half of the current entries changes nothing.

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
    .addOption(new Option('--format <format>', 'its format, if the content does not say it').choices(listFormats))
    .addOption(new Option('--encoding <encoding>', 'of a file that does not declare its own').choices(listEncodings))
    .option('--alt <file>', 'OFAC’s alt.csv')
    .option('--add <file>', 'OFAC’s add.csv')
    .option('--allow-shrink', 'accept a list with fewer than half of the current entries')
    .option('--allow-older', 'accept a list published before the current version')
    .option('--dry-run', 'only say what would change')
    .addHelpText('after', about)
  registrar.runs<ListImportOptions>(list, async (options, [file = '']) => {
    for (const one of [file, options.alt, options.add])
      if (one !== undefined && !(await isFile(one))) return fail(misused(`there is no file ${one}`))
    return withService(options.data, (client) => importList(client, file, options, registrar.io))
  })
}
