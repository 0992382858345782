import { createHash } from 'node:crypto'
import { importFields, type ImportField, type ImportMapping } from '../../../shared/api/workspace.ts'
import {
  caseDescription,
  caseTitle,
  isFinished,
  rationale,
  type CaseOutcome,
  type CasePriority,
  type CaseStatus,
} from '../../../shared/schema/case.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { lineOfText } from '../../../shared/schema/text.ts'
import type { CsvRow } from '../../../shared/text/csv.ts'
import type { CellProblem } from './cells.ts'
import { cleanText, unwrapped, withPlainSigns } from './clean-text.ts'
import type { Note } from './notes.ts'
import { shownValue } from './shown-value.ts'
import { saysNothing } from './words-for-nothing.ts'
import { outcomeOf, priorityOf, statusOf } from './synonyms.ts'
import { noHabits, type ColumnHabits } from './column-habits.ts'
import { readTime } from './times.ts'
import { readId, readIds, readText } from './values.ts'
import type { Zone } from './zones.ts'

/**
 * A case as a row of another system's file gives it; what the row leaves out is undefined. Times are milliseconds since
 * the epoch.
 */
export interface ImportedRow {
  readonly line: number
  /** The other system's reference, or `sha256:` and the hash of the row where it gives none. */
  readonly reference: string
  readonly title: string
  readonly description: string
  readonly priority: CasePriority
  readonly status: CaseStatus
  readonly outcome?: CaseOutcome
  readonly createdAt?: number
  readonly slaDueAt?: number
  /** A login name or a name, as the file has it. */
  readonly owner?: string
  readonly customerId?: number
  readonly accountId?: number
  readonly alertIds: readonly number[]
  readonly notes?: string
}

/** Why a row cannot be taken, and where it starts in its file, from 1. */
export interface RowProblem extends CellProblem {
  readonly line: number
}

/** What every row of a file is read with. */
export interface RowReading {
  readonly columns: readonly string[]
  readonly mapping: ImportMapping
  readonly zone: Zone
  /** How each column writes what can be read in more ways than one. */
  readonly habits: ReadonlyMap<number, ColumnHabits>
  readonly illFormed: boolean
  readonly nowMs: number
  /** Told of what was done to cells that are taken all the same. */
  readonly note?: Note
}

const alertMax = 1_000
const referenceText = lineOfText(200)
const ownerText = lineOfText(200)
const skewMs = 300_000
const latest = Date.UTC(2200, 0, 1)

const referenceOf = (cells: readonly string[]): string =>
  `sha256:${createHash('sha256').update(JSON.stringify(cells)).digest('hex')}`

/**
 * Why a row does not fit its header; undefined where it does. Empty cells beyond the header are what spreadsheets leave
 * behind.
 */
export const wrongWidth = (row: Pick<CsvRow, 'cells'>, width: number): string | undefined => {
  const fewer = row.cells.length < width
  const filledBeyond = row.cells.slice(width).some((cell) => cell.trim() !== '')
  return fewer || filledBeyond ? `has ${row.cells.length} cells where the header has ${width}` : undefined
}

type Readers = { readonly [Field in ImportField]: (value: string, column: number) => Result<unknown, string> }

const known = <T>(found: T | undefined, what: string): Result<T, string> =>
  found === undefined ? fail(`is no ${what} that is known`) : ok(found)

const pastTime = (time: Result<number, string>, nowMs: number): Result<number, string> => {
  if (!time.ok) return time
  if (time.value < 0) return fail('lies before 1970')
  return time.value > nowMs + skewMs ? fail('lies in the future') : time
}

const dueTime = (time: Result<number, string>): Result<number, string> =>
  time.ok && (time.value < 0 || time.value > latest) ? fail('lies before 1970 or after 2199') : time

const ids: ReadonlySet<ImportField> = new Set<ImportField>(['reference', 'customer_id', 'account_id', 'alert_ids'])
const texts: ReadonlySet<ImportField> = new Set<ImportField>(['description', 'notes'])

/**
 * A cell without what spreadsheets, word processors and programs put there beside what is meant; empty where it means
 * nothing.
 */
const plainCell = (cell: string, field: ImportField, note: Note): string => {
  const clean = cleanText(cell, texts.has(field) ? 'lines' : 'line')
  if (!ids.has(field)) {
    if (clean !== cell) note('cleaned')
    return clean
  }
  // The others are numbers, in the digits of any script.
  const plain = field === 'reference' ? withPlainSigns(clean.trim()) : clean.trim()
  if (clean !== cell || plain !== clean.trim()) note('cleaned')
  const bare = unwrapped(plain)
  if (bare !== plain) note('unwrapped')
  if (!saysNothing(bare)) return bare
  note('no_identifier')
  return ''
}

const readersOf = ({ zone, habits, illFormed, nowMs }: RowReading): Readers => {
  const time = (value: string, column: number): Result<number, string> =>
    readTime(value, { zone, ...(habits.get(column) ?? noHabits) })
  return {
    reference: (value) => readText(value.trim(), referenceText, illFormed),
    title: (value) => readText(value, caseTitle, illFormed),
    description: (value) => readText(value, caseDescription, illFormed),
    priority: (value) => known(priorityOf(value), 'priority'),
    status: (value) => known(statusOf(value), 'status'),
    outcome: (value) => known(outcomeOf(value), 'outcome'),
    created_at: (value, column) => pastTime(time(value, column), nowMs),
    sla_due_at: (value, column) => dueTime(time(value, column)),
    owner: (value) => readText(value.trim(), ownerText, illFormed),
    customer_id: readId,
    account_id: readId,
    alert_ids: (value) => readIds(value, alertMax),
    notes: (value) => readText(value, rationale, illFormed),
  }
}

/** What the readers give, by field; the types follow from `Readers`. */
interface Values {
  reference?: string
  title?: string
  description?: string
  priority?: CasePriority
  status?: CaseStatus
  outcome?: CaseOutcome
  created_at?: number
  sla_due_at?: number
  owner?: string
  customer_id?: number
  account_id?: number
  alert_ids?: number[]
  notes?: string
}

/** Makes a function that reads the rows of one file: each gives a case, or every problem that it has. */
export function createRowReader(reading: RowReading): (row: CsvRow) => Result<ImportedRow, readonly RowProblem[]> {
  const { columns, mapping, note = () => undefined } = reading
  const readers = readersOf(reading)
  const mapped = importFields.flatMap((field) => {
    const column = mapping[field]
    return column === undefined ? [] : [{ field, column }]
  })

  const readCells = (row: CsvRow, problems: RowProblem[]): Values => {
    const values: Record<string, unknown> = {}
    for (const { field, column } of mapped) {
      const raw = row.cells[column] ?? ''
      const cell = raw.trim() === '' ? raw : plainCell(raw, field, note)
      if (cell.trim() === '' && field !== 'title') continue
      const value = readers[field](cell, column)
      if (value.ok) values[field] = value.value
      else
        problems.push({ line: row.line, column: columns[column] ?? null, value: shownValue(cell), reason: value.error })
    }
    return values
  }

  return (row) => {
    const broken = row.fault ?? wrongWidth(row, columns.length)
    if (broken !== undefined) return fail([{ line: row.line, column: null, value: null, reason: broken }])
    const problems: RowProblem[] = []
    const values = readCells(row, problems)
    if (problems.length > 0) return fail(problems)
    if (values.outcome !== undefined && !isFinished(values.status ?? 'open')) {
      return fail([
        {
          line: row.line,
          column: columns[mapping.outcome ?? -1] ?? null,
          value: values.outcome,
          reason: 'is an outcome, and the status of the row is none of a finished case (resolved or closed)',
        },
      ])
    }
    return ok({
      line: row.line,
      reference: values.reference ?? referenceOf(row.cells),
      title: values.title ?? '',
      description: values.description ?? '',
      priority: values.priority ?? 'medium',
      status: values.status ?? 'open',
      outcome: values.outcome,
      createdAt: values.created_at,
      slaDueAt: values.sla_due_at,
      owner: values.owner,
      customerId: values.customer_id,
      accountId: values.account_id,
      alertIds: values.alert_ids ?? [],
      notes: values.notes,
    })
  }
}
