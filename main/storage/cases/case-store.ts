import type { bulkAssign, bulkStatus } from '../../../shared/api/case-bulk.ts'
import type { breakGlass, setCaseAccess } from '../../../shared/api/case-access.ts'
import type {
  bulkRelate,
  listCaseRelations,
  relateCases,
  suggestRelations,
  unrelateCases,
} from '../../../shared/api/case-relations.ts'
import type { addNote, readCheckpoint, readEntry, readTimeline, listNotes } from '../../../shared/api/case-entries.ts'
import type { findQuotations, placeHold, redactDisclosures } from '../../../shared/api/case-erasure.ts'
import type {
  assignCase,
  caseFilters,
  caseStats,
  changeCasePriority,
  createCase,
  editCase,
  linkToCase,
  listCases,
  updateCaseStatus,
} from '../../../shared/api/cases.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { AnswerOf, BodyOf, QueryOf } from '../../../shared/api/operation.ts'
import type { CaseAccessView } from '../../../shared/schema/case-access.ts'
import type { CaseOverview } from '../../../shared/schema/case-overview.ts'
import type { CaseFull, CaseOutcome, CasePriority, CaseStatus } from '../../../shared/schema/case.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { z } from 'zod'
import type { Actor } from '../../domain/access/actor.ts'
import type { LedgerTx } from '../ledger/ledger.ts'

type DataOf<O> = AnswerOf<O> extends { data: infer D } ? D : never
type Answer<T> = Promise<Result<T, Refusal>>

export type CaseFilters = z.infer<typeof caseFilters>
export type CaseListQuery = QueryOf<typeof listCases>
export type CasePage = Pick<AnswerOf<typeof listCases>, 'data' | 'pagination'>
export type NotePage = Pick<AnswerOf<typeof listNotes>, 'data' | 'pagination'>
export type TimelinePage = Pick<AnswerOf<typeof readTimeline>, 'data' | 'pagination'>
export type CreatedCase = DataOf<typeof createCase>
export type BrokenGlass = DataOf<typeof breakGlass>
export type Changed = DataOf<typeof editCase>
export type RelateInput = BodyOf<typeof relateCases>
export type Related = DataOf<typeof relateCases>
export type UnrelateInput = BodyOf<typeof unrelateCases>
export type Unrelated = DataOf<typeof unrelateCases>
export type RelationPage = Pick<AnswerOf<typeof listCaseRelations>, 'data' | 'pagination'>
export type BulkOutcome = DataOf<typeof bulkStatus>

/**
 * Where an imported case comes from, and what it brings besides the fields of a new one. Times are Unix milliseconds.
 */
export interface ImportedFacts {
  /** With the reference it identifies the case: opening it again is `already_done`. */
  readonly system: string
  readonly reference: string
  readonly createdAtMs?: number
  readonly slaDueAtMs?: number
  readonly status?: CaseStatus
  readonly outcome?: CaseOutcome
  readonly ownerId?: number
  /** Becomes a first note. */
  readonly notes?: string
}

/** What opens a case. */
export type NewCase = BodyOf<typeof createCase> & { readonly imported?: ImportedFacts }

/** With what a command comes. */
export interface CommandOptions<T = unknown> {
  readonly actor: Actor
  /** Refuse as `stale_revision` unless the case has this revision. */
  readonly ifRevision?: number
  /** Joins the command's transaction after it succeeded; what it throws undoes the command. */
  readonly inTransaction?: (tx: LedgerTx, answer: T) => Promise<void>
}

/** With what a decision comes that settles who was overtaken (Y-44). */
export interface DecisionOptions<T> extends CommandOptions<T> {
  /** The entry that was overtaken. */
  readonly settles?: string
}

/** A row of the case export. */
export interface ExportedCase {
  readonly id: number
  readonly case_number: string
  readonly title: string
  readonly description: string
  readonly priority: CasePriority
  readonly status: CaseStatus
  readonly owner_id: number
  readonly owner_name: string
  readonly sla_due_at: string
  readonly sla_state: string
  readonly related_customer_id: number | null
  readonly related_account_id: number | null
  readonly customer_ids: readonly number[]
  readonly account_ids: readonly number[]
  readonly alert_ids: readonly number[]
  readonly parent_case_number: string | null
  readonly duplicate_of_case_number: string | null
  readonly created_at: string
  readonly updated_at: string
  readonly finished_at: string | null
  readonly outcome: CaseOutcome | null
  readonly source_system: string | null
  readonly source_reference: string | null
}

/**
 * The cases of a workspace. Inputs are validated by the operations of shared/api; refusals carry the codes that those
 * list.
 */
export interface CaseStore {
  create(input: NewCase, options: CommandOptions<CreatedCase>): Answer<CreatedCase>
  changeStatus(
    id: number,
    input: BodyOf<typeof updateCaseStatus>,
    options: DecisionOptions<StatusAnswer>,
  ): Answer<StatusAnswer>
  edit(id: number, input: BodyOf<typeof editCase>, options: CommandOptions<Changed>): Answer<Changed>
  changePriority(
    id: number,
    input: BodyOf<typeof changeCasePriority>,
    options: CommandOptions<DataOf<typeof changeCasePriority>>,
  ): Answer<DataOf<typeof changeCasePriority>>
  assign(
    id: number,
    input: BodyOf<typeof assignCase>,
    options: DecisionOptions<DataOf<typeof assignCase>>,
  ): Answer<DataOf<typeof assignCase>>
  /** Lets things stand where somebody was overtaken; `loser` is the entry that was (Y-44). */
  settle(id: number, loser: string, notes: string | undefined, options: CommandOptions<Changed>): Answer<Changed>
  addNote(id: number, input: BodyOf<typeof addNote>, options: CommandOptions<Changed>): Answer<Changed>
  link(id: number, input: BodyOf<typeof linkToCase>, options: CommandOptions<Changed>): Answer<Changed>
  unlink(id: number, input: BodyOf<typeof linkToCase>, options: CommandOptions<Changed>): Answer<Changed>
  placeHold(id: number, input: BodyOf<typeof placeHold>, options: CommandOptions<Changed>): Answer<Changed>
  releaseHold(id: number, input: BodyOf<typeof placeHold>, options: CommandOptions<Changed>): Answer<Changed>
  /** What quotes values of an entry and would outlive their erasure. */
  quotations(id: number, input: BodyOf<typeof findQuotations>): Answer<DataOf<typeof findQuotations>>
  redact(
    id: number,
    input: BodyOf<typeof redactDisclosures>,
    options: CommandOptions<DataOf<typeof redactDisclosures>>,
  ): Answer<DataOf<typeof redactDisclosures>>
  bulkStatus(input: BodyOf<typeof bulkStatus>, options: Pick<CommandOptions, 'actor'>): Answer<BulkOutcome>
  bulkAssign(
    input: BodyOf<typeof bulkAssign>,
    options: Pick<CommandOptions, 'actor'>,
  ): Answer<DataOf<typeof bulkAssign>>
  /** Who may know a case, for somebody who does. */
  access(id: number, reader: Actor): Answer<CaseAccessView>
  setAccess(id: number, input: BodyOf<typeof setCaseAccess>, options: CommandOptions<Changed>): Answer<Changed>
  /** Lets whoever acts know a case that its rule keeps from them (L-102). */
  breakGlass(
    named: { readonly id?: number | undefined; readonly number?: string | undefined },
    reason: string,
    options: CommandOptions<BrokenGlass>,
  ): Answer<BrokenGlass>
  /** Seals in both cases that they belong together (L-61). */
  relate(id: number, input: RelateInput, options: CommandOptions<Related>): Answer<Related>
  unrelate(id: number, input: UnrelateInput, options: CommandOptions<Unrelated>): Answer<Unrelated>
  bulkRelate(input: BodyOf<typeof bulkRelate>, options: Pick<CommandOptions, 'actor'>): Answer<BulkOutcome>
  relations(id: number, query: QueryOf<typeof listCaseRelations>): Answer<RelationPage>
  suggestRelations(id: number): Answer<DataOf<typeof suggestRelations>>

  list(query: CaseListQuery): Promise<CasePage>
  stats(): Promise<DataOf<typeof caseStats>>
  read(id: number): Answer<CaseFull>
  readByNumber(number: string): Answer<CaseFull>
  /**
   * What a case is about and what it asks for.
   *
   * @param inTurns runs a reading that stops after each look, so that others have their turn
   */
  overview(id: number, inTurns: <T>(reading: Generator<undefined, T>) => Promise<T>): Answer<CaseOverview>
  notes(id: number, query: QueryOf<typeof listNotes>): Answer<NotePage>
  timeline(id: number, query: QueryOf<typeof readTimeline>): Answer<TimelinePage>
  entry(id: number, entryId: string): Answer<DataOf<typeof readEntry>>
  checkpoint(id: number): Answer<DataOf<typeof readCheckpoint>>
  /**
   * Those of the references that cases of the source bear already; a number of a case of this workspace counts as
   * borne.
   */
  knownReferences(system: string, references: readonly string[]): Promise<ReadonlySet<string>>
  exportRows(filters: CaseFilters): AsyncIterable<ExportedCase>
}

export type StatusAnswer = DataOf<typeof updateCaseStatus> & { readonly revision: number; readonly entry_id: string }
