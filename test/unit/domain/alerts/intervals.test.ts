import { describe, expect, it } from 'vitest'
import { countFigure } from '../../../../main/domain/alerts/figures.ts'
import { moneyInterval, wilson } from '../../../../main/domain/alerts/intervals.ts'
import { truthOf } from '../../../../main/domain/alerts/truth.ts'
import { rangeOf, shareOf } from '../../../../renderer/features/effectiveness/shares.ts'

const rounded = (value: { low: number; high: number } | null) =>
  value === null ? null : [value.low, value.high].map((one) => Number(one.toFixed(4)))

describe('the interval of a share', () => {
  // By statsmodels’ proportion_confint(method='wilson').
  it.each([
    [1, 1, [0.2065, 1]],
    [0, 10, [0, 0.2775]],
    [5, 10, [0.2366, 0.7634]],
    [15, 305, [0.03, 0.0795]],
    [428, 428, [0.9911, 1]],
  ])('of %i in %i is %j', (numerator, denominator, bounds) => {
    expect(rounded(wilson(numerator, denominator))).toEqual(bounds)
  })

  it('of nothing there is none', () => {
    expect(wilson(0, 0)).toBeNull()
    expect(countFigure(3, 2, 'a ratio').interval).toBeNull()
    expect(countFigure(15, 305, 'a share').interval).not.toBeNull()
  })
})

describe('the interval of a share of money', () => {
  const sums = (amounts: readonly (readonly [amount: number, caught: boolean])[]) => ({
    count: amounts.length,
    all: amounts.reduce((sum, [amount]) => sum + amount, 0),
    caught: amounts.reduce((sum, [amount, had]) => sum + (had ? amount : 0), 0),
    allSquared: amounts.reduce((sum, [amount]) => sum + amount ** 2, 0),
    caughtSquared: amounts.reduce((sum, [amount, had]) => sum + (had ? amount ** 2 : 0), 0),
  })

  it('of equal amounts holds that of their number, and of unequal ones is wider', () => {
    const equal = moneyInterval(sums(Array.from({ length: 40 }, (_, at) => [100, at < 20] as const)))
    expect(equal?.low).toBeLessThanOrEqual(wilson(20, 40)?.low ?? 0)
    const few = moneyInterval(sums(Array.from({ length: 40 }, (_, at) => [at === 0 ? 4_000 : 100, at < 20] as const)))
    expect((few?.high ?? 0) - (few?.low ?? 0)).toBeGreaterThan((equal?.high ?? 0) - (equal?.low ?? 0))
  })

  it('lies between nothing and all, and holds the share', () => {
    for (const caught of [0, 1, 30]) {
      const all = sums(Array.from({ length: 30 }, (_, at) => [10 + at, at < caught] as const))
      const interval = moneyInterval(all)
      expect(interval?.low).toBeGreaterThanOrEqual(0)
      expect(interval?.high).toBeLessThanOrEqual(1)
      expect(interval?.low).toBeLessThanOrEqual(all.caught / all.all)
      expect(interval?.high).toBeGreaterThanOrEqual(all.caught / all.all)
    }
    expect(moneyInterval(sums([]))).toBeNull()
  })
})

describe('what an alert turned out to be', () => {
  const known = { status: 'new', activities: 3, labelled: 0, frauds: 0 } as const
  it('a disposition says, and without one the labels of its activities', () => {
    expect(truthOf({ ...known, status: 'confirmed' })).toEqual({ isFraud: true, by: 'disposition' })
    expect(truthOf({ ...known, status: 'false_positive', labelled: 3, frauds: 3 })).toEqual({
      isFraud: false,
      by: 'disposition',
    })
    expect(truthOf({ ...known, labelled: 1, frauds: 1 })).toEqual({ isFraud: true, by: 'label' })
    expect(truthOf({ ...known, labelled: 3 })).toEqual({ isFraud: false, by: 'label' })
    expect(truthOf({ ...known, status: 'dismissed', labelled: 3 })).toEqual({ isFraud: false, by: 'label' })
  })

  it('nobody knows where some of them have no label', () => {
    expect(truthOf({ ...known, labelled: 2 })).toBeNull()
    expect(truthOf({ ...known, status: 'escalated' })).toBeNull()
    expect(truthOf({ ...known, activities: 0 })).toBeNull()
  })
})

describe('a percentage', () => {
  it('is shown of ten and more, with its interval, and never of fewer', () => {
    expect(shareOf({ value: 1, denominator: 1 }, 'en')).toBeNull()
    expect(shareOf({ value: 1, denominator: 9 }, 'en')).toBeNull()
    expect(shareOf({ value: 0.5, denominator: 10 }, 'en')).toBe('50%')
    expect(shareOf({ value: null, denominator: 10 }, 'en')).toBeNull()
    expect(rangeOf(countFigure(15, 305, ''), 'en')).toBe('3% – 8%')
    expect(rangeOf(countFigure(1, 1, ''), 'en')).toBeNull()
    expect(rangeOf({ value: 0.5, denominator: 10 }, 'en')).toBeNull()
  })
})
