import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCountedBy } from '../../../../main/detection/features/currencies.ts'
import { createFeatureEngine } from '../../../../main/detection/features/engine.ts'
import type { Activity } from '../../../../shared/schema/activity.ts'
import type { Currencies } from '../../../../shared/schema/detection-policy.ts'
import { detectionPolicy, defaultDetectionPolicy, noCurrencies } from '../../../../shared/schema/detection-policy.ts'
import { feed } from './activities.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2026, 0, 5)

const paid = (atMs: number, amount: number | undefined, currency: string | undefined): Activity => ({
  transaction_id: String(atMs),
  event_type: 'transaction',
  at: new Date(atMs).toISOString(),
  customer_id: 'c',
  amount,
  currency,
})

const yen: Currencies = {
  base: 'EUR',
  rates: [
    { currency: 'JPY', rate: 0.006, from: '2026-01-06' },
    { currency: 'JPY', rate: 0.008, from: '2026-01-08' },
  ],
}

describe('F-10: amounts are counted in one currency', () => {
  it('leaves the features of a workspace of one currency as they would be without any', () => {
    fc.assert(
      fc.property(
        feed(30),
        fc.constantFrom(noCurrencies, { base: 'EUR', rates: [] }, yen),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        (told, currencies, named) => {
          const [plain, euros] = [createFeatureEngine(), createFeatureEngine({ currencies })]
          for (const [at, one] of told.entries()) {
            if ('isFraud' in one) for (const engine of [plain, euros]) engine.learn(one.event, one.isFraud, one.knownAt)
            else
              expect(
                JSON.stringify(euros.observe(named[at] === true ? { ...one.event, currency: 'EUR' } : one.event)) ===
                  JSON.stringify(plain.observe(one.event)),
              ).toBe(true)
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('by the rate that was in force at the time of the activity', () => {
    const engine = createFeatureEngine({ currencies: yen })
    engine.observe(paid(start, 40, 'EUR'))
    engine.observe(paid(start + hour, 40, undefined))
    const [before, first, second] = [start + 2 * hour, start + day, start + 3 * day].map(
      (at) => engine.observe(paid(at, 10_000, 'JPY')).features,
    )
    expect(before).toMatchObject({
      amount: null,
      customer_amount_ratio_30d: null,
      customer_amount_z_30d: null,
      customer_ordinary_ratio: null,
      customer_count_1d: 2,
      customer_sum_1d: 80,
    })
    expect(first).toMatchObject({
      amount: 60,
      customer_amount_ratio_30d: 1.5,
      customer_count_7d: 3,
      customer_sum_7d: 80,
      customer_mean_7d: 40,
    })
    expect(second).toMatchObject({
      amount: 80,
      customer_sum_7d: 140,
      customer_amount_ratio_30d: expect.closeTo(80 / (140 / 3), 9) as number,
    })
    expect(engine.inspect('customer', 'c')?.profile).toMatchObject({
      activities: 5,
      amounts: 4,
      amount_mean: 55,
      amount_max: 80,
    })
  })

  it('in that of the first amount where none is told: an amount in another one counts as none', () => {
    const engine = createFeatureEngine()
    engine.observe(paid(start, undefined, 'USD'))
    engine.observe(paid(start + 1, 5, undefined))
    expect(engine.currency().code()).toBeNull()
    engine.observe(paid(start + 2, 7_000, 'JPY'))
    expect(engine.currency().code()).toBe('JPY')
    expect(engine.observe(paid(start + 3, 44, 'EUR')).features).toMatchObject({
      amount: null,
      customer_count_1h: 3,
      customer_sum_1h: 7_005,
    })
    expect(engine.observe(paid(start + 4, 7_000, 'JPY')).features).toMatchObject({
      amount: 7_000,
      customer_sum_1h: 7_005,
    })
  })
})

describe('a change of what is told', () => {
  const counted = { told: yen, base: 'EUR' }
  const rate = (from: string, value = 0.009) => ({
    ...yen,
    rates: [...yen.rates, { currency: 'JPY', rate: value, from }],
  })
  const clock = Date.UTC(2026, 0, 20, 12)

  it('touches what was counted where a rate was in force by then, up to a day ahead of the clock', () => {
    expect(isCountedBy(counted, { ...yen, rates: yen.rates.toReversed() }, clock)).toBe(true)
    expect(
      [rate('2026-01-22'), rate('2026-01-21'), rate('2026-01-09')].map((now) => isCountedBy(counted, now, clock)),
    ).toEqual([true, false, false])
    expect(isCountedBy(counted, { ...yen, rates: yen.rates.slice(1) }, clock)).toBe(false)
    expect(isCountedBy(counted, noCurrencies, Number.NEGATIVE_INFINITY)).toBe(true)
  })

  it('touches it where the base is another one, and not where the base is told that was settled on', () => {
    const settled = { told: noCurrencies, base: 'EUR' }
    expect(
      [{ base: 'EUR', rates: [] }, { base: 'CHF', rates: [] }, noCurrencies].map((now) =>
        isCountedBy(settled, now, clock),
      ),
    ).toEqual([true, false, true])
    // The first amount may have been in another one.
    expect(isCountedBy({ told: { base: 'EUR', rates: [] }, base: 'EUR' }, noCurrencies, clock)).toBe(false)
  })
})

describe('a policy of currencies', () => {
  const faults = (currencies: unknown): string[] =>
    detectionPolicy.safeParse({ ...defaultDetectionPolicy, currencies }).error?.issues.map(({ message }) => message) ??
    []

  it('is refused where it contradicts itself', () => {
    expect(faults(yen)).toEqual([])
    expect(faults({ base: null, rates: yen.rates })).toEqual([expect.stringContaining('rates without a base')])
    expect(faults({ base: 'JPY', rates: yen.rates })).toEqual([expect.stringContaining('a rate of the base itself')])
    expect(faults({ base: 'EUR', rates: [...yen.rates, { currency: 'JPY', rate: 1, from: '2026-01-08' }] })).toEqual([
      expect.stringContaining('two rates of one currency'),
    ])
    for (const wrong of [{ rate: 0 }, { rate: -1 }, { currency: 'yen' }, { from: '2026-02-30' }])
      expect(faults({ base: 'EUR', rates: [{ ...yen.rates[0], ...wrong }] })).toHaveLength(1)
  })

  it('stands in no policy that says nothing of it: earlier entries project to what they always did', () => {
    expect(detectionPolicy.parse(defaultDetectionPolicy)).toEqual(defaultDetectionPolicy)
    expect(Object.keys(detectionPolicy.parse(defaultDetectionPolicy))).not.toContain('currencies')
  })
})
