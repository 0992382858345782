import { describe, expect, it } from 'vitest'
import type { StudiedActivity } from '../../../main/detection/models/study/collect.ts'
import { idealMeter, judgeIdeally } from '../../../scripts/lib/ideal-judge.ts'
import { dayMs } from '../../../shared/text/days.ts'

const start = Date.parse('2030-03-01T12:00:00Z')
const wholeTime = { from: '2030-03-01', to: '2030-12-31' }

interface Told {
  readonly day: number
  readonly customer?: string
  readonly terminal?: string
  readonly amount?: number
  readonly isFraud?: boolean
}

const payment = (
  { day, customer = 'C', terminal = 'T', amount = 50, isFraud = false }: Told,
  n: number,
): StudiedActivity => {
  const atMs = start + day * dayMs + n
  return {
    atMs,
    isFraud,
    event: {
      transaction_id: `P${n}`,
      event_type: 'card_payment',
      at: new Date(atMs).toISOString(),
      amount,
      customer_id: customer,
      terminal_id: terminal,
    },
  }
}

/** Payments of as many customers at as many terminals as the frauds of a few are drawn from. */
const crowd: readonly Told[] = Array.from({ length: 2_000 }, (_, n) => ({
  day: n % 20,
  customer: `c${n % 1_000}`,
  terminal: `t${n % 1_000}`,
  amount: 40 + (n % 21),
}))

/** What the judge says of the last of these payments, each label known `delayDays` after it. */
const judged = (told: readonly Told[], delayDays = 7): number => {
  const all = [...crowd, ...told].toSorted((one, other) => one.day - other.day).map(payment)
  const meter = idealMeter(all, wholeTime)
  let last = Number.NaN
  for (const { event, atMs, isFraud } of all) {
    last = Number(meter.measure(event)[0])
    meter.learn(event, isFraud === true, atMs + delayDays * dayMs)
  }
  return last
}

const days = (from: number, to: number, rest: Omit<Told, 'day'> = {}): readonly Told[] =>
  Array.from({ length: to - from + 1 }, (_, step) => ({ day: from + step, ...rest }))

describe('the judge who knows how the frauds were made', () => {
  it('is sure of an amount that is always fraud', () => {
    expect(judged([...days(0, 20), { day: 30, amount: 221 }])).toBe(1)
  })

  it('knows a terminal by a fraud of a usual amount, once the label is known and for as long as a compromise lasts', () => {
    const skimmed = [
      ...days(0, 20, { customer: 'D' }),
      { day: 21, isFraud: true, customer: 'D' },
      { day: 21, isFraud: true, customer: 'F' },
    ]
    expect(judged([...skimmed, { day: 27, customer: 'E' }])).toBeLessThan(0.05)
    expect(judged([...skimmed, { day: 29, customer: 'E' }])).toBeGreaterThan(0.9)
    expect(judged([...skimmed, { day: 50, customer: 'E' }])).toBeLessThan(0.05)
  })

  it('believes a terminal the less, the longer ago it was last known to be genuine', () => {
    const genuine = days(0, 20)
    const after = [28, 32, 40].map((day) => judged([...genuine, { day, terminal: 'T', customer: 'E' }]))
    expect(after).toEqual(after.toSorted((one, other) => one - other))
    expect(new Set(after).size).toBe(3)
  })

  it('takes five times the usual amount for a thief, and a usual amount of that card for one more easily than of another', () => {
    const usual = days(0, 28, { customer: 'C', amount: 30 })
    expect(judged([...usual, { day: 29, amount: 150, terminal: 'U' }])).toBeGreaterThan(0.9)
    const calm = judged([...usual, { day: 30, amount: 30 }])
    expect(
      judged([...usual, { day: 29, amount: 150, terminal: 'V', isFraud: true }, { day: 30, amount: 30 }]),
    ).toBeGreaterThan(2 * calm)
  })

  it('M-2: reads no label before it is known', () => {
    const labelled = (isFraud: boolean): number =>
      judged([...days(0, 20), { day: 24, isFraud }, { day: 30, customer: 'E' }])
    expect(labelled(true)).toBe(labelled(false))
  })

  it('measures by the protocol of the handbook: cards that are known to be compromised are left out', () => {
    const told = [
      ...crowd,
      ...days(20, 40, { amount: 60 }),
      { day: 22, isFraud: true, amount: 230 },
      { day: 36, customer: 'c1', amount: 240, isFraud: true },
    ]
    const all = told.toSorted((one, other) => one.day - other.day).map(payment)
    const found = judgeIdeally(all, { from: '2030-04-05', to: '2030-04-11' }, null)
    expect(found).toEqual({
      test: { from: '2030-04-05', to: '2030-04-11' },
      known_from: '2030-03-22',
      activities: 1,
      frauds: 1,
      auc: null,
      average_precision: 1,
      card_precision_100: 0.01,
    })
  })

  it('refuses payments that say too little', () => {
    const { event, ...rest } = payment({ day: 1 }, 1)
    const { terminal_id: _, ...without } = event
    expect(() => judgeIdeally([{ ...rest, event: without }], wholeTime, null)).toThrow(
      'lacks a customer, a terminal or an amount',
    )
  })
})
