import type { ReportSettings } from '../../../shared/schema/reports.ts'

/** A sealed entry of a case, as far as a report may tell of it: what was erased is not there. */
export interface FactEntry {
  /** Lower-case hex. */
  readonly id: string
  /** Its place of arrival plus one, as people call it. */
  readonly number: number
  readonly type: string
  readonly atMs: number
  readonly actorName: string
  readonly values: Readonly<Record<string, unknown>>
  readonly withheld: Readonly<Record<string, unknown>>
}

/** What a report is drafted from: a case and its entries in their order. */
export interface CaseFacts {
  readonly caseNumber: string
  readonly title: string
  readonly openedAtMs: number
  readonly customerIds: readonly number[]
  readonly accountIds: readonly number[]
  /** Pieces of evidence that are of this case, as its entries name them. */
  readonly evidenceIds: readonly number[]
  readonly entries: readonly FactEntry[]
  readonly settings: ReportSettings
}
