import { fieldRefused, refusal, type Refusal } from '../../../shared/api/errors.ts'
import type { BodyOf, QueryOf } from '../../../shared/api/operation.ts'
import {
  movementsMax,
  type AccountMoney,
  type AccountTrace,
  type readAccountMoney,
  type traceAccountMoney,
} from '../../../shared/api/tracing.ts'
import { amountScale } from '../../../shared/schema/activity.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { MovementSides } from '../../../shared/schema/tracing.ts'
import { minorDigits } from '../../../shared/text/money.ts'
import { partyKey, type Movement, type Counterparty } from '../../domain/tracing/movement.ts'
import { sourcesAndUses, type SourcesAndUses } from '../../domain/tracing/sources-and-uses.ts'
import { trace, type TraceLine } from '../../domain/tracing/trace.ts'
import { amountOf, storedAmount } from '../../domain/transactions/amounts.ts'
import type { ToldMovement } from '../../storage/transactions/movements.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'
import { inTurns } from './list-in-turns.ts'

const partiesMax = 500
const paymentsMax = 200

/** What both operations ask of an account. */
interface Asked {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly currency?: string | undefined
  readonly opening_balance?: number | undefined
  readonly sides: MovementSides
}

/** The movements of one account in one currency, and what was left aside. */
interface Looked {
  readonly movements: readonly Movement[]
  readonly opening: bigint
  readonly currency: string | null
  readonly currencies: AccountMoney['currencies']
  readonly otherCurrencies: number
  readonly namedByOthers: number
}

const units = (stored: bigint): number => amountOf(Number(stored))

const countedBy = (told: readonly ToldMovement[]): Map<string | null, number> => {
  const counts = new Map<string | null, number>()
  for (const { currency } of told) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return new Map([...counts].sort(([, one], [, other]) => other - one))
}

const tooMany = (where: string, account: string): Refusal =>
  fieldRefused(
    where,
    `is to narrow the time: more than ${movementsMax} movements name the account ${JSON.stringify(account)}, and a balance is told of all of them or of none`,
  )

const look = async (
  store: Pick<TransactionStore, 'movements'>,
  account: string,
  asked: Asked,
  where: 'query' | 'body',
): Promise<Result<Looked, Refusal>> => {
  const found = await inTurns(
    store.movements({
      account,
      fromMs: asked.from === undefined ? undefined : Date.parse(asked.from),
      toMs: asked.to === undefined ? undefined : Date.parse(asked.to),
    }),
  )
  const counted = found.movements.filter(({ isOwn }) => isOwn || asked.sides === 'both')
  if (!found.isComplete || counted.length > movementsMax) return fail(tooMany(`${where}.from`, account))
  if (found.movements.length === 0)
    return fail(refusal('not_found', 'No activity moved money into this account or out of it in that time.'))
  const counts = countedBy(counted)
  const [first = null] = counts.keys()
  const currency = asked.currency ?? first
  const movements = counted.filter((one) => one.currency === currency).map(({ movement }) => movement)
  return ok({
    movements,
    opening: BigInt(storedAmount(asked.opening_balance ?? 0)),
    currency,
    currencies: [...counts].map(([code, count]) => ({ currency: code, count })),
    otherCurrencies: counted.length - movements.length,
    namedByOthers: found.movements.filter(({ isOwn }) => !isOwn).length,
  })
}

const lookedOf = (account: string, looked: Looked, { closing, lowest, sameTime }: SourcesAndUses) => ({
  account_id: account,
  currency: looked.currency,
  opening_balance: units(looked.opening),
  closing_balance: units(closing),
  lowest_balance: lowest === null ? null : { amount: units(lowest.balance), at: toTimestamp(lowest.atMs) },
  movements: looked.movements.length,
  same_time: sameTime,
  other_currencies: looked.otherCurrencies,
  named_by_others: looked.namedByOthers,
})

const sumsOf = (sums: SourcesAndUses['total']) => ({
  in: units(sums.in),
  out: units(sums.out),
  count_in: sums.countIn,
  count_out: sums.countOut,
})

const largestPayments = (movements: readonly Movement[]): AccountMoney['payments_in'] =>
  movements
    .filter(({ direction }) => direction === 'in')
    .sort((one, other) => (one.amount === other.amount ? one.atMs - other.atMs : one.amount < other.amount ? 1 : -1))
    .slice(0, paymentsMax)
    .map(({ transactionId, atMs, amount, party }) => ({
      transaction_id: transactionId,
      at: toTimestamp(atMs),
      amount: units(amount),
      party,
    }))

/** Reads where an account’s money came from and went to. */
export const moneyOfAccount = async (
  store: Pick<TransactionStore, 'movements'>,
  account: string,
  query: QueryOf<typeof readAccountMoney>,
): Promise<Result<AccountMoney, Refusal>> => {
  const looked = await look(store, account, query, 'query')
  if (!looked.ok) return looked
  const { movements, opening, currencies } = looked.value
  const found = sourcesAndUses(movements, opening, query.period)
  return ok({
    ...lookedOf(account, looked.value, found),
    currencies,
    total: sumsOf(found.total),
    parties: found.parties.slice(0, partiesMax).map((one) => ({
      party: one.party,
      ...sumsOf(one),
      first_at: toTimestamp(one.firstMs),
      last_at: toTimestamp(one.lastMs),
    })),
    parties_left: Math.max(0, found.parties.length - partiesMax),
    periods: found.periods.map((one) => ({
      from: toTimestamp(one.fromMs),
      ...sumsOf(one),
      balance: units(one.balance),
    })),
    payments_in: largestPayments(movements),
  })
}

const lineOf = ({
  movement,
  balance,
  tracedIn,
  tracedOut,
  repaid,
  held,
}: TraceLine): AccountTrace['lines'][number] => ({
  at: toTimestamp(movement.atMs),
  transaction_id: movement.transactionId,
  direction: movement.direction,
  party: movement.party,
  amount: units(movement.amount),
  balance: units(balance),
  traced_in: units(tracedIn),
  traced_out: units(tracedOut),
  repaid: units(repaid),
  held: units(held),
})

const wentTo = (lines: readonly TraceLine[]): AccountTrace['went_to'] => {
  const sums = new Map<
    string,
    { readonly party: Counterparty | null; readonly amount: bigint; readonly count: number }
  >()
  for (const { movement, tracedOut } of lines) {
    if (tracedOut === 0n) continue
    const { party } = movement
    const key = partyKey(party)
    const before = sums.get(key) ?? { party, amount: 0n, count: 0 }
    sums.set(key, { party, amount: before.amount + tracedOut, count: before.count + 1 })
  }
  return [...sums.values()]
    .sort((one, other) => (one.amount === other.amount ? 0 : one.amount < other.amount ? 1 : -1))
    .map(({ party, amount, count }) => ({ party, amount: units(amount), count }))
}

const noPayment = (index: number): Refusal => {
  const message = 'is no payment into this account, in this currency and time'
  return refusal('unknown_reference', `body.transaction_ids[${index}] ${message}. Nothing was followed.`, [
    { path: `body.transaction_ids[${index}]`, message },
  ])
}

const total = (lines: readonly TraceLine[], of: (line: TraceLine) => bigint): number =>
  units(lines.reduce((sum, line) => sum + of(line), 0n))

/** Follows payments into an account through it. */
export const traceOf = async (
  store: Pick<TransactionStore, 'movements'>,
  account: string,
  body: BodyOf<typeof traceAccountMoney>,
): Promise<Result<AccountTrace, Refusal>> => {
  const looked = await look(store, account, body, 'body')
  if (!looked.ok) return looked
  const { movements, opening, currency } = looked.value
  const payments = new Set(
    movements.filter(({ direction }) => direction === 'in').map(({ transactionId }) => transactionId),
  )
  const unknown = body.transaction_ids.findIndex((id) => !payments.has(id))
  if (unknown >= 0) return fail(noPayment(unknown))
  const lines = trace(movements, {
    method: body.method,
    opening,
    unit: BigInt(amountScale / 10 ** minorDigits(currency ?? '')),
    chosen: new Set(body.transaction_ids),
  })
  return ok({
    ...lookedOf(account, looked.value, sourcesAndUses(movements, opening, 'month')),
    method: body.method,
    followed: total(lines, ({ tracedIn }) => tracedIn),
    left: total(lines, ({ tracedOut }) => tracedOut),
    repaid: total(lines, ({ repaid }) => repaid),
    held: units(lines.at(-1)?.held ?? 0n),
    went_to: wentTo(lines),
    lines: lines.map(lineOf),
  })
}
