import type { Refusal } from '../../shared/api/errors.ts'
import type { QueryOf } from '../../shared/api/operation.ts'
import type { listCaseSync, listEvidencePlaces } from '../../shared/api/sync-cases.ts'
import type { listConflicts } from '../../shared/api/sync-conflicts.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { CaseNews, CaseSync, Conflict, EvidencePlace, SetAsideEntry } from '../../shared/schema/sync.ts'

/** A page of a longer list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
}

/** What the window reads about sync, out of the tables of this device. */
export interface SyncReads {
  cases(query: QueryOf<typeof listCaseSync>): Promise<Page<CaseSync>>
  case(caseId: number): Promise<Result<CaseSync & { readonly open_conflicts: number }, Refusal>>
  evidence(caseId: number, query: QueryOf<typeof listEvidencePlaces>): Promise<Result<Page<EvidencePlace>, Refusal>>
  evidencePiece(
    caseId: number,
    evidenceId: number,
  ): Promise<Result<EvidencePlace & { readonly caseUid: string }, Refusal>>
  conflicts(query: QueryOf<typeof listConflicts>): Promise<Page<Conflict>>
  /** Own entries that no hub has and that left their cases, the newest first, at most 1000. */
  setAside(): Promise<readonly SetAsideEntry[]>
  /** Cases in which entries of other devices arrived after `since`; undefined: none, only the present end. */
  news(
    since: number | undefined,
  ): Promise<{ readonly cursor: number; readonly total: number; readonly cases: readonly CaseNews[] }>
}
