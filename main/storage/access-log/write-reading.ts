import type { AccessTerms, AccessVia, CaseRelationOfReader, ReadingKind } from '../../../shared/schema/access-log.ts'
import type { AccessResult } from '../../../shared/schema/access-log.ts'
import { unusualReading, unusualWithinMs } from '../../domain/access-log/unusual.ts'
import type { ReadingOfPerson } from '../../domain/access-log/unusual.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { appendRow } from './rows.ts'
import type { SealedTerms } from './rows.ts'

/** Which case was read, as the request names it. */
export type AskedCase =
  | { readonly by: 'id'; readonly id: number }
  | { readonly by: 'number'; readonly number: string }
  | { readonly by: 'report'; readonly uid: string }

/** What somebody read, or was refused. */
export interface LoggedRead {
  readonly who: string
  readonly via: Exclude<AccessVia, 'service'>
  readonly kind: ReadingKind
  readonly operation: string
  readonly case: AskedCase | null
  readonly terms: AccessTerms | null
  readonly result: AccessResult
}

/** A reading on its way into the log. */
export interface WaitingReading extends Omit<LoggedRead, 'terms'> {
  readonly atMs: number
  readonly terms: SealedTerms | null
  /** The newest entry when it was read. */
  readonly entries: number
}

interface CaseRow {
  readonly uid: string
  readonly owner_uid: string
}

const caseQueries = {
  id: 'select uid, owner_uid from cases where id = ?',
  number:
    'select uid, owner_uid from cases where id = (select case_id from case_numbers where number = ? order by current desc limit 1)',
  report: 'select uid, owner_uid from cases where id = (select case_id from case_reports where uid = ?)',
} as const

const asked = (named: AskedCase): string | number => {
  switch (named.by) {
    case 'id':
      return named.id
    case 'number':
      return named.number
    case 'report':
      return named.uid
  }
}

/** L-99: whose a case is for somebody: their own, of somebody who shares a team with them, or neither. */
const relationOf = (sql: SyncStatements, who: string, { owner_uid: owner }: CaseRow): CaseRelationOfReader => {
  if (owner === who) return 'own'
  const shared = sql.get(
    'select 1 from teams where exists (select 1 from json_each(members) where value = ?) and exists (select 1 from json_each(members) where value = ?) limit 1',
    who,
    owner,
  )
  return shared === undefined ? 'other' : 'team'
}

/** Whether something was erased since a reading: then what was searched for may quote it. */
const erasedSince = (sql: SyncStatements, entries: number): boolean =>
  sql.get(
    `select 1 from entries where n > ? and instr(payload, cast('"type":"redaction.applied"' as blob)) limit 1`,
    entries,
  ) !== undefined

const readingOf = (sql: SyncStatements, who: string, nowMs: number): ReadingOfPerson => ({
  opened: sql.all<ReadingOfPerson['opened'][number]>(
    "select max(at) as atMs, case_uid as caseUid, relation from access_log where who = ? and at > ? and kind = 'case_opened' and relation = 'other' and case_uid is not null group by case_uid",
    who,
    nowMs - unusualWithinMs,
  ),
  toldAtMs:
    sql.get<{ at: number }>(
      "select at from access_log where who = ? and at > ? and kind = 'unusual_reading' limit 1",
      who,
      nowMs - unusualWithinMs,
    )?.at ?? null,
})

/** L-99: tells once an hour of a person that their reading is unusual. */
const tellUnusual = (tx: LedgerTx, sql: SyncStatements, { who, atMs }: WaitingReading, most: number): void => {
  const userId = sql.get<{ id: number }>('select id from users where uid = ?', who)?.id
  if (userId === undefined) return
  const cases = unusualReading(readingOf(sql, who, atMs), atMs, most)
  if (cases === null) return
  appendRow(sql, {
    at: atMs,
    who,
    via: 'service',
    kind: 'unusual_reading',
    operation: 'policy',
    result: 'allowed',
    detail: { cases },
  })
  tx.emit({ type: 'access.unusual_reading', data: { user_id: userId, cases } }, null)
}

/**
 * Writes a reading into the log, within a transaction.
 *
 * @param most so many cases of others in an hour are unusual; 0: never
 */
export const writeReading = (tx: LedgerTx, sql: SyncStatements, reading: WaitingReading, most: number): void => {
  const { who, via, kind, operation, result, atMs, case: named } = reading
  const found = named === null ? undefined : sql.get<CaseRow>(caseQueries[named.by], asked(named))
  const relation = found === undefined ? null : relationOf(sql, who, found)
  const erased = reading.terms !== null && erasedSince(sql, reading.entries)
  const n = appendRow(sql, {
    at: atMs,
    who,
    via,
    kind,
    operation,
    caseUid: found?.uid ?? null,
    relation,
    terms: reading.terms,
    result,
    ...(named !== null && found === undefined ? { detail: { asked: asked(named) } } : {}),
  })
  if (erased) {
    sql.run('update access_log_terms set sealed = null, wrapped_key = null where n = ?', n)
    appendRow(sql, {
      at: atMs,
      who: 'system',
      via: 'service',
      kind: 'terms_erased',
      operation: 'erasure',
      result: 'allowed',
      detail: { rows: [n] },
    })
  }
  if (kind === 'case_opened' && result === 'allowed' && relation === 'other') tellUnusual(tx, sql, reading, most)
}
