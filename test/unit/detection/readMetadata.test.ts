import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMetadata } from '../../../main/detection/read-metadata.ts'
import { activity } from '../../../shared/schema/activity.ts'

const found = (metadata: Parameters<typeof readMetadata>[0]) => {
  const read = readMetadata(metadata)
  return read.ok ? read.value.found : read.error.details?.map(({ path }) => path)
}

test.each([
  [{ amount: 12.5, currency: 'usd' }, { amount: 12.5, currency: 'USD' }],
  [{ 'Transaction-Amount': ' 12.50 ' }, { amount: 12.5 }],
  [{ amount: { value: 7, currency: 'EUR' } }, { amount: 7, currency: 'EUR' }],
  [{ user: { id: 42 }, Device: { ID: 'd' } }, { customer_id: '42', device_id: 'd' }],
  [{ location: { lat: 1.5, lng: '2.5' }, country: 'de' }, { latitude: 1.5, longitude: 2.5, country: 'DE' }],
  [{ timestamp: 1_900_000_000 }, { at: '2030-03-17T17:46:40.000+00:00' }],
  [{ timestamp: '2031-03-04T02:00:00+01:00' }, { at: '2031-03-04T01:00:00.000+00:00' }],
  [{ customer_id: '', user_id: 'u' }, {}],
  [{ ip: 'unknown', country: 'Germany' }, {}],
  [{ amount: true }, ['body.metadata.amount']],
  [{ amount: '1e999' }, ['body.metadata.amount']],
  [{ timestamp: 'tomorrow' }, ['body.metadata.timestamp']],
  [{ customer_id: 'x'.repeat(200) }, ['body.metadata.customer_id']],
] as const)('%j is read as %j', (metadata, expected) => {
  expect(found(metadata)).toEqual(expected)
})

test('whatever metadata holds, what is found of it is an activity, and nothing throws', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('amount', 'ip', 'at', '__proto__', 'constructor', 'device', 'lat', 'currency', 'customer_id')), fc.jsonValue()), (metadata) => {
      const read = readMetadata(metadata as Parameters<typeof readMetadata>[0])
      if (!read.ok) return
      const whole = { transaction_id: 't', event_type: 'x', at: '2031-03-04T02:00:00.000+00:00', ...read.value.found }
      expect(activity.safeParse(whole).success).toBe(true)
    }),
    { numRuns: 500 },
  )
})
