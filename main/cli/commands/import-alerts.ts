import { InvalidArgumentError, type Command } from 'commander'
import {
  discardAlerts,
  importedAlertFields,
  readAlertImport,
  readAlertRejects,
  runAlerts,
  stageAlerts,
  type AlertImport,
  type ImportedAlertField,
} from '../../../shared/api/alert-imports.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { NamedForms } from '../../domain/imports/named-forms.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import {
  applyFields,
  columnsOfFields,
  importRows,
  mappingWords,
  missingField,
  type ImportCalls,
} from '../import-file.ts'
import { isFile } from '../import-job.ts'
import { misused } from '../io.ts'
import {
  asFields,
  asZone,
  dataOption,
  dateOrderOption,
  decimalOption,
  encodingOption,
  headerLineOption,
  sheetOption,
  tableQuery,
  type NamedFields,
  type ReadAs,
} from '../options.ts'
import type { Registrar } from '../registrar.ts'

interface ImportOptions extends ReadAs {
  readonly data: string
  readonly source: string
  readonly mapping?: NamedFields<ImportedAlertField>
  readonly scoreMax?: number
  readonly timeZone: string
  readonly dateOrder?: NamedForms['date_order']
  readonly decimal?: NamedForms['decimal']
  readonly currency?: string
  readonly dryRun?: true
  readonly rejects?: string
}

const callsOf = (client: ApiClient, options: ImportOptions): ImportCalls<AlertImport, BodyOf<typeof runAlerts>> => ({
  stage: (name, content) => client.upload(stageAlerts, { query: tableQuery(name, options) }, content),
  plan: (job) => {
    const mapping = applyFields(job, options.mapping ?? [])
    if (!mapping.ok) return mapping
    const mapped = Object.values(mapping.value)
    const missing = (['external_id', 'at'] as const).find((field) => !mapped.includes(field))
    if (missing !== undefined) return missingField(missing, job.columns)
    if (!mapped.includes('score') && !mapped.includes('severity')) return missingField('score', job.columns)
    const scoreMax = options.scoreMax ?? job.score_max_guess
    const scale = mapped.includes('score') ? ` (scores from 0 to ${scoreMax})` : ''
    const body = {
      mapping: mapping.value,
      source: options.source,
      score_max: scoreMax,
      time_zone: options.timeZone,
      date_order: options.dateOrder,
      decimal: options.decimal,
      currency: options.currency,
      dry_run: options.dryRun ?? false,
    }
    const read = { times: columnsOfFields(mapping.value, 'at'), amounts: columnsOfFields(mapping.value, 'amount') }
    return ok({ body, read, columns: `${mappingWords(job.columns, mapping.value)}${scale}` })
  },
  run: (id, body) => client.call(runAlerts, { params: { id }, body }),
  read: (id) => client.call(readAlertImport, { params: { id } }),
  rejects: (id) => client.download(readAlertRejects, { params: { id } }),
  discard: (id) => client.call(discardAlerts, { params: { id } }),
  source: options.source,
  summary: ({ risk, cases_opened, seconds }) => ({ risk, cases_opened, seconds }),
})

const asScore = (value: string): number => {
  const score = Number(value)
  if (!/^\d{1,7}(\.\d{1,6})?$/u.test(value) || score < 0.01 || score > 1_000_000)
    throw new InvalidArgumentError('It must be a number from 0.01 to 1000000.')
  return score
}

const importAbout = `
Takes alerts of another monitoring system: CSV (comma, semicolon, tab or bar; UTF-8, UTF-16, or a code page that is certain from the bytes or named by --encoding) and JSON lines, plain or as gzip.
Columns are guessed from their headers; --mapping overrides the guess for the columns it names. Fields: ${importedAlertFields.join(', ')}.
--source and external_id identify an alert, so running it again, also after a crash, imports nothing twice. It needs a score or a severity.
Rejected rows are reported on stderr with line and reason; --rejects FILE keeps them with their cells. The others are imported.

Example: fieldseal import alerts alerts.csv --data ./data --source aml-monitoring --mapping "Case key=external_id,Rule=reasons" --score-max 100 --time-zone Europe/Berlin`

/** `import alerts`. */
export const addAlertImport = (importing: Command, registrar: Registrar): void => {
  const alerts = importing
    .command('alerts')
    .description('import another system’s alerts, one a row')
    .argument('<file>', 'CSV or JSON lines, plain or gzip')
    .addOption(dataOption())
    .option('--source <name>', 'name of the system that the file comes from', 'import')
    .option('--mapping <column=field,...>', 'which column is which field', asFields(importedAlertFields))
    .option(
      '--score-max <number>',
      'the highest score of that system; without it 1, 10, 100 or 1000, by the first rows',
      asScore,
    )
    .option('--time-zone <zone>', 'IANA zone of times without an offset', asZone, 'UTC')
    .addOption(encodingOption())
    .addOption(headerLineOption())
    .addOption(sheetOption())
    .option('--member <path>', 'file of a ZIP archive, by its path in it')
    .addOption(dateOrderOption())
    .addOption(decimalOption())
    .option('--currency <code>', 'currency of amounts that name none, ISO 4217')
    .option('--dry-run', 'only say what would happen')
    .option('--rejects <file>', 'write the rows that cannot be taken here, with line and reason')
    .addHelpText('after', importAbout)
  registrar.runs<ImportOptions>(alerts, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    return withService(options.data, (client) =>
      importRows(file, callsOf(client, options), options.rejects, registrar.io),
    )
  })
}
