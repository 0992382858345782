import { screenedFacts } from '../../../shared/schema/screening.ts'
import type { ScreenedFacts } from '../../../shared/schema/screening.ts'
import { digestOfSubject } from '../../domain/screening/facts.ts'
import type { ProjectionTx } from '../ledger/ledger.ts'
import type { Statements, SyncStatements } from '../sqlite/statements.ts'
import type { ScreeningSubjectsTable, ScreeningToldTable } from './tables.ts'

/**
 * What activities tell of one subject beside its own facts, and what later lists are compared with: the newest so many.
 */
export const toldKept = 200

/** Facts by which a subject is screened, and a digest of them. */
export interface FactSet {
  readonly facts: ScreenedFacts
  readonly digest: string
}

const contains = (all: readonly string[], some: readonly string[]): boolean => some.every((one) => all.includes(one))

/** Whether whoever is screened by some facts is screened by others too. */
export const covers = (facts: ScreenedFacts, other: ScreenedFacts): boolean =>
  contains(facts.names, other.names) && contains(facts.dates, other.dates) && contains(facts.countries, other.countries)

/**
 * Keeps what an activity tells of a subject beside its own facts; then that waits to be screened. False: it was told
 * before.
 */
export const tellFacts = async (
  tx: ProjectionTx & { readonly nowMs: number },
  subject: number,
  facts: ScreenedFacts,
): Promise<boolean> => {
  const digest = digestOfSubject(facts)
  const known = await tx.sql.get<{ n: number }>(
    'select n from screening_told where subject_n = ? and digest = ?',
    subject,
    digest,
  )
  if (known !== undefined) return false
  await tx.sql.run(
    'insert into screening_told (subject_n, digest, facts, told_at, waiting) values (?, ?, ?, ?, 1)',
    subject,
    digest,
    JSON.stringify(facts),
    tx.nowMs,
  )
  return true
}

const factSetOf = ({ facts, digest }: Pick<ScreeningToldTable, 'facts' | 'digest'>): FactSet => ({
  facts: screenedFacts.parse(JSON.parse(facts)),
  digest,
})

/** All by which a subject is screened: its own facts, then what activities told, oldest first. */
export const factSetsOf = async (sql: Statements, subject: ScreeningSubjectsTable): Promise<readonly FactSet[]> => {
  const told = await sql.all<ScreeningToldTable>(
    'select * from screening_told where subject_n = ? order by n',
    subject.n,
  )
  return [subject, ...told].map(factSetOf)
}

/** What activities told that was not screened yet, oldest first. */
export const waitingTold = (sql: Statements, most: number): Promise<ScreeningToldTable[]> | ScreeningToldTable[] =>
  sql.all<ScreeningToldTable>('select * from screening_told where waiting = 1 order by n limit ?', most)

/**
 * Notes that what was told of a subject is screened, one of it or all, and lets go of the oldest beyond `toldKept`;
 * what a hit was found by stays. How much was let go is counted.
 */
export const settleTold = async (tx: ProjectionTx, subject: number, only: number | null): Promise<void> => {
  await tx.sql.run('update screening_told set waiting = 0 where subject_n = ? and n = coalesce(?, n)', subject, only)
  const { told } = (await tx.sql.get<{ told: number }>(
    'select count(*) as told from screening_told where subject_n = ?',
    subject,
  )) ?? { told: 0 }
  if (told <= toldKept) return
  const old = await tx.sql.all<{ n: number }>(
    `select t.n from screening_told t where t.subject_n = ? and t.waiting = 0 and not exists (
       select 1 from screening_hits h where h.subject_n = t.subject_n and h.state <> 'gone' and json_extract(h.match, '$.searched_name') in (select value from json_each(t.facts, '$.names'))
     ) order by t.n limit ?`,
    subject,
    told - toldKept,
  )
  for (const { n } of old) await tx.sql.run('delete from screening_told where n = ?', n)
  await tx.sql.run('update screening_subjects set names_left_out = names_left_out + ? where n = ?', old.length, subject)
}

/** Names that activities told of a subject, newest first, each once. */
export const toldNames = (sql: SyncStatements, subject: number): string[] => [
  ...new Set(
    sql
      .all<{ name: string }>(
        "select j.value as name from screening_told t, json_each(t.facts, '$.names') j where t.subject_n = ? order by t.n desc, j.key",
        subject,
      )
      .map(({ name }) => name),
  ),
]
