import { entityKinds, riskLevels } from '../../../shared/schema/activity.ts'
import type { TransactionFilters } from '../../../shared/api/transactions.ts'
import { storedAmount } from '../../domain/transactions/amounts.ts'
import { skippedOf } from '../alerts/skip.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { momentOfMs, msOf } from './moments.ts'
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

/**
 * Rows that one request looks at: in the order of time they lie together, by an index each may lie on a page of its
 * own.
 */
const examinedInOrder = 20_000
const examinedByIndex = 2_000

/**
 * Looks of a request, between which others are served: pages are read and decrypted by the thread that serves
 * everybody.
 */
const looks = 10

const firstMoment = 0
const pastLastMoment = Number.MAX_SAFE_INTEGER

/** What no index answers; the signs before risk and label keep SQLite from looking by them, past the order of time. */
const restOf = (filters: TransactionFilters): Piece => {
  const conditions: string[] = []
  const values: SqlValue[] = []
  const add = (text: string, ...given: SqlValue[]): void => {
    conditions.push(text)
    values.push(...given)
  }
  if (filters.from !== undefined) add('a.at_ms >= ?', Date.parse(filters.from))
  if (filters.to !== undefined) add('a.at_ms < ?', Date.parse(filters.to))
  if (filters.risk_level !== undefined)
    add(
      `+a.risk in (${filters.risk_level.map(() => '?').join(', ')})`,
      ...filters.risk_level.map((level) => riskLevels.indexOf(level)),
    )
  if (filters.label === 'fraud') add('+a.is_fraud = 1')
  if (filters.label === 'genuine') add('+a.is_fraud = 0')
  if (filters.label === 'none') add('+a.is_fraud is null')
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

/**
 * Where candidates come from by an index, newest first, between two moments (from, before); null: no index knows more
 * than time does.
 */
const candidatesOf = (
  filters: TransactionFilters,
  groups: readonly (readonly string[])[],
  from: number,
  before: number,
): Piece | null => {
  if (groups.length > 0)
    return {
      text: 'select rowid as moment from activity_terms where activity_terms match ? and rowid >= ? and rowid < ? order by rowid desc',
      values: [matchAll(groups), from, before],
    }
  if (filters.label === 'fraud')
    return {
      text: 'select moment from activities where is_fraud = 1 and moment >= ? and moment < ? order by moment desc',
      values: [from, before],
    }
  if (filters.risk_level === undefined || filters.risk_level.includes('low')) return null
  // Each level is an order of its own in the index; SQLite merges them.
  const levels = filters.risk_level.map(
    (level) =>
      `select moment from activities where risk = ${riskLevels.indexOf(level)} and risk > 0 and moment >= ? and moment < ?`,
  )
  return { text: `${levels.join(' union all ')} order by moment desc`, values: levels.flatMap(() => [from, before]) }
}

/** Rows that are looked at together. */
interface Look extends Piece {
  /** The oldest of them; null: none lies before them. */
  readonly last: number | null
}

const inOrder = 'select moment from activities where moment >= ? and moment < ? order by moment desc limit 1 offset ?'

function* looksInOrder(sql: SyncStatements, from: number, to: number): Generator<Look> {
  let before = to
  for (let look = 0; look < looks; look += 1) {
    const last = sql.get<{ moment: number }>(inOrder, from, before, examinedInOrder / looks - 1)?.moment ?? null
    yield { text: 'from activities a where a.moment >= ? and a.moment < ?', values: [last ?? from, before], last }
    if (last === null) return
    before = last
  }
}

function* looksByIndex(sql: SyncStatements, { text, values }: Piece): Generator<Look> {
  // The index begins anew with every question, which costs more than what it then gives: so it is asked once.
  const moments = sql.all<{ moment: number }>(`${text} limit ${examinedByIndex}`, ...values).map(({ moment }) => moment)
  const isEnd = moments.length < examinedByIndex
  const size = examinedByIndex / looks
  for (let at = 0; at < moments.length; at += size) {
    const part = moments.slice(at, at + size)
    yield {
      text: 'from json_each(?) c cross join activities a on a.moment = c.value where true',
      values: [JSON.stringify(part)],
      last: isEnd && at + size >= moments.length ? null : (part.at(-1) ?? null),
    }
  }
}

/**
 * Reads one page, a look at a time. So many candidates are looked at in all, so that a filter that nearly nothing
 * passes costs what any other does; then the page is short and says where to go on.
 */
function* readCandidates(
  sql: SyncStatements,
  filters: TransactionFilters,
  groups: readonly (readonly string[])[],
  { before, skip, size }: PageQuery,
): Generator<undefined, RowPage> {
  const from = filters.from === undefined ? firstMoment : momentOfMs(Date.parse(filters.from))
  const to = Math.min(before, filters.to === undefined ? pastLastMoment : momentOfMs(Date.parse(filters.to) + 999))
  const candidates = candidatesOf(filters, groups, from, to)
  const rest = restOf(filters)
  const rows: ActivityRow[] = []
  let skipped = 0
  let next: number | null = null
  for (const look of candidates === null ? looksInOrder(sql, from, to) : looksByIndex(sql, candidates)) {
    const found = `${look.text} and ${rest.text}`
    const values = [...look.values, ...rest.values]
    const toSkip = skip - skipped
    const given = sql.all<ActivityRow>(
      `select a.* ${found} order by a.moment desc limit ? offset ?`,
      ...values,
      size + 1 - rows.length,
      toSkip,
    )
    skipped +=
      skippedOf(
        toSkip,
        given.length > 0,
        () => sql.get<{ rows: number }>(`select count(*) as rows ${found}`, ...values)?.rows ?? 0,
      ).skipped ?? 0
    rows.push(...given)
    if (rows.length > size) {
      const last = rows[size - 1] as ActivityRow
      return { rows: rows.slice(0, size), next: last.moment, searchedToMs: last.at_ms, skipped }
    }
    next = look.last
    if (next !== null) yield
  }
  return { rows, next, searchedToMs: next === null ? null : msOf(next), skipped }
}

const passes = (row: ActivityRow, filters: TransactionFilters): boolean => {
  const entities = entityKinds.every((kind) => {
    const name = kind === 'ip' ? 'ip' : (`${kind}_id` as const)
    return filters[name] === undefined || row[name] === filters[name]
  })
  return entities && (filters.event_type === undefined || row.event_type === filters.event_type)
}

/** The row whose own id the text is, where it passes the filters and lies in the page. */
const rowOfId = (
  sql: SyncStatements,
  filters: TransactionFilters,
  page: RowPage,
  before: number,
): ActivityRow | undefined => {
  const rest = restOf(filters)
  const row = sql.get<ActivityRow>(
    `select a.* from activities a where a.transaction_id = ? and ${rest.text}`,
    filters.q ?? '',
    ...rest.values,
  )
  const lies = row !== undefined && row.moment < before && row.moment >= (page.next ?? firstMoment)
  return lies && passes(row, filters) && !page.rows.some(({ n }) => n === row.n) ? row : undefined
}

/**
 * Rows that pass the filters, newest first; those before a moment, where one is given. It stops after each look, so
 * that others can have their turn.
 */
export function* listRows(
  sql: SyncStatements,
  filters: TransactionFilters,
  {
    before = pastLastMoment,
    skip,
    size,
  }: { readonly before: number | undefined; readonly skip: number; readonly size: number },
): Generator<undefined, RowPage> {
  const groups = termGroups(filters)
  if (filters.q === undefined) return yield* readCandidates(sql, filters, groups, { before, skip, size })
  const { q } = filters
  // One row more may stand among those that are passed over: they are read, and counted with it.
  const page = yield* readCandidates(sql, filters, [...groups, entityKinds.map((kind) => entityTerm(kind, q))], {
    before,
    skip: 0,
    size: Math.min(skip, examinedByIndex) + size,
  })
  const own = rowOfId(sql, filters, page, before)
  const rows = own === undefined ? page.rows : [...page.rows, own].sort((one, other) => other.moment - one.moment)
  const skipped = Math.min(skip, rows.length)
  const given = rows.slice(skipped, skipped + size)
  const last = given.at(-1)
  // What the one row more has pushed out is the next page's.
  return last !== undefined && rows.length > skipped + size
    ? { rows: given, next: last.moment, searchedToMs: last.at_ms, skipped }
    : { ...page, rows: given, skipped }
}
