import { redactedText } from '../../../shared/schema/case.ts'
import type { BusinessCheck, CheckConclusion, CheckOutcome, CheckSummary } from '../../../shared/schema/kyb.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { canonicalBytes, canonicalJson } from '../../seal/canonical.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import type { People } from '../cases/people.ts'
import { personOf, withheldText } from '../decisions/rows.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SqlValue, Statements, SyncStatements } from '../sqlite/statements.ts'
import type { CheckRow, ConclusionRow } from './tables.ts'

/** A check as it is kept: without what is said of it afterwards. */
export type KeptCheck = Omit<BusinessCheck, 'sha256' | 'conclusions'>

/** A check that is to be kept, with what it can be found again by. */
export interface NewCheck {
  readonly check: KeptCheck
  readonly actor: string
  readonly atMs: number
  /** A business, an identifier, or a name: what the next check is compared by. */
  readonly subject: string
  /** Identifiers as `lei:...`. */
  readonly keys: readonly string[]
}

/** Keeps a check. */
export const insertCheck = async (sql: Statements, { check, actor, atMs, subject, keys }: NewCheck): Promise<void> => {
  const n = ((await sql.get<{ n: number | null }>('select max(n) as n from business_checks'))?.n ?? 0) + 1
  const parts = JSON.stringify(Object.fromEntries(check.parts.map(({ part, outcome }) => [part, outcome])))
  await sql.run(
    'insert into business_checks (n, uid, at_ms, made_by, subject, business, name, outcome, parts, changes, content, sha256) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    n,
    check.id,
    atMs,
    actor,
    subject,
    check.business.id,
    check.business.name,
    check.outcome,
    parts,
    check.changes.length,
    canonicalJson(check),
    toHex(sha256(canonicalBytes(check))),
  )
  for (const key of new Set(keys)) await sql.run('insert into business_check_keys (key, n) values (?, ?)', key, n)
}

/** What a check is read with. */
export interface CheckReading {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly people: People
}

const conclusionsOf = ({ sql, vault, people }: CheckReading, uid: string): CheckConclusion[] =>
  sql.all<ConclusionRow>('select * from business_conclusions where check_uid = ? order by n desc', uid).map((row) => ({
    verdict: row.verdict,
    reason: withheldText(sql, vault, row.n, 'reason') ?? redactedText,
    by: personOf(people, row.actor),
    at: toTimestamp(row.at_ms),
    entry_id: row.entry,
  }))

/** A check as it was made, with who made it as he is called now, and what was concluded. */
export const businessCheckOf = (reading: CheckReading, row: CheckRow): BusinessCheck => {
  const kept = JSON.parse(row.content) as KeptCheck
  return { ...kept, sha256: row.sha256, conclusions: conclusionsOf(reading, row.uid) }
}

const summaryOf = (sql: SyncStatements, row: CheckRow): CheckSummary => ({
  id: row.uid,
  at: toTimestamp(row.at_ms),
  business_id: row.business,
  name: row.name,
  outcome: row.outcome,
  parts: JSON.parse(row.parts) as CheckSummary['parts'],
  changes: row.changes,
  concluded:
    sql.get<{ verdict: ConclusionRow['verdict'] }>(
      'select verdict from business_conclusions where check_uid = ? order by n desc limit 1',
      row.uid,
    )?.verdict ?? null,
})

/** Checks, the newest first; one more than asked for where there are more. */
export const listChecks = (
  sql: SyncStatements,
  wanted: {
    readonly business?: string | undefined
    readonly outcome?: CheckOutcome | undefined
    readonly before: number | null
    readonly size: number
  },
): readonly { readonly n: number; readonly summary: CheckSummary }[] => {
  const conditions = ['1 = 1']
  const values: SqlValue[] = []
  const narrow = (condition: string, value: SqlValue | null | undefined): void => {
    if (value === null || value === undefined) return
    conditions.push(condition)
    values.push(value)
  }
  narrow('business = ?', wanted.business)
  narrow('outcome = ?', wanted.outcome)
  narrow('n < ?', wanted.before)
  return sql
    .all<CheckRow>(
      `select * from business_checks where ${conditions.join(' and ')} order by n desc limit ?`,
      ...values,
      wanted.size + 1,
    )
    .map((row) => ({ n: row.n, summary: summaryOf(sql, row) }))
}

export const checkRow = (sql: SyncStatements, uid: string): CheckRow | undefined =>
  sql.get<CheckRow>('select * from business_checks where uid = ?', uid)

/** The last check of what one was about before. */
export const lastCheckOf = (sql: SyncStatements, subject: string): CheckRow | undefined =>
  sql.get<CheckRow>('select * from business_checks where subject = ? order by n desc limit 1', subject)

/** The last check of a business of the ownership data. */
export const lastCheckOfBusiness = (sql: SyncStatements, business: string): CheckRow | undefined =>
  sql.get<CheckRow>('select * from business_checks where business = ? order by n desc limit 1', business)

/** The last check that an identifier took part in. */
export const lastCheckWithKey = (sql: SyncStatements, key: string): CheckRow | undefined =>
  sql.get<CheckRow>(
    'select c.* from business_check_keys k join business_checks c on c.n = k.n where k.key = ? order by k.n desc limit 1',
    key,
  )

/** How many checks there are, and by how they ended. */
export const countChecks = (
  sql: SyncStatements,
): { readonly checks: number; readonly byOutcome: Record<CheckOutcome, number> } => {
  const counts = new Map(
    sql
      .all<{ outcome: CheckOutcome; count: number }>(
        'select outcome, count(*) as count from business_checks group by outcome',
      )
      .map(({ outcome, count }) => [outcome, count]),
  )
  const of = (outcome: CheckOutcome): number => counts.get(outcome) ?? 0
  const byOutcome = {
    passed: of('passed'),
    failed: of('failed'),
    attention: of('attention'),
    not_checked: of('not_checked'),
  }
  return { checks: Object.values(byOutcome).reduce((sum, count) => sum + count, 0), byOutcome }
}
