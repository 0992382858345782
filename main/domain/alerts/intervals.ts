/** Between which shares the true one lies, as far as the counts tell it. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/** Of 95 %. */
const z = 1.959963984540054

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** Wilson’s interval of a share, of 95 %; null without a denominator. */
export const wilson = (numerator: number, denominator: number): Interval | null => {
  if (denominator <= 0) return null
  const share = numerator / denominator
  const middle = (share + z ** 2 / (2 * denominator)) / (1 + z ** 2 / denominator)
  const half =
    (z / (1 + z ** 2 / denominator)) * Math.sqrt((share * (1 - share)) / denominator + z ** 2 / (4 * denominator ** 2))
  return { low: within(middle - half), high: within(middle + half) }
}

/** Sums over amounts, all of them and those that are caught: of themselves, and of their squares. */
export interface AmountSums {
  readonly count: number
  readonly all: number
  readonly caught: number
  readonly allSquared: number
  readonly caughtSquared: number
}

/**
 * The interval of a share of money, of 95 %: each amount is caught whole or not at all, so a few large ones make it
 * wide.
 * Null without any.
 */
export const moneyInterval = ({ count, all, caught, allSquared, caughtSquared }: AmountSums): Interval | null => {
  if (count === 0 || all <= 0) return null
  const share = caught / all
  // The effective number of amounts, by which a share of equal ones would be as uncertain.
  const effective = allSquared === 0 ? 0 : all ** 2 / allSquared
  const spread = share ** 2 * (allSquared - caughtSquared) + (1 - share) ** 2 * caughtSquared
  const half = (z * Math.sqrt(spread)) / all
  const plain = wilson(share * effective, effective)
  if (plain === null) return null
  return { low: within(Math.min(share - half, plain.low)), high: within(Math.max(share + half, plain.high)) }
}
