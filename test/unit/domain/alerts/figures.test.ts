import { expect, test } from 'vitest'
import { nearestRank, timesOf } from '../../../../main/domain/alerts/figures.ts'
import { ruleYields } from '../../../../main/domain/alerts/rule-yield.ts'
import { briefOf } from '../../../../main/domain/alerts/brief.ts'

test('ranks are nearest ranks: always a value that occurred', () => {
  expect(nearestRank([], 0.5)).toBeNull()
  expect(nearestRank([3, 1, 2, 4], 0.5)).toBe(2)
  expect(nearestRank([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBe(9)
  expect(nearestRank([7], 0.9)).toBe(7)
})

test('times are in hours, and a clock that was set back makes none before the beginning', () => {
  expect(timesOf([-5, 3_600_000, 7_200_000], 'd')).toEqual({ median_hours: 1, p90_hours: 2, count: 3, definition: 'd' })
})

test('a rule’s yield counts its alerts, those where it was alone, and what held beside it', () => {
  const one = { rule: 'a', name: 'A' }
  const two = { rule: 'b', name: 'B' }
  expect(
    ruleYields([
      { rules: [one, two], status: 'confirmed' },
      { rules: [one], status: 'false_positive' },
      { rules: [one, one], status: 'new' },
    ]),
  ).toEqual([
    {
      rule: 'a',
      name: 'A',
      alerts: 3,
      alone: 2,
      confirmed: 1,
      false_positive: 1,
      precision: 0.5,
      overlap: [{ rule: 'b', alerts: 1, share: 1 / 3 }],
    },
    {
      rule: 'b',
      name: 'B',
      alerts: 1,
      alone: 0,
      confirmed: 1,
      false_positive: 0,
      precision: 1,
      overlap: [{ rule: 'a', alerts: 1, share: 1 }],
    },
  ])
})

test('a brief tells amounts in the minor digits of their currencies', () => {
  const one = { transaction_id: 'T1', atMs: 0, amount: 10_000_000, currency: 'JPY', counterparty_id: null }
  const alert = {
    id: 1,
    title: 'T',
    level: 'high' as const,
    score: 0.7,
    action: 'challenge',
    count: 1,
    firstAtMs: 0,
    lastAtMs: 0,
    totals: { JPY: 10_000_000 },
    reasons: [],
    transactions: [one],
  }
  const text = briefOf({ kind: 'customer', id: '7' }, [alert], {
    count: 1,
    totals: { JPY: 10_000_000, BHD: 15_000, '': 300_000 },
  })
  expect(text).toContain('Amounts: 30, 1.500 BHD and 1,000 JPY.')
  expect(text).toContain('  1,000 JPY  (T1)')
})

test('a brief of very many alerts stays readable', () => {
  const alert = {
    id: 1,
    title: 'T',
    level: 'high' as const,
    score: 0.7,
    action: 'challenge',
    count: 3,
    firstAtMs: 0,
    lastAtMs: 60_000,
    totals: { EUR: 125_000 },
    reasons: [],
    transactions: [],
  }
  const text = briefOf(
    { kind: 'ip', id: '203.0.113.7' },
    Array.from({ length: 500 }, (_, id) => ({ ...alert, id })),
    { count: 1_500, totals: { EUR: 62_500_000 } },
  )
  expect(text).toContain('Who: IP address 203.0.113.7.')
  expect(text).toContain('Amounts: 6,250.00 EUR.')
  expect(text).toContain('and 480 more alerts.')
  expect(text.length).toBeLessThan(50_000)
})
