import type { LedgerTx } from '../ledger/ledger.ts'
import type { LabelSink, ScoredActivity } from './ports.ts'
import type { AlertsTable } from './tables.ts'
import { teachRows, type Disposition } from './teach.ts'

// The index holds nothing but what is awaited: where nothing is, a look into it is all that activities cost.
const anyAwaited =
  'select 1 from alert_transactions indexed by alert_transactions_awaited where transaction_row is null limit 1'
const awaitedOf = `select t.alert_id, t.transaction_id, a.uid, a.label, a.taught, a.moved_at, a.moved_by from alert_transactions t indexed by alert_transactions_awaited join alerts a on a.id = t.alert_id
  where t.transaction_row is null and t.transaction_id in (select value from json_each(?)) order by t.alert_id, t.transaction_id`
const link = `update alert_transactions set (transaction_row, at, amount, currency, counterparty_id, terminal_id, score, level) =
  (select n, at_ms, amount, currency, counterparty_id, terminal_id, score, risk from activities where n = ?) where alert_id = ? and transaction_id = ?`
const widen = `update alerts set updated_at = ?, first_at = min(first_at, (select at_ms from activities where n = ?)), last_at = max(last_at, (select at_ms from activities where n = ?)) where id = ?`

interface Awaited extends Disposition {
  readonly alert_id: number
  readonly transaction_id: string
  readonly taught: AlertsTable['taught']
}

/**
 * Links activities with the alerts of other systems that named them before they came, in the transaction that keeps the
 * activities: each alert then stands as if they had been there first, and a disposition
 * that it has got meanwhile labels them. What a case froze of the alert stays as it was.
 */
export const linkNamed = async (tx: LedgerTx, labels: LabelSink, scored: readonly ScoredActivity[]): Promise<void> => {
  if ((await tx.sql.get(anyAwaited)) === undefined) return
  const rowOf = new Map(scored.map(({ row, event }) => [event.transaction_id, row]))
  for (const { alert_id: id, transaction_id: named, taught, ...said } of await tx.sql.all<Awaited>(
    awaitedOf,
    JSON.stringify([...rowOf.keys()]),
  )) {
    const row = rowOf.get(named)
    if (row === undefined) continue
    await tx.sql.run(link, row, id, named)
    await tx.sql.run(widen, tx.nowMs, row, row, id)
    // A disposition that was not told yet is told of all that the alert names by then.
    if (said.label !== null && said.label === taught) await teachRows(tx, labels, said, [row])
  }
}
