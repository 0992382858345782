import { casePriorities, dueSoonMs } from '../../../shared/schema/case.ts'
import type { CasePriority, CaseStatus, SlaState } from '../../../shared/schema/case.ts'
import type { NumberRange } from '../../../shared/schema/range-text.ts'
import { dayMs, hourMs } from '../../../shared/text/days.ts'
import { firstFinishedRank, slaKinds } from '../../domain/cases/sla.ts'
import type { SqlValue } from '../sqlite/statements.ts'
import type { CaseFilters, CaseListQuery } from './case-store.ts'
import { parseQuery, toExactMatch, toMatch } from './search-text.ts'

/** A piece of SQL with its values, in order. */
export interface SqlPiece {
  readonly text: string
  readonly values: readonly SqlValue[]
}

const piece = (text: string, ...values: SqlValue[]): SqlPiece => ({ text, values })
const join = (pieces: readonly SqlPiece[], between: string): SqlPiece => ({
  text: pieces.map(({ text }) => text).join(between),
  values: pieces.flatMap(({ values }) => values),
})
const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ')
const oneOf = (column: string, values: readonly SqlValue[]): SqlPiece =>
  piece(`${column} in (${marks(values.length)})`, ...values)

const ranksOf = (priorities: readonly CasePriority[]): number[] =>
  priorities.map((priority) => casePriorities.indexOf(priority) + 1)

/** States against the deadline as ranges of the default order. */
const slaRange = (state: SlaState, nowMs: number): SqlPiece => {
  switch (state) {
    case 'breached':
      return piece(`(queue_rank <= ? and sla_kind = ${slaKinds.running})`, nowMs)
    case 'due_soon':
      return piece(`(queue_rank > ? and queue_rank < ? and sla_kind = ${slaKinds.running})`, nowMs, nowMs + dueSoonMs)
    case 'on_track':
      return piece(
        `(queue_rank >= ? and queue_rank < ${firstFinishedRank} and sla_kind = ${slaKinds.running})`,
        nowMs + dueSoonMs,
      )
    case 'paused':
      return piece(`(queue_rank < ${firstFinishedRank} and sla_kind = ${slaKinds.paused})`)
    case 'met':
      return piece(`(queue_rank >= ${firstFinishedRank} and sla_kind = ${slaKinds.met})`)
    case 'missed':
      return piece(`(queue_rank >= ${firstFinishedRank} and sla_kind = ${slaKinds.missed})`)
  }
}

/** The bounds of all the ranges together, so that a scan of the order starts and ends where they do. */
const slaBounds = (states: readonly SlaState[], nowMs: number): SqlPiece[] => {
  const finished = states.filter((state) => state === 'met' || state === 'missed').length
  if (finished === states.length) return [piece(`queue_rank >= ${firstFinishedRank}`)]
  if (finished > 0) return []
  const latest = states.every((state) => state === 'breached')
    ? nowMs
    : states.every((state) => state === 'breached' || state === 'due_soon')
      ? nowMs + dueSoonMs
      : firstFinishedRank
  return [piece('queue_rank <= ?', latest)]
}

const slaCondition = (states: readonly SlaState[], nowMs: number): SqlPiece[] => {
  const any = join(
    states.map((state) => slaRange(state, nowMs)),
    ' or ',
  )
  return [...slaBounds(states, nowMs), { text: `(${any.text})`, values: any.values }]
}

/** The ids of the cases in which a term occurs, in whatever document of theirs. */
const casesWith = (match: string): SqlPiece =>
  piece(
    `select iif(search.rowid < 0, -search.rowid, coalesce(notes.case_id, evidence.case_id)) as id
     from search left join notes on notes.n = search.rowid left join evidence on evidence.n = search.rowid where search match ?`,
    match,
  )

const linkedTo = (kind: string, target: number): SqlPiece =>
  piece('select case_id as id from case_links where kind = ? and target = ?', kind, target)

/** By what the children tell themselves: whoever holds them all sees the same, whatever else is here. */
const childrenOf = (id: number): SqlPiece =>
  piece(
    "select r.case_id as id from cases p join case_relations r on r.other_uid = p.uid and r.kind = 'parent' and r.holds = 1 where p.id = ?",
    id,
  )

/**
 * The set of ids that search and links narrow the list to, or null where they do not. Terms may lie in different
 * documents of a case. A query of nothing that can be searched for finds nothing.
 */
const narrowed = (filters: CaseFilters): SqlPiece | null => {
  const terms = filters.q === undefined ? [] : parseQuery(filters.q)
  const sets = [
    ...(filters.q !== undefined && terms.length === 0 ? [piece('select id from cases where 0')] : []),
    ...terms.map((term) => casesWith(toMatch(term))),
    ...(filters.customer_id === undefined ? [] : [linkedTo('customer', filters.customer_id)]),
    ...(filters.account_id === undefined ? [] : [linkedTo('account', filters.account_id)]),
    ...(filters.alert_id === undefined ? [] : [linkedTo('alert', filters.alert_id)]),
    ...(filters.parent_id === undefined ? [] : [childrenOf(filters.parent_id)]),
  ]
  // One alone may name a case twice; `intersect` does not.
  return sets.length === 0
    ? null
    : sets.length === 1
      ? join([piece('select distinct id from ('), sets[0] as SqlPiece, piece(')')], '')
      : join(sets, ' intersect ')
}

/**
 * L-73: whether a case spells what was searched for otherwise than it was typed, as 0 or 1; null where nothing was
 * searched for, or another order was asked for.
 */
const spelledOtherwise = ({ q, sort }: CaseListQuery): SqlPiece | null => {
  const terms = q === undefined || sort !== 'sla' ? [] : parseQuery(q)
  if (terms.length === 0) return null
  return join(
    [
      piece('cases.id not in ('),
      join(
        terms.map((term) => casesWith(toExactMatch(term))),
        ' intersect ',
      ),
      piece(') as otherwise'),
    ],
    '',
  )
}

/** Deadlines that run and are to come, from so many hours ahead on. */
const dueInHours = ({ from, to }: NumberRange, nowMs: number): SqlPiece[] => [
  from === 0 ? piece('queue_rank > ?', nowMs) : piece('queue_rank >= ?', nowMs + from * hourMs),
  to === null ? piece(`queue_rank < ${firstFinishedRank}`) : piece('queue_rank < ?', nowMs + to * hourMs),
  piece(`sla_kind = ${slaKinds.running}`),
]

/** What was opened by a clock that is ahead is new. */
const ageInDays = ({ from, to }: NumberRange, nowMs: number): SqlPiece[] => [
  ...(from === 0 ? [] : [piece('created_at <= ?', nowMs - from * dayMs)]),
  ...(to === null ? [] : [piece('created_at > ?', nowMs - to * dayMs)]),
]

const classConditions = (filters: CaseFilters): SqlPiece[] => [
  ...(filters.status === undefined ? [] : [oneOf('status', filters.status)]),
  ...(filters.priority === undefined ? [] : [oneOf('priority_rank', ranksOf(filters.priority))]),
  ...(filters.owner_id === undefined ? [] : [oneOf('owner_id', filters.owner_id)]),
]

const otherConditions = (filters: CaseFilters, nowMs: number): SqlPiece[] => [
  ...(filters.sla === undefined ? [] : slaCondition(filters.sla, nowMs)),
  ...(filters.due_in_hours === undefined ? [] : dueInHours(filters.due_in_hours, nowMs)),
  ...(filters.age_days === undefined ? [] : ageInDays(filters.age_days, nowMs)),
  ...(filters.outcome === undefined ? [] : [oneOf('outcome', filters.outcome)]),
  ...(filters.hold === undefined ? [] : [piece(filters.hold ? 'hold_at is not null' : 'hold_at is null')]),
]

const where = (conditions: readonly SqlPiece[]): SqlPiece =>
  conditions.length === 0 ? piece('') : join([piece(' where '), join(conditions, ' and ')], '')

const filterNames = [
  'status',
  'priority',
  'owner_id',
  'sla',
  'outcome',
  'due_in_hours',
  'age_days',
  'hold',
  'q',
  'customer_id',
  'account_id',
  'alert_id',
  'parent_id',
] as const satisfies readonly (keyof CaseFilters)[]

const isPlain = (query: CaseFilters): boolean => filterNames.every((name) => query[name] === undefined)

/** The total that a page tells: out of the counts where they suffice. */
export const totalSql = (filters: CaseFilters, nowMs: number): SqlPiece => {
  if (isPlain(filters)) return piece('select coalesce(sum(cases), 0) as total from case_counts')
  const set = narrowed(filters)
  const others = otherConditions(filters, nowMs)
  if (set === null && others.length === 0) {
    const conditions = [
      ...(filters.status === undefined ? [] : [oneOf('status', filters.status)]),
      ...(filters.priority === undefined ? [] : [oneOf('priority', filters.priority)]),
      ...(filters.owner_id === undefined ? [] : [oneOf('owner_id', filters.owner_id)]),
    ]
    return join([piece('select coalesce(sum(cases), 0) as total from case_counts'), where(conditions)], '')
  }
  const conditions = where([...classConditions(filters), ...others])
  const from =
    set === null ? piece('cases') : join([piece('('), set, piece(') hit cross join cases on cases.id = hit.id')], '')
  return join([piece('select count(*) as total from '), from, conditions], '')
}

const orders = {
  sla: 'queue_rank, id',
  created: 'created_at, id',
  '-created': 'created_at desc, id desc',
  updated: 'updated_at, id',
  '-updated': 'updated_at desc, id desc',
  priority: 'priority_rank, queue_rank desc, id desc',
  '-priority': 'priority_rank desc, queue_rank, id',
  number: 'number',
  '-number': 'number desc',
} as const satisfies Record<CaseListQuery['sort'], string>

const prefixed = (order: string, table: string, columns: RegExp): string => order.replaceAll(columns, `${table}.$1`)
const everyColumn = /\b(queue_rank|id|created_at|updated_at|priority_rank|number)\b/gu

const perSort = <T>(make: (order: string) => T): Record<CaseListQuery['sort'], T> =>
  Object.fromEntries(Object.entries(orders).map(([sort, order]) => [sort, make(order)])) as Record<
    CaseListQuery['sort'],
    T
  >

/** The orders with the table's name before each column. */
const pageOrders = perSort((order) => prefixed(order, 'c', everyColumn))
const hitOrders = perSort((order) => prefixed(order, 'cases', /\b(id)\b/gu))

const indices = {
  sla: 'cases_queue',
  created: 'cases_created',
  '-created': 'cases_created',
  updated: 'cases_updated',
  '-updated': 'cases_updated',
  priority: 'cases_priority',
  '-priority': 'cases_priority',
  number: 'cases_number',
  '-number': 'cases_number',
} as const satisfies Record<CaseListQuery['sort'], string>

/** More runs than this are merged more slowly than the whole order is walked. */
const mergeMax = 24

/**
 * The runs of an index that together hold what is asked for, each of them in the default order by itself. Their merge
 * needs no sorting and ends with the page.
 */
const runs = (
  filters: CaseFilters,
): { readonly index: string; readonly conditions: readonly SqlPiece[]; readonly rest: readonly SqlPiece[] } | null => {
  const { status, priority, owner_id: owners, outcome: outcomes } = filters
  const statusRest = status === undefined ? [] : [oneOf('status', status)]
  const priorityRest = priority === undefined ? [] : [oneOf('priority_rank', ranksOf(priority))]
  if (owners !== undefined && owners.length <= mergeMax) {
    return {
      index: 'cases_owner',
      conditions: owners.map((owner) => piece('owner_id = ?', owner)),
      rest: [...statusRest, ...priorityRest],
    }
  }
  if (owners !== undefined) return null
  if (outcomes !== undefined)
    return {
      index: 'cases_outcome',
      conditions: outcomes.map((outcome) => piece('outcome = ?', outcome)),
      rest: [...statusRest, ...priorityRest],
    }
  if (status !== undefined) {
    const pairs = (status as readonly CaseStatus[]).flatMap((each) =>
      ranksOf(priority ?? casePriorities).map((rank) => piece('status = ? and priority_rank = ?', each, rank)),
    )
    return { index: 'cases_status', conditions: pairs, rest: [] }
  }
  if (priority !== undefined)
    return {
      index: 'cases_priority',
      conditions: ranksOf(priority).map((rank) => piece('priority_rank = ?', rank)),
      rest: [],
    }
  return null
}

const mergedIds = (filters: CaseFilters, others: readonly SqlPiece[]): SqlPiece | null => {
  const found = runs(filters)
  if (found === null) return null
  const parts = found.conditions.map((condition) =>
    join(
      [
        piece(`select queue_rank, id from cases indexed by ${found.index}`),
        where([condition, ...found.rest, ...others]),
      ],
      '',
    ),
  )
  return join([join(parts, ' union all '), piece(' order by queue_rank, id')], '')
}

/** The ids of a page, in order. */
const idsSql = (query: CaseListQuery, nowMs: number): SqlPiece => {
  const set = narrowed(query)
  const others = otherConditions(query, nowMs)
  const order = orders[query.sort]
  const limit = piece(' limit ? offset ?', query.size, (query.page - 1) * query.size)
  if (set !== null) {
    const otherwise = spelledOtherwise(query)
    const columns = otherwise === null ? piece('cases.id') : join([piece('cases.id'), otherwise], ', ')
    const lead = otherwise === null ? '' : 'otherwise, '
    return join(
      [
        piece('select '),
        columns,
        piece(' from ('),
        set,
        piece(') hit cross join cases on cases.id = hit.id'),
        where([...classConditions(query), ...others]),
        piece(` order by ${lead}${hitOrders[query.sort]}`),
        limit,
      ],
      '',
    )
  }
  const merged = query.sort === 'sla' ? mergedIds(query, others) : null
  if (merged !== null) return join([piece('select id from ('), merged, limit, piece(')')], '')
  return join(
    [
      piece(`select id from cases indexed by ${indices[query.sort]}`),
      where([...classConditions(query), ...others]),
      piece(` order by ${order}`),
      limit,
    ],
    '',
  )
}

/** Pages that begin beyond this are found in the index alone before their rows are read. */
const shallow = 200

/** The rows of a page, in order. */
export const pageSql = (query: CaseListQuery, columns: string, join_: string, nowMs: number): SqlPiece => {
  const order = pageOrders[query.sort]
  if (isPlain(query) && (query.page - 1) * query.size <= shallow) {
    return piece(
      `select ${columns} from cases c indexed by ${indices[query.sort]}${join_} order by ${order} limit ? offset ?`,
      query.size,
      (query.page - 1) * query.size,
    )
  }
  const lead = spelledOtherwise(query) === null ? '' : 'page.otherwise, '
  return join(
    [
      piece(`select ${columns} from (`),
      idsSql(query, nowMs),
      piece(`) page cross join cases c on c.id = page.id${join_} order by ${lead}${order}`),
    ],
    '',
  )
}

/** The ids after one of an export, ascending, so that it is the same whatever changes meanwhile. */
export const exportSql = (filters: CaseFilters, after: number, count: number, nowMs: number): SqlPiece => {
  const set = narrowed(filters)
  const conditions = [...classConditions(filters), ...otherConditions(filters, nowMs), piece('cases.id > ?', after)]
  const from =
    set === null ? piece('cases') : join([piece('('), set, piece(') hit join cases on cases.id = hit.id')], '')
  return join([piece('select cases.* from '), from, where(conditions), piece(' order by cases.id limit ?', count)], '')
}
