import { Option, type Command } from 'commander'
import { importOwnership, readOwnershipImport, type OwnershipImport } from '../../../shared/api/kyb.ts'
import type { EncodingName } from '../../../shared/text/encoding-names.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { sendFile } from '../import-file.ts'
import { followJob, isFile, type JobProgress } from '../import-job.ts'
import { failed, misused, type Io, type CommandEnd } from '../io.ts'
import { dataOption, encodingOption } from '../options.ts'
import type { Registrar } from '../registrar.ts'

interface OwnershipOptions {
  readonly data: string
  readonly dataset: string
  readonly encoding?: EncodingName
  readonly shares?: 'percent' | 'fraction'
}

/** How many statements there are is known at the end. */
const progress: JobProgress<OwnershipImport> = { unit: 'statements', done: ({ rows }) => rows, total: () => 0 }

const summaryOf = (job: OwnershipImport): Record<string, unknown> => ({
  file: job.file_name,
  sha256: job.sha256,
  format: job.format,
  compressed: job.compressed,
  dataset: job.dataset,
  version: job.version,
  statements: job.rows,
  parties: job.parties,
  interests: job.interests,
  ignored: job.ignored,
  rejected: job.rejected,
  seconds: job.seconds,
  ...(job.error === null ? {} : { error: job.error }),
})

const importFile = async (client: ApiClient, file: string, options: OwnershipOptions, io: Io): CommandEnd => {
  const started = await sendFile(file, io, (name, content) =>
    client.upload(
      importOwnership,
      { query: { file_name: name, dataset: options.dataset, encoding: options.encoding, shares: options.shares } },
      content,
    ),
  )
  if (!started.ok) return started
  const finished = await followJob(
    started.value,
    () => client.call(readOwnershipImport, { params: { id: started.value.id } }),
    progress,
    io,
  )
  if (!finished.ok) return finished
  const done = finished.value
  for (const { line, field, reason } of done.problems)
    io.say(`${done.format === 'csv' ? 'line' : 'statement'} ${line}${field === null ? '' : `, ${field}`}: ${reason}`)
  if (done.rejected > done.problems.length) io.say(`... and more: ${done.rejected} were rejected.`)
  io.print(summaryOf(done))
  return done.error === null ? ok(undefined) : fail(failed(done.error))
}

const datasetForm = /^[a-z0-9][a-z0-9_-]{0,39}$/u

const about = `
Takes Open Ownership statements (BODS 0.4; a JSON array, or one statement a line) and CSV with a header (owner, owned, share, and more; docs/kyb.md), plain or as gzip.
The file becomes a new version of the data set, current once it was read to its end. If it cannot be, the previous version stays current.
Rejected statements are reported on stderr with place and reason; the others are imported.

Example: fieldseal import ownership statements.jsonl.gz --data ./data --dataset register`

/** `import ownership`, also called `import companies`. */
export const addOwnershipImport = (importing: Command, registrar: Registrar): void => {
  const ownership = importing
    .command('ownership')
    .alias('companies')
    .description('import who owns and controls companies')
    .argument('<file>', 'Open Ownership statements or CSV, plain or gzip')
    .addOption(dataOption())
    .option('--dataset <key>', 'which data set it is a new version of', 'ownership')
    .addOption(encodingOption())
    .addOption(
      new Option('--shares <form>', 'how a table writes shares: per cent (25.5) or fractions of one (0.255)').choices([
        'percent',
        'fraction',
      ]),
    )
    .addHelpText('after', about)
  registrar.runs<OwnershipOptions>(ownership, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    if (!datasetForm.test(options.dataset))
      return fail(misused('--dataset must be 1 to 40 of a-z, 0-9, - and _, and begin with a letter or a digit'))
    return withService(options.data, (client) => importFile(client, file, options, registrar.io))
  })
}
