import { lastSequence, rangeOfSlot, slotOf, slotSize } from './numbers.ts'
import type { NumberRange } from './numbers.ts'

/**
 * Of a day's numbers, those up to here are lent for every day, in slots of a hundred (Y-16); those above are lent day
 * by day, in leases of any size, and so is what is left below once they are used up (Y-94).
 */
export const everyDayLast = 50_000

const lowestFirst = (ranges: readonly NumberRange[]): NumberRange[] => [...ranges].sort((a, b) => a.first - b.first)

/** What is free between two numbers, the lowest first. */
const freeBetween = (taken: readonly NumberRange[], from: number, to: number): NumberRange[] => {
  const free: NumberRange[] = []
  let next = from
  for (const { first, last } of lowestFirst(taken)) {
    if (first > to) break
    if (first > next) free.push({ first: next, last: first - 1 })
    next = Math.max(next, last + 1)
  }
  return next > to ? free : [...free, { first: next, last: to }]
}

/** The first so many numbers of some ranges. */
const firstOf = (free: readonly NumberRange[], wanted: number): NumberRange[] => {
  const given: NumberRange[] = []
  let left = wanted
  for (const { first, last } of free) {
    if (left <= 0) break
    const end = Math.min(last, first + left - 1)
    given.push({ first, last: end })
    left -= end - first + 1
  }
  return given
}

/** How many numbers some ranges hold. */
export const numbersIn = (ranges: readonly NumberRange[]): number =>
  ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)

/**
 * Y-94: so many numbers of a day that nobody has: above what is lent for every day first, then below. Fewer, or none,
 * where the day has no more.
 */
export const freeNumbers = (taken: readonly NumberRange[], wanted: number): readonly NumberRange[] =>
  firstOf([...freeBetween(taken, everyDayLast + 1, lastSequence), ...freeBetween(taken, 1, everyDayLast)], wanted)

/** The slots that some numbers lie in. */
export const slotsOf = (ranges: readonly NumberRange[]): readonly number[] =>
  ranges.flatMap(({ first, last }) => {
    const slots: number[] = []
    for (let slot = slotOf(first).slot; slot <= slotOf(last).slot; slot++) slots.push(slot)
    return slots
  })

/** Slots that are lent for every day come from these, so that numbers are left to be lent day by day. */
export const everyDaySlots = everyDayLast / slotSize

/** What is taken of every day by slots that devices have or had. */
export const takenBySlots = (slots: Iterable<number>): readonly NumberRange[] => [...slots].map(rangeOfSlot)
