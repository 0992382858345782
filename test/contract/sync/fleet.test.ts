import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { version } from '../../../main/platform/version.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { parseSilence } from '../../../main/server/sync/silence-days.ts'
import { silenceTeller } from '../../../main/server/sync/silence.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { HubDeviceView } from '../../../shared/schema/hub.ts'
import { runHere } from '../../support/command-here.ts'
import { must } from '../../support/must.ts'
import { ask, createServedWorld, did } from './served-world.ts'

/** Y-97 and Y-98: the administrator sees at the hub how each laptop is. */

const world = createServedWorld()
let hub: RunningService
let laptop: RunningService

const listed = async (): Promise<HubDeviceView> => {
  const { device } = (await did(laptop, 'GET', '/v1/sync/state')) as unknown as { device: { id: string } }
  const devices = (await did(hub, 'GET', '/v1/sync/hub/devices')) as unknown as readonly HubDeviceView[]
  return devices.find(({ id }) => id === device.id) as HubDeviceView
}

beforeAll(async () => {
  hub = await world.hub()
  await world.enrolOnly(hub, 'laptop')
})
afterAll(async () => {
  await world.end()
})

test('Y-97: a laptop that has not called yet has told nothing; after a round the hub shows what it told', async () => {
  const [, before] = (await did(hub, 'GET', '/v1/sync/hub/devices')) as unknown as readonly HubDeviceView[]
  expect(before).toMatchObject({ told: null, silent: false })
  laptop = await world.start('laptop', 'local')
  await did(laptop, 'POST', '/v1/sync/now', {})
  const { told, last_contact_at: contact } = await listed()
  expect(told).toMatchObject({
    release: version,
    entries_waiting: 0,
    evidence_waiting: { pieces: 0, bytes: 0 },
    clock_ahead_s: 0,
    lists: [],
  })
  expect(told?.oldest_waiting_at).toBeUndefined()
  expect(told?.free_bytes).toBeGreaterThan(0)
  expect(Date.parse(contact ?? '')).toBeGreaterThanOrEqual(Date.parse(told?.told_at ?? '~'))
})

test('Y-97: the oldest work that waits is the first that no hub has', async () => {
  await did(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  expect(laptop.workspace.sync.overview.oldestWaitingMs()).toBeNull()
  const before = Date.now()
  for (const title of ['First', 'Second'])
    expect((await ask(laptop, 'POST', '/v1/cases', { title, description: 'D', priority: 'low' })).status).toBe(201)
  const oldest = laptop.workspace.sync.overview.oldestWaitingMs()
  const first = await laptop.workspace.db.selectFrom('cases').select('created_at').orderBy('id').executeTakeFirst()
  expect(oldest).toBe(first?.created_at)
  expect(oldest).toBeGreaterThanOrEqual(before)
})

test('Y-97: the command line prints the same', async () => {
  const { lines } = await runHere('hub-device', 'list', '--data', world.folder('hub'))
  expect(lines.find((line) => line['id'] === laptop.workspace.facts.deviceId)).toMatchObject({
    silent: false,
    told: { release: version },
  })
})

test('Y-98: a silence is an event of the hub', async () => {
  await silenceTeller(hub.workspace)({ deviceId: laptop.workspace.facts.deviceId, lastHeardMs: 0 })
  const { newest } = hub.workspace.events.bounds()
  expect(hub.workspace.events.read(newest)).toMatchObject({
    type: 'sync.device_silent',
    data: { device_id: laptop.workspace.facts.deviceId, last_heard_at: '1970-01-01T00:00:00.000+00:00' },
  })
})

test('Y-98: days are set by a variable, and nonsense stops the start', () => {
  expect(parseSilence(undefined)).toMatchObject({ ok: true, value: 7 * 86_400_000 })
  expect(parseSilence('30')).toMatchObject({ ok: true, value: 30 * 86_400_000 })
  for (const text of ['0', '-1', '1.5', 'week', '1000']) expect(parseSilence(text), text).toMatchObject({ ok: false })
})

describe('Y-99: a laptop that was removed', () => {
  test('and killed before it had wiped what was granted goes on at its next start, and says so to the hub', async () => {
    const lost = await world.enrol(hub, 'lost')
    const { deviceId } = lost.workspace.facts
    await did(lost, 'POST', '/v1/cases', { title: 'Known to the hub', description: 'D', priority: 'low' })
    await did(lost, 'POST', '/v1/sync/now', {})
    await did(lost, 'PUT', '/v1/sync/settings', { paused: true })
    await did(lost, 'POST', '/v1/cases', { title: 'Only here', description: 'D', priority: 'low' })
    await world.stop(lost)
    await did(hub, 'POST', `/v1/sync/hub/devices/${deviceId}/remove`, { reason: 'It was stolen.' })
    const ofLost = async (): Promise<HubDeviceView | undefined> =>
      ((await did(hub, 'GET', '/v1/sync/hub/devices')) as unknown as readonly HubDeviceView[]).find(
        ({ id }) => id === deviceId,
      )
    expect((await ofLost())?.told?.wiped, 'it has not called since').toBeUndefined()

    const opened = must(await openWorkspace(world.folder('lost'), systemEnv(createLog('silent'))))
    must(await opened.sync.settings.choose({ paused: false }))
    await opened.sync.replica.halt({ state: 'removed', message: 'This device was removed from the workspace.' })
    expect(await opened.db.selectFrom('cases').select('title').execute(), 'it has the word alone').toHaveLength(2)
    await opened.close()

    const again = await world.start('lost', 'local')
    const { db } = again.workspace
    await expect.poll(() => db.selectFrom('cases').select('id').execute(), { timeout: 30_000 }).toEqual([])
    await expect
      .poll(async () => (await ofLost())?.told?.wiped, { timeout: 30_000 })
      .toMatchObject({ evidence_kept: 0 })
    const aside = (await did(again, 'GET', '/v1/sync/set-aside')) as unknown as readonly unknown[]
    expect((await ofLost())?.told?.wiped?.set_aside).toBe(aside.length)
    expect(aside.length).toBeGreaterThan(0)
    expect(await did(again, 'GET', '/v1/sync/state')).toMatchObject({ state: 'removed' })
  })
})
