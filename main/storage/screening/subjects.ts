import type { Refusal } from '../../../shared/api/errors.ts'
import { refusal } from '../../../shared/api/errors.ts'
import type { QueryOf } from '../../../shared/api/operation.ts'
import type { listSubjects, ScreenedSubject } from '../../../shared/api/screening.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { hitStates, screenedFacts } from '../../../shared/schema/screening.ts'
import type { HitState, RegisteredSubject, ScreenedFacts, ScreenedRef } from '../../../shared/schema/screening.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { digestOfSubject, screenedFactsOf } from '../../domain/screening/facts.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import type { Walked } from '../alerts/alert-store.ts'
import type { ProjectionTx } from '../ledger/ledger.ts'
import type { SqlValue, Statements, SyncStatements } from '../sqlite/statements.ts'
import type { ScreeningSubjectsTable } from './tables.ts'
import { covers, tellFacts, toldNames } from './told-names.ts'

/** What became of a subject that was registered. */
export interface Registered {
  readonly row: ScreeningSubjectsTable
  readonly outcome: 'added' | 'changed' | 'unchanged'
}

/** The row of a subject. */
export const subjectRow = (
  sql: Statements,
  { kind, id }: ScreenedRef,
): Promise<ScreeningSubjectsTable | undefined> | ScreeningSubjectsTable | undefined =>
  sql.get<ScreeningSubjectsTable>('select * from screening_subjects where kind = ? and id = ?', kind, id)

/** What is known of a subject, as it was registered. */
export const storedFacts = ({ facts }: Pick<ScreeningSubjectsTable, 'facts'>): ScreenedFacts =>
  screenedFacts.parse(JSON.parse(facts))

/**
 * Takes a subject into the register, or what changed of it; then it waits to be screened. What activities told of it
 * before it was registered stays beside its facts.
 */
export const registerSubject = async (
  tx: ProjectionTx & { readonly nowMs: number },
  registered: RegisteredSubject,
  source: ScreeningSubjectsTable['source'],
): Promise<Registered> => {
  const { kind, id } = registered.subject
  const facts = screenedFactsOf(registered)
  const digest = digestOfSubject(facts)
  const known = await subjectRow(tx.sql, registered.subject)
  if (known?.digest === digest) return { row: known, outcome: 'unchanged' }
  const outcome = known === undefined ? 'added' : 'changed'
  if (known?.source === 'transactions' && source === 'register') {
    const before = storedFacts(known)
    if (!covers(facts, before)) await tellFacts(tx, known.n, before)
  }
  await tx.sql.run(
    `insert into screening_subjects (kind, id, name, facts, digest, source, added_at, changed_at, waiting) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (kind, id) do update set name = excluded.name, facts = excluded.facts, digest = excluded.digest, changed_at = excluded.changed_at, waiting = coalesce(screening_subjects.waiting, excluded.waiting)`,
    kind,
    id,
    facts.names[0] ?? '',
    JSON.stringify(facts),
    digest,
    source,
    tx.nowMs,
    tx.nowMs,
    outcome === 'added' ? 'intake' : 'changed',
  )
  const row = await subjectRow(tx.sql, registered.subject)
  if (row === undefined) throw new Error('a subject that was registered has no row')
  return { row, outcome }
}

/** How many hits of a state there are, of one subject or of all. */
export const hitCounts = (sql: SyncStatements, subject?: number): Record<HitState, number> => {
  const rows =
    subject === undefined
      ? sql.all<{ state: HitState; hits: number }>('select state, count(*) as hits from screening_hits group by state')
      : sql.all<{ state: HitState; hits: number }>(
          'select state, count(*) as hits from screening_hits where subject_n = ? group by state',
          subject,
        )
  const counts = new Map(rows.map(({ state, hits }) => [state, hits]))
  return Object.fromEntries(hitStates.map((state) => [state, counts.get(state) ?? 0])) as Record<HitState, number>
}

/** A subject as the interface shows it. */
export const subjectItem = (sql: SyncStatements, row: ScreeningSubjectsTable): ScreenedSubject => ({
  ...storedFacts(row),
  subject: { kind: row.kind, id: row.id },
  source: row.source,
  told_names: toldNames(sql, row.n),
  names_left_out: row.names_left_out,
  added_at: toTimestamp(row.added_at),
  changed_at: toTimestamp(row.changed_at),
  screened_at: row.screened_at === null ? null : toTimestamp(row.screened_at),
  hits: hitCounts(sql, row.n),
})

/** Text that is looked for anywhere, with the pattern's own signs taken as text. */
export const anywhere = (text: string): string => `%${text.replace(/[\\%_]/gu, (sign) => `\\${sign}`)}%`

const walk = 'screened subjects'

/** A page of the register, newest first. */
export const listSubjectRows = (
  sql: SyncStatements,
  query: QueryOf<typeof listSubjects>,
): Result<Walked<ScreenedSubject>, Refusal> => {
  const from = decodeCursor(walk, query.after)
  if (!from.ok) return from
  const conditions: string[] = []
  const values: SqlValue[] = []
  if (query.kind !== undefined) {
    conditions.push('kind = ?')
    values.push(query.kind)
  }
  if (query.q !== undefined) {
    conditions.push(
      "(facts like ? escape '\\' or id like ? escape '\\' or n in (select subject_n from screening_told where facts like ? escape '\\'))",
    )
    values.push(anywhere(query.q), anywhere(query.q), anywhere(query.q))
  }
  if (from.value !== null) {
    conditions.push('n < ?')
    values.push(from.value[0])
  }
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
  const rows = sql.all<ScreeningSubjectsTable>(
    `select * from screening_subjects${where} order by n desc limit ?`,
    ...values,
    query.size + 1,
  )
  const page = rows.slice(0, query.size)
  const last = page.at(-1)
  return ok({
    data: page.map((row) => subjectItem(sql, row)),
    next: rows.length > page.length && last !== undefined ? encodeCursor(walk, [last.n, last.n]) : null,
  })
}

export const noSubject = refusal('not_found', 'The screening register has no such subject.')

/** One subject; refused where the register has none. */
export const requireSubject = (sql: SyncStatements, ref: ScreenedRef): Result<ScreeningSubjectsTable, Refusal> => {
  const row = sql.get<ScreeningSubjectsTable>(
    'select * from screening_subjects where kind = ? and id = ?',
    ref.kind,
    ref.id,
  )
  return row === undefined ? fail(noSubject) : ok(row)
}
