import { describe, expect, test } from 'vitest'
import { watchContact } from '../../../../main/sync/device/contact-watch.ts'
import type { ContactTimes } from '../../../../main/domain/access/contact-lock.ts'
import { ok } from '../../../../shared/schema/result.ts'

const hour = 3_600_000
const day = 24 * hour
const began = Date.UTC(2026, 10, 1)

/** A device whose hub was last heard at the beginning; timers run when they are told to. */
const device = (given: { readonly lockAfterDays?: number } = {}) => {
  const kept: { times: ContactTimes | null; writes: number } = {
    times: { contactMs: began, latestMs: began },
    writes: 0,
  }
  const clock = { hubMs: began }
  const timers: { readonly ms: number; readonly run: () => void }[] = []
  const watch = watchContact({
    settings: {
      contactTimes: () => kept.times,
      keepContactTimes: (times) => {
        Object.assign(kept, { times, writes: kept.writes + 1 })
        return Promise.resolve(ok(undefined))
      },
    },
    hubNowMs: () => clock.hubMs,
    lockAfterDays: () => given.lockAfterDays ?? 30,
    scheduler: {
      after: (ms, run) => {
        timers.push({ ms, run })
        return () => undefined
      },
    },
    log: { warn: () => undefined, error: () => undefined },
  })
  /** Lets the next timer run, and what it begins end. */
  const nextTimer = async (): Promise<number> => {
    await expect.poll(() => timers.length).toBeGreaterThan(0)
    const timer = timers.shift()
    timer?.run()
    await expect.poll(() => timers.length).toBe(1)
    return timer?.ms ?? 0
  }
  return { kept, clock, watch, nextTimer }
}

describe('Y-102: the time of the last contact', () => {
  test('is noted every hour, so that a clock that goes back takes none of it away', async () => {
    const { kept, clock, watch, nextTimer } = device()
    clock.hubMs = began + 31 * day
    expect(await nextTimer()).toBe(hour)
    expect(kept.times).toEqual({ contactMs: began, latestMs: began + 31 * day })
    clock.hubMs = began
    await nextTimer()
    expect(kept.times?.latestMs, 'it never goes back').toBe(began + 31 * day)
    expect(watch.lock()).toMatchObject({ locked: true })
    await watch.close()
  })

  test('is the hub’s time of each contact, which also undoes what was noted of a time that has not come', async () => {
    const { kept, clock, watch, nextTimer } = device()
    clock.hubMs = began + 4_000 * day
    await nextTimer()
    expect(watch.lock()).toMatchObject({ locked: true })
    clock.hubMs = began + day
    await watch.contacted()
    expect(kept.times).toEqual({ contactMs: began + day, latestMs: began + day })
    expect(watch.lock()).toMatchObject({ locked: false })
    const { writes } = kept
    clock.hubMs += 30_000
    await watch.contacted()
    expect(kept.writes, 'a round that says the same is not written').toBe(writes)
    await watch.close()
  })

  test('is that of a carried file where it is the later one, and such a file takes back nothing', async () => {
    const { kept, clock, watch, nextTimer } = device()
    clock.hubMs = began + 31 * day
    await nextTimer()
    await watch.carried(began - day)
    expect(kept.times?.contactMs).toBe(began)
    await watch.carried(began + 5 * day)
    expect(kept.times).toEqual({ contactMs: began + 5 * day, latestMs: began + 31 * day })
    expect(watch.lock()).toMatchObject({ locked: false })
    await watch.close()
  })

  test('locks nothing, and is not noted, where policy says nothing', async () => {
    const { kept, clock, watch, nextTimer } = device({ lockAfterDays: 0 })
    clock.hubMs = began + 4_000 * day
    await nextTimer()
    expect(kept.writes).toBe(0)
    expect(watch.lock()).toBeNull()
    await watch.close()
  })
})
