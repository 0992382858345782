import type { Refusal } from '../../../shared/api/errors.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { QueryOf } from '../../../shared/api/operation.ts'
import type { listScreenings } from '../../../shared/api/screening.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Screening, ScreeningFull, ScreeningMatchItem, SearchedList } from '../../../shared/schema/screening.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import type { Walked } from '../alerts/alert-store.ts'
import type { ProjectionTx } from '../ledger/ledger.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import type { ScreeningHitsTable, ScreeningsTable, ScreeningSubjectsTable } from './tables.ts'

/** A screening before it is kept. */
export interface ScreeningDraft extends Pick<
  Screening,
  'reason' | 'searched' | 'status' | 'mode' | 'threshold' | 'lists' | 'hits' | 'cleared' | 'standing'
> {
  readonly subjectN: number | null
  /** Of the hits, those that are kept with it. */
  readonly matches: readonly ScreeningMatchItem[]
}

type ScreeningRow = ScreeningsTable & {
  readonly kind: ScreeningSubjectsTable['kind'] | null
  readonly id: string | null
}

const select = 'select s.*, r.kind, r.id from screenings s left join screening_subjects r on r.n = s.subject_n'

/** Keeps a screening. */
export const keepScreening = async (
  tx: ProjectionTx & { readonly nowMs: number },
  uid: string,
  draft: ScreeningDraft,
): Promise<void> => {
  await tx.sql.run(
    'insert into screenings (uid, at, reason, subject_n, names, status, mode, threshold, lists, hits, cleared, standing, matches) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    uid,
    tx.nowMs,
    draft.reason,
    draft.subjectN,
    JSON.stringify(draft.searched),
    draft.status,
    draft.mode,
    draft.threshold,
    JSON.stringify(draft.lists),
    draft.hits,
    draft.cleared,
    draft.standing,
    draft.matches.length === 0 ? null : JSON.stringify(draft.matches),
  )
}

const itemOf = (row: ScreeningRow): Screening => ({
  id: row.uid,
  at: toTimestamp(row.at),
  reason: row.reason,
  subject: row.kind === null || row.id === null ? null : { kind: row.kind, id: row.id },
  searched: JSON.parse(row.names) as string[],
  status: row.status,
  mode: row.mode,
  threshold: row.threshold,
  lists: JSON.parse(row.lists) as SearchedList[],
  hits: row.hits,
  cleared: row.cleared,
  standing: row.standing,
})

/** Matches with the hits that stand for them now. */
const withHits = (sql: SyncStatements, row: ScreeningRow): ScreeningFull['matches'] => {
  const matches = row.matches === null ? [] : (JSON.parse(row.matches) as ScreeningMatchItem[])
  const hits =
    row.subject_n === null
      ? []
      : sql.all<Pick<ScreeningHitsTable, 'uid' | 'list' | 'entry_id' | 'state'>>(
          'select uid, list, entry_id, state from screening_hits where subject_n = ?',
          row.subject_n,
        )
  return matches.map((match) => {
    const hit = hits.find(({ list, entry_id: entry }) => list === match.list && entry === match.entry_id)
    return { ...match, hit_id: hit?.uid ?? null, hit_state: hit?.state ?? null }
  })
}

/** One screening with its matches as they were then. */
export const readScreeningRow = (sql: SyncStatements, uid: string): Result<ScreeningFull, Refusal> => {
  const row = sql.get<ScreeningRow>(`${select} where s.uid = ?`, uid)
  return row === undefined
    ? fail(refusal('not_found', 'There is no screening with this id.'))
    : ok({ ...itemOf(row), matches: withHits(sql, row) })
}

const walk = 'screenings'

/** A page of screenings, newest first. */
export const listScreeningRows = (
  sql: SyncStatements,
  query: QueryOf<typeof listScreenings>,
): Result<Walked<Screening>, Refusal> => {
  const from = decodeCursor(walk, query.after)
  if (!from.ok) return from
  const given: readonly (readonly [string, SqlValue | undefined])[] = [
    ['r.kind = ?', query.subject_kind],
    ['r.id = ?', query.subject_id],
    ['s.status = ?', query.status],
    ['s.n < ?', from.value?.[0]],
  ]
  const conditions = given.flatMap(([text, value]) => (value === undefined ? [] : [{ text, value }]))
  const where = conditions.length === 0 ? '' : ` where ${conditions.map(({ text }) => text).join(' and ')}`
  const rows = sql.all<ScreeningRow>(
    `${select}${where} order by s.n desc limit ?`,
    ...conditions.map(({ value }) => value),
    query.size + 1,
  )
  const page = rows.slice(0, query.size)
  const last = page.at(-1)
  return ok({
    data: page.map(itemOf),
    next: rows.length > page.length && last !== undefined ? encodeCursor(walk, [last.n, last.n]) : null,
  })
}
