import { redactedText } from '../../../shared/schema/case.ts'
import { reportForm } from '../../../shared/schema/reports.ts'
import type { ReportDeadline, ReportEvent, ReportForm, ReportItem } from '../../../shared/schema/reports.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { deadlineOn, runningStates } from '../../domain/reports/deadlines.ts'
import type { People } from '../cases/people.ts'
import { personOf } from '../decisions/rows.ts'
import { openDisclosures, readDisclosure } from '../ledger/open-entry.ts'
import { hubOrderSql } from '../ledger/order.ts'
import type { DisclosuresTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { CaseReportsTable, CaseReportStepsTable } from './tables.ts'

/** A report with the number of its case. */
export type ReportRow = CaseReportsTable & { readonly case_number: string }

export const reportSelect = 'select r.*, c.number as case_number from case_reports r join cases c on c.id = r.case_id'

/** What reading reports stands on. */
export interface ReportReading {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly people: People
  /** The day in UTC. */
  readonly today: string
}

/** One withheld text of an entry, without opening what else it withholds: a form is large. */
const withheldText = ({ sql, vault }: Pick<ReportReading, 'sql' | 'vault'>, n: number, name: string): string | null => {
  const row = sql.get<Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'>>(
    'select digest, name, sealed, wrapped_key from disclosures where entry = ? and name = ?',
    n,
    name,
  )
  if (row === undefined) return null
  const reading = readDisclosure(vault, row)
  return reading.state === 'present' && typeof reading.value === 'string' ? reading.value : redactedText
}

const deadline = (row: CaseReportsTable, today: string): ReportDeadline | null =>
  row.due_on === null || row.deadline_rule === null || row.deadline_days === null || !runningStates.includes(row.state)
    ? null
    : deadlineOn({ due_on: row.due_on, rule: row.deadline_rule, days: row.deadline_days }, today)

/** A report as lists show it. */
export const reportItemOf = (reading: ReportReading, row: ReportRow): ReportItem => ({
  id: row.uid,
  kind: row.kind,
  state: row.state,
  title: withheldText(reading, row.n, 'title') ?? redactedText,
  case_id: row.case_id,
  case_number: row.case_number,
  version: row.version,
  written_by: personOf(reading.people, row.written_by),
  created_at: toTimestamp(row.created_at),
  changed_at: toTimestamp(row.changed_at),
  deadline: deadline(row, reading.today),
  review_due_on: row.review_due_on,
  filed_at: row.filed_at === null ? null : toTimestamp(row.filed_at),
  reference: row.filed_n === null ? null : withheldText(reading, row.filed_n, 'reference'),
})

/** The form that an entry withholds; null where it was erased. */
export const reportFormOf = ({ sql, vault }: Pick<ReportReading, 'sql' | 'vault'>, n: number): ReportForm | null => {
  const read = reportForm.safeParse(openDisclosures(sql, vault, n)['content']?.value)
  return read.success ? read.data : null
}

/**
 * The steps of a report in the order in which they took effect (Y-40): whether an approval came before or after a
 * refusal does not hang on when either arrived here.
 */
export const stepsOf = (sql: SyncStatements, uid: string): readonly CaseReportStepsTable[] =>
  sql.all<CaseReportStepsTable>(
    `select s.* from case_report_steps s join entries e on e.n = s.n where s.report_uid = ? order by ${hubOrderSql}`,
    uid,
  )

/** A step as the interface shows it. */
export const eventOf = (reading: ReportReading, step: CaseReportStepsTable): ReportEvent => ({
  type: step.type,
  at: toTimestamp(step.at),
  by: personOf(reading.people, step.actor),
  version: step.version,
  sha256: step.sha256,
  note: withheldText(reading, step.n, 'note'),
  format: step.format,
  reference: withheldText(reading, step.n, 'reference'),
  entry_id: step.entry,
})
