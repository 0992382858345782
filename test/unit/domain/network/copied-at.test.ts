import { describe, expect, it } from 'vitest'
import { copiedAt } from '../../../../main/domain/network/copied-at.ts'
import type { CopyKind, VisitedPoints } from '../../../../main/domain/network/copied-at.ts'

interface Payer {
  readonly name: string
  readonly before: readonly number[]
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n)
const payer = (name: string, before: readonly number[]): Payer => ({ name, before })

/** A hundred terminals with 50 visitors each, but for those that are given. */
const visited = (
  visitors: Readonly<Record<number, number>> = {},
  kinds: Record<number, CopyKind> = {},
): VisitedPoints => ({
  kindOf: (point) => kinds[point] ?? 'terminal',
  visitorsAt: (point) => visitors[point] ?? 50,
  ofKind: { terminal: { points: 100, payments: 5_000 }, counterparty: { points: 20, payments: 1_000 } },
})

/** Frauds of usual life: of the visitors of each terminal two. */
const usual = range(0, 100).flatMap((point) => [payer(`u${point}a`, [point]), payer(`u${point}b`, [point])])

const found = (victims: readonly Payer[], of = visited()) => copiedAt(victims, of).map(({ point }) => point)

describe('points at which cards were copied', () => {
  it('are those after which far more payers had a fraud than after others', () => {
    const victims = [...usual, ...range(0, 18).map((n) => payer(`v${n}`, [7, 20 + n, 60 + n]))]
    expect(found(usual)).toEqual([])
    const [point, ...others] = copiedAt(victims, visited())
    expect(others).toEqual([])
    expect(point).toMatchObject({ point: 7, payments: 50, frauds: 20, payers: 20, share: 0.4 })
    expect(point?.victims.map(({ name }) => name)).toContain('v17')
    // 254 visits in 5,000 were of victims; 20 in 50 were at the point itself.
    expect(point?.expected).toBeCloseTo((254 - 20 + 0.5) / (5_000 - 50 + 1), 9)
  })

  it('are not the shop next door, where the same people pay', () => {
    const together = range(0, 18).map((n) => payer(`v${n}`, n < 14 ? [7, 8] : [7]))
    expect(found([...usual, ...together])).toEqual([7])
    const own = (point: number, count: number) => range(0, count).map((n) => payer(`w${point}-${n}`, [point]))
    expect(found([...usual, ...together, ...own(8, 18)])).toEqual([8])
    expect(found([...usual, ...together, ...own(8, 18), ...own(7, 12)])).toEqual([8, 7])
  })

  it('are not where those pay who pay everywhere and have more frauds for it', () => {
    const everywhere = range(0, 20).map((n) => payer(`e${n}`, range(0, 100)))
    expect(found(everywhere)).toEqual([])
  })

  it('are common: two payers make none, however few others paid there', () => {
    expect(found([payer('a', [3]), payer('b', [3])], visited({ 3: 2 }))).toEqual([])
    expect(found([payer('a', [3]), payer('b', [3]), payer('c', [3])], visited({ 3: 3 }))).toEqual([3])
  })

  it('are compared with their own kind', () => {
    const merchants = Object.fromEntries(range(200, 20).map((point) => [point, 'counterparty' as const]))
    const victims = [...usual, ...range(0, 15).map((n) => payer(`m${n}`, [205]))]
    expect(found(victims, visited({}, merchants))).toEqual([205])
  })

  it('are at most twenty', () => {
    const many = range(0, 30).flatMap((point) => range(0, 40).map((n) => payer(`p${point}-${n}`, [point])))
    expect(found([...usual, ...many])).toHaveLength(20)
  })

  it('are none where nothing is known', () => {
    expect(found([])).toEqual([])
    expect(found([payer('nowhere', [])])).toEqual([])
  })
})
