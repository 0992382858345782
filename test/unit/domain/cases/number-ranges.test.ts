import fc from 'fast-check'
import { expect, test } from 'vitest'
import { everyDayLast, freeNumbers, numbersIn, slotsOf } from '../../../../main/domain/cases/number-ranges.ts'
import { lastSequence } from '../../../../main/domain/cases/numbers.ts'

test('Y-94: numbers of a day come from above what is lent for every day, then from below, and a day has 99,999', () => {
  expect(freeNumbers([], 3)).toEqual([{ first: 50_001, last: 50_003 }])
  expect(freeNumbers([{ first: 50_001, last: 50_100 }], 200)).toEqual([{ first: 50_101, last: 50_300 }])
  expect(freeNumbers([{ first: 50_001, last: 99_990 }], 20)).toEqual([
    { first: 99_991, last: 99_999 },
    { first: 1, last: 11 },
  ])
  expect(freeNumbers([{ first: 1, last: lastSequence }], 1)).toEqual([])
  expect(numbersIn(freeNumbers([], 200_000))).toBe(lastSequence)
})

test('Y-94: what is lent is free, is as much as is asked for while there is so much, and lies in a day', () => {
  const range = fc
    .tuple(fc.integer({ min: 1, max: lastSequence }), fc.integer({ min: 0, max: 20_000 }))
    .map(([first, more]) => ({ first, last: Math.min(lastSequence, first + more) }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 12 }), fc.integer({ min: 1, max: lastSequence }), (taken, wanted) => {
      const isTaken = new Uint8Array(lastSequence + 1)
      for (const { first, last } of taken) isTaken.fill(1, first, last + 1)
      const left = lastSequence - isTaken.reduce((sum, one) => sum + one, 0)
      const given = freeNumbers(taken, wanted)
      expect(numbersIn(given)).toBe(Math.min(wanted, left))
      for (const { first, last } of given) {
        expect(isTaken.subarray(first, last + 1).some((one) => one === 1)).toBe(false)
        isTaken.fill(1, first, last + 1)
      }
    }),
    { numRuns: 60 },
  )
})

test('the slots that numbers lie in', () => {
  expect(slotsOf([{ first: 100, last: 101 }])).toEqual([0, 1])
  expect(slotsOf([{ first: everyDayLast + 1, last: everyDayLast + 1 }])).toEqual([500])
})
