import type { TracingMethod } from '../../../shared/schema/tracing.ts'

/** The money in an account that is its own, as a convention of tracing sees it. */
export interface Pool {
  /** Puts money in; 0 changes nothing. */
  add(amount: bigint, isTraced: boolean): void
  /** Takes money out, never more than is in it, and answers how much of it is of the money that is followed. */
  take(amount: bigint): bigint
  /** How much of the money that is followed is in it. */
  held(): bigint
}

interface Lot {
  left: bigint
  readonly isTraced: boolean
}

/** Money lies in the order in which it came; `end` is where payments out take from. */
const lots = (end: 'first' | 'last'): Pool => {
  const kept: Lot[] = []
  /** Lots before it are spent. */
  let first = 0
  let held = 0n
  return {
    add: (amount, isTraced) => {
      if (amount === 0n) return
      kept.push({ left: amount, isTraced })
      if (isTraced) held += amount
    },
    take: (amount) => {
      const before = held
      let wanted = amount
      while (wanted > 0n) {
        const lot = end === 'first' ? kept[first] : kept.at(-1)
        if (lot === undefined) throw new Error('more was taken than is there')
        const taken = lot.left < wanted ? lot.left : wanted
        lot.left -= taken
        wanted -= taken
        if (lot.isTraced) held -= taken
        if (lot.left > 0n) break
        if (end === 'first') first += 1
        else kept.pop()
      }
      return before - held
    },
    held: () => held,
  }
}

/** Divides, to the nearest multiple of a unit; a half goes up. */
const shareOf = (held: bigint, amount: bigint, all: bigint, unit: bigint): bigint => {
  const parts = all * unit
  return ((2n * held * amount + parts) / (2n * parts)) * unit
}

/** All money is mixed: each payment out takes its share of what is followed, rounded to the unit. */
const mixed = (unit: bigint): Pool => {
  let all = 0n
  let held = 0n
  return {
    add: (amount, isTraced) => {
      all += amount
      if (isTraced) held += amount
    },
    take: (amount) => {
      if (amount === 0n) return 0n
      const share = amount === all ? held : shareOf(held, amount, all, unit)
      // A share that was rounded up takes neither more than is followed, nor more than is paid; one that was rounded
      // down leaves no more than there is.
      const most = share < held ? share : held
      const spent = most < amount ? most : amount
      const left = held - spent
      all -= amount
      held = left < all ? left : all
      return spent + (left - held)
    },
    held: () => held,
  }
}

/** Other money goes first, and of what is followed never more is left than the lowest balance since. */
const lowest = (): Pool => {
  let all = 0n
  let held = 0n
  return {
    add: (amount, isTraced) => {
      all += amount
      if (isTraced) held += amount
    },
    take: (amount) => {
      all -= amount
      const before = held
      held = held < all ? held : all
      return before - held
    },
    held: () => held,
  }
}

/**
 * Makes the pool of a convention.
 *
 * @param unit the smallest coin of the currency, in ten-thousandths
 */
export const createTracingPool = (method: TracingMethod, unit: bigint): Pool => {
  switch (method) {
    case 'first_in_first_out':
      return lots('first')
    case 'last_in_first_out':
      return lots('last')
    case 'pro_rata':
      return mixed(unit)
    case 'lowest_balance':
      return lowest()
  }
}
