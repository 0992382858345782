import { z } from 'zod'
import { riskLevel } from '../schema/activity.ts'
import { negativeMeanings } from '../schema/money.ts'
import { bothSidesMeanings } from '../schema/counterparty.ts'
import { idText, integerId, lineOfText, uid } from '../schema/text.ts'
import {
  cellNotes,
  columnForms,
  leftOut,
  dateOrderAsked,
  decimalAsked,
  encodingFacts,
  headerLine,
  importProblem,
  tableAsked,
  workbookFacts,
} from './workspace.ts'
import { defineOperation, envelope } from './operation.ts'
import { activityWriters, baseCurrency, negatives, noRate } from './transactions.ts'

const tag = 'Import'

/**
 * Fields of an activity that an import can fill from a column or a member; several columns can go to `metadata`, under
 * their own names.
 */
export const transactionFields = [
  'transaction_id',
  'event_type',
  'at',
  'time_of_day',
  'amount',
  'debit',
  'credit',
  'direction',
  'currency',
  'customer_id',
  'account_id',
  'counterparty_id',
  'device_id',
  'ip',
  'terminal_id',
  'channel',
  'country',
  'latitude',
  'longitude',
  'metadata',
  'is_fraud',
] as const
export const transactionField = z.enum(transactionFields)
export type TransactionField = z.infer<typeof transactionField>

/** Field by column index as text; null leaves the column out. */
export const transactionMapping = z
  .record(z.string().regex(/^\d{1,3}$/), transactionField)
  .describe(
    'Field by column index (0-based). `transaction_id` (unless `make_ids` is asked for) and `at` are required; every field but `metadata` is filled from one column. `time_of_day` stands beside an `at` that is a date alone: the two are read as one time. `debit` and `credit` are the columns of money out and money in and stand in the place of `amount`; `direction` stands beside an `amount` and says which way it went: `metadata.direction` of the activity is `in` or `out` then. Several columns of one name stand numbered in the metadata (note, note_2). Columns that are not named are left out.',
  )
export type TransactionMapping = z.infer<typeof transactionMapping>

const balance = z.object({
  amount: z.string().describe('Decimal number, negative where the account is overdrawn.'),
  date: z.string().nullable(),
})

/** A statement of an account, as its file tells it. */
const statementTold = z.object({
  account: z.string().nullable(),
  currency: z.string().nullable(),
  number: z.string().nullable(),
  opening: balance.nullable(),
  closing: balance.nullable(),
  entries: z.int(),
  sum: z
    .string()
    .nullable()
    .describe(
      'Of its entries; money that went out is negative. null: not all could be summed, as one could not be read, is in another currency, or may be read in two ways.',
    ),
})

/** Where balances do not fit. */
const balanceGap = z.object({
  kind: z
    .enum(['within', 'between', 'row'])
    .describe(
      '`within`: the entries of a statement do not lead from its opening to its closing balance. `between`: the next statement of the account does not begin where the one before ended. `row`: a row does not lead to the balance that it tells.',
    ),
  line: z.int(),
  account: z.string().nullable(),
  expected: z.string(),
  found: z.string(),
  difference: z.string().describe('`found` less `expected`: what is missing.'),
})

export const transactionImport = z.object({
  id: uid,
  evidence: z
    .object({ case_id: integerId, evidence_id: integerId })
    .nullable()
    .describe('The piece of evidence that the file is; null: it was sent.'),
  state: z.enum(['staged', 'running', 'done', 'failed', 'cancelled']),
  file_name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  format: z
    .enum(['csv', 'json_lines', 'json', 'xlsx', 'ods', 'camt', 'mt940', 'ofx', 'qif', 'bai2'])
    .describe(
      '`json` is an array, or objects that stand on several lines. `camt`, `mt940`, `ofx`, `qif` and `bai2` are statements of accounts in forms of their own.',
    ),
  compressed: z.boolean().describe('gzip'),
  ...encodingFacts,
  delimiter: z.string().nullable(),
  header_line: headerLine,
  ...workbookFacts,
  columns: z
    .array(z.string())
    .describe('Of JSON lines the names of the members, in the order in which they first occur.'),
  sample: z.array(z.array(z.string())).describe('Up to 20 rows as they are.'),
  guess: transactionMapping,
  account_guess: z
    .string()
    .nullable()
    .describe(
      'The account that the lines above the header name: the only IBAN, or the only number behind a word for an account.',
    ),
  statements: z.array(statementTold).describe('The first 200 statements of the file; empty where its form tells none.'),
  gaps: z
    .array(balanceGap)
    .describe('The first 200 places where balances do not fit: pages or entries may be missing there.'),
  gap_count: z.int(),
  forms: columnForms,
  left_out: leftOut,
  notes: cellNotes,
  rows: z.int(),
  dry_run: z.boolean(),
  created: z.int().describe('Activities taken (dry run: that would be).'),
  already_there: z.int(),
  duplicates: z.int().describe('Rows that repeat an earlier row of the file.'),
  rejected: z.int(),
  frauds: z.int().describe('Of those taken (dry run: that would be), labelled as fraud in the file.'),
  late: z
    .int()
    .describe(
      'Of those taken (dry run: that would be), more than a day behind the latest activity before them: nothing is known of their windows, so rules and the model see less of them.',
    ),
  late_by_order: z
    .int()
    .describe(
      'Of the late ones, those that are late by the order of the file alone: sorted by time, oldest first, they would have windows.',
    ),
  both_sides: z
    .object({
      field: z.enum(['customer_id', 'account_id']),
      payers: z.int().describe('Different identifiers of the field.'),
      payees: z.int().describe('Different counterparties.'),
      both: z.int().describe('That stand on both sides.'),
      taken_as: z.enum(['one', 'two']).describe('What each of these is in the network (dry run: would be).'),
    })
    .nullable()
    .describe(
      'Identifiers of those taken (dry run: that would be) that stand on both sides of payments, of the first million of each side: are they the same? Accounts are, in the network; of customers a person says so (`both_sides` of the run). null: none.',
    ),
  negatives: z.int().describe(`${negatives} Dry run: that would be.`),
  directions: z
    .object({ in: z.int(), out: z.int() })
    .describe(
      'Of those taken (dry run: that would be), how many say in `metadata.direction` that money came in, and that it went out.',
    ),
  no_rate: z.int().describe(`${noRate} Dry run: that would be.`),
  base_currency: baseCurrency,
  labelled: z
    .int()
    .describe(
      'Of those that were there already, or came twice: how many the file gave their first label (dry run: would give).',
    ),
  labelled_frauds: z.int().describe('Of these, labelled as fraud.'),
  risk: z.record(riskLevel, z.int()).describe('Of those taken; a dry run scores nothing, so that all are 0.'),
  seconds: z.number().describe('That the run has taken so far.'),
  problems: z.array(importProblem).describe('The first 200; the rest in the rejects file.'),
  error: z.string().nullable(),
})
export type TransactionImport = z.infer<typeof transactionImport>

const importParams = z.strictObject({ id: uid })

export const stageTransactions = defineOperation({
  id: 'stageTransactions',
  method: 'POST',
  path: '/v1/transaction-imports',
  retry: 'anew',
  tag,
  summary: 'Stage a file of activities',
  description:
    'Uploads a file of up to 16 GiB: CSV (comma, semicolon, tab or pipe), JSON lines or an array, a sheet of a workbook (xlsx, ods), or bank statements (CAMT.052/.053/.054, MT940/942, OFX, QIF, BAI2), plain, as gzip or in a ZIP archive; its bytes decide the type. Answers its columns with a guess of their fields. Nothing is imported yet.',
  access: activityWriters,
  status: 201,
  bodyKind: 'file',
  bodyLimit: 17_179_869_184,
  query: tableAsked,
  body: z.string(),
  answer: envelope(transactionImport),
  refusals: ['unsupported_media_type', 'payload_too_large'],
})

export const stageStatement = defineOperation({
  id: 'stageStatement',
  method: 'POST',
  path: '/v1/cases/{id}/evidence/{evidence_id}/statement',
  retry: 'anew',
  tag,
  summary: 'Stage a piece of evidence as a file of activities',
  description:
    'Seals that the caller looks at the piece, and stages its bytes as `POST /v1/transaction-imports` stages a file that is sent. Nothing is imported yet. A run of it that is no dry run first seals `evidence.statement_read` with the digest of the piece, the mapping, and the number of rows; each activity then names the piece and its line.',
  access: activityWriters,
  status: 201,
  params: z.strictObject({ id: idText.describe('The internal case identifier.'), evidence_id: idText }),
  query: tableAsked.omit({ file_name: true }),
  answer: envelope(transactionImport),
  refusals: ['not_found', 'evidence_elsewhere', 'evidence_erased', 'evidence_damaged', 'payload_too_large'],
})

export const runTransactions = defineOperation({
  id: 'runTransactions',
  method: 'POST',
  path: '/v1/transaction-imports/{id}/run',
  retry: 'key',
  tag,
  summary: 'Run an import of activities',
  description:
    'Imports and scores one activity a row, in chunks, so that others can work meanwhile. Rejected rows go to the rejects file with line and reason. Running it again, also after a crash, imports nothing twice. ' +
    'With `dry_run` it reads the whole file, says what would happen to each row, and imports and scores nothing; the file stays staged and can be run. One import runs at a time.',
  access: activityWriters,
  status: 202,
  params: importParams,
  body: z.strictObject({
    mapping: transactionMapping,
    time_zone: z.string().max(60).default('UTC').describe('IANA zone of times without an offset.'),
    date_order: dateOrderAsked,
    decimal: decimalAsked,
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters (ISO 4217)')
      .optional()
      .describe('Of rows that name none.'),
    account: lineOfText(128).optional().describe('`account_id` of rows that name none.'),
    make_ids: z
      .boolean()
      .default(false)
      .describe(
        'Gives rows without a transaction id one that is made of all their cells, of `account`, and of how many equal rows came before: equal rows stay several, and the same rows again add nothing. `transaction_id` need not be mapped then.',
      ),
    id_with: z
      .int()
      .min(0)
      .max(500)
      .optional()
      .describe(
        'Column (0-based) beside which a transaction id is unique, most often that of the account: what stands there is put before each id, with a slash between.',
      ),
    event_type: lineOfText(64).default('transaction').describe('Of rows that name none.'),
    negative: z
      .enum(negativeMeanings)
      .default('refund')
      .describe(
        'What a minus before an amount means. `refund`: a refund or a reversal; the amount stays negative. `out`: that money went out; the amount is taken without it, with its direction, and a positive one of a column without another direction came in.',
      ),
    both_sides: z
      .enum(bothSidesMeanings)
      .optional()
      .describe(
        'What identifiers are that stand both in `customer_id` and in `counterparty_id` of the file: those of the `same` (each counterparty is the customer of its identifier, and the network knows one), or of two that are kept `apart`. Without it they are apart; `both_sides` of the answer counts them, so that a dry run can be asked first. A counterparty whose identifier is an account here is that account in any case.',
      ),
    na_country: z
      .enum(['namibia', 'nothing'])
      .optional()
      .describe(
        'What NA means in the column of countries: Namibia, or, as some programs write it, nothing. Without it, Namibia; `notes.country_na` counts such rows, so that a dry run can be asked first.',
      ),
    dry_run: z.boolean().default(false),
  }),
  answer: envelope(transactionImport),
  refusals: ['not_found', 'unknown_reference', 'in_progress'],
})

export const readTransactionImport = defineOperation({
  id: 'readTransactionImport',
  method: 'GET',
  path: '/v1/transaction-imports/{id}',
  tag,
  summary: 'Follow an import of activities',
  description: 'State, counts and problems.',
  access: 'signed_in',
  params: importParams,
  answer: envelope(transactionImport),
  refusals: ['not_found'],
})

export const readTransactionRejects = defineOperation({
  id: 'readTransactionRejects',
  method: 'GET',
  path: '/v1/transaction-imports/{id}/rejects',
  tag,
  summary: 'Rejected activities as CSV',
  description:
    'The rejected rows as they were, with `line` and `reason` in front. JSON lines stay JSON lines (application/x-ndjson), with `rejected_line` and `rejected_reason` as the first members. An import ignores these columns, so the rows can be corrected and sent again.',
  access: 'signed_in',
  params: importParams,
  answers: 'csv',
  answer: z.string(),
  refusals: ['not_found'],
})

export const discardTransactions = defineOperation({
  id: 'discardTransactions',
  method: 'DELETE',
  path: '/v1/transaction-imports/{id}',
  tag,
  summary: 'Discard a staged import of activities',
  description: 'Deletes the staged file; a running import stops after the current chunk. Imported activities stay.',
  access: activityWriters,
  params: importParams,
  answer: envelope(z.object({ discarded: z.literal(true) })),
  refusals: ['not_found'],
})
