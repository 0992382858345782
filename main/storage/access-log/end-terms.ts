import type { JsonValue } from '../../seal/canonical.ts'
import { mayQuote } from '../../domain/access-log/quotes.ts'
import type { ErasedValue } from '../ledger/erase-value.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { appendRow, readTerms } from './rows.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Vault } from '../ledger/vault.ts'

/** What the erasure of terms stands on. */
export interface TermParts {
  /** Statements of the writing connection. */
  readonly sql: SyncStatements
  readonly vault: Vault
}

/** Rows that one note of the log names at most. */
const namedMax = 1_000
/** Terms that are opened before others have their turn to read. */
const turn = 500

interface StoredTerms {
  readonly n: number
  readonly case_uid: string | null
  readonly terms_digest: string
  readonly sealed: Buffer
  readonly wrapped_key: Buffer
}

/** The texts in a value, and its numbers as they are searched for. */
const textsOf = (value: JsonValue): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return value === null || typeof value === 'boolean' ? [] : Object.values(value).flatMap(textsOf)
}

const erase = (sql: SyncStatements, rows: readonly number[], nowMs: number): void => {
  for (const n of rows) sql.run('update access_log_terms set sealed = null, wrapped_key = null where n = ?', n)
  for (let at = 0; at < rows.length; at += namedMax)
    appendRow(sql, {
      at: nowMs,
      who: systemActor.userUid,
      via: 'service',
      kind: 'terms_erased',
      operation: 'erasure',
      result: 'allowed',
      detail: { rows: rows.slice(at, at + namedMax) },
    })
}

const uidOf = (sql: SyncStatements, caseId: number): string | undefined =>
  sql.get<{ uid: string }>('select uid from chains where id = ?', caseId)?.uid

/**
 * L-97: ends what was searched for in a case of which something is erased, and elsewhere what may quote the erased
 * value. A row of the log says of which rows.
 */
export const endQuotingTerms = async (
  tx: Pick<LedgerTx, 'nowMs' | 'breathe'>,
  { sql, vault }: TermParts,
  caseId: number,
  erased: readonly (ErasedValue | null)[],
): Promise<void> => {
  const texts = erased.flatMap((one) => (one === null ? [] : textsOf(one.value)))
  const caseUid = uidOf(sql, caseId)
  const ending: number[] = []
  let seen = 0
  for (let after = 0; ;) {
    const page = sql.all<StoredTerms>(
      'select l.n, l.case_uid, l.terms_digest, t.sealed, t.wrapped_key from access_log_terms t join access_log l on l.n = t.n where t.n > ? and t.sealed is not null and l.terms_digest is not null order by t.n limit ?',
      after,
      turn,
    )
    for (const { n, case_uid, terms_digest, ...stored } of page) {
      const reading = readTerms(vault, terms_digest, stored)
      // What cannot be read cannot be held against it, and is nobody's to read.
      const ends =
        case_uid === caseUid ||
        reading.state !== 'present' ||
        textsOf(reading.value).some((term) => texts.some((text) => mayQuote(term, text)))
      if (ends) ending.push(n)
    }
    const last = page.at(-1)
    if (last === undefined) break
    after = last.n
    seen += page.length
    if (seen % turn === 0) await tx.breathe()
  }
  erase(sql, ending, tx.nowMs)
}

/** L-97: ends what was searched for in a case that leaves the device. */
export const endTermsOfCase = (sql: SyncStatements, caseUid: string, nowMs: number): void =>
  erase(
    sql,
    sql
      .all<{ n: number }>(
        'select t.n from access_log l join access_log_terms t on t.n = l.n where l.case_uid = ? and t.sealed is not null',
        caseUid,
      )
      .map(({ n }) => n),
    nowMs,
  )

/** L-97: ends everything that was searched for, where the device is removed. */
export const endAllTerms = (sql: SyncStatements, nowMs: number): void =>
  erase(
    sql,
    sql.all<{ n: number }>('select n from access_log_terms where sealed is not null order by n').map(({ n }) => n),
    nowMs,
  )
