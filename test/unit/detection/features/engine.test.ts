import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFeatureEngine } from '../../../../main/detection/features/engine.ts'
import { featureNames } from '../../../../main/detection/features/catalogue.ts'
import type { Activity } from '../../../../shared/schema/activity.ts'
import { feed, receivedAt } from './activities.ts'
import { oracle } from './oracle.ts'
import type { Expected } from './oracle.ts'
import { runsOf } from '../../../support/tries.ts'

const day = 86_400_000
const start = Date.UTC(2026, 0, 5)

const activity = (atMs: number, fields: Partial<Activity> = {}): Activity => ({
  transaction_id: String(atMs),
  event_type: 'transaction',
  at: new Date(atMs).toISOString(),
  customer_id: 'c',
  terminal_id: 't',
  amount: 10,
  ...fields,
})

const close = (actual: number | null | undefined, expected: Expected): boolean => {
  if (expected === null) return actual === null
  if (typeof actual !== 'number') return false
  if (typeof expected !== 'number') return expected.least <= actual && actual <= expected.most
  return Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected))
}

describe('windows and labels', () => {
  it.each([
    ['without a time at which they were received', () => Number.POSITIVE_INFINITY],
    ['where some lie ahead of it', receivedAt],
  ])(
    'F-1, F-2: are those that a loop over everything that came before finds, %s',
    (_how, receivedOf) => {
      fc.assert(
        fc.property(feed(), (told) => {
          const engine = createFeatureEngine()
          for (const [at, one] of told.entries()) {
            if ('isFraud' in one) {
              engine.learn(one.event, one.isFraud, one.knownAt)
              continue
            }
            const expected = oracle(told.slice(0, at), one.event, receivedOf)
            const peeked = engine.peek(one.event).features
            const observed = engine.observe(one.event, receivedOf(one.event)).features
            expect(featureNames.filter((name) => !Object.is(observed[name], peeked[name]))).toEqual([])
            expect(
              Object.entries(expected)
                .filter(([name, value]) => !close(observed[name], value))
                .map(([name, value]) => `${name}: ${observed[name]} is not ${JSON.stringify(value)}`),
            ).toEqual([])
          }
        }),
        { numRuns: runsOf(100) },
      )
    },
    120_000,
  )

  it('has every feature in every record, by its name, once', () => {
    expect(new Set(featureNames).size).toBe(featureNames.length)
    expect(Object.keys(createFeatureEngine().peek(activity(start)).features)).toEqual(featureNames)
  })

  it('F-3: counts amounts exactly, however many come and go', () => {
    const engine = createFeatureEngine()
    for (let second = 0; second < 5_000; second += 1)
      engine.observe(activity(start + second * 1_000, { amount: second % 2 === 0 ? 0.1 : 99_999_999_999.9999 }))
    for (let second = 0; second < 3; second += 1)
      engine.observe(activity(start + 2 * day + second * 1_000, { amount: 0.1 }))
    expect(engine.peek(activity(start + 2 * day + 3_000)).features).toMatchObject({
      customer_sum_1h: 0.3,
      customer_sum_1d: 0.3,
      customer_count_1d: 3,
    })
  })

  it('F-2: leaves the moment out in which a window begins', () => {
    const engine = createFeatureEngine()
    engine.observe(activity(start))
    expect(engine.peek(activity(start + day - 1)).features).toMatchObject({ customer_count_1d: 1 })
    expect(engine.peek(activity(start + day)).features).toMatchObject({ customer_count_1d: 0, customer_count_7d: 1 })
  })
})

describe('labels that are taken back', () => {
  it('leave what there would be if they had never been said', () => {
    fc.assert(
      fc.property(feed(), fc.integer({ min: 0, max: 6 }), (told, kept) => {
        const engine = createFeatureEngine()
        const without = createFeatureEngine()
        const waiting: { readonly event: Activity; readonly isFraud: boolean; readonly knownAt: number }[] = []
        const half = Math.floor(told.length / 2)
        for (const one of told.slice(0, half)) {
          if (!('isFraud' in one)) {
            engine.observe(one.event)
            without.observe(one.event)
          } else {
            engine.learn(one.event, one.isFraud, one.knownAt)
            // Two labels of one activity are the same to the engine; one of each is taken back.
            if (waiting.length % (kept + 1) === 0 && !waiting.some(({ event }) => event.at === one.event.at))
              waiting.push(one)
            else without.learn(one.event, one.isFraud, one.knownAt)
          }
        }
        const isKept = waiting.every(({ event, isFraud, knownAt }) => engine.unlearn(event, isFraud, knownAt))
        fc.pre(isKept)
        for (const one of told.slice(half)) {
          if ('isFraud' in one) continue
          expect(engine.observe(one.event)).toEqual(without.observe(one.event))
        }
      }),
      { numRuns: runsOf(100) },
    )
  }, 120_000)

  it('can be put back in their place', () => {
    const engine = createFeatureEngine()
    const paid = activity(start)
    engine.observe(paid)
    engine.learn(paid, true, start + day)
    const at = activity(start + 2 * day)
    const before = engine.peek(at).features
    expect(before).toMatchObject({ terminal_frauds_7d: 1, terminal_fraud_run: 1 })
    expect(engine.unlearn(paid, true, start + day)).toBe(true)
    expect(engine.peek(at).features).toMatchObject({
      terminal_frauds_7d: 0,
      terminal_labels_7d: 0,
      terminal_fraud_run: 0,
      terminal_fraud_age_days: null,
    })
    expect(engine.unlearn(paid, true, start + day, true)).toBe(true)
    expect(engine.peek(at).features).toEqual(before)
  })

  it('are told apart from those that are not kept', () => {
    const engine = createFeatureEngine()
    expect(engine.unlearn(activity(start), true, start)).toBe(false)
    expect(engine.unlearn({ transaction_id: 'x', event_type: 'login', at: activity(start).at }, true, start)).toBe(true)
  })
})

describe('an activity that comes late', () => {
  it('knows nothing of what happened after it', () => {
    const engine = createFeatureEngine()
    engine.observe(activity(start))
    engine.observe(activity(start + 3_000, { amount: 500 }))
    engine.learn(activity(start), true, start + 2_500)
    expect(engine.observe(activity(start + 2_000)).features).toMatchObject({
      customer_count_1h: 1,
      customer_sum_1h: 10,
      customer_frauds_1d: 0,
    })
    expect(engine.observe(activity(start + 4_000)).features).toMatchObject({
      customer_count_1h: 3,
      customer_sum_1h: 520,
      customer_frauds_1d: 1,
    })
  })

  it('has no windows when it is more than a day behind, and leaves none behind', () => {
    const engine = createFeatureEngine()
    engine.observe(activity(start + 5 * day))
    expect(engine.observe(activity(start + 4 * day - 1)).features).toMatchObject({
      amount: 10,
      customer_count_1h: null,
      customer_mean_30d: null,
      terminal_fraud_run: null,
    })
    expect(engine.peek(activity(start + 5 * day)).features).toMatchObject({ customer_count_7d: 1 })
  })
})

describe('F-4: an activity that lies ahead of the time at which it was received', () => {
  const received = start + 40 * day

  it('takes no windows from others, which come minutes or most of a day behind', () => {
    fc.assert(
      fc.property(feed(25), fc.integer({ min: 1, max: day }), fc.integer({ min: 0, max: 25 }), (told, lead, place) => {
        const [plain, disturbed] = [createFeatureEngine(), createFeatureEngine()]
        for (const [at, one] of told.entries()) {
          // An import of history, and in it somebody's payment of tomorrow.
          if (at === place)
            disturbed.observe(
              {
                transaction_id: 'ahead',
                event_type: 'transfer',
                at: new Date(received + lead).toISOString(),
                customer_id: 'somebody',
                amount: 1,
              },
              received,
            )
          if (at === place)
            plain.observe(
              {
                transaction_id: 'now',
                event_type: 'transfer',
                at: new Date(received).toISOString(),
                customer_id: 'somebody',
                amount: 1,
              },
              received,
            )
          if ('isFraud' in one)
            for (const engine of [plain, disturbed]) engine.learn(one.event, one.isFraud, one.knownAt)
          else
            expect(
              JSON.stringify(disturbed.observe(one.event, received)) ===
                JSON.stringify(plain.observe(one.event, received)),
            ).toBe(true)
        }
      }),
      { numRuns: runsOf(60) },
    )
  })

  it('stands in windows from its own time on', () => {
    const engine = createFeatureEngine()
    engine.observe(activity(start + day - 1), start)
    expect(engine.clock()).toBe(start)
    expect(engine.observe(activity(start + 60_000), start + 60_000).features).toMatchObject({
      customer_count_1d: 0,
      terminal_count_1h: 0,
    })
    expect(engine.observe(activity(start + day), start + day).features).toMatchObject({
      customer_count_1h: 1,
      customer_count_1d: 2,
    })
    // What lies behind the wall clock moves the clock as it always did.
    expect(engine.observe(activity(start - 1), start + day).features).toMatchObject({ customer_count_1d: null })
  })
})

describe('runs of frauds', () => {
  it('F-6: count what is known since the latest genuine one, and leave frauds by unusual amounts aside', () => {
    const engine = createFeatureEngine()
    const take = (at: number, isFraud: boolean, amount = 10): void => {
      engine.observe(activity(at, { amount }))
      engine.learn(activity(at, { amount }), isFraud, at + 7 * day)
    }
    for (let at = 0; at < 5; at += 1) take(start + at, false)
    take(start + 1_000, true, 1_000)
    take(start + 2_000, true)
    take(start + 3_000, true)
    expect(engine.peek(activity(start + 7 * day + 1_500)).features).toMatchObject({
      terminal_fraud_run: 0,
      terminal_frauds_ever: 1,
      terminal_fraud_run_age_days: null,
      terminal_fraud_run_calendar_days: null,
    })
    expect(engine.peek(activity(start + 7 * day + 3_000)).features).toMatchObject({
      terminal_fraud_run: 2,
      terminal_frauds_ever: 3,
      terminal_fraud_share_7d: 3 / 8,
    })
    // A calendar day more than whole ones, just after midnight.
    expect(engine.peek(activity(start + 8 * day)).features).toMatchObject({
      terminal_fraud_run_calendar_days: 8,
      terminal_genuine_calendar_days: 8,
    })
    expect(engine.peek(activity(start + 8 * day)).features['terminal_fraud_run_age_days']).toBeLessThan(8)
    take(start + 7 * day + 4_000, false)
    expect(engine.peek(activity(start + 14 * day + 4_000)).features).toMatchObject({
      terminal_fraud_run: 0,
      terminal_frauds_ever: 3,
    })
  })
})

describe('the ordinary mean', () => {
  const pay = (engine: ReturnType<typeof createFeatureEngine>, amounts: readonly number[], from: number): void =>
    amounts.forEach((amount, at) => void engine.observe(activity(from + at * 1_000, { amount })))
  const ratio = (engine: ReturnType<typeof createFeatureEngine>, amount: number): number | null | undefined =>
    engine.peek(activity(start + day, { amount })).features['customer_ordinary_ratio']

  it('is of the amounts up to 2.6 times itself: large ones leave no trace in it, as they do in the plain one', () => {
    const engine = createFeatureEngine()
    expect(ratio(engine, 100)).toBeNull()
    pay(engine, [9, 10, 11, 10, 50, 26.1, 60, 26], start)
    expect(ratio(engine, 50)).toBeCloseTo(50 / ((9 + 10 + 11 + 10 + 26) / 5), 4)
    expect(engine.peek(activity(start + day, { amount: 50 })).features['customer_amount_ratio_30d']).toBeLessThan(2)
  })

  it('begins anew after ten in a row that are not ordinary: habits change', () => {
    const engine = createFeatureEngine()
    pay(engine, [10, 10, 10, ...Array.from({ length: 9 }, () => 100)], start)
    expect(ratio(engine, 100)).toBe(10)
    pay(engine, [100, 120], start + 3_600_000)
    expect(ratio(engine, 110)).toBe(1)
  })

  it('follows slow change, and leaves refunds and what carries no amount aside', () => {
    const engine = createFeatureEngine()
    pay(engine, [...Array.from({ length: 100 }, () => 10), ...Array.from({ length: 300 }, () => 20), -500, 0], start)
    expect(ratio(engine, 20)).toBeGreaterThan(1)
    expect(ratio(engine, 20)).toBeLessThan(1.05)
    const { amount: _amount, ...login } = activity(start + day)
    expect(engine.peek(login).features['customer_ordinary_ratio']).toBeNull()
  })
})

describe('labels and time', () => {
  it('change nothing before they are known, wherever they are told', () => {
    fc.assert(
      fc.property(feed(), fc.integer({ min: 0, max: 40 }), fc.boolean(), (told, from, isFraud) => {
        // Every label that is known only after a moment is turned round, or told to be the same for all.
        const moment = start + from * day
        const altered = told.map((one) => ('isFraud' in one && one.knownAt > moment ? { ...one, isFraud } : one))
        const featuresOf = (rows: typeof told): unknown[] => {
          const engine = createFeatureEngine()
          return rows.map((one) => {
            if ('isFraud' in one) return engine.learn(one.event, one.isFraud, one.knownAt)
            const { features } = engine.observe(one.event)
            return Date.parse(one.event.at) <= moment ? features : null
          })
        }
        expect(featuresOf(altered)).toEqual(featuresOf(told))
      }),
      { numRuns: runsOf(60) },
    )
  }, 120_000)
})

describe('a look at what would be', () => {
  it('at any time leaves nothing behind', () => {
    fc.assert(
      fc.property(
        feed(25),
        fc.array(fc.integer({ min: -400, max: 400 }), { minLength: 25, maxLength: 25 }),
        (told, looks) => {
          const plain = createFeatureEngine()
          const looked = createFeatureEngine()
          for (const [at, one] of told.entries()) {
            if ('isFraud' in one) {
              for (const engine of [plain, looked]) engine.learn(one.event, one.isFraud, one.knownAt)
              continue
            }
            looked.peek({
              ...one.event,
              at: new Date(Date.parse(one.event.at) + (looks[at % 25] ?? 0) * day).toISOString(),
              terminal_id: 'never met',
            })
            expect(JSON.stringify(looked.observe(one.event)) === JSON.stringify(plain.observe(one.event))).toBe(true)
          }
        },
      ),
      { numRuns: runsOf(60) },
    )
  }, 120_000)
})

describe('memory', () => {
  it('holds what lies in windows, whatever the history', () => {
    const engine = createFeatureEngine({ load: () => null })
    for (let at = 0; at < 400; at += 1) {
      const event = activity(start + at * day, { customer_id: `c${at}`, terminal_id: `t${at % 7}` })
      engine.observe(event)
      engine.learn(event, false, start + (at + 7) * day)
      engine.saved()
    }
    const { customer, terminal } = engine.size()
    expect(customer.activities).toBeLessThanOrEqual(33)
    expect(customer.labels).toBeLessThanOrEqual(40)
    expect(customer.entities).toBeLessThanOrEqual(40)
    expect(terminal.entities).toBe(7)
  })
})
