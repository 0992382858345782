import { z } from 'zod'
import { riskLevel } from '../schema/activity.ts'
import { lineOfText, uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'
import { dateOrderAsked, decimalAsked, tableAsked } from './workspace.ts'
import { transactionImport } from './transaction-imports.ts'

const writers = ['investigator', 'supervisor', 'admin'] as const

/** Fields of an alert of another system that an import can fill from a column or a member. */
export const importedAlertFields = [
  'external_id',
  'at',
  'title',
  'customer_id',
  'account_id',
  'counterparty_id',
  'score',
  'severity',
  'reasons',
  'amount',
  'currency',
  'transaction_ids',
] as const
export const importedAlertField = z.enum(importedAlertFields)
export type ImportedAlertField = z.infer<typeof importedAlertField>

export const alertMapping = z
  .record(z.string().regex(/^\d{1,3}$/), importedAlertField)
  .describe(
    'Field by column index (0-based). `external_id`, `at`, and `score` or `severity` are required; every field is filled from one column. Columns that are not named are left out.',
  )
export type AlertMapping = z.infer<typeof alertMapping>

/** The highest score that another system may give. */
const scoreMax = z.number().min(0.01).max(1_000_000)

export const alertImport = transactionImport
  .omit({
    guess: true,
    created: true,
    late: true,
    late_by_order: true,
    negatives: true,
    directions: true,
    no_rate: true,
    base_currency: true,
    frauds: true,
    labelled: true,
    labelled_frauds: true,
    risk: true,
    account_guess: true,
    evidence: true,
    statements: true,
    gaps: true,
    gap_count: true,
    both_sides: true,
  })
  .extend({
    guess: alertMapping,
    score_max_guess: scoreMax.describe(
      'What the sample says of the highest score of the other system: 1, 10, 100 or 1,000.',
    ),
    created: z.int().describe('Alerts taken (dry run: that would be).'),
    risk: z.record(riskLevel, z.int()).describe('Of those taken.'),
    cases_opened: z.int().describe('By the policy of detection, for those taken.'),
  })
export type AlertImport = z.infer<typeof alertImport>

const tag = 'Import'
const params = z.strictObject({ id: uid })

export const stageAlerts = defineOperation({
  id: 'stageAlerts',
  method: 'POST',
  path: '/v1/alerts/imports',
  retry: 'anew',
  tag,
  summary: 'Stage a file of alerts',
  description:
    'Uploads a file of up to 1 GiB with another system’s alerts: CSV (comma, semicolon, tab or pipe), JSON lines or an array, or a sheet of a workbook (xlsx, ods), plain, as gzip or in a ZIP archive; its bytes decide the type. Answers its columns with a guess of their fields. Nothing is imported yet.',
  access: writers,
  status: 201,
  bodyKind: 'file',
  bodyLimit: 1_073_741_824,
  query: tableAsked,
  body: z.string(),
  answer: envelope(alertImport),
  refusals: ['unsupported_media_type', 'payload_too_large'],
})

export const runAlerts = defineOperation({
  id: 'runAlerts',
  method: 'POST',
  path: '/v1/alerts/imports/{id}/run',
  retry: 'key',
  tag,
  summary: 'Run an import of alerts',
  description:
    'Imports one alert a row, in chunks, so that others can work meanwhile. `source` and `external_id` identify an alert: running it again, also after a crash, imports nothing twice and changes no imported alert. ' +
    'Imported alerts are triaged, counted, attached to cases and sealed like all others; the detection policy gives them action, deadline and, from the level that opens cases, a case. Rejected rows go to the rejects file with line and reason. One import of alerts runs at a time.',
  access: writers,
  status: 202,
  params,
  body: z.strictObject({
    mapping: alertMapping,
    source: lineOfText(100).describe('Name of the system from which the alerts come.'),
    score_max: scoreMax.default(1).describe('The highest score of the other system: scores are divided by it.'),
    time_zone: z.string().max(60).default('UTC').describe('IANA zone of times without an offset.'),
    date_order: dateOrderAsked,
    decimal: decimalAsked,
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be three capital letters (ISO 4217)')
      .optional()
      .describe('Of rows that name none.'),
    dry_run: z.boolean().default(false),
  }),
  answer: envelope(alertImport),
  refusals: ['not_found', 'unknown_reference', 'in_progress'],
})

export const readAlertImport = defineOperation({
  id: 'readAlertImport',
  method: 'GET',
  path: '/v1/alerts/imports/{id}',
  tag,
  summary: 'Follow an import of alerts',
  description: 'State, counts and problems.',
  access: 'signed_in',
  params,
  answer: envelope(alertImport),
  refusals: ['not_found'],
})

export const readAlertRejects = defineOperation({
  id: 'readAlertRejects',
  method: 'GET',
  path: '/v1/alerts/imports/{id}/rejects',
  tag,
  summary: 'Rejected alerts as CSV',
  description:
    'The rejected rows as they were, with `line` and `reason` in front. JSON lines stay JSON lines (application/x-ndjson), with `rejected_line` and `rejected_reason` as the first members. An import ignores these columns.',
  access: 'signed_in',
  params,
  answers: 'csv',
  answer: z.string(),
  refusals: ['not_found'],
})

export const discardAlerts = defineOperation({
  id: 'discardAlerts',
  method: 'DELETE',
  path: '/v1/alerts/imports/{id}',
  tag,
  summary: 'Discard a staged import of alerts',
  description: 'Deletes the staged file; a running import stops after the current chunk. Imported alerts stay.',
  access: writers,
  params,
  answer: envelope(z.object({ discarded: z.literal(true) })),
  refusals: ['not_found'],
})
