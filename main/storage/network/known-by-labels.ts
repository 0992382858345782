import type { EntityRef } from '../../../shared/schema/network.ts'
import { isPurchase } from '../../domain/network/extract.ts'
import { foldKind } from '../../detection/rules/kinds.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Because } from './because.ts'

interface Fraud {
  readonly transaction_id: string
  readonly counterparty_id: string | null
  readonly customer_id: string | null
  readonly account_id: string | null
  readonly terminal_id: string | null
  readonly device_id: string | null
  readonly ip: string | null
  /** Whether the counterparty is a customer here. */
  readonly of_customer: 0 | 1
  readonly event_type: string
  readonly known_at_ms: number
}

const openingKinds: ReadonlySet<string> = new Set(['account_opening', 'onboarding', 'application'].map(foldKind))

// A file that came says it at once; rules and models hear of it when it would have become known.
const fraudsSql = `select transaction_id, counterparty_id, customer_id, account_id, terminal_id, device_id, ip, event_type, known_at_ms,
    coalesce(json_extract(metadata, '$.counterparty_is') = 'customer', 0) as of_customer
  from activities where is_fraud = 1 and (known_at_ms <= ? or came_fraud = 1) order by moment`

/** What says little: one fraud at a shop with a hundred thousand payments is no finding about the shop. */
const placeSays = 0.02

interface Exposed {
  readonly entity: EntityRef
  readonly isPlace: boolean
  count: number
  atMs: number
  last: string
}

const exposedText = ({ isPlace, count, last }: Exposed): string =>
  count === 1
    ? `The payment ${last} ${isPlace ? 'at' : 'of'} it is known as fraud.`
    : `${count.toLocaleString('en')} payments ${isPlace ? 'at' : 'of'} it are known as fraud, the last of them ${last}.`

/** Who was bad in a fraud by what it was: whoever was paid, or whoever an account was opened for. */
const badOf = (fraud: Fraud, isEarly: boolean): Because[] => {
  const { transaction_id: id, known_at_ms: atMs } = fraud
  const opened = openingKinds.has(foldKind(fraud.event_type))
  const entities: (readonly [EntityRef['kind'], string | null])[] = opened
    ? [
        ['customer', fraud.customer_id],
        ['account', fraud.account_id],
      ]
    : // At a shop the card was misused: it was paid by the thief, and is none.
      isPurchase({
          event_type: fraud.event_type,
          ...(fraud.terminal_id === null ? {} : { terminal_id: fraud.terminal_id }),
        })
      ? []
      : [[fraud.of_customer === 1 ? 'customer' : 'counterparty', fraud.counterparty_id]]
  const text = opened ? `It was opened by fraud (${id}).` : `It received a payment that was fraud (${id}).`
  return entities.flatMap(([kind, of]): Because[] =>
    of === null
      ? []
      : [
          {
            entity: { kind, id: of },
            ...(isEarly ? { certainty: 'open', beyondRules: true } : { certainty: 'confirmed' }),
            source: 'transactions',
            text,
            alertId: null,
            atMs,
          },
        ],
  )
}

/** Who was wronged or misused in a fraud: the payer, and where it was paid. */
const exposedOf = (fraud: Fraud): readonly (readonly [EntityRef['kind'], string | null, boolean])[] => {
  if (openingKinds.has(foldKind(fraud.event_type))) return []
  const isShop = isPurchase({
    event_type: fraud.event_type,
    ...(fraud.terminal_id === null ? {} : { terminal_id: fraud.terminal_id }),
  })
  return [
    ['customer', fraud.customer_id, false],
    ['account', fraud.account_id, false],
    ['terminal', fraud.terminal_id, true],
    ['device', fraud.device_id, true],
    ['ip', fraud.ip, true],
    ['counterparty', isShop ? fraud.counterparty_id : null, true],
  ]
}

/**
 * What labels tell: of a payment that was fraud the payer is mostly the victim, and the place was misused, so both were
 * exposed; who received it is known bad, and whoever an account was opened for by fraud.
 */
export const byLabels = (sql: SyncStatements, nowMs: number): Because[] => {
  const bad: Because[] = []
  const exposed = new Map<string, Exposed>()
  for (const fraud of sql.all<Fraud>(fraudsSql, nowMs)) {
    bad.push(...badOf(fraud, fraud.known_at_ms > nowMs))
    for (const [kind, id, isPlace] of exposedOf(fraud)) {
      if (id === null) continue
      const key = `${kind}:${id}`
      const known = exposed.get(key)
      if (known === undefined)
        exposed.set(key, {
          entity: { kind, id },
          isPlace,
          count: 1,
          atMs: fraud.known_at_ms,
          last: fraud.transaction_id,
        })
      else {
        known.count += 1
        known.last = fraud.transaction_id
        // It was exposed since the first became known.
        known.atMs = Math.min(known.atMs, fraud.known_at_ms)
      }
    }
  }
  return [
    ...bad,
    ...[...exposed.values()].map((one): Because => ({
      entity: one.entity,
      certainty: 'exposed',
      ...(one.isPlace ? { says: placeSays } : {}),
      ...(one.atMs > nowMs ? { beyondRules: true } : {}),
      source: 'transactions',
      text: exposedText(one),
      alertId: null,
      atMs: one.atMs,
    })),
  ]
}
