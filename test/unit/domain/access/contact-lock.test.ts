import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contactLockOf, lockedRefusal } from '../../../../main/domain/access/contact-lock.ts'

const day = 86_400_000
const contactMs = Date.UTC(2026, 10, 1)
const times = { contactMs, latestMs: contactMs }

const after = (days: number, sinceDays: number) => contactLockOf(days, times, contactMs + sinceDays * day)

describe('Y-102: a device that may go so many days without its hub', () => {
  test('is open until then, warned of in the last three days, and locked from then on', () => {
    expect(after(30, 26.9)).toEqual({
      afterDays: 30,
      contactMs,
      locksAtMs: contactMs + 30 * day,
      locked: false,
      warns: false,
    })
    expect(after(30, 27)).toMatchObject({ locked: false, warns: true })
    expect(after(30, 29.999)).toMatchObject({ locked: false, warns: true })
    expect(after(30, 30)).toMatchObject({ locked: true, warns: false })
    expect(after(30, 4_000)).toMatchObject({ locked: true, warns: false })
  })

  test('is warned of for no more than half of the time that there is', () => {
    expect(after(1, 0.49)).toMatchObject({ warns: false })
    expect(after(1, 0.5)).toMatchObject({ warns: true, locked: false })
    expect(after(1, 1)).toMatchObject({ locked: true })
  })

  test('is never locked where policy says nothing, and where the hub was never heard', () => {
    expect(after(0, 4_000)).toBeNull()
    expect(contactLockOf(30, null, contactMs + 4_000 * day)).toBeNull()
  })

  test('is not opened by a clock that goes back behind what was known to have come', () => {
    const span = fc.integer({ min: 0, max: 4_000 * day })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_650 }), span, span, (days, latest, back) => {
        const known = { contactMs, latestMs: contactMs + latest }
        const then = contactLockOf(days, known, contactMs + latest)
        expect(contactLockOf(days, known, contactMs + latest - back)).toEqual(then)
      }),
    )
  })

  test('refuses in words that say what happened, what is safe and what to do', () => {
    const { code, message } = lockedRefusal({ afterDays: 30, contactMs })
    expect(code).toBe('device_locked')
    expect(message).toContain('since 2026-11-01T00:00:00.000Z, for more than the 30 days that policy allows')
    expect(message).toContain('nothing is lost')
    expect(message).toContain('Let it reach the hub and sync')
    expect(lockedRefusal({ afterDays: 1, contactMs }).message).toContain('the 1 day that')
  })
})
