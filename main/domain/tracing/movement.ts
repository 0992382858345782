import type { Activity } from '../../../shared/schema/activity.ts'
import { directionIn, type Direction } from '../../../shared/schema/money.ts'
import type { CounterpartyKind } from '../../../shared/schema/tracing.ts'
import { storedAmount } from '../transactions/amounts.ts'

/** Who stands on the other side of a movement. */
export interface Counterparty {
  readonly kind: CounterpartyKind
  readonly id: string
}

/** What tells one party from another; '' for nobody. */
export const partyKey = (party: Counterparty | null): string => (party === null ? '' : `${party.kind}:${party.id}`)

/** Money that came into an account, or left it. */
export interface Movement {
  readonly transactionId: string
  readonly atMs: number
  readonly direction: Direction
  /** In ten-thousandths of the currency, above 0. */
  readonly amount: bigint
  /** null: the activity names nobody. */
  readonly party: Counterparty | null
}

const nameMembers = ['counterparty_name', 'counterpartyName', 'payee', 'beneficiary'] as const

/** The name under which a statement tells the other side, where it has no identifier for it. */
const toldName = (metadata: Activity['metadata']): string | undefined =>
  nameMembers
    .map((name) => (metadata !== undefined && Object.hasOwn(metadata, name) ? metadata[name] : undefined))
    .find((value): value is string => typeof value === 'string' && value.trim() !== '')

const partyOf = (event: Activity, isOwn: boolean): Counterparty | null => {
  if (!isOwn) {
    if (event.account_id !== undefined) return { kind: 'account', id: event.account_id }
    return event.customer_id === undefined ? null : { kind: 'customer', id: event.customer_id }
  }
  if (event.counterparty_id !== undefined) return { kind: 'counterparty', id: event.counterparty_id }
  if (event.terminal_id !== undefined) return { kind: 'terminal', id: event.terminal_id }
  const name = toldName(event.metadata)
  return name === undefined ? null : { kind: 'name', id: name }
}

/**
 * What an activity moved into an account or out of it; null where it moved no money, or names the account nowhere. A
 * negative amount goes the other way than the activity says, as in the network.
 */
export const movementOf = (event: Activity, atMs: number, account: string): Movement | null => {
  if (event.amount === undefined || event.amount === 0) return null
  const isOwn = event.account_id === account
  if (!isOwn && event.counterparty_id !== account) return null
  const cameToOwner = event.amount < 0 !== (directionIn(event.metadata) === 'in')
  return {
    transactionId: event.transaction_id,
    atMs,
    direction: cameToOwner === isOwn ? 'in' : 'out',
    amount: BigInt(storedAmount(Math.abs(event.amount))),
    party: partyOf(event, isOwn),
  }
}
