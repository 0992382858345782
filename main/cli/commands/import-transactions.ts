import path from 'node:path'
import type { Command } from 'commander'
import { discardTransactions, readTransactionImport, readTransactionRejects, runTransactions, stageTransactions, type TransactionImport, type TransactionMapping } from '../../../shared/api/transactions.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { followImport, isFile, keepRejects, rowsDone } from '../import-job.ts'
import { failed, misused, type ExitCode, type Io, type Stop } from '../io.ts'
import { asTransactionMapping, asZone, columnOf, dataOption, type NamedTransactionMapping } from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { uploadStream } from '../upload-stream.ts'

interface ImportOptions {
  readonly data: string
  readonly mapping?: NamedTransactionMapping
  readonly timeZone: string
  readonly currency?: string
  readonly eventType: string
  readonly dryRun?: true
  readonly rejects?: string
}

/** The guess, overruled for the columns and fields that `--mapping` names; `column=` leaves a column out. */
export const applyTransactionMapping = ({ columns, guess }: Pick<TransactionImport, 'columns' | 'guess'>, named: NamedTransactionMapping): Result<TransactionMapping, Stop> => {
  const given = new Map<number, TransactionMapping[string] | null>()
  for (const { column, field } of named) {
    const index = columnOf(columns, column)
    if (index === undefined) return fail(misused(`the file has no column "${column}"; it has: ${columns.join(', ')}`))
    given.set(index, field)
  }
  const taken = new Set<string | null>([...given.values()].filter((field) => field !== 'metadata'))
  const mapping: TransactionMapping = {}
  columns.forEach((_, index) => {
    const guessed = guess[String(index)]
    const field = given.has(index) ? given.get(index) : guessed !== undefined && !taken.has(guessed) ? guessed : undefined
    if (field !== undefined && field !== null) mapping[String(index)] = field
  })
  return ok(mapping)
}

const summaryOf = (job: TransactionImport, rejects: string | undefined): Record<string, unknown> => ({
  file: job.file_name,
  sha256: job.sha256,
  format: job.format,
  compressed: job.compressed,
  encoding: job.encoding,
  dry_run: job.dry_run,
  rows: job.rows,
  created: job.created,
  already_there: job.already_there,
  duplicates: job.duplicates,
  rejected: job.rejected,
  frauds: job.frauds,
  risk: job.risk,
  seconds: job.seconds,
  rows_per_second: job.seconds === 0 ? null : Math.round(rowsDone(job) / job.seconds),
  ...(rejects === undefined ? {} : { rejects_file: rejects }),
  ...(job.error === null ? {} : { error: job.error }),
})

const describeMapping = ({ columns }: TransactionImport, mapping: TransactionMapping): string =>
  Object.entries(mapping)
    .map(([column, field]) => `${columns[Number(column)] ?? column} -> ${field}`)
    .join(', ')

const upload = async (client: ApiClient, file: string, io: Io): Promise<Result<TransactionImport, Stop>> => {
  const sending = await uploadStream(file, io)
  const staged = await client.upload(stageTransactions, { query: { file_name: path.basename(file).slice(0, 255) } }, sending.stream)
  sending.end()
  return staged.ok ? ok(staged.value.data) : staged
}

const importFile = async (client: ApiClient, file: string, options: ImportOptions, io: Io): Promise<Result<ExitCode | void, Stop>> => {
  const staged = await upload(client, file, io)
  if (!staged.ok) return staged
  const job = staged.value
  const params = { id: job.id }
  try {
    const mapping = applyTransactionMapping(job, options.mapping ?? [])
    if (!mapping.ok) return mapping
    const mapped = Object.values(mapping.value)
    const missing = (['transaction_id', 'at'] as const).find((field) => !mapped.includes(field))
    if (missing !== undefined) return fail(misused(`no column looks like ${missing}; say which one is with --mapping COLUMN=${missing}. The file has: ${job.columns.join(', ')}`))
    io.say(`columns: ${describeMapping(job, mapping.value)}`)
    const started = await client.call(runTransactions, {
      params,
      body: { mapping: mapping.value, time_zone: options.timeZone, currency: options.currency, event_type: options.eventType, dry_run: options.dryRun ?? false },
    })
    if (!started.ok) return started
    const finished = await followImport(started.value.data, () => client.call(readTransactionImport, { params }), io)
    if (!finished.ok) return finished
    const done = finished.value
    const rejects = await keepRejects(done, options.rejects, () => client.download(readTransactionRejects, { params }), io)
    if (!rejects.ok) return rejects
    io.print(summaryOf(done, rejects.value))
    return done.error === null ? ok(undefined) : fail(failed(done.error))
  } finally {
    await client.call(discardTransactions, { params })
  }
}

const importAbout = `
Takes CSV (comma, semicolon, tab or bar; UTF-8, UTF-16 or Windows-1252) and JSON lines, plain or as gzip; which it is is found from the bytes.
Columns are guessed from their headers; --mapping overrules the guess for the columns that it names. What has no field of its own goes to the metadata.
An activity is known by its transaction id, so running it again, also after a crash, takes nothing twice. Each is scored as it comes.
Rows that cannot be taken are told on stderr with line and reason; --rejects FILE keeps them with their cells. The others are taken.

Example: fieldseal import transactions payments.csv.gz --data ./data --mapping "Card=customer_id,Shop=terminal_id" --currency EUR --time-zone Europe/Berlin`

/** `import transactions`. */
export const addTransactionImport = (importing: Command, registrar: Registrar): void => {
  const transactions = importing
    .command('transactions')
    .description('take in and score an activity for each row of a file')
    .argument('<file>', 'CSV or JSON lines, plain or gzip')
    .addOption(dataOption())
    .option('--mapping <column=field,...>', 'which column is which field', asTransactionMapping)
    .option('--time-zone <zone>', 'IANA zone of times without an offset', asZone, 'UTC')
    .option('--currency <code>', 'currency of amounts that name none, ISO 4217')
    .option('--event-type <type>', 'kind of the activities that name none', 'transaction')
    .option('--dry-run', 'only say what would happen')
    .option('--rejects <file>', 'write the rows that cannot be taken here, with line and reason')
    .addHelpText('after', importAbout)
  registrar.runs<ImportOptions>(transactions, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    return withService(options.data, (client) => importFile(client, file, options, registrar.io))
  })
}
