import { casePriorities, caseStatuses, dueSoonMs, isFinished } from '../../../shared/schema/case.ts'
import type { CaseListItem, CaseQueueItem } from '../../../shared/schema/case.ts'
import { slaKinds, slaState } from '../../domain/cases/sla.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { CaseListQuery, CasePage, CaseStore } from './case-store.ts'
import { pageSql, totalSql } from './list-sql.ts'
import type { CaseReadParts } from './parts.ts'
import { lowerAmong, noUppers, uppersOf } from './relation-lines.ts'
import type { Uppers } from './relation-lines.ts'
import type { CaseCountsTable, CasesTable } from './tables.ts'
import { createTimestamps } from './timestamps.ts'

const listColumns = 'c.id, c.number, c.title, c.priority, c.status, c.sla_due_at'
const queueColumns = `${listColumns}, c.uid, c.sla_kind, c.owner_id, c.alert_count, c.hold_at, c.outcome, c.created_at, c.updated_at, u.name as owner_name`
const ownerJoin = ' left join users u on u.uid = c.owner_uid'

type ListRow = Pick<CasesTable, 'id' | 'number' | 'title' | 'priority' | 'status' | 'sla_due_at'>
type QueueRow = ListRow &
  Pick<
    CasesTable,
    'uid' | 'sla_kind' | 'owner_id' | 'alert_count' | 'hold_at' | 'outcome' | 'created_at' | 'updated_at'
  > & { owner_name: string | null }

type Timestamp = (ms: number) => string

const listItem = (row: ListRow, toTimestamp: Timestamp): CaseListItem => ({
  id: row.id,
  case_number: row.number,
  title: row.title,
  priority: row.priority,
  status: row.status,
  sla_due_at: toTimestamp(row.sla_due_at),
})

const queueItem = (row: QueueRow, uppers: Uppers, toTimestamp: Timestamp, nowMs: number): CaseQueueItem => ({
  ...listItem(row, toTimestamp),
  owner_id: row.owner_id,
  owner_name: row.owner_name ?? '',
  sla_state: slaState(row.sla_kind, row.sla_due_at, nowMs),
  alert_count: row.alert_count,
  legal_hold: row.hold_at !== null,
  outcome: row.outcome,
  ...uppers,
  created_at: toTimestamp(row.created_at),
  updated_at: toTimestamp(row.updated_at),
})

const queueItems = (
  sql: SyncStatements,
  rows: readonly QueueRow[],
  toTimestamp: Timestamp,
  nowMs: number,
): CaseQueueItem[] => {
  const lower = lowerAmong(
    sql,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => queueItem(row, lower.has(row.id) ? uppersOf(sql, row.uid) : noUppers, toTimestamp, nowMs))
}

const readPage = ({ sql, env }: CaseReadParts, toTimestamp: Timestamp, query: CaseListQuery): CasePage => {
  const nowMs = env.clock.nowMs()
  const wantsQueue = query.view === 'queue'
  const page = pageSql(query, wantsQueue ? queueColumns : listColumns, wantsQueue ? ownerJoin : '', nowMs)
  const total = totalSql(query, nowMs)
  const rows = sql.all<QueueRow>(page.text, ...page.values)
  const counted = sql.get<{ total: number }>(total.text, ...total.values)?.total ?? 0
  return {
    data: wantsQueue ? queueItems(sql, rows, toTimestamp, nowMs) : rows.map((row) => listItem(row, toTimestamp)),
    pagination: { total: counted, page: query.page, size: query.size, total_pages: Math.ceil(counted / query.size) },
  }
}

const countBy = <Name extends string>(
  names: readonly Name[],
  rows: readonly CaseCountsTable[],
  nameOf: (row: CaseCountsTable) => Name,
): Record<Name, number> => {
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>
  for (const row of rows) counts[nameOf(row)] += row.cases
  return counts
}

const sum = (rows: readonly CaseCountsTable[]): number => rows.reduce((total, { cases }) => total + cases, 0)

type Stats = Awaited<ReturnType<CaseStore['stats']>>

const readStats = ({ sql, env }: CaseReadParts): Stats => {
  const nowMs = env.clock.nowMs()
  const rows = sql.all<CaseCountsTable>('select * from case_counts')
  const unfinished = rows.filter(({ status }) => !isFinished(status))
  const names = new Map(
    sql.all<{ id: number; name: string }>('select id, name from users').map(({ id, name }) => [id, name]),
  )
  const owners = new Map<number, number>()
  for (const { owner_id: owner, cases } of unfinished) owners.set(owner, (owners.get(owner) ?? 0) + cases)
  const due = sql.get<{ breached: number; soon: number }>(
    `select count(*) filter (where queue_rank <= ?) as breached, count(*) filter (where queue_rank > ?) as soon
     from cases indexed by cases_queue where queue_rank < ? and sla_kind = ${slaKinds.running}`,
    nowMs,
    nowMs,
    nowMs + dueSoonMs,
  )
  return {
    total: sum(rows),
    unfinished: sum(unfinished),
    breached: due?.breached ?? 0,
    due_soon: due?.soon ?? 0,
    by_status: countBy(caseStatuses, rows, ({ status }) => status),
    by_priority: countBy(casePriorities, unfinished, ({ priority }) => priority),
    by_owner: [...owners]
      .filter(([, cases]) => cases > 0)
      .sort(([a, many], [b, few]) => few - many || a - b)
      .map(([owner, cases]) => ({ owner_id: owner, owner_name: names.get(owner) ?? '', unfinished: cases })),
  }
}

/** The list and its figures. */
export const createListing = (parts: CaseReadParts): Pick<CaseStore, 'list' | 'stats'> => {
  const toTimestamp = createTimestamps()
  return {
    list: (query) => Promise.resolve(readPage(parts, toTimestamp, query)),
    stats: () => Promise.resolve(readStats(parts)),
  }
}
