import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMetadata } from '../../../main/detection/read-metadata.ts'
import { activity } from '../../../shared/schema/activity.ts'

type Metadata = Parameters<typeof readMetadata>[0]

const nowMs = Date.UTC(2031, 5, 1)

const found = (metadata: Metadata) => {
  const read = readMetadata(metadata, nowMs)
  return read.ok ? read.value.found : read.error.details?.map(({ path }) => path)
}

test.each([
  [
    { amount: 12.5, currency: 'usd' },
    { amount: 12.5, currency: 'USD' },
  ],
  [{ 'Transaction-Amount': ' 12.50 ' }, { amount: 12.5 }],
  [{ amount: { value: 7, currency: 'EUR' } }, { amount: 7, currency: 'EUR' }],
  [
    { user: { id: 42 }, Device: { ID: 'd' } },
    { customer_id: '42', device_id: 'd' },
  ],
  [
    { location: { lat: 1.5, lng: '2.5' }, country: 'de' },
    { latitude: 1.5, longitude: 2.5, country: 'DE' },
  ],
  [{ timestamp: 1_900_000_000 }, { at: '2030-03-17T17:46:40.000+00:00' }],
  [{ timestamp: '2031-03-04T02:00:00+01:00' }, { at: '2031-03-04T01:00:00.000+00:00' }],
  [{ customer_id: '', user_id: 'u' }, {}],
  [{ ip: 'unknown', country: 'Germany' }, {}],
  [{ amount: true }, ['metadata.amount']],
  [{ amount: '1e999' }, ['metadata.amount']],
  [{ timestamp: 'tomorrow' }, ['metadata.timestamp']],
  [{ customer_id: 'x'.repeat(200) }, ['metadata.customer_id']],
  [{ amount: 0.00001 }, ['metadata.amount']],
  [{ at: '2031-02-30T00:00:00Z' }, ['metadata.at']],
  [{ at: '2031-02-28 02:00+0130' }, { at: '2031-02-28T00:30:00.000+00:00' }],
  [{ at: nowMs + 86_400_001 }, ['metadata.at']],
  [{ at: nowMs + 86_400_000 }, { at: '2031-06-02T00:00:00.000+00:00' }],
] as const)('%j is read as %j', (metadata, expected) => {
  expect(found(metadata)).toEqual(expected)
})

test('digits without end are refused as fast as they are read', () => {
  for (const text of [
    `${'1'.repeat(60_000)}x`,
    `${' '.repeat(60_000)}x`,
    `1${' '.repeat(60_000)}x`,
    `1.${'1'.repeat(60_000)}e`,
  ]) {
    expect(found({ amount: text, latitude: text })).toEqual(['metadata.amount', 'metadata.latitude'])
  }
  expect(found({ amount: '1.', latitude: '.5e1' })).toEqual({ amount: 1, latitude: 5 })
})

test('whatever metadata holds, what is found of it is an activity, and nothing throws', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(
          fc.string(),
          fc.constantFrom('amount', 'ip', 'at', '__proto__', 'constructor', 'device', 'lat', 'currency', 'customer_id'),
        ),
        fc.jsonValue(),
      ),
      (metadata) => {
        const read = readMetadata(metadata as Metadata, nowMs)
        if (!read.ok) return
        const whole = { transaction_id: 't', event_type: 'x', at: '2031-03-04T02:00:00.000+00:00', ...read.value.found }
        expect(activity.safeParse(whole).success).toBe(true)
      },
    ),
    { numRuns: 500 },
  )
})

/** Every order of the members of an object, in all depths, is as good as any other. */
const shuffled = (value: unknown, pick: (count: number) => number): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const left = Object.entries(value)
  const members: [string, unknown][] = []
  while (left.length > 0)
    for (const [name, inner] of left.splice(pick(left.length), 1)) members.push([name, shuffled(inner, pick)])
  return Object.fromEntries(members)
}

describe('of several places that may be one field', () => {
  test.each([
    [
      'the top under its own name',
      {
        client: { counterparty_id: 'shop', amount: 1, customer_id: 'GOOD' },
        amount: 9000,
        customer_id: 'C1',
        counterparty_id: 'MULE',
      },
      { amount: 9000, customer_id: 'C1', counterparty_id: 'MULE' },
    ],
    ['its own name, not another spelling', { Amount: 5, amount: 9000 }, { amount: 9000 }],
    [
      'the top in any spelling',
      { session: { ip: '1.1.1.1' }, remoteIp: '2.2.2.2', client: { customer_id: 'GOOD' }, userId: 'C1' },
      { ip: '2.2.2.2', customer_id: 'C1' },
    ],
    [
      'an object that is named by what it is, not what a wrapper holds',
      { client: { customer_id: 'GOOD' }, user: { id: 'C1' } },
      { customer_id: 'C1' },
    ],
    ['what lies nearer in one wrapper', { transaction: { details: { amount: 1 }, amount: 9000 } }, { amount: 9000 }],
    [
      'what is equal, wherever it stands',
      { client: { amount: '9000.0' }, transaction: { amount: 9000 } },
      { amount: 9000 },
    ],
    [
      'the name that is preferred, of two in one object',
      { iban: 'DE1', card_id: 'c', account: { id: 'A' } },
      { account_id: 'A' },
    ],
  ] as const)('%s counts', (_, metadata, expected) => {
    expect(found(metadata)).toEqual(expected)
    expect(found(Object.fromEntries(Object.entries(metadata).toReversed()))).toEqual(expected)
  })

  test.each([
    [
      { client: { amount: 1 }, transaction: { amount: 9000 } },
      ['metadata.client.amount', 'metadata.transaction.amount'],
    ],
    [{ client: { ip: '1.1.1.1' }, network: { ip: '2.2.2.2' } }, ['metadata.client.ip', 'metadata.network.ip']],
    [
      { client: { counterparty_id: 'shop' }, payment: { creditor: { account: 'MULE' } } },
      ['metadata.client.counterparty_id', 'metadata.payment.creditor.account'],
    ],
    [{ AMOUNT: 1, Amount: 2 }, ['metadata.AMOUNT', 'metadata.Amount']],
  ] as const)('%j is refused with both paths', (metadata, paths) => {
    expect(found(metadata)).toEqual(paths)
    expect(found(Object.fromEntries(Object.entries(metadata).toReversed()))).toEqual(paths)
  })

  test('a value at the top is found behind any number of others', () => {
    const filler = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`n${index}`, index]))
    expect(found({ client: { ...filler, customer_id: 'GOOD' }, customer_id: 'C1' })).toEqual({ customer_id: 'C1' })
  })

  test('the order of the members never matters, and the top under its own name never loses', () => {
    const name = fc.constantFrom(
      'amount',
      'Amount',
      'total',
      'customer_id',
      'customerId',
      'user',
      'id',
      'ip',
      'client',
      'session',
      'transaction',
      'device',
      'mood',
    )
    const metadata = fc.letrec((tie) => ({
      leaf: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('a', 'b', '10.0.0.1', '')),
      object: fc.dictionary(name, fc.oneof({ maxDepth: 3 }, tie('leaf'), tie('object')), { maxKeys: 6 }),
    })).object as fc.Arbitrary<Metadata>
    fc.assert(
      fc.property(metadata, fc.infiniteStream(fc.nat()), (given, stream) => {
        const other = shuffled(given, (count) => (stream.next().value as number) % count) as Metadata
        const [read, again] = [readMetadata(given, nowMs), readMetadata(other, nowMs)]
        if (!read.ok || !again.ok) {
          expect(again).toEqual(read)
          return
        }
        expect([again.value.found, again.value.understood, again.value.kept.toSorted()]).toEqual([
          read.value.found,
          read.value.understood,
          read.value.kept.toSorted(),
        ])
        if (typeof given['amount'] === 'number') expect(read.value.understood.amount).toBe('amount')
      }),
      { numRuns: 1_000 },
    )
  })
})
