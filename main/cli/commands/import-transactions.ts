import type { NaCountry } from '../../domain/transactions/row.ts'
import type { Command } from 'commander'
import type { BodyOf } from '../../../shared/api/operation.ts'
import {
  discardTransactions,
  readTransactionImport,
  readTransactionRejects,
  runTransactions,
  stageTransactions,
  transactionFields,
  type TransactionField,
  type TransactionImport,
  type TransactionMapping,
} from '../../../shared/api/transaction-imports.ts'
import type { BothSidesMeaning } from '../../../shared/schema/counterparty.ts'
import type { NegativeMeaning } from '../../../shared/schema/money.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { guessBeside, metadataNames, unclaimedAmounts } from '../../domain/transactions/mapping.ts'
import type { NamedForms } from '../../domain/imports/named-forms.ts'
import type { ApiClient } from '../client.ts'
import { withService } from '../connection.ts'
import {
  applyFields,
  columnsOfFields,
  importRows,
  mappingWords,
  missingField,
  unclaimedMoney,
  type ImportCalls,
} from '../import-file.ts'
import { isFile, rowsDone } from '../import-job.ts'
import { rowGapNotices, statementNotices } from '../statement-words.ts'
import { misused, type Stop } from '../io.ts'
import {
  asFields,
  asZone,
  bothSidesOption,
  columnOf,
  dataOption,
  dateOrderOption,
  decimalOption,
  encodingOption,
  headerLineOption,
  naCountryOption,
  sheetOption,
  negativeOption,
  tableQuery,
  type NamedFields,
  type ReadAs,
} from '../options.ts'
import type { Registrar } from '../registrar.ts'

interface ImportOptions extends ReadAs {
  readonly data: string
  readonly mapping?: NamedFields<TransactionField>
  readonly timeZone: string
  readonly dateOrder?: NamedForms['date_order']
  readonly decimal?: NamedForms['decimal']
  readonly currency?: string
  readonly account?: string
  readonly makeIds?: true
  readonly idWith?: string
  readonly eventType: string
  readonly negative: NegativeMeaning
  readonly bothSides?: BothSidesMeaning
  readonly naCountry?: NaCountry
  readonly dryRun?: true
  readonly rejects?: string
}

/** That so many amounts are negative that the sign may stand for the direction. */
const signNotices = ({ negatives, created, dry_run: isCheck }: TransactionImport): readonly string[] =>
  negatives * 3 <= created
    ? []
    : [
        `negatives: ${negatives} of ${created} amounts are negative. A negative amount is a refund or a reversal, and is not looked at as a payment; where the sign says that money went out, ${isCheck ? 'import the file with --negative out' : 'it is to be imported with --negative out into a new workspace: the ids are taken'}.`,
      ]

/** That amounts are in currencies without a rate, and what to do about it. */
const rateNotices = ({
  no_rate: noRate,
  base_currency: base,
  dry_run: isCheck,
}: TransactionImport): readonly string[] =>
  noRate === 0
    ? []
    : [
        `no_rate: the amounts of ${noRate} of the rows are in a currency without a rate to ${base ?? 'the base currency'} at their time: they ${isCheck ? 'would be' : 'are'} counted in no sum, mean or profile, and rules and the model do not see them. Tell base and rates in the policy of detection (\`currencies\`): what is there already is then counted anew.`,
      ]

/** That the same identifiers stand on both sides of payments, and what was made of it. */
const sidesNotices = (
  { both_sides: sides, dry_run: isCheck }: TransactionImport,
  asked: BothSidesMeaning | undefined,
): readonly string[] => {
  if (sides === null) return []
  const counted = `both_sides: ${sides.both} identifiers stand on both sides (${sides.payers} in ${sides.field}, ${sides.payees} in counterparty_id)`
  if (sides.field === 'account_id') return [`${counted}: the network takes each as one account.`]
  if (asked === 'same') return [`${counted}: each ${isCheck ? 'would be' : 'is'} taken as one.`]
  return asked === 'apart'
    ? []
    : [
        `${counted}: the same? ${isCheck ? 'Say it with --both-sides same or --both-sides apart; without it' : 'Nobody said so:'} each ${isCheck ? 'would become' : 'became'} two in the network, a customer and a counterparty.`,
      ]
}

/** That rows come too late for windows, and what to do about it. */
const lateNotices = ({ late, late_by_order: byOrder, dry_run: isCheck }: TransactionImport): readonly string[] => {
  if (late === 0) return []
  const behind = late - byOrder
  return [
    `late: ${late} of the rows ${isCheck ? 'would be' : 'were'} taken more than a day behind the latest activity before them. Counts, sums and all else of windows are unknown for them, so rules and the model see less.`,
    ...(byOrder === 0
      ? []
      : [
          `late: ${byOrder} of them by the order of the file alone. ${isCheck ? 'Sort the file by time, oldest first, before you import it.' : 'Sorted by time, oldest first, they would have had windows; to have them, import the sorted file into a new workspace.'}`,
        ]),
    ...(behind === 0
      ? []
      : [
          `late: ${behind} of them behind what the workspace held already. Only a new workspace into which history comes first, and newer activities after it, has windows for both.`,
        ]),
  ]
}

/** Columns as they stand in the metadata: those whose name repeats are numbered. */
const shownColumns = (
  columns: readonly string[],
  mapping: TransactionMapping,
  { negative, bothSides }: Pick<ImportOptions, 'negative' | 'bothSides'>,
): readonly string[] => {
  const names = metadataNames(
    columns,
    new Map(Object.entries(mapping).map(([column, field]) => [Number(column), field])),
    { negative, counterpartiesAreCustomers: bothSides === 'same' },
  )
  return columns.map((name, column) => names.get(column) ?? name)
}

/** Why a file is not run: of a sign was said what it means, and nothing has one. */
const noAmounts = (columns: readonly string[]): Result<never, Stop> =>
  fail(
    misused(
      `--negative out says what a minus before an amount means, but no column is mapped to amount, debit or credit. Nothing was imported. The file has: ${columns.join(', ')}`,
    ),
  )

/** Whose account the rows are put on, and that rows of several would be taken for one. */
const accountNotices = (
  { account_guess: guess }: TransactionImport,
  { account, make_ids: makeIds, mapping }: Pick<BodyOf<typeof runTransactions>, 'account' | 'make_ids' | 'mapping'>,
): readonly string[] => [
  ...(account === undefined
    ? []
    : [`account: ${account}${account === guess ? ', from the lines above the header' : ''} (--account says another)`]),
  ...(makeIds &&
  account === undefined &&
  !(['account_id', 'transaction_id'] as const).some((field) => Object.values(mapping).includes(field))
    ? [
        'make_ids: nothing says whose account it is. Equal rows of the statements of two accounts would be taken for one; name it with --account.',
      ]
    : []),
]

/** That rows are taken without an amount: it could not be added to them later, as their ids are taken. */
const amountNotices = (mapped: readonly string[]): readonly string[] =>
  (['amount', 'debit', 'credit'] as const).some((field) => mapped.includes(field))
    ? []
    : [
        'amount: no column is read as an amount, and the rows are taken without one. If one holds it, say so with --mapping COLUMN=amount, or with COLUMN=debit and COLUMN=credit.',
      ]

const callsOf = (
  client: ApiClient,
  options: ImportOptions,
): ImportCalls<TransactionImport, BodyOf<typeof runTransactions>> => ({
  stage: (name, content) => client.upload(stageTransactions, { query: tableQuery(name, options) }, content),
  plan: (job) => {
    const mapping = applyFields(
      {
        columns: job.columns,
        guess: guessBeside(
          job.guess,
          (options.mapping ?? []).map(({ field }) => field),
        ),
      },
      options.mapping ?? [],
      'metadata',
    )
    if (!mapping.ok) return mapping
    const mapped = Object.values(mapping.value)
    const missing = (['transaction_id', 'at'] as const).find((field) => !mapped.includes(field))
    if (missing === 'transaction_id' && options.makeIds === undefined)
      return missingField(missing, job.columns, ', or have identifiers made of content and occurrence with --make-ids')
    if (!mapped.includes('at')) return missingField('at', job.columns)
    const settled = new Set((options.mapping ?? []).flatMap(({ column }) => columnOf(job.columns, column) ?? []))
    const unclaimed = unclaimedAmounts(job.columns, job.sample, mapping.value, settled)
    if (unclaimed.length > 0) return unclaimedMoney(unclaimed, job.columns)
    if (
      options.negative === 'out' &&
      !mapped.some((field) => field === 'amount' || field === 'debit' || field === 'credit')
    )
      return noAmounts(job.columns)
    const idWith = options.idWith === undefined ? undefined : columnOf(job.columns, options.idWith)
    if (options.idWith !== undefined && idWith === undefined)
      return fail(misused(`the file has no column "${options.idWith}"; it has: ${job.columns.join(', ')}`))
    const body = {
      id_with: idWith,
      mapping: mapping.value,
      time_zone: options.timeZone,
      date_order: options.dateOrder,
      decimal: options.decimal,
      currency: options.currency,
      account: options.account ?? (mapped.includes('account_id') ? undefined : (job.account_guess ?? undefined)),
      make_ids: options.makeIds ?? false,
      event_type: options.eventType,
      negative: options.negative,
      both_sides: options.bothSides,
      na_country: options.naCountry,
      dry_run: options.dryRun ?? false,
    }
    const read = {
      times: columnsOfFields(mapping.value, 'at'),
      amounts: columnsOfFields(mapping.value, 'amount', 'debit', 'credit'),
    }
    return ok({
      body,
      read,
      notices: [...statementNotices(job), ...amountNotices(mapped), ...accountNotices(job, body)],
      columns: mappingWords(shownColumns(job.columns, mapping.value, options), mapping.value),
      leftOut: job.columns.filter((_, column) => mapping.value[String(column)] === undefined),
    })
  },
  run: (id, body) => client.call(runTransactions, { params: { id }, body }),
  read: (id) => client.call(readTransactionImport, { params: { id } }),
  rejects: (id) => client.download(readTransactionRejects, { params: { id } }),
  discard: (id) => client.call(discardTransactions, { params: { id } }),
  notices: (job) => [
    ...rowGapNotices(job),
    ...lateNotices(job),
    ...signNotices(job),
    ...rateNotices(job),
    ...sidesNotices(job, options.bothSides),
  ],
  summary: (job) => ({
    ...(job.statements.length === 0 && job.gap_count === 0
      ? {}
      : { statements: job.statements, gaps: job.gaps, gap_count: job.gap_count }),
    late: job.late,
    late_by_order: job.late_by_order,
    negatives: job.negatives,
    directions: job.directions,
    no_rate: job.no_rate,
    both_sides: job.both_sides,
    frauds: job.frauds,
    labelled: job.labelled,
    labelled_frauds: job.labelled_frauds,
    risk: job.risk,
    seconds: job.seconds,
    rows_per_second: job.seconds === 0 ? null : Math.round(rowsDone(job) / job.seconds),
  }),
})

const importAbout = `
Takes CSV (comma, semicolon, tab or bar; UTF-8, UTF-16, or a code page that is certain from the bytes or named by --encoding), JSON (lines, an array, objects over several lines), a sheet of a workbook (xlsx, ods), and statements of banks (CAMT.052/.053/.054, MT940/942, OFX/QFX, QIF, BAI2), plain or as gzip; the bytes decide the type.
Columns are guessed from their headers; --mapping overrides the guess for the columns it names. What has no field of its own goes to the metadata.
Money out and money in may stand in two columns (fields debit and credit), or be told by a column of words beside the amounts (direction), or by the sign of the amounts (--negative out).
An activity is known by its transaction id, so running it again, also after a crash, takes nothing twice. Each is scored as it comes.
Rejected rows are reported on stderr with line and reason; --rejects FILE keeps them with their cells. The others are imported.

Example: fieldseal import transactions payments.csv.gz --data ./data --mapping "Card=customer_id,Shop=terminal_id" --currency EUR --time-zone Europe/Berlin`

/** `import transactions`. */
export const addTransactionImport = (importing: Command, registrar: Registrar): void => {
  const transactions = importing
    .command('transactions')
    .description('import and score transactions, one a row')
    .argument('<file>', 'CSV, JSON, a workbook or a bank statement, plain or gzip')
    .addOption(dataOption())
    .option('--mapping <column=field,...>', 'which column is which field', asFields(transactionFields))
    .option('--time-zone <zone>', 'IANA zone of times without an offset', asZone, 'UTC')
    .addOption(encodingOption())
    .addOption(headerLineOption())
    .addOption(sheetOption())
    .option('--member <path>', 'file of a ZIP archive, by its path in it')
    .addOption(dateOrderOption())
    .addOption(decimalOption())
    .option('--currency <code>', 'currency of amounts that name none, ISO 4217')
    .option('--account <id>', 'account of the rows that name none')
    .option('--make-ids', 'make identifiers of content and occurrence for rows that have none')
    .option('--id-with <column>', 'column beside which transaction ids are unique, most often that of the account')
    .option('--event-type <type>', 'kind of the activities that name none', 'transaction')
    .addOption(negativeOption())
    .addOption(bothSidesOption())
    .addOption(naCountryOption())
    .option('--dry-run', 'only say what would happen')
    .option('--rejects <file>', 'write the rows that cannot be taken here, with line and reason')
    .addHelpText('after', importAbout)
  registrar.runs<ImportOptions>(transactions, async (options, [file = '']) => {
    if (!(await isFile(file))) return fail(misused(`there is no file ${file}`))
    return withService(options.data, (client) =>
      importRows(file, callsOf(client, options), options.rejects, registrar.io),
    )
  })
}
