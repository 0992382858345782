import { createFeatureEngine } from '../../main/detection/features/engine.ts'
import type { Activity } from '../../shared/schema/activity.ts'
import { seededRandom } from '../support/random.ts'
import { median } from './report.ts'
import type { BenchLine } from './report.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

const customers = 5_000
const terminals = 10_000
const perDay = 9_600
const history = 1_700_000
const step = 100_000
const delayMs = 7 * dayMs
const budgetUs = 25

/**
 * Payments of customers who go back to the same hundred terminals around them, a few of them with fraud, in order of
 * time.
 */
function* payments(count: number): Generator<Activity> {
  const random = seededRandom(7)
  const below = (limit: number): number => Math.floor(random() * limit)
  for (let at = 0; at < count; at += 1) {
    const customer = below(customers)
    const terminal = (customer * 2 + below(100)) % terminals
    const amount = Math.round((5 + (customer % 95)) * (0.2 + 1.6 * random()) * 100) / 100
    yield {
      transaction_id: String(at),
      event_type: 'card_payment',
      at: new Date(start + Math.floor((at * dayMs) / perDay)).toISOString(),
      amount,
      customer_id: `c${customer}`,
      terminal_id: `t${terminal}`,
      is_fraud: below(120) === 0,
    }
  }
}

const cpuMs = (): number => process.cpuUsage().user / 1_000

/** What one activity costs as history grows: its features made, counted, and its label learnt. */
export const benchFeatures = (): BenchLine[] => {
  const engine = createFeatureEngine()
  const costs: number[] = []
  const parts: number[] = []
  let chunk: Activity[] = []
  const take = (): void => {
    const from = cpuMs()
    for (const event of chunk) {
      engine.observe(event)
      engine.learn(event, event.is_fraud === true, Date.parse(event.at) + delayMs)
    }
    parts.push(((cpuMs() - from) / chunk.length) * 1_000)
    chunk = []
    if (parts.length < 10) return
    costs.push(median(parts))
    parts.length = 0
  }
  for (const event of payments(history)) {
    chunk.push(event)
    if (chunk.length === step / 10) take()
  }
  const first = costs[0] ?? Number.NaN
  const last = costs.at(-1) ?? Number.NaN
  const worst = Math.max(...costs)
  console.log(
    `features, us by 100,000 activities: ${costs.map((cost) => cost.toFixed(1)).join(' ')}; kept: ${JSON.stringify(engine.size())}`,
  )
  return [
    {
      name: 'features of one activity, of 1,700,000 before',
      unit: 'us',
      ours: last,
      limit: first,
      limitName: 'the same of the first 100,000',
      ratio: first / last,
      aim: '>= 0.5',
      met: first / last >= 0.5,
    },
    {
      name: 'features of one activity, the dearest 100,000',
      unit: 'us',
      ours: worst,
      limit: budgetUs,
      limitName: 'budget',
      ratio: budgetUs / worst,
      aim: '>= 1',
      met: worst <= budgetUs,
    },
  ]
}
