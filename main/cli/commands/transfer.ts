import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { exportCases } from '../../../shared/api/cases.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import {
  discardImport,
  readImport,
  readImportRejects,
  runImport,
  stageImport,
  type ImportJob,
  type ImportMapping,
} from '../../../shared/api/workspace.ts'
import type { EncodingName } from '../../../shared/text/encoding-names.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import type { NamedForms } from '../../domain/imports/named-forms.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import { importRows, missingField, type ImportCalls } from '../import-file.ts'
import { isFile } from '../import-job.ts'
import { misused, type Stop } from '../io.ts'
import {
  asMapping,
  asZone,
  columnOf,
  dataOption,
  dateOrderOption,
  encodingOption,
  headerLineOption,
  sheetOption,
  type NamedMapping,
} from '../options.ts'
import type { Registrar } from '../registrar.ts'
import { saveTo } from '../save-to.ts'
import { addCaseExport } from './evidence.ts'
import { addAlertImport } from './import-alerts.ts'
import { addOwnershipImport } from './import-ownership.ts'
import { addListImport } from './list-import.ts'
import { addListValuesImport } from './list-values-import.ts'
import { addTransactionImport } from './import-transactions.ts'

interface ImportOptions {
  readonly data: string
  readonly source: string
  readonly mapping?: NamedMapping
  readonly timeZone: string
  readonly encoding?: EncodingName
  readonly headerLine?: string
  readonly sheet?: string
  readonly dateOrder?: NamedForms['date_order']
  readonly dryRun?: true
  readonly rejects?: string
}

/** Finds the columns that `--mapping` names, by header or by number from 1; they win over the guess. */
export const applyMapping = (
  job: Pick<ImportJob, 'columns' | 'guess'>,
  named: NamedMapping,
): Result<ImportMapping, Stop> => {
  const given: ImportMapping = {}
  for (const { column, field } of named) {
    const index = columnOf(job.columns, column)
    if (index === undefined)
      return fail(misused(`the file has no column "${column}"; it has: ${job.columns.join(', ')}`))
    given[field] = index
  }
  const taken = new Set(Object.values(given))
  const guessed = Object.entries(job.guess).filter(([, column]) => !taken.has(column))
  return ok({ ...Object.fromEntries(guessed), ...given })
}

const describeMapping = (columns: readonly string[], mapping: ImportMapping): string =>
  Object.entries(mapping)
    .map(([field, column]) => `${columns[column] ?? column} -> ${field}`)
    .join(', ')

const callsOf = (client: ApiClient, options: ImportOptions): ImportCalls<ImportJob, BodyOf<typeof runImport>> => ({
  stage: (name, content) =>
    client.upload(
      stageImport,
      { query: { file_name: name, encoding: options.encoding, header_line: options.headerLine, sheet: options.sheet } },
      content,
    ),
  plan: (job) => {
    const mapping = applyMapping(job, options.mapping ?? [])
    if (!mapping.ok) return mapping
    if (mapping.value.title === undefined) return missingField('title', job.columns)
    const body = {
      mapping: mapping.value,
      source: options.source,
      time_zone: options.timeZone,
      date_order: options.dateOrder,
      dry_run: options.dryRun ?? false,
    }
    const { created_at: created, sla_due_at: due } = mapping.value
    const read = { times: [created, due].filter((column) => column !== undefined), amounts: [] }
    return ok({ body, read, columns: describeMapping(job.columns, mapping.value) })
  },
  run: (id, body) => client.call(runImport, { params: { id }, body }),
  read: (id) => client.call(readImport, { params: { id } }),
  rejects: (id) => client.download(readImportRejects, { params: { id } }),
  discard: (id) => client.call(discardImport, { params: { id } }),
  source: options.source,
})

const importAbout = `
Takes what another system exports: comma, semicolon, tab or bar; UTF-8, UTF-16, or a code page that is certain from the bytes or named by --encoding; quoted line breaks; any script.
Columns are guessed from their headers; --mapping overrides the guess for the columns it names.
--source and reference identify a case (without a reference column, the hash of its row), so running it again adds nothing twice.
Rejected rows are reported on stderr with line and reason; --rejects FILE keeps them with their cells. The others are imported.

Example: fieldseal import cases tickets.csv --data ./data --source jira --mapping "Issue key=reference,Opened=created_at" --time-zone Europe/Berlin`

const addImport = (program: Command, registrar: Registrar): void => {
  const importing = program.command('import').description('import what other systems export')
  addTransactionImport(importing, registrar)
  addAlertImport(importing, registrar)
  addOwnershipImport(importing, registrar)
  addListImport(importing, registrar)
  addListValuesImport(importing, registrar)
  const cases = importing
    .command('cases')
    .description('open a case for each row of a CSV file or of a sheet')
    .argument('<file>', 'the CSV file, or a workbook')
    .addOption(dataOption())
    .option('--source <name>', 'name of the system that the file comes from', 'import')
    .option('--mapping <column=field,...>', 'which column is which field', asMapping)
    .option('--time-zone <zone>', 'IANA zone of times without an offset', asZone, 'UTC')
    .addOption(encodingOption())
    .addOption(headerLineOption())
    .addOption(sheetOption())
    .addOption(dateOrderOption())
    .option('--dry-run', 'only say what would happen')
    .option('--rejects <file>', 'write the rows that cannot be taken here, with line and reason')
    .addHelpText('after', importAbout)
  registrar.runs<ImportOptions>(cases, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    return withService(options.data, (client) =>
      importRows(file, callsOf(client, options), options.rejects, registrar.io),
    )
  })
}

const addExport = (program: Command, registrar: Registrar): void => {
  const cases = addCaseExport(program, registrar)
    .command('cases')
    .description('write all cases as CSV (UTF-8), one row a case, in a form that `import cases` takes')
    .addOption(dataOption())
    .requiredOption('--out <file>', 'the file to write; an existing one is replaced')
  registrar.runs<{ data: string; out: string }>(cases, ({ data, out }) =>
    withService(data, async (client) => {
      const content = await client.download(exportCases, {})
      if (!content.ok) return content
      await saveTo(out, content.value)
      registrar.io.print({ file: path.resolve(out), bytes: (await stat(out)).size })
      return ok(undefined)
    }),
  )
}

/** `import cases`, `import transactions`, `export` and `export cases`. */
export const addTransferCommands = (program: Command, registrar: Registrar): void => {
  addImport(program, registrar)
  addExport(program, registrar)
}
