import { describe, expect, it } from 'vitest'
import { logUpperTail } from '../../../../main/domain/network/binomial.ts'
import { commonPoints } from '../../../../main/domain/network/common-points.ts'
import type { KindCounts, PointKind } from '../../../../main/domain/network/common-points.ts'

const none: KindCounts = { points: 0, payments: 0, frauds: 0 }
const kindsOf = (terminal: KindCounts): Record<PointKind, KindCounts> => ({
  terminal,
  counterparty: none,
  device: none,
  ip: none,
})
const at = (point: string, payments: number, frauds: number, payers = frauds) => ({
  point,
  kind: 'terminal' as const,
  counts: { payments, frauds, payers },
})
const found = (...given: Parameters<typeof commonPoints<string>>) => commonPoints(...given).map(({ point }) => point)

describe('the upper tail of the binomial distribution', () => {
  it('is what is worked out by hand', () => {
    // Of three throws of a coin at least two heads: 4 of 8. Of ten dice at least one six: 1 - (5/6)^10.
    expect(Math.exp(logUpperTail(2, 3, 0.5))).toBeCloseTo(0.5, 12)
    expect(Math.exp(logUpperTail(10, 10, 0.1))).toBeCloseTo(1e-10, 20)
    expect(Math.exp(logUpperTail(3, 10, 1 / 6))).toBeCloseTo(
      1 - [0, 1, 2].reduce((sum, k) => sum + ([1, 10, 45][k] ?? 0) * (1 / 6) ** k * (5 / 6) ** (10 - k), 0),
      12,
    )
  })

  it('is certain where no more was met than expected, and has a logarithm where a number would be 0', () => {
    expect(logUpperTail(5, 10, 0.5)).toBe(0)
    expect(logUpperTail(0, 10, 0.1)).toBe(0)
    expect(logUpperTail(2_000, 4_000, 0.001)).toBeLessThan(-10_000)
    expect(logUpperTail(3, 4, 1)).toBe(0)
    expect(logUpperTail(1, 4, 0)).toBe(-Infinity)
  })
})

describe('common points of frauds', () => {
  const kinds = kindsOf({ points: 1_000, payments: 50_000, frauds: 460 })

  it('are those with more frauds than chance explains, the least likely first', () => {
    const points = [at('usual', 50, 1), at('worse', 60, 20), at('worst', 50, 40), at('busy', 5_000, 46)]
    expect(found(points, kinds)).toEqual(['worst', 'worse'])
    const [worst] = commonPoints(points, kinds)
    expect(worst).toMatchObject({ payments: 50, frauds: 40, payers: 40, share: 0.8 })
    expect(worst?.expected).toBeCloseTo(420.5 / 49_951, 12)
    expect(worst?.interval.low).toBeCloseTo(0.6696, 3)
    expect(worst?.interval.high).toBeCloseTo(0.8876, 3)
  })

  it('are corrected for all points tested: what is no surprise among thousands is none', () => {
    const one = at('four', 50, 4)
    const rest = { payments: 50_000, frauds: 460 }
    // By itself 4 of 50 where 0.46 are expected has a chance of 0.0012.
    expect(found([one], kindsOf({ points: 2, ...rest }))).toEqual(['four'])
    expect(found([one], kindsOf({ points: 1_000, ...rest }))).toEqual([])
  })

  it('Holm: each is corrected for those that are left, and none comes before a likelier one', () => {
    const list = commonPoints([at('a', 50, 20), at('b', 50, 12), at('c', 50, 11)], kinds)
    const raw = list.map(({ frauds, payments, expected }) => logUpperTail(frauds, payments, expected))
    list.forEach(({ logChance }, place) =>
      expect(logChance).toBeCloseTo((raw[place] ?? 0) + Math.log(1_000 - place), 9),
    )
    expect(list.map(({ point }) => point)).toEqual(['a', 'b', 'c'])
  })

  it('are common: one stolen card is no compromised terminal', () => {
    expect(found([at('one card', 50, 40, 2)], kinds)).toEqual([])
    expect(found([at('three cards', 50, 40, 3)], kinds)).toEqual(['three cards'])
  })

  it('are worth a look: of a busy shop a little more than usual is certain, and too little', () => {
    expect(found([at('busy', 20_000, 400)], kindsOf({ points: 3, payments: 50_000, frauds: 800 }))).toEqual([])
  })

  it('are found where all frauds lie at one, and not told where there is nothing to compare with', () => {
    expect(found([at('only', 40, 10)], kindsOf({ points: 50, payments: 2_000, frauds: 10 }))).toEqual(['only'])
    expect(found([at('alone', 40, 10)], kindsOf({ points: 1, payments: 40, frauds: 10 }))).toEqual([])
  })

  it('are none where more frauds are known than payments were taken in', () => {
    expect(found([at('ahead', 3, 5)], kinds)).toEqual([])
  })
})
