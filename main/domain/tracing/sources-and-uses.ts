import type { PeriodWidth } from '../../../shared/schema/period.ts'
import { partyKey, type Movement, type Counterparty } from './movement.ts'

/** Money that came and went, in ten-thousandths. */
interface Sums {
  readonly in: bigint
  readonly out: bigint
  readonly countIn: number
  readonly countOut: number
}

/** What one party paid and got. */
export interface PartySums extends Sums {
  readonly party: Counterparty | null
  readonly firstMs: number
  readonly lastMs: number
}

/** What came and went in one period, and the balance at its end. */
export interface PeriodSums extends Sums {
  readonly fromMs: number
  readonly balance: bigint
}

/** The accounts of money that came into an account and left it. */
export interface SourcesAndUses {
  readonly total: Sums
  /** Those that moved most first. */
  readonly parties: readonly PartySums[]
  /** Those in which something moved, oldest first. */
  readonly periods: readonly PeriodSums[]
  readonly closing: bigint
  /** The lowest balance and when it was first reached; null where nothing moved. */
  readonly lowest: { readonly balance: bigint; readonly atMs: number } | null
  /** Movements that share their time with another one: their order is that in which they came. */
  readonly sameTime: number
}

const dayMs = 86_400_000
/** The first Monday after 1970 began: weeks begin with it. */
const firstMonday = 345_600_000

/** When the period of a time began, in UTC. */
export const periodStart = (atMs: number, width: PeriodWidth): number => {
  if (width === 'month') {
    const at = new Date(atMs)
    return Date.UTC(at.getUTCFullYear(), at.getUTCMonth())
  }
  return width === 'day'
    ? Math.floor(atMs / dayMs) * dayMs
    : Math.floor((atMs - firstMonday) / (7 * dayMs)) * 7 * dayMs + firstMonday
}

const none: Sums = { in: 0n, out: 0n, countIn: 0, countOut: 0 }

const plus = <Base extends Sums>(sums: Base, { direction, amount }: Movement): Base =>
  direction === 'in'
    ? { ...sums, in: sums.in + amount, countIn: sums.countIn + 1 }
    : { ...sums, out: sums.out + amount, countOut: sums.countOut + 1 }

const moved = (sums: Sums): bigint => sums.in + sums.out

const partiesOf = (movements: readonly Movement[]): readonly PartySums[] => {
  const parties = new Map<string, PartySums>()
  for (const movement of movements) {
    const { party, atMs } = movement
    const key = partyKey(party)
    const before = parties.get(key) ?? { ...none, party, firstMs: atMs, lastMs: atMs }
    parties.set(key, { ...plus(before, movement), lastMs: atMs })
  }
  return [...parties.entries()]
    .sort(([oneKey, one], [otherKey, other]) => {
      const [a, b] = [moved(one), moved(other)]
      return a === b ? (oneKey < otherKey ? -1 : 1) : a < b ? 1 : -1
    })
    .map(([, sums]) => sums)
}

/**
 * Adds up by whom and when money came into an account and left it.
 *
 * @param movements of the account, oldest first
 * @param opening the balance before the first of them, in ten-thousandths
 */
export const sourcesAndUses = (movements: readonly Movement[], opening: bigint, width: PeriodWidth): SourcesAndUses => {
  const periods = new Map<number, PeriodSums>()
  let total = none
  let balance = opening
  let lowest: SourcesAndUses['lowest'] = null
  for (const movement of movements) {
    balance += movement.direction === 'in' ? movement.amount : -movement.amount
    total = plus(total, movement)
    if (lowest === null || balance < lowest.balance) lowest = { balance, atMs: movement.atMs }
    const fromMs = periodStart(movement.atMs, width)
    periods.set(fromMs, { ...plus(periods.get(fromMs) ?? { ...none, fromMs, balance }, movement), balance })
  }
  const sameTime = movements.filter(
    ({ atMs }, place) => movements[place - 1]?.atMs === atMs || movements[place + 1]?.atMs === atMs,
  ).length
  return {
    total,
    parties: partiesOf(movements),
    periods: [...periods.values()],
    closing: balance,
    lowest,
    sameTime,
  }
}
