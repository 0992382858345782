import { describe, expect, it } from 'vitest'
import { delayAfter, retryAfterMs } from '../../../../main/server/webhooks/backoff.ts'
import { retryDelays } from '../../../../shared/schema/webhooks.ts'

const random = (fill: number) => ({ bytes: (count: number) => new Uint8Array(count).fill(fill) })

describe('the wait after a try that failed', () => {
  it('V-13: grows from seconds to a day, moved by a fifth at most', () => {
    for (const [at, seconds] of retryDelays.entries()) {
      expect(delayAfter(at + 1, random(0))).toBe(seconds * 800)
      expect(delayAfter(at + 1, random(255))).toBe(seconds * 1_200)
    }
    expect(retryDelays.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(3 * 86_400)
  })

  it('ends after the last of them', () => {
    expect(delayAfter(retryDelays.length + 1, random(0))).toBeNull()
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2031-05-04T09:00:00Z')

  it.each([
    ['120', 120_000],
    ['0', 0],
    [' 5 ', 5_000],
    ['Sun, 04 May 2031 09:01:00 GMT', 60_000],
    ['999999999', 86_400_000],
    ['Sun, 04 May 2131 09:01:00 GMT', 86_400_000],
    ['Sun, 04 May 2031 08:00:00 GMT', null],
    ['-5', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%s asks for %s ms', (header, ms) => {
    expect(retryAfterMs(header, now)).toBe(ms)
  })
})
