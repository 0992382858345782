import { overviewLimits } from '../../../../shared/schema/case-overview.ts'
import type { CaseOverview } from '../../../../shared/schema/case-overview.ts'
import { amountOf } from '../../../domain/transactions/amounts.ts'
import { reportFormOf, reportItemOf } from '../../reports/rows.ts'
import type { ReportReading, ReportRow } from '../../reports/rows.ts'
import type { SyncStatements } from '../../sqlite/statements.ts'

type Money = CaseOverview['money']

/** SQL of the alerts `a` of a case whose transactions count: what was found to be nothing is no money at risk. */
export const countedAlerts = "a.case_id = ? and (a.open = 1 or a.status = 'confirmed')"

interface SumRow {
  readonly currency: string
  readonly confirmed: number
  readonly open: number
  readonly returned: number
  readonly amounts: number
  readonly without: number
}

const ofTransactions = `select currency, sum(iif(confirmed = 1, max(amount, 0), 0)) as confirmed, sum(iif(confirmed = 1, 0, max(amount, 0))) as open,
    -sum(min(amount, 0)) as returned, sum(amount is not null) as amounts, sum(amount is null) as without
  from (select coalesce(t.currency, '') as currency, t.amount, max(a.status = 'confirmed') as confirmed
    from alerts a join alert_transactions t on t.alert_id = a.id where ${countedAlerts} group by t.transaction_id)
  group by currency order by currency`

// What an alert of another system, or one that this device knows by its case alone, states beyond the transactions that
// are listed with it.
const stated = `select j.key as currency, a.status = 'confirmed' as confirmed,
    sum(max(0, j.value - coalesce((select sum(t.amount) from alert_transactions t where t.alert_id = a.id and coalesce(t.currency, '') = j.key), 0))) as amount
  from alerts a, json_each(a.totals) j where ${countedAlerts} and a.source <> 'detection' group by 1, 2`

const inUnits = (sums: ReadonlyMap<string, number>): Money['at_risk'] =>
  [...sums]
    .filter(([, stored]) => stored !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, stored]) => ({ currency, amount: amountOf(stored) }))

const lossSql = `select r.*, c.number as case_number from case_reports r join cases c on c.id = r.case_id
  where r.case_id = ? and r.kind = 'sar' and r.state <> 'withdrawn' order by r.changed_at desc, r.uid limit ?`

const lossesOf = (reading: ReportReading, caseId: number): Money['lost'] =>
  reading.sql.all<ReportRow>(lossSql, caseId, overviewLimits.losses).flatMap((row) => {
    const { loss = '', currency = '' } = reportFormOf(reading, row.n)?.activity ?? {}
    const { id, title, state, version } = reportItemOf(reading, row)
    return loss === '' ? [] : [{ report_id: id, title, state, version, currency, amount: loss }]
  })

/** The money in the alerts of a case by currency, and what its reports state of losses. */
export const readCaseMoney = (sql: SyncStatements, reading: ReportReading, caseId: number): Money => {
  const sums = {
    open: new Map<string, number>(),
    confirmed: new Map<string, number>(),
    returned: new Map<string, number>(),
  }
  const add = (name: keyof typeof sums, currency: string, stored: number): void => {
    sums[name].set(currency, (sums[name].get(currency) ?? 0) + stored)
  }
  let [transactions, without] = [0, 0]
  for (const row of sql.all<SumRow>(ofTransactions, caseId)) {
    transactions += row.amounts
    without += row.without
    for (const name of ['open', 'confirmed', 'returned'] as const) add(name, row.currency, row[name] ?? 0)
  }
  for (const { currency, confirmed, amount } of sql.all<{ currency: string; confirmed: 0 | 1; amount: number }>(
    stated,
    caseId,
  ))
    add(confirmed === 1 ? 'confirmed' : 'open', currency, amount)
  return {
    transactions,
    without_amount: without,
    at_risk: inUnits(sums.open),
    confirmed: inUnits(sums.confirmed),
    returned: inUnits(sums.returned),
    lost: lossesOf(reading, caseId),
  }
}
