import { describe, expect, test } from 'vitest'
import { slotSize } from '../../../../main/domain/cases/numbers.ts'
import { startingMachine } from '../../../../main/sync/device/machine.ts'
import { tellState } from '../../../../main/sync/device/tell-state.ts'
import type { TellingParts } from '../../../../main/sync/device/tell-state.ts'
import { toTimestamp } from '../../../../shared/schema/text.ts'

const now = Date.UTC(2026, 2, 1, 12)
const nothingWaits = { kept: 0, keptBytes: 0, send: 0, sendBytes: 0, fetch: 0, fetchBytes: 0 }
const lease = { slots: [0, 3], untilMs: now + 1_000 }

/** A device that has all it needs to tell, and no database. */
const device = (
  change: {
    readonly lease?: typeof lease | null
    readonly numbers?: readonly string[]
    readonly names?: Readonly<Record<string, string>>
    readonly aheadMs?: number
    readonly lent?: readonly { segment: string; day: string; first: number; last: number }[]
  } = {},
): TellingParts => ({
  clock: { nowMs: () => now },
  kid: 'kid-1',
  facts: { deviceId: 'device-1', deviceNumber: 4, institution: 'ACME' },
  replica: { relation: () => null },
  settings: {
    choices: () => ({ paused: false, metered: false, evidencePolicy: 'all', rateCap: null }),
    bytes: () => ({ sent: 1, received: 2 }),
    alarms: () => [{ code: 'forked', message: 'Copied.', atMs: now }],
    lease: () => (change.lease === undefined ? lease : change.lease),
  },
  numbers: { from: (day) => (change.lent ?? []).filter((range) => range.day >= day) },
  counts: {
    waiting: () => 0,
    refused: () => 0,
    openConflicts: () => 5,
    numbersWith: (beginning) => (change.numbers ?? []).filter((number) => number.startsWith(beginning)),
    deviceName: (kid) => change.names?.[kid] ?? null,
  },
  store: { waiting: () => nothingWaits },
  runner: {
    machine: () => startingMachine({ joined: true, halted: null, paused: false }),
    nextAttemptAtMs: () => null,
  },
  transfers: undefined,
  watched: {
    heard: (hubMs, _, answered) => ({ ...answered, hubMs }),
    aheadMs: () => change.aheadMs ?? 0,
    fault: () => null,
  },
  unsent: [],
  lock: null,
})

describe('where sync of a device stands', () => {
  test('Y-104: says how fast evidence moves and how long still, and nothing where it does not', () => {
    expect(tellState(device()).evidence_moving).toEqual({ send: null, fetch: null })
    const transfers = {
      waiting: () => nothingWaits,
      moving: () => ({
        send: { bytesPerSecond: 10, secondsLeft: 7 },
        fetch: { bytesPerSecond: null, secondsLeft: null },
      }),
      heldBack: () => false,
      hubFull: () => false,
    }
    expect(tellState({ ...device(), transfers }).evidence_moving).toEqual({
      send: { bytes_per_s: 10, seconds_left: 7 },
      fetch: { bytes_per_s: null, seconds_left: null },
    })
  })

  test('tells what the device keeps, in the words of the interface', () => {
    expect(tellState(device({ names: { 'kid-1': 'Laptop' } }))).toMatchObject({
      state: 'up_to_date',
      hub: null,
      device: { id: 'device-1', number: 4, name: 'Laptop' },
      conflicts: 5,
      bytes: { sent: 1, received: 2 },
      alarms: [{ code: 'forked', message: 'Copied.', at: toTimestamp(now) }],
    })
  })

  test('a device that the workspace’s chain does not name yet has no name', () => {
    expect(tellState(device({ names: { other: 'Tablet' } })).device.name).toBe('')
  })

  test('Y-94: what the hub lent for today alone counts too, of every segment', () => {
    const lent = [
      { segment: 'ACME', day: '20260301', first: 50_001, last: 50_010 },
      { segment: 'ACME2', day: '20260301', first: 1, last: 5 },
      { segment: 'ACME', day: '20260302', first: 50_001, last: 50_900 },
    ]
    const numbers = ['CASE-ACME-20260301-50001', 'CASE-ACME2-20260301-00005', 'CASE-ACME2-20260301-00006']
    expect(tellState(device({ numbers, lent })).lease?.numbers_left_today).toBe(2 * slotSize + 15 - 2)
  })

  test('of the case numbers of today those of its own slots are used up, and no others', () => {
    const numbers = [
      'CASE-ACME-20260301-00000',
      'CASE-ACME-20260301-00399',
      'CASE-ACME-20260301-00100',
      'CASE-ACME-20260228-00001',
      'CASE-OTHER-20260301-00002',
    ]
    expect(tellState(device({ numbers })).lease).toEqual({
      numbers_left_today: 2 * slotSize - 2,
      until: toTimestamp(lease.untilMs),
    })
  })

  test('Y-88: a lease is of the hub’s time, and told by the clock of this computer', () => {
    expect(tellState(device({ lease: null })).lease).toBeNull()
    expect(tellState(device({ lease: { slots: [0], untilMs: now - 1 } })).lease?.numbers_left_today).toBe(0)
    expect(tellState(device({ lease: { slots: [0], untilMs: now - 1 }, aheadMs: 60_000 })).lease).toEqual({
      numbers_left_today: slotSize,
      until: toTimestamp(now - 1 + 60_000),
    })
  })
})
