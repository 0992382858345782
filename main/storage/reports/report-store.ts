import type { Refusal } from '../../../shared/api/errors.ts'
import type { QueryOf, BodyOf } from '../../../shared/api/operation.ts'
import type {
  createReport,
  findReportFacts,
  findReportSources,
  listReports,
  moveReport,
} from '../../../shared/api/reports.ts'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import type {
  KpiFormat,
  KpiReport,
  NarrativeSentence,
  NarrativeSource,
  Report,
  ReportCheck,
  ReportDeadline,
  ReportDocument,
  ReportForm,
  ReportFormat,
  ReportItem,
  ReportSettings,
  ReportSource,
  ReportState,
} from '../../../shared/schema/reports.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Walked } from '../alerts/alert-store.ts'
import type { LedgerTx } from '../ledger/ledger.ts'

type Answer<T> = Promise<Result<T, Refusal>>

export type ReportQuery = QueryOf<typeof listReports>
export type ReportMove = BodyOf<typeof moveReport>

export type FactsWanted = BodyOf<typeof findReportFacts>

/** A page of sentences that are not told yet, with how many fit (`total`), are not told, and there are in all. */
export interface FactsFound {
  readonly items: readonly NarrativeSentence[]
  readonly total: number
  readonly untold: number
  readonly facts: number
}

/** A version with what its pages say besides the form. */
export interface ReportPages {
  readonly item: ReportItem
  readonly version: number
  /** Unix milliseconds at which the version was sealed: the date of its pages. */
  readonly writtenAtMs: number
  readonly form: ReportForm
  readonly document: ReportDocument
}

/** An exported file, to be sealed before it leaves. */
export interface ExportedFile {
  readonly version: number
  readonly format: ReportFormat
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/** An exported file of a KPI report, to be sealed before it leaves. */
export interface ExportedKpi {
  readonly format: KpiFormat
  readonly sha256: string
  /** Bytes. */
  readonly size: number
}

/** Reports of cases, and KPI reports. */
export interface ReportStore {
  list(query: ReportQuery): Answer<Walked<ReportItem>>
  counts(): { readonly byState: Readonly<Record<ReportState, number>>; readonly overdue: number }
  create(
    input: BodyOf<typeof createReport>,
    options: { readonly actor: Actor; readonly inTransaction?: (tx: LedgerTx, answer: Report) => Promise<void> },
  ): Answer<Report>
  read(id: string, viewer: Actor): Answer<Report>
  version(id: string, version: number): Result<{ version: number; sha256: string; form: ReportForm | null }, Refusal>
  save(id: string, input: { readonly form: ReportForm; readonly base_version: number }, actor: Actor): Answer<Report>
  check(id: string, form: ReportForm): Result<ReportCheck & { deadline: ReportDeadline | null }, Refusal>
  draft(id: string): Answer<{ narrative: NarrativeSentence[]; facts: number }>
  /** Facts of the case that a narrative does not tell. */
  facts(id: string, wanted: FactsWanted): Answer<FactsFound>
  /** Entries and evidence of the case that a sentence can name, newest first. */
  sources(
    id: string,
    wanted: QueryOf<typeof findReportSources>,
  ): Answer<{ readonly items: readonly ReportSource[]; readonly total: number }>
  /** What sources are; those that are not of the case are left out. */
  named(id: string, sources: readonly NarrativeSource[]): Answer<ReportSource[]>
  move(id: string, input: ReportMove, actor: Actor): Answer<Report>
  /** What the pages of a version say; of a form that is not saved where one is given. */
  pages(id: string, version?: number, form?: ReportForm): Answer<ReportPages>
  /** Refuses where the format lacks something, or needs an approval that is not there. */
  mayExport(id: string, format: ReportFormat, version?: number): Answer<ReportPages>
  /** Seals that a file leaves; answers the entry. */
  exported(id: string, file: ExportedFile, actor: Actor): Answer<string>
  settings(): ReportSettings
  changeSettings(settings: ReportSettings, actor: Actor): Answer<ReportSettings>
  kpi: {
    list(): Promise<readonly KpiReport[]>
    create(
      figures: Effectiveness,
      options: { readonly actor: Actor; readonly inTransaction?: (tx: LedgerTx, answer: KpiReport) => Promise<void> },
    ): Answer<KpiReport>
    /** Seals that a file of the figures leaves; answers the entry. */
    exported(id: string, file: ExportedKpi, actor: Actor): Answer<string>
    read(id: string): Answer<KpiReport & { figures: Effectiveness }>
  }
}
