import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readActivity } from '../../../../main/domain/transactions/read-activity.ts'
import { activity, activityTime, metadataMax } from '../../../../shared/schema/activity.ts'
import { runsOf } from '../../../support/tries.ts'

const hostileText = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom(
    '',
    ' ',
    '\u200b',
    '\u3164',
    '\u{e0000}',
    '\t',
    'a\nb',
    'x\u202ey',
    '\ud800',
    'ﺍﻟ',
    '客户',
    '\u2028',
    'é',
    '__proto__',
    'constructor',
    '\u00a0',
    '\u0085',
    ' lead',
    'trail ',
  ),
  fc.integer({ min: 40, max: 140 }).map((length) => 'k'.repeat(length)),
)
const hostileNumber = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(
    0,
    -0,
    Number.NaN,
    Infinity,
    -Infinity,
    1e11,
    -1e11,
    1e11 + 1,
    0.0001,
    0.00001,
    3.5999999999999996,
    2 ** 53,
    2 ** 53 - 1,
    -1,
    90,
    -90,
    180.0000001,
    1e-7,
    99_999_999_999.9999,
  ),
)
const time = fc.oneof(
  fc.date({ noInvalidDate: true, min: new Date(-1e12), max: new Date(8e12) }).map((date) => date.toISOString()),
  fc.constantFrom(
    '2018-06-11T00:00:24+00:00',
    '2018-06-11T00:00:24Z',
    '2018-06-11T00:00:24.5-05:30',
    '2018-02-29T00:00:00Z',
    '2020-02-29T00:00:00Z',
    '2018-13-01T00:00:00Z',
    '2018-01-01T24:00:00Z',
    '2018-01-01T00:60:00Z',
    '2018-01-01T00:00:60Z',
    '2018-01-01 00:00:00Z',
    '2018-01-01T00:00:00',
    '1969-12-31T23:59:59Z',
    '1970-01-01T00:00:00Z',
    '2199-12-31T23:59:59.999Z',
    '2200-01-01T00:00:00Z',
    '2018-01-01T00:00:00+24:00',
    '2018-01-01T00:00:00.1234567891Z',
    '2018-00-10T00:00:00Z',
    '2018-01-00T00:00:00Z',
  ),
)
/**
 * What a body of the interface has lost before the schema sees it (`strict-json.ts` refuses the name); the reader meets
 * it in files.
 */
const bearsProto = (value: unknown): boolean => JSON.stringify(value)?.includes('"__proto__":') === true
const json = (maxDepth: number) => fc.jsonValue({ maxDepth }).filter((value) => !bearsProto(value))
const anything = fc.oneof(hostileText, hostileNumber, time, fc.boolean(), fc.constant(null), json(3))
const id = fc.oneof(hostileText, hostileNumber, fc.constantFrom('4711', 4711))
const fields = {
  transaction_id: id,
  event_type: hostileText,
  at: time,
  amount: hostileNumber,
  currency: fc.constantFrom('EUR', 'eur', 'EURO', 'ÄÖÜ', ''),
  customer_id: id,
  account_id: id,
  counterparty_id: id,
  device_id: id,
  ip: hostileText,
  terminal_id: id,
  channel: hostileText,
  country: fc.constantFrom('DE', 'de', 'DEU', ''),
  latitude: hostileNumber,
  longitude: hostileNumber,
  metadata: fc.dictionary(
    fc.oneof(hostileText, fc.constant('n'.repeat(129))).filter((name) => name !== '__proto__'),
    json(2),
    { maxKeys: 4 },
  ),
  is_fraud: fc.boolean(),
}
const likely = {
  transaction_id: fc.constantFrom('T-1', 17),
  at: time,
  event_type: fc.constantFrom('login', 'Überweisung'),
  amount: fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100),
  currency: fc.constant('EUR'),
  customer_id: fc.constantFrom('c', '客户 7', 0),
  ip: fc.constant('2001:db8::1'),
  country: fc.constant('DE'),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  metadata: fc.dictionary(fc.constantFrom('a', 'b', 'constructor'), json(2)),
}
/** Mostly right, so that much is taken; now and then any value, or a field that there is not. */
const body = fc
  .tuple(
    fc.record({ transaction_id: fc.constantFrom('T-1', 'T-2'), at: fc.constant('2018-06-11T00:00:24+02:00') }),
    fc.record(likely, { requiredKeys: [] }),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.record(fields, { requiredKeys: [] }) },
    ),
    fc.oneof(
      { weight: 2, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc.dictionary(
          fc.oneof(
            fc.constantFrom(...Object.keys(fields)),
            fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'Amount'),
          ),
          anything,
          { maxKeys: 1 },
        ),
      },
    ),
    fc.boolean(),
  )
  .map(([right, likely, some, odd, isComplete]) => ({ ...(isComplete ? right : {}), ...likely, ...some, ...odd }))

describe('the hand-written reader of an activity', () => {
  it('takes and gives exactly what the schema takes and gives', () => {
    const runs = runsOf(3_000)
    let taken = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 20, arbitrary: body }, { weight: 1, arbitrary: anything }), (value) => {
        const bySchema = activity.safeParse(value)
        const byHand = readActivity(value)
        expect(byHand.ok, byHand.ok ? JSON.stringify(bySchema.error?.issues) : JSON.stringify(byHand.error)).toBe(
          bySchema.success,
        )
        if (!byHand.ok || !bySchema.success) return
        taken += 1
        expect(byHand.value.event).toEqual(bySchema.data)
        expect(byHand.value.atMs).toBe(Date.parse(bySchema.data.at))
      }),
      { numRuns: runs },
    )
    // About a third is drawn to be taken: with fewer the comparison would say little.
    expect(taken).toBeGreaterThan(runs / 10)
  })

  it.each(['{"__proto__":1}', '{"a":{"__proto__":{}}}', '{"a":[{"b":{"__proto__":null}}]}'])(
    'takes no name at any depth that would set what an object is made of: %s',
    (text) => {
      const read = readActivity({
        transaction_id: 'T',
        at: '2018-06-11T00:00:24Z',
        metadata: JSON.parse(text) as unknown,
      })
      expect(read).toMatchObject({
        ok: false,
        error: [{ field: 'metadata', message: expect.stringContaining('__proto__') as string }],
      })
    },
  )

  it('takes each field alone as the schema does', () => {
    for (const [name, values] of Object.entries(fields)) {
      fc.assert(
        fc.property(fc.oneof(values as fc.Arbitrary<unknown>, anything), (value) => {
          const given = { transaction_id: 'T', at: '2018-06-11T00:00:24Z', [name]: value }
          expect(readActivity(given).ok).toBe(activity.safeParse(given).success)
        }),
        { numRuns: runsOf(200) },
      )
    }
  })

  it('names every field that is wrong, and why', () => {
    const read = readActivity({ at: 'yesterday', amount: 0.000_01, surprise: 1, '<b>\n': 2 })
    expect(read.ok ? [] : read.error).toEqual([
      { field: 'at', message: 'must be an ISO 8601 time with its UTC offset, from 1970 to 2199' },
      { field: 'amount', message: 'has more than four decimals' },
      { field: 'surprise', message: 'is not a field of an activity' },
      { field: '"<b>\\n"', message: 'is not a field of an activity' },
      { field: 'transaction_id', message: 'is required' },
    ])
  })

  it('keeps metadata within its length', () => {
    const held = (length: number) =>
      readActivity({ transaction_id: 'T', at: '2018-06-11T00:00:24Z', metadata: { text: 'x'.repeat(length) } }).ok
    const around = JSON.stringify({ text: '' }).length
    expect([held(metadataMax - around), held(metadataMax - around + 1)]).toEqual([true, false])
  })

  it('I-2: tells times to the millisecond, whatever their offset', () => {
    expect(activityTime('2018-06-11T02:00:24.5+02:00')).toBe(Date.UTC(2018, 5, 11, 0, 0, 24, 500))
    const read = readActivity({ transaction_id: 7, at: '2018-06-11T02:00:24.5+02:00' })
    expect(read.ok ? read.value.event : null).toEqual({
      transaction_id: '7',
      event_type: 'transaction',
      at: '2018-06-11T00:00:24.500+00:00',
    })
  })
})
