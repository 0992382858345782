import { describe, expect, test } from 'vitest'
import { createHubAdministration } from '../../../main/sync/hub/administer.ts'
import type { DeviceRecord } from '../../../main/sync/hub/administration.ts'
import { tellSilences } from '../../../main/sync/hub/silence.ts'
import type { SilentDevice } from '../../../main/sync/hub/silence.ts'
import type { DeviceHealth } from '../../../shared/protocol/health.ts'
import type { PaperDevice } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { admin, ana } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/** Y-97 and Y-98: what the devices of a hub tell of themselves, and of whom nothing is heard. */

let world: World

const day = 86_400_000
const health = {
  release: '0.1.0',
  entries_waiting: 3,
  oldest_waiting_s: 7_200,
  evidence_waiting: { pieces: 1, bytes: 512 },
  clock_ahead_s: -4,
  free_bytes: 9_000_000_000,
  lists: [{ key: 'ofac-sdn', days: 31 }],
} satisfies DeviceHealth

const tell = (device: PaperDevice, told: unknown): Promise<{ readonly status: number; readonly json: unknown }> =>
  device.call('health', { protocol: 3, health: told })

const administration = () =>
  createHubAdministration(world.hub, world.store, { nowMs: () => world.clock.nowMs(), witnesses: [] })

const listed = async ({ deviceId }: Pick<PaperDevice, 'deviceId'>): Promise<DeviceRecord> =>
  (await administration().devices()).find((one) => one.deviceId === deviceId) as DeviceRecord

describe.each(engines)('the health of devices at the hub on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  test('Y-97: is what a device last told, and null of one that never told anything', async () => {
    const laptop = await world.device(ana)
    const silent = await world.device(ana)
    expect(await tell(laptop, { ...health, entries_waiting: 900 })).toMatchObject({ status: 200 })
    world.clock.pass(120_000)
    expect((await tell(laptop, health)).json).toEqual({ kept: true })
    expect((await listed(laptop)).told).toMatchObject({ health, toldAtMs: world.clock.nowMs() })
    expect((await listed(laptop)).lastContactMs).toBe(world.clock.nowMs())
    expect((await listed(silent)).told).toBeNull()
    expect(await tell(laptop, { release: '0.2.0' }), 'nothing of before is left').toMatchObject({ status: 200 })
    expect((await listed(laptop)).told?.health).toEqual({ release: '0.2.0' })
    expect(await tell(laptop, { ...health, mood: 'fine' }), 'a later release knows more').toMatchObject({ status: 200 })
    expect((await listed(laptop)).told?.health).toEqual(health)
  })

  test('Y-97: what is not of its form is refused whole, and what was told before stays', async () => {
    const laptop = await world.device(ana)
    await tell(laptop, health)
    const hostile: readonly unknown[] = [
      null,
      [],
      'well',
      { ...health, entries_waiting: -1 },
      { ...health, entries_waiting: 1.5 },
      { ...health, entries_waiting: '3' },
      { ...health, entries_waiting: 1e300 },
      { ...health, oldest_waiting_s: 1e12 },
      { ...health, clock_ahead_s: -1e12 },
      { ...health, release: '<script>' },
      { ...health, release: '1'.repeat(41) },
      { ...health, release: '1.0\u0000' },
      { ...health, evidence_waiting: { pieces: 1 } },
      { ...health, free_bytes: 2 ** 60 },
      { ...health, lists: [{ key: '../../etc', days: 1 }] },
      { ...health, lists: Array.from({ length: 101 }, (_, n) => ({ key: `list-${n}`, days: 1 })) },
    ]
    for (const told of hostile)
      expect(await tell(laptop, told), JSON.stringify(told).slice(0, 80)).toMatchObject({ status: 400 })
    expect(await tell(laptop, { ...health, mood: 'm'.repeat(20_000) })).toMatchObject({ status: 413 })
    expect(await laptop.call('health', { protocol: 99, health })).toMatchObject({ status: 426 })
    expect((await listed(laptop)).told?.health).toEqual(health)
  })

  test('Y-97: a device that may not call tells nothing, and what it told is kept', async () => {
    const laptop = await world.device(ana)
    await tell(laptop, health)
    await administration().revokeDevice(laptop.deviceId, 'stolen', admin)
    expect(await tell(laptop, { ...health, entries_waiting: 0 })).toMatchObject({ status: 403 })
    expect((await listed(laptop)).told?.health.entries_waiting).toBe(3)
  })

  test('Y-99: only a device that was removed is heard to say that it is wiped', async () => {
    const laptop = await world.device(ana)
    const wiped = { set_aside: 2, evidence_kept: 0 }
    expect((await tell(laptop, { ...health, wiped })).status).toBe(200)
    expect((await listed(laptop)).told?.health, 'said beforehand it counts for nothing').toEqual(health)
    await administration().removeDevice(laptop.deviceId, 'stolen', admin)
    expect((await listed(laptop)).told?.health.wiped).toBeUndefined()
    expect((await tell(laptop, { wiped })).status).toBe(200)
    expect((await listed(laptop)).told?.health).toEqual({ wiped })
    expect(await listed(laptop)).toMatchObject({ state: 'removed', silent: false })
  })

  // PostgreSQL's way of telling is of the same statements, and may tell once more when it begins to listen.
  test.runIf(kind.name === 'SQLite')('Y-97: it is no news for anybody who waits for a change', async () => {
    const laptop = await world.device(ana)
    let told = 0
    const end = world.store.onChange(() => (told += 1))
    await tell(laptop, health)
    expect(told).toBe(0)
    await world.store.exclusively((tx) => tx.nextFeed())
    expect(told, 'as what a pull brings is').toBe(1)
    end()
  })

  test('Y-98: a silence is told once, by whatever process, and again when the device was heard of in between', async () => {
    const laptop = await world.device(ana)
    const revoked = await world.device(ana)
    await administration().revokeDevice(revoked.deviceId, 'stolen', admin)
    const told: SilentDevice[] = []
    const look = async (): Promise<readonly SilentDevice[]> => {
      await tellSilences({
        store: world.store,
        clock: world.clock,
        afterMs: 7 * day,
        tell: (one) => {
          if (one.deviceId === laptop.deviceId) told.push(one)
          return Promise.resolve()
        },
      })
      return told
    }
    const heardMs = (await listed(laptop)).lastContactMs
    world.clock.pass(7 * day)
    expect(await look()).toEqual([])
    expect((await listed(laptop)).silent).toBe(false)
    world.clock.pass(1)
    expect(await look()).toEqual([{ deviceId: laptop.deviceId, lastHeardMs: heardMs }])
    expect(await listed(laptop)).toMatchObject({ silent: true })
    expect((await listed(revoked)).silent, 'of it nothing is awaited').toBe(false)
    expect(await look()).toHaveLength(1)
    await laptop.signIn()
    expect(await listed(laptop)).toMatchObject({ silent: false })
    world.clock.pass(7 * day + 1)
    expect(await look()).toHaveLength(2)
  })

  test('Y-98: a silence that could not be told is told later', async () => {
    const laptop = await world.device(ana)
    world.clock.pass(8 * day)
    const parts = { store: world.store, clock: world.clock, afterMs: 7 * day }
    await expect(tellSilences({ ...parts, tell: () => Promise.reject(new Error('the disk is full')) })).rejects.toThrow(
      'the disk is full',
    )
    const told: string[] = []
    await tellSilences({
      ...parts,
      tell: ({ deviceId }) => {
        told.push(deviceId)
        return Promise.resolve()
      },
    })
    expect(told).toContain(laptop.deviceId)
  })
})
