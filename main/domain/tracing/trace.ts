import type { TracingMethod } from '../../../shared/schema/tracing.ts'
import type { Movement } from './movement.ts'
import { createTracingPool, type Pool } from './pools.ts'

/** One movement in the working of a trace. All sums are in ten-thousandths of the currency. */
export interface TraceLine {
  readonly movement: Movement
  /** Of the account, behind the movement. */
  readonly balance: bigint
  /** Of the money that is followed: how much came in with this movement. */
  readonly tracedIn: bigint
  /** How much of it left with this movement. */
  readonly tracedOut: bigint
  /** How much of what came in with this movement, and is followed, paid back an overdraft. */
  readonly repaid: bigint
  /** How much of it is in the account behind the movement. */
  readonly held: bigint
}

/** What a trace begins with. */
export interface TraceStart {
  readonly method: TracingMethod
  /** The balance before the first movement, in ten-thousandths; below 0: an overdraft. */
  readonly opening: bigint
  /** What one unit of the currency’s smallest coin is, in ten-thousandths: shares are rounded to it. */
  readonly unit: bigint
  /** Payments into the account whose money is followed. */
  readonly chosen: ReadonlySet<string>
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Adds what is left of a payment once an overdraft is paid back. */
const payIn = (pool: Pool, amount: bigint, isChosen: boolean, before: bigint): bigint => {
  const repaid = before < 0n ? least(-before, amount) : 0n
  pool.add(amount - repaid, isChosen)
  return repaid
}

/**
 * Follows money through an account, movement by movement in the order given. Payments that exceed the balance are paid
 * from credit, of which nothing is traced; a payment into an overdrawn account pays the overdraft back first. Sources:
 * `tracingMethods`.
 */
export const trace = (
  movements: readonly Movement[],
  { method, opening, unit, chosen }: TraceStart,
): readonly TraceLine[] => {
  const pool = createTracingPool(method, unit)
  if (opening > 0n) pool.add(opening, false)
  let balance = opening
  return movements.map((movement) => {
    const before = balance
    const { amount } = movement
    if (movement.direction === 'in') {
      const isChosen = chosen.has(movement.transactionId)
      balance += amount
      const repaid = payIn(pool, amount, isChosen, before)
      return {
        movement,
        balance,
        tracedIn: isChosen ? amount : 0n,
        tracedOut: 0n,
        repaid: isChosen ? repaid : 0n,
        held: pool.held(),
      }
    }
    balance -= amount
    const tracedOut = pool.take(least(amount, before > 0n ? before : 0n))
    return { movement, balance, tracedIn: 0n, tracedOut, repaid: 0n, held: pool.held() }
  })
}
