import { z } from 'zod'
import { conclusion, findingSchema } from '../schema/findings.ts'
import { encodingNames } from '../text/encoding-names.ts'
import { policy } from '../schema/policy.ts'
import { idText, integerText, lineOfText, timestamp, uid } from '../schema/text.ts'
import { defineOperation, envelope } from './operation.ts'

const tag = 'Workspace'

export const readWorkspace = defineOperation({
  id: 'readWorkspace',
  method: 'GET',
  path: '/v1/workspace',
  tag,
  summary: 'Read workspace',
  description: 'What this workspace is, and on which device it lives.',
  access: 'signed_in',
  answer: envelope(
    z.object({
      workspace_id: uid,
      institution: z.string().describe('The segment of case numbers.'),
      name: z.string(),
      sample: z.boolean().describe('Whether it holds invented people and cases.'),
      created_at: timestamp,
      device_id: uid,
      device_number: z.int(),
      role: z.enum(['local', 'hub']),
      version: z.string(),
      policy,
    }),
  ),
})

export const changePolicy = defineOperation({
  id: 'changePolicy',
  method: 'PUT',
  path: '/v1/workspace/policy',
  tag,
  summary: 'Change policy',
  description:
    'Replaces the policy: SLA hours, pause in pending review, workflow, four-eyes rule. Deadlines of existing cases stay; the change is sealed.',
  access: ['admin'],
  body: policy,
  answer: envelope(policy),
  refusals: ['already_done'],
})

export const verdict = z.enum(['intact', 'faults_found'])

export const verificationReport = z.object({
  verdict,
  conclusion,
  scope: z.enum(['case', 'workspace']),
  started_at: timestamp,
  finished_at: timestamp,
  cases: z.int(),
  entries: z.int(),
  signatures: z.int(),
  rows: z.int().describe('Projected rows compared with what their entries say.'),
  disclosures: z.int(),
  checkpoints: z.int(),
  findings: z.array(findingSchema),
  findings_total: z.int().describe('The list stops at 1,000.'),
})
export type VerificationReport = z.infer<typeof verificationReport>

export const verifyCase = defineOperation({
  id: 'verifyCase',
  method: 'POST',
  path: '/v1/cases/{id}/verify',
  retry: 'again',
  tag: 'Verification',
  summary: 'Verify case',
  description:
    'Checks every entry, chain, tree, checkpoint, disclosure and projected row of one case. Faults are findings, not errors: the answer is 200.',
  access: 'signed_in',
  params: z.strictObject({ id: idText }),
  answer: envelope(verificationReport),
  refusals: ['not_found'],
})

const verificationJob = z.object({
  id: uid,
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  done_cases: z.int(),
  total_cases: z.int(),
  report: verificationReport.nullable(),
})

export const startVerification = defineOperation({
  id: 'startVerification',
  method: 'POST',
  path: '/v1/verifications',
  retry: 'key',
  tag: 'Verification',
  summary: 'Verify the whole workspace',
  description:
    'Starts a check of the workspace chain and of every case; one runs at a time, and a second start answers the running one.',
  access: 'signed_in',
  status: 202,
  answer: envelope(verificationJob),
})

export const readVerification = defineOperation({
  id: 'readVerification',
  method: 'GET',
  path: '/v1/verifications/{id}',
  tag: 'Verification',
  summary: 'Follow a verification',
  description: 'Progress, and the report when done.',
  access: 'signed_in',
  params: z.strictObject({ id: uid }),
  answer: envelope(verificationJob),
  refusals: ['not_found'],
})

/** Fields of a case that an import can fill from a column. */
export const importFields = [
  'reference',
  'title',
  'description',
  'priority',
  'status',
  'outcome',
  'created_at',
  'sla_due_at',
  'owner',
  'customer_id',
  'account_id',
  'alert_ids',
  'notes',
] as const
export const importField = z.enum(importFields)
export type ImportField = z.infer<typeof importField>

export const importMapping = z
  .partialRecord(importField, z.int().min(0).max(500))
  .describe('Column index (0-based) by field. `title` is required.')
export type ImportMapping = z.infer<typeof importMapping>

export const importProblem = z.object({
  line: z.int().describe('1-based line in the file where the row starts.'),
  column: z.string().nullable(),
  value: z
    .string()
    .nullable()
    .describe(
      'The value: at most 60 characters, controls and deceptive marks as `\\uXXXX`; null for the row as a whole, or an empty value.',
    ),
  reason: z.string().describe('Continues "the value ...".'),
})

/** What an import tells of the encoding of its file. */
export const encodingFacts = {
  encoding: z.string().describe('As it was named, or as the bytes show it, or as it is guessed.'),
  encoding_sure: z
    .boolean()
    .describe(
      'Whether it was named or is certain. Where it is not, the file is not run: stage it again with the right `encoding`.',
    ),
  encoding_line: z
    .string()
    .nullable()
    .describe('A line of the file in which the encoding shows, read in it; null where the bytes prove it.'),
}

/** How the columns of a file write what can be read in more ways than one, as far as their rows show it. */
export const columnForms = z
  .array(
    z.object({
      column: z.int(),
      date_order: z
        .enum(['day_first', 'month_first', 'year_first', 'maybe_year_first', 'mixed', 'unknown'])
        .describe(
          'Of dates with slashes or hyphens. `maybe_year_first`: years have two digits, and may stand first or last.',
        ),
      decimal: z.enum(['point', 'comma', 'mixed', 'unknown']).describe('Which sign stands before decimals.'),
      serial_days: z.boolean().describe('Whether its numbers of five digits can be days that a spreadsheet counts.'),
    }),
  )
  .describe(
    'By column, those whose rows show something. What they do not show is refused, row by row, unless it is named when the import is run.',
  )

/** Rows of a table that are none. */
export const leftOut = z
  .object({
    above: z.int().describe('Above the header.'),
    blank: z.int(),
    header: z.int().describe('That repeat the header.'),
    total: z.int().describe('That hold a sum or a balance alone.'),
    comment: z.int(),
    pending: z.int().describe('Entries of a statement that are not booked yet.'),
  })
  .describe('Rows that do not belong to the table and are skipped; `rows` does not count them.')

/** What was done to cells that are taken all the same. */
export const cellNotes = z
  .object({
    no_identifier: z
      .int()
      .describe('Words for nothing (NULL, nan, \\N, #N/A, -) in identifier columns: they are no identifier.'),
    unwrapped: z
      .int()
      .describe('Identifiers that a spreadsheet was made to keep as text: ="00017" and \'00017 are 00017.'),
    cleaned: z
      .int()
      .describe(
        'Texts and identifiers without the invisible signs of direction, and the line breaks of word processors, that stood in them.',
      ),
    country_na: z
      .int()
      .describe(
        'NA as a country: Namibia, or what some programs write for nothing. It is taken as Namibia unless a person says otherwise.',
      ),
  })
  .describe('How often each was done by the last run.')

/** The order of dates, where a person names it. */
export const dateOrderAsked = z
  .enum(['day_first', 'month_first', 'year_first'])
  .optional()
  .describe(
    'How dates with slashes or hyphens are written; without it, each column tells by its rows. `year_first` is of years with two digits.',
  )

/** The decimal sign, where a person names it. */
export const decimalAsked = z
  .enum(['point', 'comma'])
  .optional()
  .describe(
    'Which sign stands before decimals where an amount can be read two ways (1.234); without it, each column tells by its rows.',
  )

/** The encoding of a file, where a person names it. */
export const encodingAsked = z
  .enum(encodingNames)
  .optional()
  .describe(
    'The encoding of the file, by its name in the WHATWG encoding standard; without it, it is found from the bytes. A byte order mark overrides it.',
  )

/** The line of a table's header, where a person names it. */
export const headerLineAsked = integerText({ min: 1, max: 10_000 })
  .optional()
  .describe(
    'Line of the header, from 1, if other lines are above it; default: the header is found by the fields that it names.',
  )

/** The line of a table's header, as it was found or named. */
export const headerLine = z
  .int()
  .nullable()
  .describe('Line of the header, from 1, if other lines are above it. null: it is the first row, or there is none.')

/** The sheet of a workbook, where a person names it. */
export const sheetAsked = lineOfText(255)
  .optional()
  .describe(
    'Sheet of a workbook, by its name or its number from 1; without it, the first that is not hidden and holds rows.',
  )

/** The file of a ZIP archive, where a person names it. */
const memberAsked = lineOfText(1_024)
  .optional()
  .describe('File of a ZIP archive, by its path in it; without it, the only one.')

/** How a file of a table is to be read, as whoever sends it says. */
export const tableAsked = z.strictObject({
  file_name: lineOfText(255),
  encoding: encodingAsked,
  header_line: headerLineAsked,
  sheet: sheetAsked,
  member: memberAsked,
})

/** What is told of a workbook. */
export const workbookFacts = {
  sheets: z
    .array(z.object({ name: z.string(), rows: z.int(), hidden: z.boolean() }))
    .describe('Of a workbook, with the rows that hold anything; 0 of a sheet that was not looked at.'),
  sheet: z.string().nullable().describe('The sheet of a workbook that is read.'),
}

export const importJob = z.object({
  id: uid,
  state: z.enum(['staged', 'running', 'done', 'failed', 'cancelled']),
  file_name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  ...encodingFacts,
  format: z.enum(['csv', 'xlsx', 'ods']),
  delimiter: z.string().nullable().describe('null: a workbook.'),
  ...workbookFacts,
  header_line: headerLine,
  columns: z.array(z.string()),
  sample: z.array(z.array(z.string())).describe('Up to 20 rows as they are.'),
  guess: importMapping.describe('Which column seems to be which field.'),
  forms: columnForms,
  left_out: leftOut,
  notes: cellNotes,
  rows: z.int().describe('Data rows found so far.'),
  dry_run: z.boolean(),
  created: z.int().describe('Cases opened (dry run: that would be).'),
  already_there: z.int().describe('Rows left out because this source and reference were imported before.'),
  duplicates: z.int().describe('Rows left out because an earlier row of the file has the same reference.'),
  rejected: z.int(),
  problems: z.array(importProblem).describe('The first 200; the rest in the rejects file.'),
  error: z.string().nullable(),
})
export type ImportJob = z.infer<typeof importJob>

const writers = ['investigator', 'supervisor', 'admin'] as const
const importTag = 'Import'
const importParams = z.strictObject({ id: uid })

export const stageImport = defineOperation({
  id: 'stageImport',
  method: 'POST',
  path: '/v1/imports',
  retry: 'anew',
  tag: importTag,
  summary: 'Stage a file of cases',
  description:
    'Takes a workbook (xlsx, ods) of up to 64 MiB, or a CSV file of up to 256 MiB (comma, semicolon, tab or pipe; UTF-8, UTF-16, or a code page that is certain from the bytes or named; quoted newlines) as text/csv and answers its columns with a guess of what they are. Nothing is opened yet.',
  access: writers,
  status: 201,
  bodyKind: 'csv',
  bodyLimit: 268_435_456,
  query: tableAsked.omit({ member: true }),
  body: z.string(),
  answer: envelope(importJob),
  refusals: ['unsupported_media_type', 'payload_too_large'],
})

export const runImport = defineOperation({
  id: 'runImport',
  method: 'POST',
  path: '/v1/imports/{id}/run',
  retry: 'key',
  tag: importTag,
  summary: 'Run an import',
  description:
    'Opens a case a row, or with `dry_run` only says what would happen. Rejected rows go to the rejects file with line and reason; the others are imported. Running it again adds nothing twice.',
  access: writers,
  status: 202,
  params: importParams,
  body: z.strictObject({
    mapping: importMapping,
    source: lineOfText(80).describe(
      'Name of the system that the file comes from; with the reference it identifies a case.',
    ),
    time_zone: z.string().max(60).default('UTC').describe('IANA zone of times without an offset.'),
    date_order: dateOrderAsked,
    dry_run: z.boolean().default(false),
  }),
  answer: envelope(importJob),
  refusals: ['not_found', 'unknown_reference', 'in_progress'],
})

export const readImport = defineOperation({
  id: 'readImport',
  method: 'GET',
  path: '/v1/imports/{id}',
  tag: importTag,
  summary: 'Follow an import',
  description: 'State, counts and problems.',
  access: 'signed_in',
  params: importParams,
  answer: envelope(importJob),
  refusals: ['not_found'],
})

export const readImportRejects = defineOperation({
  id: 'readImportRejects',
  method: 'GET',
  path: '/v1/imports/{id}/rejects',
  tag: importTag,
  summary: 'Rejected rows as CSV',
  description: 'The rejected rows as they were, with `line` and `reason` in front.',
  access: 'signed_in',
  params: importParams,
  answers: 'csv',
  answer: z.string(),
  refusals: ['not_found'],
})

export const discardImport = defineOperation({
  id: 'discardImport',
  method: 'DELETE',
  path: '/v1/imports/{id}',
  tag: importTag,
  summary: 'Discard a staged import',
  description: 'Deletes the staged file; a running import stops after the current row. Opened cases stay.',
  access: writers,
  params: importParams,
  answer: envelope(z.object({ discarded: z.literal(true) })),
  refusals: ['not_found'],
})

/**
 * Answer of /healthz: no credential, no detail. `proof` answers a `challenge`, for whoever can read `service.json` in
 * the data folder.
 */
export const health = z.object({
  status: z.enum(['ok', 'stopping']),
  version: z.string(),
  proof: z.string().optional(),
})
