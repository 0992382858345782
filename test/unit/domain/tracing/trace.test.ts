import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Movement } from '../../../../main/domain/tracing/movement.ts'
import { trace, type TraceLine } from '../../../../main/domain/tracing/trace.ts'
import { tracingMethods, type TracingMethod } from '../../../../shared/schema/tracing.ts'

/** In units of the currency, as `+100` (in) and `-20` (out). Payments are named by their place, from 0. */
const movementsOf = (...signed: readonly number[]): readonly Movement[] =>
  signed.map((units, place) => ({
    transactionId: String(place),
    atMs: place,
    direction: units > 0 ? 'in' : 'out',
    amount: BigInt(Math.round(Math.abs(units) * 10_000)),
    party: null,
  }))

const units = (stored: bigint): number => Number(stored) / 10_000

const cent = 100n

const traced = (
  method: TracingMethod,
  signed: readonly number[],
  chosen: readonly number[],
  opening = 0,
): readonly TraceLine[] =>
  trace(movementsOf(...signed), {
    method,
    opening: BigInt(opening * 10_000),
    unit: cent,
    chosen: new Set(chosen.map(String)),
  })

const out = (lines: readonly TraceLine[]): readonly number[] => lines.map(({ tracedOut }) => units(tracedOut))
const held = (lines: readonly TraceLine[]): readonly number[] => lines.map(({ held: left }) => units(left))

/** 100 of the holder's own, then 100 that are followed; 120 to X, 50 of the holder's own, 60 to Y. */
const worked = [100, 100, -120, 50, -60]

describe('a sum that is followed, worked by hand', () => {
  it('first in, first out: X got the 100 that were there before and 20, Y got 60', () => {
    const lines = traced('first_in_first_out', worked, [1])
    expect(out(lines)).toEqual([0, 0, 20, 0, 60])
    expect(held(lines)).toEqual([0, 100, 80, 80, 20])
  })

  it('last in, first out: X got all 100 of it and 20 of what was there before', () => {
    const lines = traced('last_in_first_out', worked, [1])
    expect(out(lines)).toEqual([0, 0, 100, 0, 0])
    expect(held(lines)).toEqual([0, 100, 0, 0, 0])
  })

  it('pro rata: X got half of 120, Y 40 of 130 parts of 60', () => {
    const lines = traced('pro_rata', worked, [1])
    expect(out(lines)).toEqual([0, 0, 60, 0, 18.46])
    expect(held(lines)).toEqual([0, 100, 40, 40, 21.54])
  })

  it('lowest balance: 80 were left behind X, and 70 behind Y', () => {
    const lines = traced('lowest_balance', worked, [1])
    expect(out(lines)).toEqual([0, 0, 20, 0, 10])
    expect(held(lines)).toEqual([0, 100, 80, 80, 70])
  })

  it('what comes in later does not make good what was spent', () => {
    const signed = [1_000, -990, 5_000, -100]
    expect(held(traced('lowest_balance', signed, [0]))).toEqual([1_000, 10, 10, 10])
    expect(held(traced('first_in_first_out', signed, [0]))).toEqual([1_000, 10, 10, 0])
    expect(held(traced('last_in_first_out', signed, [0]))).toEqual([1_000, 10, 10, 10])
  })

  it('the balance before the first movement came first', () => {
    expect(out(traced('first_in_first_out', [100, -50], [0], 30))).toEqual([0, 20])
    expect(out(traced('pro_rata', [100, -50], [0], 100))).toEqual([0, 25])
    expect(out(traced('lowest_balance', [100, -50], [0], 30))).toEqual([0, 20])
  })

  it('follows several payments as one sum', () => {
    const lines = traced('first_in_first_out', [10, 20, 30, -45], [0, 2])
    expect(out(lines)).toEqual([0, 0, 0, 25])
    expect(held(lines).at(-1)).toBe(15)
  })
})

describe('an account in overdraft', () => {
  it.each(tracingMethods)('is paid back first by what comes in: %s', (method) => {
    const lines = traced(method, [100, -30], [0], -40)
    expect(lines.map(({ balance }) => units(balance))).toEqual([60, 30])
    expect(units(lines[0]?.repaid ?? 0n)).toBe(40)
    expect(held(lines)).toEqual([60, 30])
  })

  it.each(tracingMethods)('pays from credit what exceeds its balance: %s', (method) => {
    const lines = traced(method, [100, -150, 20], [0])
    expect(out(lines)).toEqual([0, 100, 0])
    expect(lines.map(({ balance }) => units(balance))).toEqual([100, -50, -30])
    expect(held(lines).at(-1)).toBe(0)
  })
})

const signedAmounts = fc.array(
  fc.integer({ min: -50_000, max: 50_000 }).filter((cents) => cents !== 0),
  { minLength: 1, maxLength: 60 },
)

const world = fc.record({
  signed: signedAmounts.map((cents) => cents.map((one) => one / 100)),
  picks: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
  opening: fc.integer({ min: -500, max: 500 }),
})

const chosenOf = ({ signed, picks }: { readonly signed: readonly number[]; readonly picks: readonly boolean[] }) =>
  signed.flatMap((amount, place) => (amount > 0 && picks[place] === true ? [place] : []))

const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n)

describe('every convention', () => {
  it.each(tracingMethods)('loses and makes nothing: %s', (method) => {
    fc.assert(
      fc.property(world, (drawn) => {
        const lines = traced(method, drawn.signed, chosenOf(drawn), drawn.opening)
        const left = lines.at(-1)?.held ?? 0n
        expect(sum(lines.map(({ tracedIn }) => tracedIn))).toBe(
          left + sum(lines.map(({ tracedOut }) => tracedOut)) + sum(lines.map(({ repaid }) => repaid)),
        )
        for (const { movement, balance, held: now, tracedOut } of lines) {
          expect(now >= 0n && now <= (balance > 0n ? balance : 0n)).toBe(true)
          expect(tracedOut >= 0n && tracedOut <= movement.amount).toBe(true)
        }
      }),
    )
  })

  it.each(tracingMethods)('follows all of it where there is no other money: %s', (method) => {
    fc.assert(
      fc.property(signedAmounts, (cents) => {
        const signed = cents.map((one) => one / 100)
        const all = signed.flatMap((amount, place) => (amount > 0 ? [place] : []))
        for (const { balance, held: now } of traced(method, signed, all)) expect(now).toBe(balance > 0n ? balance : 0n)
      }),
    )
  })

  it('leaves no more than the lowest balance does', () => {
    fc.assert(
      fc.property(world, fc.constantFrom(...tracingMethods), (drawn, method) => {
        const most = traced('lowest_balance', drawn.signed, chosenOf(drawn), drawn.opening)
        for (const [place, { held: now }] of traced(method, drawn.signed, chosenOf(drawn), drawn.opening).entries())
          expect(now <= (most[place]?.held ?? 0n)).toBe(true)
      }),
    )
  })
})
