import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench, type Bench } from './support.ts'

let bench: Bench

const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`

const moved = (id: string, day: number, signed: number, counterparty: string, more: object = {}) => ({
  transaction_id: id,
  at: at(day),
  amount: Math.abs(signed),
  currency: 'EUR',
  account_id: 'DE-1',
  counterparty_id: counterparty,
  metadata: { direction: signed > 0 ? 'in' : 'out' },
  ...more,
})

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
  const transactions = [
    moved('own', 1, 100, 'Employer'),
    moved('stolen', 2, 100, 'Victim'),
    moved('x', 3, -120, 'X'),
    moved('own-2', 4, 50, 'Employer'),
    moved('y', 5, -60, 'Y'),
    moved('usd', 5, -7, 'Y', { currency: 'USD' }),
    { ...moved('told-by-other', 6, -30, 'DE-1'), account_id: 'DE-2' },
    { transaction_id: 'login', event_type: 'login', at: at(6), account_id: 'DE-1' },
  ]
  expect((await bench.ask('POST', '/v1/transactions', { body: { transactions } })).status).toBe(200)
})
afterAll(() => bench.close())

const money = (query = '') => bench.ask('GET', `/v1/accounts/DE-1/money${query}` as '/v1/accounts/DE-1/money')
const traced = (body: object) => bench.ask('POST', '/v1/accounts/DE-1/traces', { body })

describe('where an account’s money came from and went to', () => {
  it('is told by party and period, with the balance, in the currency of most movements', async () => {
    const { status, data } = await money()
    expect(status).toBe(200)
    expect(data).toMatchObject({
      account_id: 'DE-1',
      currency: 'EUR',
      movements: 5,
      other_currencies: 1,
      named_by_others: 1,
      opening_balance: 0,
      closing_balance: 70,
      lowest_balance: { amount: 70, at: '2026-03-05T00:00:00.000+00:00' },
      total: { in: 250, out: 180, count_in: 3, count_out: 2 },
      currencies: [
        { currency: 'EUR', count: 5 },
        { currency: 'USD', count: 1 },
      ],
      periods: [{ from: '2026-03-01T00:00:00.000+00:00', in: 250, out: 180, balance: 70 }],
    })
    expect(data.parties.map(({ party, in: came, out }) => [party?.id, came, out])).toEqual([
      ['Employer', 150, 0],
      ['X', 0, 120],
      ['Victim', 100, 0],
      ['Y', 0, 60],
    ])
    expect(data.payments_in.map(({ transaction_id: id }) => id)).toEqual(['own', 'stolen', 'own-2'])
  })

  it('counts what others tell of it where that is asked for, and another currency alone', async () => {
    expect((await money('?sides=both')).data).toMatchObject({ movements: 6, closing_balance: 100 })
    expect((await money('?currency=USD&opening_balance=-5.5')).data).toMatchObject({
      movements: 1,
      closing_balance: -12.5,
    })
  })

  it('is narrowed by time', async () => {
    const { data } = await money(`?from=${at(3)}&to=${at(5)}&opening_balance=200&period=day`)
    expect(data).toMatchObject({ movements: 2, closing_balance: 130 })
    expect(data.periods.map(({ balance }) => balance)).toEqual([80, 130])
  })

  it('is refused in words where there is none, and where the question is none', async () => {
    expect(await bench.ask('GET', '/v1/accounts/NOBODY/money')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found' } },
    })
    expect(await money('?opening_balance=much')).toMatchObject({ status: 400 })
    expect(await money('?currency=euro')).toMatchObject({ status: 400 })
    expect(await money(`?from=${at(5)}&to=${at(3)}`)).toMatchObject({ status: 400 })
  })
})

describe('a sum that is followed through an account', () => {
  it.each([
    [
      'first_in_first_out',
      20,
      [
        ['Y', 60],
        ['X', 20],
      ],
    ],
    ['last_in_first_out', 0, [['X', 100]]],
    [
      'pro_rata',
      21.54,
      [
        ['X', 60],
        ['Y', 18.46],
      ],
    ],
    [
      'lowest_balance',
      70,
      [
        ['X', 20],
        ['Y', 10],
      ],
    ],
  ] as const)('by %s', async (method, held, wentTo) => {
    const { status, data } = await traced({ method, transaction_ids: ['stolen'] })
    expect(status).toBe(200)
    expect(data).toMatchObject({ method, currency: 'EUR', followed: 100, repaid: 0, held })
    expect(data.left).toBeCloseTo(100 - held, 9)
    expect(data.went_to.map(({ party, amount }) => [party?.id, amount])).toEqual(wentTo)
    expect(data.lines).toHaveLength(5)
    expect(data.lines[1]).toMatchObject({ transaction_id: 'stolen', traced_in: 100, held: 100, balance: 200 })
  })

  it('may be asked for by whoever may read, and changes nothing', async () => {
    const auditor = await bench.addPerson('auditor', 'audrey')
    const before = await bench.snapshot()
    const body = { method: 'pro_rata', transaction_ids: ['stolen'] }
    expect((await bench.ask('POST', '/v1/accounts/DE-1/traces', { body, as: auditor })).status).toBe(200)
    expect(await bench.snapshot()).toBe(before)
  })

  it.each([
    [['x'], 'a payment out'],
    [['stolen', 'nowhere'], 'one that is not there'],
    [['told-by-other'], 'one that another account tells of'],
  ])('is refused for %j: %s', async (ids) => {
    expect(await traced({ method: 'pro_rata', transaction_ids: ids })).toMatchObject({
      status: 422,
      body: { error: { code: 'unknown_reference', details: [{ path: `body.transaction_ids[${ids.length - 1}]` }] } },
    })
  })

  it('is refused without a convention', async () => {
    expect(await traced({ transaction_ids: ['stolen'] })).toMatchObject({ status: 400 })
    expect(await traced({ method: 'pro_rata', transaction_ids: [] })).toMatchObject({ status: 400 })
  })
})
