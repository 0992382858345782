import type { LedgerTx } from '../ledger/ledger.ts'
import type { AlertsTable } from './tables.ts'

/** What alerts are about together: how many activities, and their amounts in ten-thousandths by currency. */
export interface Together {
  readonly count: number
  readonly totals: Readonly<Record<string, number>>
}

type Counted = Pick<AlertsTable, 'id' | 'count' | 'totals'>

const ofAlerts = 'from alert_transactions where alert_id in (select value from json_each(?))'
const countNamed = `select count(*) as named, count(distinct transaction_id) as activities ${ofAlerts}`
const amountsOfActivities = `select coalesce(currency, '') as currency, sum(amount) as amount from (select currency, amount ${ofAlerts} and amount is not null group by transaction_id) group by 1`
const amountsOfAlerts = `select alert_id, coalesce(currency, '') as currency, sum(amount) as amount ${ofAlerts} and amount is not null group by 1, 2`

/**
 * An activity counts once, however many alerts name it: another system's alert and one of our own can tell of the same.
 * What an alert states beyond its activities that are here is added.
 */
export const together = async (tx: LedgerTx, alerts: readonly Counted[]): Promise<Together> => {
  const ids = JSON.stringify(alerts.map(({ id }) => id))
  const { named, activities } = (await tx.sql.get<{ named: number; activities: number }>(countNamed, ids)) ?? {
    named: 0,
    activities: 0,
  }
  const totals = new Map(
    (await tx.sql.all<{ currency: string; amount: number }>(amountsOfActivities, ids)).map(({ currency, amount }) => [
      currency,
      amount,
    ]),
  )
  const here = new Map(
    (await tx.sql.all<{ alert_id: number; currency: string; amount: number }>(amountsOfAlerts, ids)).map((one) => [
      `${one.alert_id} ${one.currency}`,
      one.amount,
    ]),
  )
  for (const { id, totals: stated } of alerts) {
    for (const [currency, amount] of Object.entries(JSON.parse(stated) as Record<string, number>)) {
      const beyond = amount - (here.get(`${id} ${currency}`) ?? 0)
      if (beyond > 0) totals.set(currency, (totals.get(currency) ?? 0) + beyond)
    }
  }
  return {
    count: activities + alerts.reduce((sum, { count }) => sum + count, 0) - named,
    totals: Object.fromEntries(totals),
  }
}
