import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { localSessionOf } from '../../support/local-session-of.ts'

const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-sync-'))
const env = systemEnv(createLog('silent'))
const running: RunningService[] = []

const start = async (name: string, role: 'local' | 'hub'): Promise<RunningService> => {
  const started = await startService({ dataDir: path.join(root, name), port: 0, host: '127.0.0.1', role, limits: { perAddress: 0, perCredential: 0 } }, env)
  if (!started.ok) throw new Error(started.error.message)
  running.push(started.value)
  return started.value
}

interface Answer {
  readonly status: number
  readonly data: Record<string, unknown> & { readonly id: number }
}

/** A person at a service: its first administrator, with the desktop's own session. */
const call = async (service: RunningService, method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown): Promise<Answer> => {
  const session = await localSessionOf(service)
  const answer = await service.inject({
    method,
    path: address,
    headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    ...(body === undefined ? {} : { body }),
  })
  const { data, error } = answer.json() as { data: Answer['data']; error?: unknown }
  if (answer.status >= 400) throw new Error(`${method} ${address}: ${answer.status} ${JSON.stringify(error)}`)
  return { status: answer.status, data }
}

const sync = (service: RunningService): Promise<Answer> => call(service, 'POST', '/v1/sync/now', {})

const enrol = async (hub: RunningService, name: string): Promise<RunningService> => {
  const made = await call(hub, 'POST', '/v1/sync/hub/codes', { user_id: 1, device_name: name, cases: 'all' })
  const enrolled = await enrolDevice(path.join(root, name), { url: hub.url, code: made.data['code'] as string, deviceName: name }, env, new AbortController().signal)
  if (!enrolled.ok) throw new Error(enrolled.error.message)
  const service = await start(name, 'local')
  return service
}

/** What the tables of a case say, without what only this device counts. */
const caseOf = async (service: RunningService, uid: string): Promise<unknown> => {
  const row = await service.workspace.db.selectFrom('cases').select(['uid', 'id', 'number', 'title', 'status', 'owner_uid', 'priority']).where('uid', '=', uid).executeTakeFirst()
  return row
}

let hub: RunningService
let first: RunningService
let second: RunningService

beforeAll(async () => {
  const made = await createWorkspaceFolder(path.join(root, 'hub'), { institution: 'ACME', name: 'Acme', admin: 'Admin' }, env)
  if (!made.ok) throw new Error(made.error.message)
  hub = await start('hub', 'hub')
  await sync(hub)
  first = await enrol(hub, 'first')
  second = await enrol(hub, 'second')
}, 120_000)

afterAll(async () => {
  for (const service of running.reverse()) await service.close()
  await rm(root, { recursive: true, force: true })
})

describe('two devices and a hub over HTTP', () => {
  test('Y-2, Y-20 to Y-25: what one device writes reaches the hub’s folder and the other device, with the same rows', async () => {
    await sync(first)
    const opened = await call(first, 'POST', '/v1/cases', { title: 'A case of the field', description: 'Written away from any network.', priority: 'high' })
    const { uid } = await first.workspace.db.selectFrom('cases').select('uid').executeTakeFirstOrThrow()
    expect(opened.status).toBe(201)
    expect((await sync(first)).data).toMatchObject({ refused: 0 })
    await sync(hub)
    await sync(second)
    const rows = await Promise.all([first, hub, second].map((service) => caseOf(service, uid)))
    expect(rows[0]).toMatchObject({ uid, title: 'A case of the field' })
    expect(rows[1]).toEqual(rows[0])
    expect(rows[2]).toEqual(rows[0])
  }, 60_000)

  test('Y-23, Y-51, Y-52: everything is receipted, and the last checkpoint is verified', async () => {
    await sync(first)
    const standings = await first.workspace.sync.replica.standings()
    expect(standings.length).toBeGreaterThan(1)
    for (const standing of standings) {
      expect(standing).toMatchObject({ pending: 0, refused: null })
      expect(standing.anchor?.size).toBe(standing.received)
    }
    // A hint of what another device did may have begun one more round.
    await expect.poll(async () => (await call(first, 'GET', '/v1/sync/state')).data, { timeout: 30_000 }).toMatchObject({ state: 'up_to_date', entries_waiting: 0, alarms: [] })
  }, 60_000)

  test('Y-42: both change the same case apart; after contact all have the same, and the conflict is open everywhere', async () => {
    const { uid } = await first.workspace.db.selectFrom('cases').select('uid').executeTakeFirstOrThrow()
    for (const service of [first, second]) await call(service, 'PUT', '/v1/sync/settings', { paused: true })
    const change = async (service: RunningService, status: string): Promise<unknown> => {
      const { id } = await service.workspace.db.selectFrom('cases').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
      return await call(service, 'PUT', `/v1/cases/${id}/status`, { status, notes: 'Decided without the other.' })
    }
    await change(first, 'investigating')
    await change(second, 'escalated')
    for (const service of [first, second]) await call(service, 'PUT', '/v1/sync/settings', { paused: false })
    for (const service of [first, second, hub, first, second]) await sync(service)
    const rows = await Promise.all([first, hub, second].map((service) => caseOf(service, uid)))
    expect(rows[1]).toEqual(rows[0])
    expect(rows[2]).toEqual(rows[0])
    expect(first.workspace.sync.overview.openConflicts()).toBe(1)
    expect(second.workspace.sync.overview.openConflicts()).toBe(1)
  }, 60_000)
})

describe('events of work that came by sync', () => {
  test('are told on each device once, under ids of its own, for the same sealed entries', async () => {
    const from = { first: first.workspace.events.bounds().newest, second: second.workspace.events.bounds().newest }
    const made = await call(first, 'POST', '/v1/cases', { title: 'Told twice', description: 'Seen by both.', priority: 'low' })
    await call(first, 'PUT', `/v1/cases/${made.data.id}/status`, { status: 'investigating', notes: 'Looked into.' })
    await sync(first)
    await sync(second)
    await sync(second)
    const told = (service: RunningService, after: number) =>
      service.workspace.events
        .after(after, 1_000)
        .filter(({ data }) => data['case_id'] === made.data.id)
        .map(({ type, actor, entry_id: entry, data }) => ({ type, actor, entry, data }))
    const here = told(first, from.first)
    expect(here.map(({ type }) => type)).toEqual(['case.opened', 'case.status_changed'])
    expect(told(second, from.second)).toEqual(here)
  })
})
