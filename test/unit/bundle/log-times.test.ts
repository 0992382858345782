import { describe, expect, test } from 'vitest'
import { tooEarly } from '../../../main/bundle/check/log-times.ts'
import type { TimedEntry } from '../../../main/bundle/check/log-times.ts'

const minute = 60_000
const entry = (place: number | null, atMs: number, receivedMs: number | null = null): TimedEntry => ({
  place,
  atMs,
  receivedMs,
})

describe('B-108: whoever vouches for entries cannot have done so before they were there', () => {
  const received = [entry(1, 8 * minute, 20 * minute), entry(0, 0, 10 * minute), entry(null, 90 * minute)]

  test('before the receipt of one of them', () => {
    expect(tooEarly(received, 2, 14 * minute)).toContain('received')
    expect(tooEarly(received, 2, 15 * minute), 'five minutes are what clocks may differ').toBeNull()
    expect(tooEarly(received, 1, 14 * minute), 'the second one is not covered').toBeNull()
  })

  test('before all of them, where no receipt came along', () => {
    const bare = [entry(0, 30 * minute), entry(1, 31 * minute)]
    expect(tooEarly(bare, 2, Date.parse('1960-01-01'))).toContain('every entry')
    expect(tooEarly(bare, 2, 30 * minute)).toBeNull()
  })

  test('a clock that was ahead in one entry alone says nothing', () => {
    expect(tooEarly([entry(0, 0), entry(1, 1_000 * minute)], 2, 30 * minute)).toBeNull()
  })

  test('where nothing is known of what is covered, nothing contradicts', () => {
    expect(tooEarly([], 5, 0)).toBeNull()
    expect(tooEarly([entry(null, 10_000 * minute)], 5, 0)).toBeNull()
  })
})
