import { reportStates } from '../../../shared/schema/reports.ts'
import type { ReportState } from '../../../shared/schema/reports.ts'
import { ok } from '../../../shared/schema/result.ts'
import { utcDay } from '../../../shared/text/days.ts'
import { runningStates } from '../../domain/reports/deadlines.ts'
import { decodeCursor, encodeCursor } from '../alerts/cursor.ts'
import { skippedOf } from '../alerts/skip.ts'
import type { SqlValue, SyncStatements } from '../sqlite/statements.ts'
import { readingFrom } from './read-reports.ts'
import type { ReportReadingParts } from './read-reports.ts'
import type { ReportQuery, ReportStore } from './report-store.ts'
import { reportItemOf } from './rows.ts'
import type { ReportRow } from './rows.ts'

const runningSql = `r.state in (${runningStates.map((state) => `'${state}'`).join(', ')}) and r.due_on is not null`
/** SQL over reports `r`: what is due comes first, the earliest first, so that what is overdue leads; then the newest change. */
export const reportRankSql = `case when ${runningSql} then julianday(r.due_on) else 100000000 + (4102444800000 - r.changed_at) / 1000.0 end`

const conditionsOf = (query: ReportQuery, today: string): { readonly texts: string[]; readonly values: SqlValue[] } => {
  const filters: (readonly [string, SqlValue | undefined])[] = [
    ['r.kind = ?', query.kind],
    ['r.state = ?', query.state],
    ['r.case_id = ?', query.case_id],
    [
      `(${runningSql} and r.due_on < ?) = ${query.overdue === false ? 0 : 1}`,
      query.overdue === undefined ? undefined : today,
    ],
  ]
  const given = filters.filter((pair): pair is readonly [string, SqlValue] => pair[1] !== undefined)
  return { texts: given.map(([text]) => text), values: given.map(([, value]) => value) }
}

/** Lists of reports, and how many there are. */
export const createReportLists = (
  parts: ReportReadingParts & { readonly sql: SyncStatements },
): Pick<ReportStore, 'list' | 'counts'> => {
  const { sql, env } = parts
  return {
    list: async (query) => {
      const from = decodeCursor('reports', query.after)
      if (!from.ok) return from
      const read = await readingFrom(parts, sql)
      const { texts, values } = conditionsOf(query, read.today)
      const all = [...texts, ...(from.value === null ? [] : [`(${reportRankSql}, r.uid) > (?, ?)`])]
      const where = all.length === 0 ? '' : ` where ${all.join(' and ')}`
      const found = `from case_reports r join cases c on c.id = r.case_id${where}`
      const given = [...values, ...(from.value ?? [])]
      const rows = sql.all<ReportRow & { rank: number }>(
        `select r.*, c.number as case_number, ${reportRankSql} as rank ${found} order by rank, r.uid limit ? offset ?`,
        ...given,
        query.size + 1,
        query.skip ?? 0,
      )
      const page = rows.slice(0, query.size)
      const last = page.at(-1)
      return ok({
        data: page.map((row) => reportItemOf(read, row)),
        next: rows.length > page.length && last !== undefined ? encodeCursor('reports', [last.rank, last.uid]) : null,
        ...skippedOf(
          query.skip,
          page.length > 0,
          (most) =>
            sql.get<{ reports: number }>(`select count(*) as reports from (select 1 ${found} limit ?)`, ...given, most)
              ?.reports ?? 0,
        ),
      })
    },
    counts: () => {
      const states = new Map(
        sql
          .all<{ state: ReportState; reports: number }>(
            'select state, count(*) as reports from case_reports group by state',
          )
          .map(({ state, reports }) => [state, reports]),
      )
      const overdue =
        sql.get<{ reports: number }>(
          `select count(*) as reports from case_reports r where ${runningSql} and r.due_on < ?`,
          utcDay(env.clock.nowMs()),
        )?.reports ?? 0
      return {
        byState: Object.fromEntries(reportStates.map((state) => [state, states.get(state) ?? 0])) as Record<
          ReportState,
          number
        >,
        overdue,
      }
    },
  }
}
