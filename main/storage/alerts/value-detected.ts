import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { amountOf } from '../../domain/transactions/amounts.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

export const valueDefinition =
  'Sum of the amounts of the transactions of confirmed alerts, and of those in open alerts alone, by currency; each transaction once, however many alerts hold it. What an alert of another system states beyond its transactions that are here is added.'

// Of alerts that this device knows by a case alone the activities are counted where they are.
const counted = "a.raised_at >= ? and a.raised_at < ? and a.source <> 'case' and (a.status = 'confirmed' or a.open = 1)"

const ofActivities = `select currency, sum(iif(confirmed = 1, amount, 0)) as confirmed, sum(iif(confirmed = 1, 0, amount)) as open from (
    select coalesce(t.currency, '') as currency, t.amount, max(a.status = 'confirmed') as confirmed
    from alerts a join alert_transactions t on t.alert_id = a.id where ${counted} and t.transaction_row is not null and t.amount is not null group by t.transaction_row)
  group by currency`

const stated = `select j.key as currency, a.status = 'confirmed' as confirmed,
    sum(max(0, j.value - coalesce((select sum(t.amount) from alert_transactions t where t.alert_id = a.id and t.transaction_row is not null and coalesce(t.currency, '') = j.key), 0))) as amount
  from alerts a, json_each(a.totals) j where ${counted} and a.source = 'import' group by 1, 2`

/**
 * The amounts behind the alerts that were raised from `fromMs` on and before `toMs`, by currency, in units of it: see
 * `valueDefinition`.
 */
export const valueDetected = (sql: SyncStatements, fromMs: number, toMs: number): Effectiveness['value_detected'] => {
  const sums = new Map<string, { confirmed: number; open: number }>()
  const add = (currency: string, name: 'confirmed' | 'open', amount: number): void => {
    const sum = sums.get(currency) ?? { confirmed: 0, open: 0 }
    sum[name] += amount
    sums.set(currency, sum)
  }
  for (const { currency, confirmed, open } of sql.all<{ currency: string; confirmed: number; open: number }>(
    ofActivities,
    fromMs,
    toMs,
  )) {
    add(currency, 'confirmed', confirmed)
    add(currency, 'open', open)
  }
  for (const { currency, confirmed, amount } of sql.all<{ currency: string; confirmed: 0 | 1; amount: number }>(
    stated,
    fromMs,
    toMs,
  )) {
    if (amount > 0) add(currency, confirmed === 1 ? 'confirmed' : 'open', amount)
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { confirmed, open }]) => ({ currency, confirmed: amountOf(confirmed), open: amountOf(open) }))
}
