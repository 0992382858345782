import type { Refusal } from '../../../shared/api/errors.ts'
import { riskLevels } from '../../../shared/schema/activity.ts'
import type { AlertItem } from '../../../shared/schema/alerts.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import type { AlertFilters, AlertQuery, Walked } from './alert-store.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { alertSelect, alertItemOf } from './rows.ts'
import type { AlertRow } from './rows.ts'
import { skippedOf } from './skip.ts'

interface Condition {
  readonly text: string
  readonly values: readonly SqlValue[]
}

const condition = (text: string, ...values: SqlValue[]): Condition => ({ text, values })
const marks = (count: number): string => Array.from({ length: count }, () => '?').join(', ')

/** A pattern in which nothing but the text itself counts. */
const part = (text: string): string => `%${text.replaceAll(/[\\%_]/gu, (sign) => `\\${sign}`)}%`

/** Alerts without a deadline come last. */
const noDeadline = 9e15
const deadline = `coalesce(a.due_at, ${noDeadline})`

const flag = (value: boolean | undefined, yes: string, no: string): Condition[] =>
  value === undefined ? [] : [condition(value ? yes : no)]
const maybe = <T>(value: T | undefined, make: (value: T) => Condition): Condition[] =>
  value === undefined ? [] : [make(value)]

const sourceSql: Readonly<Record<NonNullable<AlertFilters['source']>, string>> = {
  detection: "a.source <> 'import' and a.kind = 'activity'",
  import: "a.source = 'import'",
  screening: "a.kind = 'screening'",
}

const conditionsOf = (filters: AlertFilters, nowMs: number): Condition[] => [
  ...(filters.status === undefined
    ? [condition('a.open = 1')]
    : [condition(`a.status in (${marks(filters.status.length)})`, ...filters.status)]),
  ...maybe(filters.level, (levels) =>
    condition(`a.level in (${marks(levels.length)})`, ...levels.map((level) => riskLevels.indexOf(level))),
  ),
  ...maybe(filters.assignee_id, (id) => condition('a.assignee = (select uid from users where id = ?)', id)),
  ...flag(filters.unassigned, 'a.assignee is null', 'a.assignee is not null'),
  ...maybe(filters.overdue, (value) => condition(`${value ? '' : 'not '}(a.open = 1 and ${deadline} < ?)`, nowMs)),
  ...flag(filters.in_case, 'a.case_id is not null', 'a.case_id is null'),
  ...maybe(filters.case_id, (id) => condition('a.case_id = ?', id)),
  ...maybe(filters.entity_kind, (kind) => condition('a.entity_kind = ?', kind)),
  ...maybe(filters.entity_id, (id) => condition('a.entity_id = ?', id)),
  ...maybe(filters.signal, (signal) =>
    condition('exists (select 1 from json_each(a.signals) where value = ?)', signal),
  ),
  ...maybe(filters.rule, (rule) =>
    condition("exists (select 1 from json_each(a.rules) where json_extract(value, '$.rule') = ?)", rule),
  ),
  ...maybe(filters.source, (source) => condition(sourceSql[source])),
  ...maybe(filters.min_score, (score) => condition('a.score >= ?', score)),
  ...maybe(filters.q, (text) =>
    condition("(a.title like ? escape '\\' or a.entity_id like ? escape '\\')", part(text), part(text)),
  ),
]

const sorts = {
  score: { column: 'a.score', descending: true, of: (row: AlertRow) => row.score },
  newest: { column: 'a.raised_at', descending: true, of: (row: AlertRow) => row.raised_at },
  oldest: { column: 'a.raised_at', descending: false, of: (row: AlertRow) => row.raised_at },
  due: { column: deadline, descending: false, of: (row: AlertRow) => row.due_at ?? noDeadline },
} as const

/** The place after an alert in the list by age, newest first: what `after` takes there. */
export const newestAfter = ({ raised_at: at, id }: Pick<AlertItem, 'raised_at' | 'id'>): string =>
  encodeCursor('alerts newest', [Date.parse(at), id])

/** A page of alerts by cursor. */
export const listAlertRows = (
  sql: SyncStatements,
  query: AlertQuery,
  nowMs: number,
): Result<Walked<AlertItem>, Refusal> => {
  const sort = sorts[query.sort]
  const walk = `alerts ${query.sort}`
  const from = decodeCursor(walk, query.after)
  if (!from.ok) return from
  const beyond = sort.descending ? '<' : '>'
  const direction = sort.descending ? 'desc' : 'asc'
  const conditions = [
    ...conditionsOf(query, nowMs),
    ...(from.value === null ? [] : [condition(`(${sort.column}, a.id) ${beyond} (?, ?)`, ...from.value)]),
  ]
  const where = conditions.length === 0 ? '' : ` where ${conditions.map(({ text }) => text).join(' and ')}`
  const values = conditions.flatMap((one) => one.values)
  const order = `order by ${sort.column} ${direction}, a.id ${direction}`
  // What is passed over is walked in an index alone.
  const rows = sql.all<AlertRow>(
    `${alertSelect} where a.id in (select a.id from alerts a${where} ${order} limit ? offset ?) ${order}`,
    ...values,
    query.size + 1,
    query.skip ?? 0,
  )
  const page = rows.slice(0, query.size)
  const last = page.at(-1)
  return ok({
    data: page.map((row) => alertItemOf(row, nowMs)),
    next: rows.length > page.length && last !== undefined ? encodeCursor(walk, [sort.of(last), last.id]) : null,
    ...skippedOf(
      query.skip,
      page.length > 0,
      (most) =>
        sql.get<{ found: number }>(
          `select count(*) as found from (select 1 from alerts a${where} limit ?)`,
          ...values,
          most,
        )?.found ?? 0,
    ),
  })
}
