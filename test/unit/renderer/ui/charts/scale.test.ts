import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compact, money, percent } from '../../../../../renderer/ui/charts/format.ts'
import { areaPath, linePath } from '../../../../../renderer/ui/charts/paths.ts'
import { labelEvery, markBetween, placeOnScale, scaleFor } from '../../../../../renderer/ui/charts/scale.ts'

describe('a column', () => {
  it('reaches from the line of 0 to its value, upwards and downwards', () => {
    expect(markBetween(100, 20)).toEqual({ top: 20, height: 80 })
    expect(markBetween(20, 100)).toEqual({ top: 20, height: 80 })
  })

  it('leaves a gap to the one below it, and is always seen', () => {
    expect(markBetween(100, 20, 1)).toEqual({ top: 20, height: 79 })
    expect(markBetween(100, 100, 1)).toEqual({ top: 100, height: 1 })
  })
})

describe('the scale of a chart', () => {
  it('ends at a round number that holds the highest value', () => {
    expect(scaleFor([3, 17]).ticks).toEqual([0, 5, 10, 15, 20])
    expect(scaleFor([0.07]).ticks).toEqual([0, 0.02, 0.04, 0.06, 0.08])
  })

  it('counts get whole ticks', () => {
    expect(scaleFor([1], { whole: true }).ticks).toEqual([0, 1])
    expect(scaleFor([2, 3], { whole: true }).ticks).toEqual([0, 1, 2, 3])
  })

  it('goes below 0 for what is negative', () => {
    expect(scaleFor([-3, 4]).ticks).toEqual([-4, -2, 0, 2, 4])
  })

  it('without values, or with nothing but 0, it still has two ends', () => {
    expect(scaleFor([])).toEqual({ min: 0, max: 1, ticks: [0, 1] })
    expect(scaleFor([0, 0])).toEqual({ min: 0, max: 1, ticks: [0, 1] })
  })

  it('every value of any chart stands between its ends, with few ticks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 40 }),
        fc.boolean(),
        (values, whole) => {
          const scale = scaleFor(values, { whole })
          expect(scale.ticks.length).toBeLessThanOrEqual(8)
          for (const value of values) {
            const place = placeOnScale(scale, value)
            expect(place).toBeGreaterThanOrEqual(-1e-6)
            expect(place).toBeLessThanOrEqual(1 + 1e-6)
          }
        },
      ),
    )
  })

  it('labels that do not fit are left out evenly', () => {
    expect(labelEvery(7, 400, 46)).toBe(1)
    expect(labelEvery(30, 400, 46)).toBe(4)
    expect(labelEvery(30, 0, 46)).toBeGreaterThan(30)
  })
})

describe('lines', () => {
  it('break where nothing is known, and a lone value stays to be seen', () => {
    expect(linePath([{ x: 0, y: 1 }, { x: 1, y: 2 }, null, { x: 3, y: 4 }])).toBe('M0.0,1.0L1.0,2.0M3.0,4.0h0.01')
  })

  it('a band goes out along the highs and back along the lows', () => {
    expect(
      areaPath([
        { x: 0, low: 5, high: 1 },
        { x: 1, low: 6, high: 2 },
      ]),
    ).toBe('M0.0,1.0L1.0,2.0L1.0,6.0L0.0,5.0Z')
  })
})

describe('figures in words', () => {
  it('what is not nothing is never shown as 0', () => {
    expect(percent(0.0004, 'en')).toBe('< 0.1%')
    expect(percent(0, 'en')).toBe('0%')
    expect(percent(0.1234, 'en')).toBe('12.3%')
  })

  it('large numbers are short, amounts are whole', () => {
    expect(compact(1_204, 'en')).toBe('1,204')
    expect(compact(18_400, 'en')).toBe('18.4K')
    expect(money(1_234.5, 'EUR', 'en')).toBe('1,234.50 EUR')
    expect(money(7, null, 'en')).toBe('7')
  })
})
