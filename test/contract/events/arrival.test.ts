import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { ask, must, openCase, startEvidenceWorld, sync, uidOf } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

/**
 * V-3: an event is about what arrived. How old it is the hub's receipt says, and not the clock of the laptop that
 * sealed it.
 */

const day = 86_400_000
const off = { laptop: 0, hub: 0 }
const real = systemEnv(createLog('silent'))
const envOff = (whose: keyof typeof off): Env => ({
  ...real,
  clock: {
    ...real.clock,
    nowMs: () => real.clock.nowMs() + off[whose],
    monoMs: () => real.clock.monoMs(),
    upMs: () => real.clock.upMs(),
    bootId: real.clock.bootId,
  },
})

let world: EvidenceWorld
let laptop: RunningService

beforeAll(async () => {
  world = await startEvidenceWorld({ envOf: (name) => envOff(name === 'hub' ? 'hub' : 'laptop') })
  laptop = await world.enrol('laptop')
  await sync(laptop)
}, 120_000)

beforeEach(() => {
  Object.assign(off, { laptop: 0, hub: 0 })
})

afterAll(() => world.stop(), 60_000)

const toldOf = (service: RunningService, uid: string): readonly string[] =>
  service.workspace.events
    .after(0, 100_000)
    .filter(({ data }) => (data as { case_uid?: string }).case_uid === uid)
    .map(({ type }) => type)

test.each([
  ['behind', -10 * 365],
  ['ahead', 10 * 365],
])('V-3: what a laptop sealed whose clock is years %s is told at the hub as it arrives, once', async (_way, days) => {
  off.laptop = days * day
  const caseId = await openCase(laptop, 'By a wrong clock')
  await must(laptop, 'POST', `/v1/cases/${caseId}/notes`, { text: 'A note' })
  const uid = await uidOf(laptop, caseId)
  await sync(laptop)
  for (let again = 0; again < 2; again += 1) {
    await sync(world.hub())
    expect(toldOf(world.hub(), uid)).toEqual(['case.opened', 'case.note_added'])
  }
})

test('V-3: a laptop whose own clock is years ahead is told what others do', async () => {
  const caseId = await openCase(world.hub(), 'At the desk')
  const uid = await uidOf(world.hub(), caseId)
  await sync(world.hub())
  off.laptop = 10 * 365 * day
  await sync(laptop)
  expect(toldOf(laptop, uid)).toEqual(['case.opened'])
})

test('V-3: a folder that joins brings its years along without an event for each; what it does from then on is told', async () => {
  const dataDir = path.join(world.root, 'alone')
  const made = await createWorkspaceFolder(
    dataDir,
    { institution: 'ACME', name: 'Alone', admin: 'Admin' },
    envOff('laptop'),
  )
  if (!made.ok) throw new Error(made.error.message)
  const start = async (): Promise<RunningService> => {
    const started = await startService(
      { dataDir, port: 0, host: '127.0.0.1', role: 'local', limits: { perAddress: 0, perCredential: 0 } },
      envOff('laptop'),
    )
    if (!started.ok) throw new Error(started.error.message)
    return started.value
  }
  off.laptop = -400 * day
  let alone = await start()
  const caseId = await openCase(alone, 'Long ago')
  const uid = await uidOf(alone, caseId)
  await alone.close()
  off.laptop = 0
  const code = await must(world.hub(), 'POST', '/v1/sync/hub/codes', { user_id: 1, device_name: 'Alone', cases: [] })
  const joined = await enrolDevice(
    dataDir,
    { url: new URL(world.hub().url).origin, code: String(code['code']), deviceName: 'Alone' },
    envOff('laptop'),
    new AbortController().signal,
  )
  if (!joined.ok) throw new Error(joined.error.message)
  alone = await start()
  await sync(alone)
  const { id } = await alone.workspace.db
    .selectFrom('cases')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  const noted = await ask(alone, 'POST', `/v1/cases/${id}/notes`, { text: 'A note' })
  expect(noted.status, JSON.stringify(noted.body)).toBe(201)
  await sync(alone)
  await sync(world.hub())
  await alone.close()
  expect(toldOf(world.hub(), uid).filter((type) => type !== 'case.renumbered')).toEqual(['case.note_added'])
})

test('V-3: what the hub has had for more than 30 days is history to whoever gets it now, whatever its date says', async () => {
  const [old, recent] = [await openCase(laptop, 'Long at the hub'), await openCase(laptop, 'New')]
  const uids = await Promise.all([old, recent].map((id) => uidOf(laptop, id)))
  await sync(laptop)
  await sync(world.hub())
  off.hub = 40 * day
  await must(laptop, 'POST', `/v1/cases/${recent}/notes`, { text: 'A note' })
  await sync(laptop)
  await sync(world.hub())
  const later = await world.enrol('later', 'all')
  await sync(later)
  expect(uids.map((uid) => toldOf(later, uid))).toEqual([[], ['case.note_added']])
})
