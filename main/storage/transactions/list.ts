import { entityKinds, riskLevels } from '../../../shared/schema/activity.ts'
import type { TransactionFilters } from '../../../shared/api/transactions.ts'
import { storedAmount } from '../../domain/transactions/amounts.ts'
import { skippedOf } from '../alerts/skip.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { momentOf, msOf } from './moments.ts'
import type { ActivityRow } from './tables.ts'
import { entityTerm, eventTerm, matchAll } from './terms.ts'

/** A page of rows, newest first. */
export interface RowPage {
  readonly rows: readonly ActivityRow[]
  /** Rows of the next page lie before this moment; null: there is none. */
  readonly next: number | null
  /** The time down to which was looked; null: to the end. */
  readonly searchedToMs: number | null
  /** Rows that were passed over; fewer than asked for, where so many were not among those that were looked at. */
  readonly skipped: number
}

/** Which rows of the list a page holds. */
export interface PageQuery {
  /** Rows before this moment. */
  readonly before: number
  readonly skip: number
  readonly size: number
}

interface Piece {
  readonly text: string
  readonly values: readonly SqlValue[]
}

/** Rows that one request looks at: in the order of time they lie together, by an index they are spread over the table. */
const examinedInOrder = 20_000
const examinedByIndex = 2_000

const firstMoment = 0
const pastLastMoment = Number.MAX_SAFE_INTEGER

/** What no index answers. */
const restOf = (filters: TransactionFilters): Piece => {
  const conditions: string[] = []
  const values: SqlValue[] = []
  const add = (text: string, ...given: SqlValue[]): void => {
    conditions.push(text)
    values.push(...given)
  }
  if (filters.from !== undefined) add('a.at_ms >= ?', Date.parse(filters.from))
  if (filters.to !== undefined) add('a.at_ms < ?', Date.parse(filters.to))
  if (filters.risk_level !== undefined) add(`a.risk in (${filters.risk_level.map(() => '?').join(', ')})`, ...filters.risk_level.map((level) => riskLevels.indexOf(level)))
  if (filters.label === 'fraud') add('a.is_fraud = 1')
  if (filters.label === 'genuine') add('a.is_fraud = 0')
  if (filters.label === 'none') add('a.is_fraud is null')
  if (filters.min_amount !== undefined) add('a.amount >= ?', storedAmount(filters.min_amount))
  if (filters.max_amount !== undefined) add('a.amount <= ?', storedAmount(filters.max_amount))
  return { text: conditions.length === 0 ? 'true' : conditions.join(' and '), values }
}

/** The terms that every row must have, each group one of several. */
const termGroups = (filters: TransactionFilters): string[][] => {
  const groups: string[][] = []
  for (const kind of entityKinds) {
    const id = filters[kind === 'ip' ? kind : (`${kind}_id` as const)]
    if (id !== undefined) groups.push([entityTerm(kind, id)])
  }
  if (filters.event_type !== undefined) groups.push([eventTerm(filters.event_type)])
  return groups
}

/** Where candidates come from, newest first, between two moments (from, before). */
const candidatesOf = (filters: TransactionFilters, groups: readonly (readonly string[])[], from: number, before: number): Piece & { readonly limit: number } => {
  if (groups.length > 0) {
    return { text: 'select rowid as moment from activity_terms where activity_terms match ? and rowid >= ? and rowid < ? order by rowid desc', values: [matchAll(groups), from, before], limit: examinedByIndex }
  }
  if (filters.label === 'fraud') return { text: 'select moment from activities where is_fraud = 1 and moment >= ? and moment < ? order by moment desc', values: [from, before], limit: examinedByIndex }
  const [only, ...others] = filters.risk_level ?? []
  if (only !== undefined && others.length === 0 && only !== 'low') {
    return { text: `select moment from activities where risk = ${riskLevels.indexOf(only)} and risk > 0 and moment >= ? and moment < ? order by moment desc`, values: [from, before], limit: examinedByIndex }
  }
  if (filters.risk_level !== undefined && !filters.risk_level.includes('low')) {
    // Each level is an order of its own in the index; SQLite merges them.
    const levels = filters.risk_level.map((level) => `select moment from activities where risk = ${riskLevels.indexOf(level)} and risk > 0 and moment >= ? and moment < ?`)
    return { text: `${levels.join(' union all ')} order by moment desc`, values: levels.flatMap(() => [from, before]), limit: examinedByIndex }
  }
  return { text: 'select moment from activities where moment >= ? and moment < ? order by moment desc', values: [from, before], limit: examinedInOrder }
}

/**
 * Reads one page. At most `limit` candidates are looked at, so that a filter that nearly nothing passes costs what any other does; then the page is
 * short and says where to go on.
 */
const readCandidates = (sql: SyncStatements, filters: TransactionFilters, groups: readonly (readonly string[])[], { before, skip, size }: PageQuery): RowPage => {
  const from = filters.from === undefined ? firstMoment : momentOf(Date.parse(filters.from))
  const to = filters.to === undefined ? pastLastMoment : momentOf(Date.parse(filters.to) + 999)
  const upper = Math.min(before, to)
  const candidates = candidatesOf(filters, groups, from, upper)
  const rest = restOf(filters)
  const found = `from (${candidates.text} limit ${candidates.limit}) c cross join activities a on a.moment = c.moment where ${rest.text}`
  const values = [...candidates.values, ...rest.values]
  const rows = sql.all<ActivityRow>(`select a.* ${found} order by a.moment desc limit ? offset ?`, ...values, size + 1, skip)
  const { skipped = 0 } = skippedOf(skip, rows.length > 0, () => sql.get<{ rows: number }>(`select count(*) as rows ${found}`, ...values)?.rows ?? 0)
  if (rows.length > size) {
    const last = rows[size - 1] as ActivityRow
    return { rows: rows.slice(0, size), next: last.moment, searchedToMs: last.at_ms, skipped }
  }
  const examined = sql.get<{ moment: number }>(`select moment from (${candidates.text} limit 1 offset ${candidates.limit - 1})`, ...candidates.values)
  return examined === undefined ? { rows, next: null, searchedToMs: null, skipped } : { rows, next: examined.moment, searchedToMs: msOf(examined.moment), skipped }
}

const passes = (row: ActivityRow, filters: TransactionFilters): boolean => {
  const entities = entityKinds.every((kind) => {
    const name = kind === 'ip' ? 'ip' : (`${kind}_id` as const)
    return filters[name] === undefined || row[name] === filters[name]
  })
  return entities && (filters.event_type === undefined || row.event_type === filters.event_type)
}

/** The row whose own id the text is, where it passes the filters and lies in the page. */
const rowOfId = (sql: SyncStatements, filters: TransactionFilters, page: RowPage, before: number): ActivityRow | undefined => {
  const rest = restOf(filters)
  const row = sql.get<ActivityRow>(`select a.* from activities a where a.transaction_id = ? and ${rest.text}`, filters.q ?? '', ...rest.values)
  const lies = row !== undefined && row.moment < before && row.moment >= (page.next ?? firstMoment)
  return lies && passes(row, filters) && !page.rows.some(({ n }) => n === row.n) ? row : undefined
}

/** Rows that pass the filters, newest first; those before a moment, where one is given. */
export const listRows = (sql: SyncStatements, filters: TransactionFilters, { before = pastLastMoment, skip, size }: { readonly before: number | undefined; readonly skip: number; readonly size: number }): RowPage => {
  const groups = termGroups(filters)
  if (filters.q === undefined) return readCandidates(sql, filters, groups, { before, skip, size })
  const { q } = filters
  // One row more may stand among those that are passed over: they are read, and counted with it.
  const page = readCandidates(sql, filters, [...groups, entityKinds.map((kind) => entityTerm(kind, q))], { before, skip: 0, size: Math.min(skip, examinedByIndex) + size })
  const own = rowOfId(sql, filters, page, before)
  const rows = own === undefined ? page.rows : [...page.rows, own].sort((one, other) => other.moment - one.moment)
  const skipped = Math.min(skip, rows.length)
  const given = rows.slice(skipped, skipped + size)
  const last = given.at(-1)
  // What the one row more has pushed out is the next page's.
  return last !== undefined && rows.length > skipped + size ? { rows: given, next: last.moment, searchedToMs: last.at_ms, skipped } : { ...page, rows: given, skipped }
}
