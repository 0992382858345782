import { describe, expect, test } from 'vitest'
import { createHealthTelling, healthNow } from '../../../../main/sync/device/health.ts'
import { createSideCalls } from '../../../../main/sync/device/side-calls.ts'
import type { OwnHealth } from '../../../../main/sync/device/health.ts'
import { encodeJson } from '../../../../main/sync/wire.ts'
import { deviceHealth } from '../../../../shared/protocol/health.ts'
import type { DeviceHealth } from '../../../../shared/protocol/health.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'

const now = Date.UTC(2026, 2, 1, 12)
const day = 86_400_000

const own = (change: Partial<OwnHealth> = {}): OwnHealth => ({
  release: '1.2.3-rc.1',
  oldestWaitingMs: () => now - 3 * day,
  freeBytes: () => 5_000_000_000,
  lists: () => [{ key: 'ofac-sdn', days: 12 }],
  afterWipe: () => ({ cases: 0, setAside: 2 }),
  ...change,
})
const counts = {
  entriesWaiting: 4,
  evidenceWaiting: { pieces: 2, bytes: 700 },
  clockAheadMs: -90_400,
  keptAfterRemoval: null,
  unsent: [],
}

describe('Y-97: what a device tells of itself', () => {
  test('is what it knows, with times as spans', () => {
    expect(healthNow(own(), counts, now)).toEqual({
      release: '1.2.3-rc.1',
      entries_waiting: 4,
      oldest_waiting_s: 259_200,
      evidence_waiting: { pieces: 2, bytes: 700 },
      clock_ahead_s: -90,
      free_bytes: 5_000_000_000,
      lists: [{ key: 'ofac-sdn', days: 12 }],
    })
  })

  test('leaves out what it does not know', () => {
    const told = healthNow(
      own({ oldestWaitingMs: () => null, freeBytes: () => null }),
      { ...counts, clockAheadMs: null },
      now,
    )
    expect(Object.keys(told).sort()).toEqual(['entries_waiting', 'evidence_waiting', 'lists', 'release'])
  })

  test('Y-99: once it was removed and is wiped, the files of what its hub never got, and never where they lie', () => {
    const file = { path: '/home/ada/unsent/a', entries: 3, pieces: 1, evidence: true, writtenAtMs: now - day }
    const unsent = [file, { ...file, entries: null, pieces: null, evidence: false, writtenAtMs: now + day }]
    expect(healthNow(own(), { ...counts, keptAfterRemoval: 1, unsent }, now).wiped).toEqual({
      set_aside: 2,
      evidence_kept: 1,
      unsent: [
        { entries: 3, pieces: 1, evidence: true, age_s: 86_400 },
        { evidence: false, age_s: 0 },
      ],
    })
    const many = { ...counts, keptAfterRemoval: 0, unsent: Array.from({ length: 90 }, () => file) }
    expect(deviceHealth.safeParse(healthNow(own(), many, now)).error).toBeUndefined()
  })

  test('is always of the form that a hub takes, however wrong its clock is and however many lists it has', () => {
    const lists = Array.from({ length: 300 }, (_, n) => ({ key: `list-${n}`, days: 400_000 }))
    for (const clockAheadMs of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])
      for (const oldestMs of [now + 900 * 365 * day, -(2 ** 52)]) {
        const told = healthNow(
          own({ lists: () => lists, oldestWaitingMs: () => oldestMs, freeBytes: () => 2 ** 70 }),
          { ...counts, clockAheadMs },
          now,
        )
        expect(deviceHealth.safeParse(told).error).toBeUndefined()
      }
  })
})

describe('Y-97: when a device tells it', () => {
  const telling = () => {
    const at = { monoMs: 0 }
    const state = { told: [] as DeviceHealth[], health: healthNow(own(), counts, now), answers: true, mayAsk: true }
    const made = createHealthTelling({
      health: () => state.health,
      hub: createSideCalls({
        sessions: { call: (job) => job('a token') },
        link: {
          call: (call) => {
            state.told.push((JSON.parse(Buffer.from(call.body).toString('utf8')) as { health: DeviceHealth }).health)
            return Promise.resolve(
              state.answers
                ? ok(encodeJson({ kept: true }))
                : fail({ kind: 'refused' as const, status: 404, message: 'There is nothing at this address.' }),
            )
          },
        },
        signal: new AbortController().signal,
        mayAsk: () => state.mayAsk,
      }),
      clock: { monoMs: () => at.monoMs },
    })
    const afterMs = async (ms: number): Promise<number> => {
      at.monoMs += ms
      await made.tell()
      return state.told.length
    }
    return { state, afterMs }
  }

  test('at first at once, then after a quarter of an hour, sooner where what waits has changed, never within a minute', async () => {
    const { state, afterMs } = telling()
    expect(await afterMs(0)).toBe(1)
    expect(await afterMs(899_999)).toBe(1)
    expect(await afterMs(1)).toBe(2)
    state.health = { ...state.health, entries_waiting: 5 }
    expect(await afterMs(59_999)).toBe(2)
    expect(await afterMs(1)).toBe(3)
    state.health = { ...state.health, free_bytes: 1, clock_ahead_s: 7 }
    expect(await afterMs(60_000), 'what moves by itself is no reason').toBe(3)
  })

  test('a hub that does not know the call is asked no more often than that, and nobody while sync stands still', async () => {
    const { state, afterMs } = telling()
    state.answers = false
    expect(await afterMs(0)).toBe(1)
    state.health = { ...state.health, entries_waiting: 9 }
    expect(await afterMs(60_000)).toBe(1)
    expect(await afterMs(840_000)).toBe(2)
    state.mayAsk = false
    expect(await afterMs(900_000)).toBe(2)
  })
})
