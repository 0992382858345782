import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { activityWorld } from '../../scripts/lib/activity-world.ts'
import { freshWorkspace, runCli } from '../support/live-service.ts'
import { plainInserts } from './limits.ts'
import { median, type BenchLine } from './report.ts'

const rounds = 3
const aim = 10_000
const columns = [
  'transaction_id',
  'event_type',
  'at',
  'amount',
  'customer_id',
  'counterparty_id',
  'device_id',
  'ip',
  'terminal_id',
  'is_fraud',
] as const

/** 60 days of an invented bank, with its frauds. */
const world = () => activityWorld({ seed: 5, customers: 1_200, terminals: 600, days: 60, from: '2026-01-01' })

const line = (name: string, ours: number, limit: number, limitName: string): BenchLine => ({
  name,
  unit: '/s',
  ours,
  limit,
  limitName,
  ratio: ours / limit,
  aim: '>= 1',
  met: ours >= limit,
})

/**
 * Imports a file by the command line: each activity measured, scored by the shipped model and the starter rules,
 * alerted, indexed and kept durably; and inserts the same rows into a bare table.
 */
export const benchIntake = (): readonly BenchLine[] => {
  const folder = mkdtempSync(path.join(tmpdir(), 'fieldseal-bench-'))
  const activities = world().map(({ event, isFraud }) => ({ ...event, is_fraud: isFraud === true ? 1 : 0 }))
  const rows = activities.map((activity) => columns.map((name) => activity[name] ?? null))
  const file = path.join(folder, 'activities.csv')
  writeFileSync(
    file,
    `${columns.join(',')}\n${rows.map((row) => row.map((cell) => cell ?? '').join(',')).join('\n')}\n`,
  )
  const rates: number[] = []
  const plain: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { dataDir } = freshWorkspace()
    const run = runCli('import', 'transactions', file, '--data', dataDir, '--currency', 'EUR')
    const [summary] = run.lines
    if (run.code !== 0 || summary?.['created'] !== rows.length)
      throw new Error(`the import did not take every row: ${run.stderr}`)
    rates.push(Number(summary['rows_per_second']))
    plain.push(plainInserts(path.join(folder, `plain-${round}.db`), columns, rows, 1_000, randomBytes(32)))
    console.log(`intake: ${rates.at(-1)} /s of ${rows.length} activities, risk ${JSON.stringify(summary['risk'])}`)
  }
  rmSync(folder, { recursive: true, force: true })
  const ours = median(rates)
  return [
    line('activities imported and scored', ours, aim, 'aim'),
    {
      ...line(
        'activities imported and scored, beside bare rows',
        ours,
        median(plain),
        'the same rows into one encrypted SQLite table, unscored, 1,000 a commit',
      ),
      aim: '>= 0.05',
      met: ours / median(plain) >= 0.05,
    },
  ]
}
