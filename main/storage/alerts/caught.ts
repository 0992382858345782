import type { Effectiveness } from '../../../shared/schema/metrics.ts'
import { countFigure } from '../../domain/alerts/figures.ts'
import { moneyInterval } from '../../domain/alerts/intervals.ts'
import { amountOf } from '../../domain/transactions/amounts.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { receivedBetween } from './received.ts'

const recallDefinition =
  'Activities known to be fraud that are in an alert / all that are known to be fraud, received in the period, by a label of a file or of a person, or by the disposition of their alert. Frauds that nobody knows of are in neither.'
const moneyDefinition =
  'Amounts of the activities known to be fraud, received in the period, by currency: of those in an alert, and of those in none. Refunds are left out.'

interface Sums {
  readonly currency: string
  readonly count: number
  readonly alerted: number
  readonly amounts: number
  readonly all_sum: number
  readonly caught: number
  readonly all_squared: number
  readonly caught_squared: number
}

const sumsSql = `select currency, count(*) as count, sum(caught) as alerted, count(amount) as amounts,
    coalesce(sum(amount), 0) as all_sum, coalesce(sum(amount * caught), 0) as caught,
    coalesce(sum(amount * amount), 0) as all_squared, coalesce(sum(amount * amount * caught), 0) as caught_squared
  from (select coalesce(x.currency, '') as currency, iif(x.amount > 0, cast(x.amount as real), null) as amount,
      exists (select 1 from alert_transactions t join alerts a on a.id = t.alert_id where t.transaction_row = x.n and a.source = 'detection') as caught
    from activities x where x.is_fraud = 1 and x.n between ? and ?)
  group by currency order by currency`

/** Of all that is known to be fraud, how much the alerts have: activities, and money. */
export const caughtBetween = (
  sql: SyncStatements,
  fromMs: number,
  toMs: number,
): Required<Pick<Effectiveness, 'recall' | 'money_caught' | 'money_definition'>> => {
  const { from, to } = receivedBetween(sql, fromMs, toMs)
  const rows = sql.all<Sums>(sumsSql, from, to)
  const total = (name: 'count' | 'alerted'): number => rows.reduce((sum, row) => sum + row[name], 0)
  return {
    recall: countFigure(total('alerted'), total('count'), recallDefinition),
    money_caught: rows
      .filter(({ all_sum: all }) => all > 0)
      .map((row) => ({
        currency: row.currency,
        caught: amountOf(row.caught),
        missed: amountOf(row.all_sum - row.caught),
        frauds: row.amounts,
        share: row.caught / row.all_sum,
        interval: moneyInterval({
          count: row.amounts,
          all: row.all_sum,
          caught: row.caught,
          allSquared: row.all_squared,
          caughtSquared: row.caught_squared,
        }),
      })),
    money_definition: moneyDefinition,
  }
}
