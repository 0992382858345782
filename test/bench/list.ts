import path from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { systemEnv } from '../../main/platform/env.ts'
import { createLog } from '../../main/platform/log.ts'
import { openReadOnly } from '../../main/storage/ledger/open-read-only.ts'
import { listCases } from '../../shared/api/cases.ts'
import { freshWorkspace } from '../support/live-service.ts'
import { alternate, type BenchLine } from './report.ts'

const sizes = [10_000, 100_000, 1_000_000] as const
const rounds = 9
const callsPerRound = 400

/** Fills the projection of cases with invented rows: the list reads nothing else. */
export const fillCases = (file: string, count: number, owner: { id: number; uid: string }): void => {
  const db = new Database(file)
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = OFF')
  const columns = (db.pragma('table_info(cases)') as { name: string; type: string; notnull: number }[]).map(({ name }) => name)
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
    status: "(case i % 6 when 0 then 'open' when 1 then 'investigating' when 2 then 'pending_review' when 3 then 'escalated' when 4 then 'resolved' else 'closed' end)",
    status_by: `'${owner.uid}'`,
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
  db.exec(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) insert into cases (${columns.join(', ')}) select ${list} from n`)
  db.exec('insert into case_counts (status, priority, owner_id, cases) select status, priority, owner_id, count(*) from cases group by 1, 2, 3')
  db.exec('analyze')
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
}

interface Measured {
  readonly size: number
  readonly bare: number
  readonly ours: number
}

/** Microseconds for a page, by bare prepared SQL (rows and total) and by the case store. */
const measure = async (size: number): Promise<Measured> => {
  const { dataDir, credentials } = freshWorkspace()
  const file = path.join(dataDir, 'fieldseal.db')
  const peek = new Database(file, { readonly: true })
  const owner = peek.prepare('select id, uid from users where id = ?').get(credentials.user_id) as { id: number; uid: string }
  peek.close()
  fillCases(file, size, owner)
  const opened = await openReadOnly(dataDir, systemEnv(createLog('error')))
  if (!opened.ok) throw new Error(opened.error.message)
  const workspace = opened.value
  const bare = new Database(file, { readonly: true })
  const page = bare.prepare('select id, number, title, priority, status, sla_due_at from cases order by queue_rank limit ? offset ?')
  const total = bare.prepare('select sum(cases) as total from case_counts')
  const query = listCases.query.parse({ size: '20' })
  const each = async (call: () => unknown): Promise<number> => {
    const start = performance.now()
    for (let n = 0; n < callsPerRound; n++) await call()
    return ((performance.now() - start) / callsPerRound) * 1000
  }
  const bareCall = () => ({ rows: page.all(20, 0), total: total.get() })
  await each(bareCall)
  await each(() => workspace.cases.list(query))
  const medians = await alternate(rounds, { bare: () => each(bareCall), ours: () => each(() => workspace.cases.list(query)) })
  bare.close()
  workspace.close()
  return { size, ...medians }
}

/** The first page of the case list at three sizes beside the bare SQL, and how flat it stays. */
export const benchList = async (): Promise<BenchLine[]> => {
  const measured: Measured[] = []
  for (const size of sizes) measured.push(await measure(size))
  const besides = measured.map(({ size, bare, ours }): BenchLine => ({
    name: `a page of 20 at ${size.toLocaleString('en')} cases`,
    unit: 'us',
    ours,
    limit: bare,
    limitName: 'bare SQL',
    ratio: ours / bare,
    aim: '<= 1.5',
    met: ours / bare <= 1.5,
  }))
  const [smallest, largest] = [measured[0], measured.at(-1)]
  if (smallest === undefined || largest === undefined) return besides
  const growth = largest.ours / smallest.ours
  return [...besides, { name: 'a page at 1,000,000 cases against one at 10,000', unit: 'us', ours: largest.ours, limit: smallest.ours, limitName: 'at 10,000', ratio: growth, aim: '<= 1.3', met: growth <= 1.3 }]
}
