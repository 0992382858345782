import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { openReadOnly } from '../../main/storage/ledger/open-read-only.ts'
import { listCases } from '../../shared/api/cases.ts'
import { freshWorkspace } from '../support/live-service.ts'
import { openRaw } from '../support/raw-database.ts'
import { alternate, type BenchLine } from './report.ts'

const rounds = 15
const callsPerRound = 400

/** Fills the projection of cases with invented rows: the list reads nothing else. */
export const fillCases = (dataDir: string, count: number, owner: { id: number; uid: string }): void => {
  const db = openRaw(dataDir)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  // Twelve indexes of so many rows do not fit into the cache of a service.
  db.pragma('cache_size = -400000')
  const columns = (db.pragma('table_info(cases)') as { name: string; type: string; notnull: number }[]).map(
    ({ name }) => name,
  )
  const now = Date.now()
  const values: Record<string, string> = {
    id: 'i',
    uid: "'00000000-0000-7000-8000-' || printf('%012x', i)",
    number: "'CASE-ACME-20260101-' || printf('%07d', i)",
    title: "'Invented case ' || i || ' about a payment chain through several accounts'",
    title_digest: "'t' || i",
    description_digest: "'d' || i",
    priority: "(case i % 4 when 0 then 'low' when 1 then 'medium' when 2 then 'high' else 'urgent' end)",
    priority_rank: 'i % 4 + 1',
    status:
      "(case i % 6 when 0 then 'open' when 1 then 'investigating' when 2 then 'pending_review' when 3 then 'escalated' when 4 then 'resolved' else 'closed' end)",
    status_by: `'${owner.uid}'`,
    status_entry: "''",
    owner_entry: "''",
    owner_id: String(owner.id),
    owner_uid: `'${owner.uid}'`,
    sla_hours: '72.0',
    sla_due_at: `${now} + (i * 7919) % 1000000000`,
    sla_kind: '(case when i % 6 > 3 then 2 else 0 end)',
    paused_ms: '0',
    queue_rank: `(case when i % 6 > 3 then 1000000000000000 + i else ${now} + (i * 7919) % 1000000000 end)`,
    created_at: `${now} - i * 1000`,
    created_by: `'${owner.uid}'`,
    updated_at: `${now} - i`,
    finished_at: `(case when i % 6 > 3 then ${now} - i end)`,
    alert_count: '0',
    revision: '1',
  }
  const list = columns.map((name) => values[name] ?? 'null').join(', ')
  db.exec(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) insert into cases (${columns.join(', ')}) select ${list} from n`,
  )
  db.exec(
    'insert into case_counts (status, priority, owner_id, cases) select status, priority, owner_id, count(*) from cases group by 1, 2, 3',
  )
  db.exec('analyze')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

/** One size's workspace: a page by bare prepared SQL (rows and total) and by the case store, in microseconds. */
interface Contenders {
  readonly bare: () => Promise<number>
  readonly ours: () => Promise<number>
  readonly close: () => void
}

const open = async (size: number): Promise<Contenders> => {
  const { dataDir, credentials } = freshWorkspace()
  const peek = openRaw(dataDir, { readonly: true })
  const owner = peek.prepare('select id, uid from users where id = ?').get(credentials.user_id) as {
    id: number
    uid: string
  }
  peek.close()
  fillCases(dataDir, size, owner)
  const opened = await openReadOnly(dataDir, systemEnv(createLog('error')))
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  const bare = openRaw(dataDir, { readonly: true })
  const page = bare.prepare(
    'select id, number, title, priority, status, sla_due_at from cases order by queue_rank limit ? offset ?',
  )
  const total = bare.prepare('select sum(cases) as total from case_counts')
  const query = listCases.query.parse({ size: '20' })
  const each = async (call: () => unknown): Promise<number> => {
    const start = performance.now()
    for (let n = 0; n < callsPerRound; n++) await call()
    return ((performance.now() - start) / callsPerRound) * 1000
  }
  return {
    bare: () => each(() => ({ rows: page.all(20, 0), total: total.get() })),
    ours: () => each(() => workspace.cases.list(query)),
    close: () => {
      bare.close()
      workspace.close()
    },
  }
}

const besideSql = (size: number, ours: number, bare: number): BenchLine => ({
  name: `a page of 20 at ${size.toLocaleString('en')} cases`,
  unit: 'us',
  ours,
  limit: bare,
  limitName: 'bare SQL',
  ratio: ours / bare,
  aim: '<= 1.5',
  met: ours / bare <= 1.5,
})

/** The first page of the case list at three sizes beside the bare SQL, and how flat it stays; all in alternation. */
export const benchList = async (): Promise<BenchLine[]> => {
  const [small, middle, large] = [await open(10_000), await open(100_000), await open(1_000_000)]
  const contenders = {
    bareSmall: small.bare,
    oursSmall: small.ours,
    bareMiddle: middle.bare,
    oursMiddle: middle.ours,
    bareLarge: large.bare,
    oursLarge: large.ours,
  }
  for (const warmUp of Object.values(contenders)) await warmUp()
  const medians = await alternate(rounds, contenders)
  for (const { close } of [small, middle, large]) close()
  const growth = medians.oursLarge / medians.oursSmall
  return [
    besideSql(10_000, medians.oursSmall, medians.bareSmall),
    besideSql(100_000, medians.oursMiddle, medians.bareMiddle),
    besideSql(1_000_000, medians.oursLarge, medians.bareLarge),
    {
      name: 'a page at 1,000,000 cases against one at 10,000',
      unit: 'us',
      ours: medians.oursLarge,
      limit: medians.oursSmall,
      limitName: 'at 10,000',
      ratio: growth,
      aim: '<= 1.3',
      met: growth <= 1.3,
    },
  ]
}
