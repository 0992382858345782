import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { rawAddresses } from '../../../main/server/evidence/raw-routes.ts'
import { streamAddresses } from '../../../main/server/events/stream-routes.ts'
import { needsKey } from '../../../shared/api/operation.ts'
import { everyOperation } from '../../../shared/api/operations.ts'
import { defaultPolicy } from '../../../shared/schema/policy.ts'
import type { SyncState } from '../../../shared/schema/sync.ts'
import { runHere } from '../../support/command-here.ts'
import { localSessionOf } from '../../support/local-session-of.ts'
import { ask, must, openCase, startEvidenceWorld, sync } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

/** Y-102: a laptop that has not reached its hub for as long as policy allows is locked until the next contact. */

const day = 86_400_000
const real = systemEnv(createLog('silent'))

/** What time it is, at the hub and on the laptop alike; which start of the laptop this is, and how wrong it is set. */
const time = { passedMs: 0, wrongMs: 0, boot: 'first' }

const hubEnv: Env = {
  ...real,
  clock: {
    nowMs: () => real.clock.nowMs() + time.passedMs,
    monoMs: () => real.clock.monoMs(),
    upMs: () => real.clock.upMs() + time.passedMs,
    bootId: 'hub',
  },
}
const laptopEnv: Env = {
  ...real,
  clock: {
    nowMs: () => real.clock.nowMs() + time.passedMs + time.wrongMs,
    monoMs: () => real.clock.monoMs(),
    upMs: () => real.clock.upMs() + time.passedMs,
    get bootId() {
      return time.boot
    },
  },
}

let world: EvidenceWorld
let laptop: RunningService
let apiKey: string

const lockOf = async (): Promise<SyncState['lock']> =>
  ((await must(laptop, 'GET', '/v1/sync/state')) as unknown as SyncState).lock

const status = async (address: string): Promise<number> => (await ask(laptop, 'GET', address)).status

/** Nothing of the laptop reaches the hub by itself; a round that is asked for ends the pause before. */
const cutOff = (): Promise<unknown> => must(laptop, 'PUT', '/v1/sync/settings', { paused: true })
const contact = async (): Promise<void> => {
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: false })
  await sync(laptop)
}

beforeAll(async () => {
  world = await startEvidenceWorld({ envOf: (name) => (name === 'hub' ? hubEnv : laptopEnv) })
  laptop = await world.enrol('laptop')
  await sync(laptop)
  const key = await must(laptop, 'POST', '/v1/keys', { label: 'A program', scopes: ['v4:read', 'v4:write'] })
  apiKey = String(key['secret'])
}, 120_000)
afterAll(() => world.stop(), 60_000)

test('where policy says nothing a laptop is never locked, however long it is away', async () => {
  await openCase(laptop, 'Years in the field')
  await cutOff()
  time.passedMs += 4_000 * day
  expect(await lockOf()).toBeNull()
  expect(await status('/v1/cases')).toBe(200)
  await contact()
})

test('the policy comes with sync; in the last three days the laptop says when it locks, and works', async () => {
  await must(world.hub(), 'PUT', '/v1/workspace/policy', { ...defaultPolicy, lock_after_days: 30 })
  await must(world.hub(), 'POST', '/v1/sync/now', {})
  await contact()
  expect(await lockOf()).toMatchObject({ after_days: 30, locked: false, warns: false })
  await cutOff()
  time.passedMs += 28 * day
  expect(await lockOf()).toMatchObject({ locked: false, warns: true })
  expect(await status('/v1/cases')).toBe(200)
  await openCase(laptop, 'Opened in the last days')
})

const address = (text: string): string =>
  text
    .replace(/\{(case_uid|device_id|sign_in_id)\}/u, '018f0000-0000-7000-8000-000000000000')
    .replace('{case_number}', 'CASE-ACME-20310101-00001')
    .replace(/\{[a-z_]+\}/u, '42')
    .replace(/\{[a-z_]+\}/gu, '42')

const refusedAs = async (method: string, text: string, byKey: boolean): Promise<unknown> => {
  const session = await localSessionOf(laptop)
  const answer = await laptop.inject({
    method: method as 'GET',
    path: address(text),
    headers: byKey
      ? { authorization: `Bearer ${apiKey}` }
      : { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    ...(method === 'GET' || method === 'HEAD' ? {} : { body: {} }),
  })
  return method === 'HEAD'
    ? answer.status
    : [answer.status, (answer.json() as { error?: { code: string } }).error?.code ?? null]
}

test('after the days that policy allows every operation is refused but sync and signing in, in words', async () => {
  time.passedMs += 3 * day
  expect(await lockOf()).toMatchObject({ after_days: 30, locked: true, warns: false })
  const { body } = await ask(laptop, 'GET', '/v1/cases')
  expect(body.error?.message).toContain('nothing is lost')

  for (const operation of everyOperation.filter(({ whileLocked }) => !whileLocked))
    expect(
      await refusedAs(operation.method, operation.path, needsKey(operation.access)),
      `${operation.method} ${operation.path}`,
    ).toEqual([423, 'device_locked'])
  for (const { path: text, methods } of [...rawAddresses, ...streamAddresses])
    for (const method of methods)
      expect(await refusedAs(method, text, text.startsWith('/v4')), `${method} ${text}`).toEqual(
        method === 'HEAD' ? 423 : [423, 'device_locked'],
      )

  const open = everyOperation.filter(({ whileLocked }) => whileLocked)
  expect(open.map(({ id }) => id).sort()).toEqual([
    'askHubAgain',
    'beginNewEpoch',
    'beginProviderSignIn',
    'changeSyncSettings',
    'lockWindow',
    'login',
    'logout',
    'me',
    'openProviderSession',
    'openSession',
    'readExchangeFile',
    'readSignInProvider',
    'readSyncState',
    'refresh',
    'syncNow',
    'trustRestoredHub',
    'unlockWindow',
    'writeExchangeFile',
  ])
  expect(await status('/v1/me')).toBe(200)
  expect(await status('/v1/sync/state')).toBe(200)
  expect((await ask(laptop, 'PUT', '/v1/sync/settings', { paused: true })).status).toBe(200)
}, 120_000)

test('a hub is never locked', async () => {
  expect((await ask(world.hub(), 'GET', '/v1/cases')).status).toBe(200)
  expect((await must(world.hub(), 'GET', '/v1/sync/state'))['lock']).toBeNull()
})

test('a clock that is turned back while the laptop is off does not open it, and doctor says why it is locked', async () => {
  // At its start it notes what time it has become.
  laptop = await world.restart(laptop)
  expect(await lockOf()).toMatchObject({ locked: true })
  Object.assign(time, { wrongMs: -40 * day, boot: 'second' })
  laptop = await world.restart(laptop)
  expect(await lockOf()).toMatchObject({ locked: true })
  expect(await status('/v1/cases')).toBe(423)
  time.wrongMs = 0
  const doctor = await runHere('doctor', '--data', laptop.workspace.folder.dir)
  expect(doctor.lines.find((line) => line['check'] === 'sync')).toMatchObject({
    state: 'fault',
    advice: expect.stringContaining('for more than the 30 days that policy allows, and is locked') as string,
  })
}, 60_000)

test('the next contact opens it, and what was done before goes along', async () => {
  await contact()
  expect(await lockOf()).toMatchObject({ locked: false, warns: false })
  expect(await status('/v1/cases')).toBe(200)
  const { db } = world.hub().workspace
  await must(world.hub(), 'POST', '/v1/sync/now', {})
  expect(await db.selectFrom('cases').select('title').execute()).toContainEqual({ title: 'Opened in the last days' })
})

test('a file that the hub wrote opens it without any network, an older one does not', async () => {
  const [before, now] = [path.join(world.root, 'before.fieldseal-sync'), path.join(world.root, 'now.fieldseal-sync')]
  const write = (file: string): Promise<unknown> =>
    must(world.hub(), 'POST', '/v1/sync/files/write', { path: file, device_id: laptop.workspace.facts.deviceId })
  await write(before)
  await cutOff()
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: false })
  world.proxy.retarget(new URL('http://127.0.0.1:9'))
  world.proxy.cutAll()
  time.passedMs += 31 * day
  expect(await lockOf()).toMatchObject({ locked: true })
  await must(laptop, 'POST', '/v1/sync/files/read', { path: before })
  expect(await lockOf()).toMatchObject({ locked: true })
  await write(now)
  await must(laptop, 'POST', '/v1/sync/files/read', { path: now })
  expect(await lockOf()).toMatchObject({ locked: false, warns: false })
  expect(await status('/v1/cases')).toBe(200)
}, 60_000)
