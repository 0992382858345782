import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  baseFault,
  ratesInOrder,
  isBegun,
  noDraft,
  rateFaults,
  withoutRate,
  withRate,
  type RateDraft,
} from '../../../../renderer/features/settings/currencies/rates.ts'
import {
  defaultDetectionPolicy,
  detectionPolicy,
  mostRates,
  type Currencies,
} from '../../../../shared/schema/detection-policy.ts'

const dollar: RateDraft = { currency: 'USD', from: '2025-01-01', rate: '0.9' }
const euros: Currencies = { base: 'EUR', rates: [] }
const faultsOf = (part: Partial<RateDraft>, currencies = euros) => rateFaults({ ...dollar, ...part }, currencies)

describe('F-10: rates of a policy as they are typed', () => {
  it('have faults that name what is wrong', () => {
    expect(rateFaults(noDraft, euros)).toEqual({ currency: 'code', from: 'day', rate: 'number' })
    expect(faultsOf({})).toEqual({})
    for (const currency of ['', 'US', 'usd', 'U1D']) expect(faultsOf({ currency })).toEqual({ currency: 'code' })
    expect(faultsOf({ currency: 'EUR' })).toEqual({ currency: 'isBase' })
    for (const from of ['', '2025-02-30', '01.01.2025']) expect(faultsOf({ from })).toEqual({ from: 'day' })
    for (const rate of ['', '0', '0.0', '-1', '0,9', '1e3', '1000000001', 'x'])
      expect(faultsOf({ rate }), rate).toEqual({ rate: 'number' })
    for (const rate of ['1', '1000000000', '0.000036', ' 1.5 ']) expect(faultsOf({ rate }), rate).toEqual({})
    expect(faultsOf({ rate: '0.8' }, withRate(euros, dollar))).toEqual({ from: 'taken' })
    expect(
      faultsOf(
        {},
        {
          base: 'EUR',
          rates: Array.from({ length: mostRates }, () => ({ currency: 'JPY', from: '2025-01-01', rate: 1 })),
        },
      ),
    ).toEqual({ currency: 'most' })
  })

  it('are shown by currency, the newest first, and come and go one by one', () => {
    const rates = [
      dollar,
      { ...dollar, from: '2025-07-01', rate: '0.8' },
      { currency: 'CHF', from: '2025-01-01', rate: '1.05' },
    ].reduce(withRate, euros)
    expect(ratesInOrder(rates.rates).map(({ currency, from, rate }) => `${currency} ${from} ${rate}`)).toEqual([
      'CHF 2025-01-01 1.05',
      'USD 2025-07-01 0.8',
      'USD 2025-01-01 0.9',
    ])
    expect(
      withoutRate(rates, { currency: 'USD', from: '2025-07-01', rate: 0.8 }).rates.map(({ rate }) => rate),
    ).toEqual([0.9, 1.05])
  })

  it('need a base that is none of them', () => {
    const rated = withRate(euros, dollar)
    expect(
      [
        { base: null, rates: [] },
        euros,
        rated,
        { ...rated, base: null },
        { ...rated, base: 'USD' },
        { ...rated, base: 'EU' },
      ].map(baseFault),
    ).toEqual([null, null, null, 'baseMissing', 'baseHasRate', 'code'])
  })

  it('are begun when anything is typed', () => {
    expect([noDraft, { ...noDraft, rate: '1' }].map(isBegun)).toEqual([false, true])
  })

  it('without faults are what the policy takes', () => {
    const text = fc.oneof(fc.constantFrom('USD', 'EUR', 'JPY', 'U', ''), fc.string({ maxLength: 3 }))
    const day = fc.oneof(
      fc.constantFrom('2025-01-01', '2025-02-29', ''),
      fc
        .date({ noInvalidDate: true, min: new Date('1970-01-01'), max: new Date('2199-01-01') })
        .map((date) => date.toISOString().slice(0, 10)),
    )
    const rate = fc.oneof(
      fc.constantFrom('0', '0.000000000000001', '1000000000.1'),
      fc.double({ noNaN: true }).map(String),
      fc.string({ maxLength: 5 }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom('EUR', 'USD', null),
        fc.array(fc.record({ currency: text, from: day, rate }), { maxLength: 6 }),
        (base, drafts) => {
          const currencies = drafts.reduce<Currencies>(
            (taken, draft) => (Object.keys(rateFaults(draft, taken)).length === 0 ? withRate(taken, draft) : taken),
            { base, rates: [] },
          )
          expect(detectionPolicy.safeParse({ ...defaultDetectionPolicy, currencies }).success).toBe(
            baseFault(currencies) === null,
          )
        },
      ),
    )
  })
})
