import type { CaseReportKind, ReportDeadline, ReportFormat, ReportState } from '../../../shared/schema/reports.ts'

/** A report as its entries leave it. Times are milliseconds since the epoch, days `YYYY-MM-DD`. */
export interface CaseReportsTable {
  uid: string
  case_id: number
  kind: CaseReportKind
  state: ReportState
  version: number
  /** Arrival number and id of the entry that holds the newest version. */
  n: number
  entry: string
  sha256: string
  written_by: string
  created_at: number
  changed_at: number
  due_on: string | null
  deadline_rule: ReportDeadline['rule'] | null
  deadline_days: number | null
  continuing: 0 | 1
  review_days: number
  review_due_on: string | null
  filed_at: number | null
  filed_n: number | null
}

/** Every step of a report that had an effect. */
export interface CaseReportStepsTable {
  entry: string
  n: number
  report_uid: string
  case_id: number
  type: string
  version: number
  actor: string
  at: number
  sha256: string | null
  format: ReportFormat | null
}

export interface ReportSettingsTable {
  id: number
  /** Arrival number of the entry that withholds the institution. */
  n: number
  /** JSON. */
  deadline_days: string
  four_eyes: 0 | 1
  changed_at: number
}

export interface KpiReportsTable {
  uid: string
  from_at: number
  to_at: number
  made_at: number
  made_by: string
  sha256: string
  entry: string
  /** JSON. */
  figures: string
}

/** Tables of this area. */
export interface ReportTables {
  case_reports: CaseReportsTable
  case_report_steps: CaseReportStepsTable
  report_settings: ReportSettingsTable
  kpi_reports: KpiReportsTable
}
