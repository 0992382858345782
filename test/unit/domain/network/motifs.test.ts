import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findingKinds, isFinding, motifsOf, weakKinds } from '../../../../main/domain/network/motifs.ts'
import type { Motif } from '../../../../main/domain/network/motifs.ts'
import { createMovements } from '../../../../main/domain/network/movements.ts'
import type { ValueMovement } from '../../../../main/domain/network/movements.ts'

const day = 86_400_000
const move = (from: number, to: number, amount: number, atDay: number, currency = 0): ValueMovement => ({
  from,
  to,
  amount,
  currency,
  atMs: atDay * day,
})

/** The shapes that the last of some movements completes. */
const completed = (movements: readonly ValueMovement[]): readonly Motif[] => {
  const book = createMovements(1_000)
  movements.forEach((movement, number) => book.add(number, movement))
  return motifsOf(book, movements.at(-1) as ValueMovement)
}
const kinds = (movements: readonly ValueMovement[]): string[] => completed(movements).map(({ kind }) => kind)

/** All shapes found as movements come one by one. */
const foundIn = (movements: readonly ValueMovement[]): Motif[] => {
  const book = createMovements(1_000)
  return movements.flatMap((movement, number) => {
    book.add(number, movement)
    return [...motifsOf(book, movement)]
  })
}

describe('a burst', () => {
  it('is the same amount to the same receiver twice within a day', () => {
    expect(completed([move(1, 2, 500, 1), move(1, 2, 500, 1.5)])).toEqual([
      { kind: 'burst', nodes: [1, 2], amount: 1_000, fromMs: day, toMs: 1.5 * day },
    ])
  })
  it('is none of another amount, currency, receiver or day', () => {
    for (const other of [move(1, 2, 501, 1), move(1, 2, 500, 1, 1), move(1, 3, 500, 1), move(1, 2, 500, 3)])
      expect(kinds([other, move(1, 2, 500, 1)])).not.toContain('burst')
  })
})

describe('a fan-in', () => {
  it('is one amount from three payers, its middle first', () => {
    const [fan] = completed([move(1, 9, 70, 1), move(2, 9, 70, 30), move(3, 9, 70, 60)])
    expect(fan).toEqual({ kind: 'fan_in', nodes: [9, 3, 2, 1], amount: 210, fromMs: day, toMs: 60 * day })
  })
  it('is none of two payers, nor beyond ninety days', () => {
    expect(kinds([move(1, 9, 70, 1), move(1, 9, 70, 3), move(2, 9, 70, 5)])).not.toContain('fan_in')
    expect(kinds([move(1, 9, 70, 1), move(2, 9, 70, 2), move(3, 9, 70, 93)])).not.toContain('fan_in')
  })
  it('is none of a business, whose customers pay one price', () => {
    const customers = Array.from({ length: 101 }, (_, place) => move(100 + place, 9, 70, 1 + place / 10))
    expect(kinds(customers)).not.toContain('fan_in')
    expect(kinds(customers.slice(0, 100))).toContain('fan_in')
  })
})

describe('a cycle', () => {
  const circle = [move(1, 2, 400, 1), move(2, 3, 400, 5), move(3, 1, 400, 2)]
  it('is one amount that comes back, in the order of the money, whatever the order of days', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(circle, { minLength: 3 }), (order) => {
        const found = foundIn(order).filter(({ kind }) => kind === 'cycle')
        expect(found).toHaveLength(1)
        const nodes = found[0]?.nodes ?? []
        const place = nodes.indexOf(1)
        expect([...nodes.slice(place), ...nodes.slice(0, place)]).toEqual([1, 2, 3])
        expect(found[0]?.amount).toBe(1_200)
      }),
    )
  })
  it('may lose a little where each step follows in haste', () => {
    expect(kinds([move(1, 2, 1_000, 1), move(2, 3, 970, 2), move(3, 1, 950, 3)])).toContain('cycle')
    expect(kinds([move(1, 2, 1_000, 1), move(2, 3, 900, 2), move(3, 1, 880, 3)])).not.toContain('cycle')
    expect(kinds([move(1, 2, 1_000, 1), move(2, 3, 970, 9), move(3, 1, 950, 10)])).not.toContain('cycle')
  })
  it('is none of two who pay each other, of ways that are too long, or of 120 days and more', () => {
    expect(kinds([move(1, 2, 400, 1), move(2, 1, 400, 2)])).not.toContain('cycle')
    const ring = (length: number): ValueMovement[] =>
      Array.from({ length }, (_, place) => move(place, (place + 1) % length, 400, place))
    expect(kinds(ring(10))).toContain('cycle')
    expect(kinds(ring(12))).not.toContain('cycle')
    expect(kinds([move(1, 2, 400, 1), move(2, 3, 400, 2), move(3, 1, 400, 130)])).not.toContain('cycle')
  })
})

describe('weak shapes', () => {
  it('are one amount to several, and what goes on at once', () => {
    const others = [move(1, 5, 1, 0), move(1, 6, 2, 0), move(1, 7, 3, 0), move(1, 8, 4, 0)]
    expect(kinds([...others, move(1, 2, 70, 1), move(1, 3, 70, 2), move(1, 4, 70, 3)])).toEqual(['fan_out'])
    expect(kinds([move(1, 2, 1_000, 1), move(2, 3, 980, 2)])).toEqual(['pass_through'])
  })
  it('are no findings', () => {
    expect(weakKinds.some(isFinding)).toBe(false)
    expect(findingKinds.every(isFinding)).toBe(true)
  })
})

describe('shapes', () => {
  it('are none of nothing, and none of what a node pays to itself', () => {
    expect(completed([move(1, 2, 0, 1), move(1, 2, 0, 1)])).toEqual([])
    expect(completed([move(1, 1, 5, 1), move(1, 1, 5, 1)])).toEqual([])
  })

  it('are found whatever else moves meanwhile, in whatever order it comes', () => {
    const planted = [move(1, 2, 777, 1), move(2, 3, 777, 2), move(3, 1, 777, 3)]
    const noise = fc.array(
      fc.tuple(
        fc.integer({ min: 10, max: 30 }),
        fc.integer({ min: 10, max: 30 }),
        fc.integer({ min: 1, max: 700 }),
        fc.integer({ min: 0, max: 20 }),
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(noise, fc.nat(60), fc.nat(60), (others, one, two) => {
        const rest = others.map(([from, to, amount, at]) => move(from, to, amount, at))
        const order = [
          ...rest.slice(0, one),
          planted[0] as ValueMovement,
          ...rest.slice(one, one + two),
          planted[1] as ValueMovement,
          ...rest.slice(one + two),
          planted[2] as ValueMovement,
        ]
        const found = foundIn(order).filter(({ kind, nodes }) => kind === 'cycle' && nodes.includes(1))
        expect(found.map(({ nodes }) => nodes)).toEqual([[1, 2, 3]])
      }),
    )
  })
})
