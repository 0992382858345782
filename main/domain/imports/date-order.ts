import { asciiDigits } from './digits.ts'

/**
 * In which order a column writes day, month and year where slashes or hyphens do not tell: 12/31/2026 or 31/12/2026.
 * `maybe_year_first`: its years have two digits, and all its rows would be dates
 * with the year before the rest too.
 */
export type DateOrder = 'day_first' | 'month_first' | 'year_first' | 'maybe_year_first' | 'unknown' | 'mixed'

/** What the values of one column show about their order. */
export interface OrderObserver {
  observe(value: string): void
  order(): DateOrder
}

const slashed = /^\s*(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/u

/** The least and the most that was seen in one place. */
const createRange = () => {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  return {
    take: (value: number): void => {
      least = Math.min(least, value)
      most = Math.max(most, value)
    },
    most: (): number => most,
    span: (): number => (most < least ? 0 : most - least),
  }
}

/** Days vary where years hardly do: so much that a column shows which place is which. */
const [daysVary, yearsVary] = [5, 2]

/** Makes the observer of one column. */
export const createOrderObserver = (): OrderObserver => {
  let [dayFirst, monthFirst, notYearFirst, hasShort] = [false, false, false, false]
  const [ones, thirds] = [createRange(), createRange()]
  const observeShort = (first: number, second: number, third: number): void => {
    hasShort = true
    ones.take(first)
    thirds.take(third)
    if (second > 12 || second < 1 || third > 31 || third < 1) notYearFirst = true
  }
  return {
    observe: (value) => {
      const found = slashed.exec(asciiDigits(value))
      if (found === null) return
      const [first, second] = [Number(found[1]), Number(found[2])]
      if (first > 12 && second <= 12) dayFirst = true
      if (second > 12 && first <= 12) monthFirst = true
      if (found[3]?.length === 2) observeShort(first, second, Number(found[3]))
    },
    order: () => {
      if (dayFirst && monthFirst) return 'mixed'
      // Where the last place varies as days do, and the first hardly, the first may be the year.
      if (hasShort && !notYearFirst && ones.most() > 12 && !(ones.span() >= daysVary && thirds.span() <= yearsVary))
        return 'maybe_year_first'
      if (dayFirst) return 'day_first'
      return monthFirst ? 'month_first' : 'unknown'
    },
  }
}
