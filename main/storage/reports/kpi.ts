import { refusal } from '../../../shared/api/errors.ts'
import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { effectiveness } from '../../../shared/schema/metrics.ts'
import type { KpiReport } from '../../../shared/schema/reports.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Env } from '../../platform/env.ts'
import { canonicalJson } from '../../seal/canonical.ts'
import { sha256, toHex } from '../../seal/hash.ts'
import { readPeople } from '../cases/people.ts'
import type { People } from '../cases/people.ts'
import { personOf } from '../decisions/rows.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { ReportStore } from './report-store.ts'
import type { KpiReportsTable } from './tables.ts'

const listedMax = 200

const noReport = refusal('not_found', 'There is no KPI report with this id.')

const presented = (people: People, row: Omit<KpiReportsTable, 'figures'>): KpiReport => ({
  id: row.uid,
  from: toTimestamp(row.from_at),
  to: toTimestamp(row.to_at),
  made_at: toTimestamp(row.made_at),
  made_by: personOf(people, row.made_by),
  sha256: row.sha256,
  entry_id: row.entry,
})

/** KPI reports: figures as they were measured, their hash sealed in the chain of the workspace. */
export const createKpiReports = ({
  ledger,
  sql,
  env,
}: {
  readonly ledger: Ledger
  readonly sql: SyncStatements
  readonly env: Env
}): ReportStore['kpi'] => ({
  list: async () => {
    const people = await readPeople(sql)
    return sql
      .all<Omit<KpiReportsTable, 'figures'>>(
        'select uid, from_at, to_at, made_at, made_by, sha256, entry from kpi_reports order by made_at desc, uid desc limit ?',
        listedMax,
      )
      .map((row) => presented(people, row))
  },
  create: (figures: Effectiveness, { actor, inTransaction }) =>
    ledger.write(actor, async (tx) => {
      const text = canonicalJson(figures)
      const digest = toHex(sha256(Buffer.from(text, 'utf8')))
      const uid = env.random.uuidv7(tx.nowMs)
      const { id, atMs } = await tx.append({
        case: 'workspace',
        type: 'kpi.reported',
        subject: uid,
        pub: { from: figures.from, to: figures.to, sha256: digest },
      })
      const row: KpiReportsTable = {
        uid,
        from_at: Date.parse(figures.from),
        to_at: Date.parse(figures.to),
        made_at: atMs,
        made_by: actor.userUid,
        sha256: digest,
        entry: id,
        figures: text,
      }
      await tx.sql.run(
        'insert into kpi_reports (uid, from_at, to_at, made_at, made_by, sha256, entry, figures) values (?, ?, ?, ?, ?, ?, ?, ?)',
        row.uid,
        row.from_at,
        row.to_at,
        row.made_at,
        row.made_by,
        row.sha256,
        row.entry,
        row.figures,
      )
      const answer = presented(await readPeople(tx.sql), row)
      await inTransaction?.(tx, answer)
      return ok(answer)
    }),
  exported: (id, file, actor) =>
    ledger.write(actor, async (tx) => {
      const row = await tx.sql.get<Pick<KpiReportsTable, 'entry' | 'from_at' | 'to_at'>>(
        'select entry, from_at, to_at from kpi_reports where uid = ?',
        id,
      )
      if (row === undefined) return fail(noReport)
      // Of the making's own type, which hubs take from API keys too; `format` tells a file from the figures.
      const { id: entry } = await tx.append({
        case: 'workspace',
        type: 'kpi.reported',
        subject: id,
        refs: [row.entry],
        pub: { from: toTimestamp(row.from_at), to: toTimestamp(row.to_at), ...file },
      })
      return ok(entry)
    }),
  read: async (id) => {
    const row = sql.get<KpiReportsTable>('select * from kpi_reports where uid = ?', id)
    if (row === undefined) return fail(noReport)
    return ok({ ...presented(await readPeople(sql), row), figures: effectiveness.parse(JSON.parse(row.figures)) })
  },
})
