import type { AccessLogQuery } from '../../../shared/api/access-log.ts'
import { accessTerms } from '../../../shared/schema/access-log.ts'
import type { AccessRow } from '../../../shared/schema/access-log.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { uidOfKey } from '../../domain/access/key-name.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { logDetailOf, readTerms } from './rows.ts'
import type { AccessLogTable } from './tables.ts'

/** What reading the log stands on. */
export interface LogListParts {
  readonly sql: SyncStatements
  readonly vault: Vault
}

interface ListedRow extends AccessLogTable {
  readonly user_id: number | null
  readonly user_name: string | null
  readonly case_id: number | null
  readonly case_number: string | null
  readonly sealed: Buffer | null
  readonly wrapped_key: Buffer | null
}

interface Condition {
  readonly text: string
  readonly values: readonly SqlValue[]
}

const exported = 500

const conditionsOf = (query: AccessLogQuery): readonly Condition[] => [
  ...(query.person_id === undefined
    ? []
    : [{ text: 'l.who = (select uid from users where id = ?)', values: [query.person_id] }]),
  ...(query.case_id === undefined
    ? []
    : [{ text: 'l.case_uid = (select uid from cases where id = ?)', values: [query.case_id] }]),
  ...(query.kind === undefined ? [] : [{ text: 'l.kind = ?', values: [query.kind] }]),
  ...(query.from === undefined ? [] : [{ text: 'l.at >= ?', values: [Date.parse(query.from)] }]),
  ...(query.to === undefined ? [] : [{ text: 'l.at < ?', values: [Date.parse(query.to)] }]),
]

const whereOf = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.map(({ text }) => text).join(' and ')}`

const select = `select l.*, u.id as user_id, coalesce(u.name, k.label) as user_name, c.id as case_id, c.number as case_number, t.sealed, t.wrapped_key
  from access_log l left join users u on u.uid = l.who left join api_keys k on '${uidOfKey('')}' || k.id = l.who
  left join cases c on c.uid = l.case_uid left join access_log_terms t on t.n = l.n`

const saidBy = ({ detail }: AccessLogTable): Readonly<Record<string, unknown>> => {
  const said = logDetailOf(detail)
  return typeof said === 'object' && said !== null ? (said as Readonly<Record<string, unknown>>) : {}
}

const whole = (value: unknown): number | null => (Number.isSafeInteger(value) ? (value as number) : null)

const caseOf = (row: ListedRow): AccessRow['case'] => {
  if (row.case_uid !== null) return { id: row.case_id, number: row.case_number, uid: row.case_uid }
  const { asked } = saidBy(row)
  if (typeof asked === 'number') return { id: asked, number: null, uid: null }
  return typeof asked === 'string' ? { id: null, number: asked, uid: null } : null
}

const rowOf = (vault: Vault, row: ListedRow): AccessRow => {
  const { n, at, kind, result, who, via, operation, relation, terms_digest: digest, sealed, wrapped_key } = row
  const reading = digest === null ? null : readTerms(vault, digest, { sealed, wrapped_key })
  const terms = reading?.state === 'present' ? accessTerms.safeParse(reading.value) : null
  const detail = saidBy(row)
  return {
    n,
    at: toTimestamp(at),
    kind,
    result,
    person: who === 'system' ? null : { id: row.user_id, name: row.user_name, uid: who },
    via,
    operation,
    case: caseOf(row),
    relation,
    terms: terms?.data ?? null,
    terms_erased: reading?.state === 'erased',
    cases_in_hour: whole(detail['cases']),
    hash: row.hash.toString('hex'),
  }
}

/** A page of the log, newest first, and how many rows there are. */
export const listLogRows = (
  { sql, vault }: LogListParts,
  query: AccessLogQuery & { readonly skip: number; readonly size: number },
): { data: AccessRow[]; total: number } => {
  const conditions = conditionsOf(query)
  const values = conditions.flatMap((one) => one.values)
  const rows = sql.all<ListedRow>(
    `${select} ${whereOf(conditions)} order by l.n desc limit ? offset ?`,
    ...values,
    query.size,
    query.skip,
  )
  const total =
    sql.get<{ total: number }>(`select count(*) as total from access_log l ${whereOf(conditions)}`, ...values)?.total ??
    0
  return { data: rows.map((row) => rowOf(vault, row)), total }
}

/** Every row that fits, newest first, in pages that hold nobody up; rows that come meanwhile are not among them. */
export async function* walkRows({ sql, vault }: LogListParts, query: AccessLogQuery): AsyncGenerator<AccessRow> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const conditions = [...conditionsOf(query), { text: 'l.n < ?', values: [before] }]
    const rows = sql.all<ListedRow>(
      `${select} ${whereOf(conditions)} order by l.n desc limit ?`,
      ...conditions.flatMap((one) => one.values),
      exported,
    )
    for (const row of rows) yield rowOf(vault, row)
    const last = rows.at(-1)
    if (last === undefined) return
    before = last.n
    await Promise.resolve()
  }
}
