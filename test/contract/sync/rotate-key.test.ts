import { afterAll, beforeAll, expect, test } from 'vitest'
import { examineSync } from '../../../main/cli/doctor-sync.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { ask, createServedWorld, did } from './served-world.ts'
import type { Told } from './served-world.ts'

/**
 * Y-13, Y-18 through running services: a device changes its key and goes on, and a case of a team comes and goes with
 * the membership.
 */

const world = createServedWorld()

const sync = (service: RunningService): Promise<Told> => ask(service, 'POST', '/v1/sync/now', {})
const confirm = { confirm: 'this device gets another key' }
const casesOf = async (service: RunningService): Promise<readonly number[]> =>
  (await service.workspace.db.selectFrom('cases').select('id').orderBy('id').execute()).map(({ id }) => id)

let hub: RunningService
let laptop: RunningService
let ben: number
let caseId: number

beforeAll(async () => {
  hub = await world.hub()
  // Who owns the case, so that Ben does not.
  await did(hub, 'POST', '/v1/users', { login_name: 'ana', name: 'Ana', role: 'investigator' })
  ben = (await did(hub, 'POST', '/v1/users', { login_name: 'ben', name: 'Ben', role: 'supervisor' }))['id'] as number
  caseId = (await did(hub, 'POST', '/v1/cases', { title: 'Shared', description: 'By a team.', priority: 'high' }))[
    'id'
  ] as number
  await sync(hub)
  laptop = await world.enrol(hub, 'laptop', { user: ben })
}, 120_000)

afterAll(() => world.end())

test('Y-18, Y-25: a case of a team comes to whoever is in it, and goes with the membership, for the sealed entry that says so', async () => {
  expect(await casesOf(laptop)).toEqual([])
  const team = await ask(hub, 'POST', '/v1/teams', { name: 'Night shift', members: [ben] })
  expect(team).toMatchObject({ status: 201, data: { name: 'Night shift', members: [ben] } })
  const id = team.data['id'] as string
  expect(await ask(hub, 'POST', '/v1/teams', { name: 'Night shift' })).toMatchObject({
    error: { code: 'already_done' },
  })
  expect(await ask(hub, 'POST', '/v1/teams', { name: 'Day shift', members: [77] })).toMatchObject({
    error: { code: 'unknown_reference' },
  })
  await sync(hub)
  expect(await ask(hub, 'POST', `/v1/cases/${caseId}/grants`, { team_id: id })).toMatchObject({
    status: 201,
    data: expect.arrayContaining([
      { kind: 'team', user_id: null, device_id: null, team_id: id, name: 'Night shift' },
    ]) as unknown,
  })
  await sync(laptop)
  expect(await casesOf(laptop)).toEqual([caseId])
  expect((await ask(laptop, 'GET', '/v1/teams')).data).toMatchObject([{ id, name: 'Night shift', members: [ben] }])
  expect((await ask(laptop, 'POST', '/v1/cases/1/notes', { text: 'From the team' })).status).toBe(201)
  await sync(laptop)
  expect((await ask(hub, 'PATCH', `/v1/teams/${id}`, { members: [] })).status).toBe(200)
  await sync(hub)
  expect((await sync(laptop)).status).toBe(200)
  expect(await casesOf(laptop)).toEqual([])
  expect((await ask(laptop, 'GET', '/v1/sync/state')).data).toMatchObject({ alarms: [] })
}, 60_000)

test('Y-13: a device gets another key while it is served, goes on without a break, and what it sealed before stays valid', async () => {
  const before = laptop.workspace.keys.device.kid
  const reopened = new Promise<boolean>((resolve) => laptop.onReopened(({ ok }) => resolve(ok)))
  const rotated = await ask(laptop, 'POST', '/v1/sync/rotate', confirm)
  expect(rotated.status).toBe(200)
  expect(await reopened).toBe(true)
  const kid = rotated.data['kid'] as string
  expect(kid).not.toBe(before)
  expect(laptop.workspace.keys.device.kid).toBe(kid)
  const opened = await ask(laptop, 'POST', '/v1/cases', {
    title: 'By the new key',
    description: 'Sealed after.',
    priority: 'low',
  })
  expect(opened.status).toBe(201)
  expect((await sync(laptop)).data).toMatchObject({ refused: 0 })
  await expect
    .poll(async () => (await ask(laptop, 'GET', '/v1/sync/state')).data, { timeout: 20_000 })
    .toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
  await sync(hub)
  const devices = (await ask(hub, 'GET', '/v1/devices')).data as unknown as readonly {
    id: string
    kid: string
    revoked_at: string | null
  }[]
  expect(devices.filter(({ id }) => id === laptop.workspace.facts.deviceId)).toMatchObject([{ kid, revoked_at: null }])
  expect(
    ((await ask(hub, 'GET', '/v1/sync/hub/devices')).data as unknown as readonly { id: string; kid: string }[]).find(
      ({ id }) => id === laptop.workspace.facts.deviceId,
    ),
  ).toMatchObject({ kid })
  for (const service of [hub, laptop]) {
    const report = await service.workspace.verification.verifyWorkspace()
    expect(report?.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
  }
  expect(await ask(hub, 'POST', '/v1/sync/rotate', confirm)).toMatchObject({
    status: 409,
    error: { code: 'not_a_device' },
  })
}, 60_000)

test('doctor says where sync stands, of a device and of a hub’s own folder, and finds a hub without its store', async () => {
  const checks = async (name: string, databaseUrl?: string) => {
    const found: unknown[] = []
    for await (const check of examineSync(dataFolder(world.folder(name)), { databaseUrl, blobs: undefined }))
      found.push(check)
    return found
  }
  const words = (...parts: readonly string[]): string => expect.stringMatching(parts.join('.*')) as string
  expect(await checks('laptop')).toEqual([
    { check: 'sync', state: 'ok', detail: words('device of hub/', 'last contact 0 minutes ago', '0 entries waiting') },
  ])
  expect(await checks('hub')).toMatchObject([
    { check: 'sync', state: 'ok', detail: words('the own folder of a hub', '0 entries waiting') },
    {
      check: 'hub',
      state: 'ok',
      detail: words('hub.db answers', '2 cases', '2 devices', 'the log has \\d+ checkpoints', 'no witness'),
      advice: words('No witness'),
    },
    { check: 'hub-evidence', state: 'ok', detail: '0 files of evidence and models are where they should be' },
  ])
  await laptop.workspace.sync.replica.halt({ state: 'forked', message: 'the hub knows another course' })
  expect(await checks('laptop')).toMatchObject([
    {
      check: 'sync',
      state: 'fault',
      advice: words('Sync has stopped \\(forked\\)', 'Begin a new epoch', 'the hub knows another course'),
    },
  ])
  expect(await checks('hub', 'postgres://nobody@127.0.0.1:1/none')).toMatchObject([
    { state: 'ok' },
    { check: 'hub', state: 'fault', advice: words('database of the hub cannot be reached') },
  ])
}, 60_000)
