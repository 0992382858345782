import type { EntityRef } from '../../../shared/schema/network.ts'
import { isPurchase } from '../../domain/network/extract.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** A payment that is known as fraud, with where it was paid and by whom. */
export interface PlacedFraud {
  /** Its transaction. */
  readonly id: string
  readonly atMs: number
  readonly payer: EntityRef
  readonly at: readonly EntityRef[]
}

interface Row {
  readonly transaction_id: string
  readonly at_ms: number
  readonly customer_id: string | null
  readonly account_id: string | null
  readonly counterparty_id: string | null
  readonly terminal_id: string | null
  readonly device_id: string | null
  readonly ip: string | null
  readonly event_type: string
}

// Of the same activities as the network counts: those that name a holder and an amount.
const placedSql = `select transaction_id, at_ms, customer_id, account_id, counterparty_id, terminal_id, device_id, ip, event_type from activities
  where is_fraud = 1 and (known_at_ms <= ? or came_fraud = 1) and n <= ? and amount is not null and (customer_id is not null or account_id is not null)`

const isShop = ({ event_type, terminal_id: terminal }: Row): boolean =>
  isPurchase({ event_type, ...(terminal === null ? {} : { terminal_id: terminal }) })

/** The frauds that are known at a time among the activities up to a row. */
export function* placedFrauds(sql: SyncStatements, nowMs: number, lastRow: number): Generator<PlacedFraud> {
  for (const row of sql.all<Row>(placedSql, nowMs, lastRow)) {
    const places: readonly (readonly [EntityRef['kind'], string | null])[] = [
      ['terminal', row.terminal_id],
      ['device', row.device_id],
      ['ip', row.ip],
      ['counterparty', isShop(row) ? row.counterparty_id : null],
    ]
    yield {
      id: row.transaction_id,
      atMs: row.at_ms,
      payer:
        row.customer_id === null
          ? { kind: 'account', id: row.account_id ?? '' }
          : { kind: 'customer', id: row.customer_id },
      at: places.flatMap(([kind, id]) => (id === null ? [] : [{ kind, id }])),
    }
  }
}
