import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  numberDay,
  formatCaseNumber,
  lastSequence,
  nextHeldSequence,
  nextSequence,
  parseCaseNumber,
  rangeOfSlot,
  slotOf,
} from '../../../../main/domain/cases/numbers.ts'
import type { SlotUse } from '../../../../main/domain/cases/numbers.ts'

test('L-41: the first number of a day ends 00001, and a lone device takes slots in order up to 99,999', () => {
  let newest: SlotUse | null = null
  const seen: number[] = []
  for (;;) {
    const next = nextSequence(newest)
    if (next === null) break
    seen.push(next)
    const { slot, place } = slotOf(next)
    newest = { slot, last: place }
  }
  expect(seen.length).toBe(lastSequence)
  expect(seen.every((sequence, index) => sequence === index + 1)).toBe(true)
})

test('L-41: a device with slots of its own uses those and no others', () => {
  expect(nextHeldSequence([], [3, 7].map(rangeOfSlot))).toBe(301)
  expect(nextHeldSequence([{ slot: 3, last: 99 }], [3, 7].map(rangeOfSlot))).toBe(400)
  expect(nextHeldSequence([{ slot: 3, last: 100 }], [3, 7].map(rangeOfSlot))).toBe(701)
  expect(
    nextHeldSequence([{ slot: 7, last: 100 }], [3, 7].map(rangeOfSlot)),
    'a slot given later may come earlier',
  ).toBe(301)
  expect(
    nextHeldSequence([{ slot: 7, last: 5 }], [3, 7].map(rangeOfSlot)),
    'a slot that is begun is used up first',
  ).toBe(706)
  expect(
    nextHeldSequence(
      [
        { slot: 3, last: 100 },
        { slot: 7, last: 100 },
      ],
      [3, 7].map(rangeOfSlot),
    ),
  ).toBeNull()
  expect(nextHeldSequence([{ slot: 999, last: 99 }], [999].map(rangeOfSlot)), 'a day ends with 99,999').toBeNull()
  expect(nextHeldSequence([{ slot: 3, last: 10 }], [7].map(rangeOfSlot)), 'a slot that is not held any more').toBe(701)
  expect(nextHeldSequence([], [])).toBeNull()
})

test('Y-94: numbers of one day are used from the first to the last of each lease, and of no other', () => {
  const lent = [
    { first: 50_001, last: 50_010 },
    { first: 50_190, last: 50_320 },
  ]
  expect(nextHeldSequence([], lent)).toBe(50_001)
  expect(nextHeldSequence([{ slot: 500, last: 9 }], lent)).toBe(50_010)
  expect(nextHeldSequence([{ slot: 500, last: 10 }], lent)).toBe(50_190)
  expect(
    nextHeldSequence(
      [
        { slot: 500, last: 10 },
        { slot: 501, last: 100 },
        { slot: 502, last: 100 },
      ],
      lent,
    ),
  ).toBe(50_301)
  expect(
    nextHeldSequence(
      [500, 501, 502, 503].map((slot) => ({ slot, last: slot === 503 ? 20 : 100 })),
      lent,
    ),
  ).toBeNull()
})

test('a case number and its parts are one', () => {
  const parts = fc.record({
    institution: fc.stringMatching(/^[A-Z0-9]{1,16}$/),
    day: fc.constantFrom('20260302', '20241231'),
    sequence: fc.integer({ min: 1, max: lastSequence }),
  })
  fc.assert(
    fc.property(parts, (number) => {
      expect(parseCaseNumber(formatCaseNumber(number))).toEqual(number)
    }),
  )
  expect(formatCaseNumber({ institution: 'ACME', day: '20260302', sequence: 7 })).toBe('CASE-ACME-20260302-00007')
  expect(parseCaseNumber('CASE-ACME-2026-1')).toBeNull()
})

test('the day of a number is the UTC day', () => {
  expect(numberDay(Date.parse('2026-03-02T23:59:59.999Z'))).toBe('20260302')
  expect(numberDay(Date.parse('2026-03-03T01:30:00+02:00'))).toBe('20260302')
})
