import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { createTimestamps } from '../../../main/storage/cases/timestamps.ts'

test('the fast form of a timestamp is the form', () => {
  const fast = createTimestamps()
  fc.assert(
    fc.property(fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }), (ms) => {
      expect(fast(ms)).toBe(toTimestamp(ms))
    }),
    { numRuns: 2_000 },
  )
})
