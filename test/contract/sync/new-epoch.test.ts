import { cpSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { runHere } from '../../support/command-here.ts'
import { localSessionOf } from '../../support/local-session-of.ts'
import { startProxy } from '../../support/sync/byte-proxy.ts'
import type { ByteProxy } from '../../support/sync/byte-proxy.ts'

/** Y-15, through the running service: a folder that was copied goes on as another device. */

const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-epoch-'))
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
  readonly data: unknown
  readonly code: string | undefined
}

/** A person at a service: its first administrator, with the desktop's own session. */
const call = async (service: RunningService, method: 'GET' | 'POST' | 'DELETE', address: string, body?: unknown): Promise<Answer> => {
  const session = await localSessionOf(service)
  const answer = await service.inject({
    method,
    path: address,
    headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
    ...(body === undefined ? {} : { body }),
  })
  const { data, error } = answer.json() as { data?: unknown; error?: { code: string } }
  return { status: answer.status, data, code: error?.code }
}

const sync = (service: RunningService): Promise<Answer> => call(service, 'POST', '/v1/sync/now', {})
const state = async (service: RunningService): Promise<unknown> => (await call(service, 'GET', '/v1/sync/state')).data
const note = (service: RunningService, id: number, text: string): Promise<Answer> => call(service, 'POST', `/v1/cases/${id}/notes`, { text })
const confirm = { confirm: 'this folder is the one to go on with' }

const notesOf = async (service: RunningService, id: number): Promise<readonly string[]> => {
  const { data } = await call(service, 'GET', `/v1/cases/${id}/notes`)
  return (data as readonly { text: string }[]).map(({ text }) => text).sort()
}

const newEpoch = async (service: RunningService): Promise<Answer> => {
  const reopened = new Promise<boolean>((resolve) => service.onReopened(({ ok }) => resolve(ok)))
  const begun = await call(service, 'POST', '/v1/sync/epoch', confirm)
  if (begun.status === 200) expect(await reopened).toBe(true)
  return begun
}

const faultsOf = async (service: RunningService): Promise<readonly string[]> =>
  ((await service.workspace.verification.verifyWorkspace())?.findings ?? []).filter(({ severity }) => severity === 'fault').map(({ code, message }) => `${code}: ${message}`)

let hub: RunningService
/** The address of the hub stays its own while it is away: the port of a service that has ended may be given to anybody. */
let way: ByteProxy
let first: RunningService
let caseId: number

beforeAll(async () => {
  const made = await createWorkspaceFolder(path.join(root, 'hub'), { institution: 'ACME', name: 'Acme', admin: 'Admin' }, env)
  if (!made.ok) throw new Error(made.error.message)
  hub = await start('hub', 'hub')
  way = await startProxy(new URL(hub.url))
  await sync(hub)
  const code = await call(hub, 'POST', '/v1/sync/hub/codes', { user_id: 1, device_name: 'Field laptop', cases: 'all' })
  const enrolled = await enrolDevice(path.join(root, 'first'), { url: way.url.origin, code: (code.data as { code: string }).code, deviceName: 'Field laptop' }, env, new AbortController().signal)
  if (!enrolled.ok) throw new Error(enrolled.error.message)
  first = await start('first', 'local')
  await sync(first)
  caseId = ((await call(first, 'POST', '/v1/cases', { title: 'Shared', description: 'Before the copy.', priority: 'high' })).data as { id: number }).id
  await sync(first)
  await first.close()
  cpSync(path.join(root, 'first'), path.join(root, 'copy'), { recursive: true })
  cpSync(path.join(root, 'first'), path.join(root, 'by command'), { recursive: true })
  first = await start('first', 'local')
}, 120_000)

afterAll(async () => {
  for (const service of running.reverse()) await service.close()
  await way.close()
  await rm(root, { recursive: true, force: true })
})

test('Y-15: a device that was not copied begins no new epoch, nor does the folder of the hub', async () => {
  expect((await sync(first)).status).toBe(200)
  await expect.poll(() => state(first), { timeout: 20_000 }).toMatchObject({ state: 'up_to_date', device: { name: 'Field laptop' } })
  expect(await newEpoch(first)).toMatchObject({ status: 409, code: 'already_done' })
  expect(await call(hub, 'POST', '/v1/sync/epoch', confirm)).toMatchObject({ status: 409, code: 'already_done' })
}, 60_000)

test('Y-15: a copy is halted, begins a new epoch in the running service, and goes on; what no hub had is set aside with its text', async () => {
  expect((await note(first, caseId, 'by the first')).status).toBe(201)
  expect((await sync(first)).status).toBe(200)
  let copy = await start('copy', 'local')
  expect((await note(copy, caseId, 'by the copy')).status).toBe(201)
  expect(await sync(copy)).toMatchObject({ code: 'sync_halted' })
  expect(await state(copy)).toMatchObject({ state: 'forked', entries_waiting: 1 })
  const before = copy.workspace.facts
  const { url } = copy

  await hub.close()
  expect(await newEpoch(copy)).toMatchObject({ code: 'hub_unreachable' })
  expect(copy.workspace.facts).toEqual(before)
  expect(await notesOf(copy, caseId)).toEqual(['by the copy'])
  hub = await start('hub', 'hub')
  way.retarget(new URL(hub.url))

  const [begun, again] = await Promise.all([newEpoch(copy), call(copy, 'POST', '/v1/sync/epoch', confirm)])
  expect(begun.status).toBe(200)
  expect(again).toMatchObject({ status: 200, data: begun.data })
  expect(copy.url).toBe(url)
  expect(copy.workspace.facts.deviceId).not.toBe(before.deviceId)
  expect(copy.workspace.facts.deviceNumber).toBe((begun.data as { device_number: number }).device_number)

  expect((await sync(copy)).status).toBe(200)
  expect(await notesOf(copy, caseId)).toEqual(['by the first'])
  expect((await call(copy, 'GET', '/v1/sync/set-aside')).data).toMatchObject([{ case_uid: expect.any(String) as string, reason: 'epoch', type: 'note.added', values: { text: 'by the copy' } }])
  const [aside] = (await call(copy, 'GET', '/v1/sync/set-aside')).data as readonly { entry_id: string; case_id: number }[]
  expect(aside?.case_id).toBe(caseId)
  expect(await call(copy, 'DELETE', `/v1/sync/set-aside/${aside?.entry_id ?? ''}`)).toMatchObject({ status: 200 })
  expect(await call(copy, 'DELETE', `/v1/sync/set-aside/${aside?.entry_id ?? ''}`)).toMatchObject({ code: 'not_found' })
  expect((await call(copy, 'GET', '/v1/sync/set-aside')).data).toEqual([])
  expect((await note(copy, caseId, 'written anew')).status).toBe(201)
  expect((await sync(copy)).data).toMatchObject({ refused: 0 })
  await expect.poll(() => state(copy), { timeout: 20_000 }).toMatchObject({ state: 'up_to_date', entries_waiting: 0, device: { name: 'Field laptop' } })
  await sync(hub)
  expect(await notesOf(hub, caseId)).toEqual(['by the first', 'written anew'])

  await copy.close()
  copy = await start('copy', 'local')
  expect(await faultsOf(copy)).toEqual([])
  expect(await notesOf(copy, caseId)).toEqual(['by the first', 'written anew'])
}, 120_000)

test('Y-15: the folder that was copied is halted too, and goes on in an epoch of its own', async () => {
  expect((await note(first, caseId, 'by the first, later')).status).toBe(201)
  expect(await sync(first)).toMatchObject({ code: 'sync_halted' })
  expect(await state(first)).toMatchObject({ state: 'forked' })
  expect((await newEpoch(first)).status).toBe(200)
  expect((await sync(first)).status).toBe(200)
  expect(await notesOf(first, caseId)).toEqual(['by the first', 'written anew'])
  expect((await call(first, 'GET', '/v1/sync/set-aside')).data).toMatchObject([{ values: { text: 'by the first, later' } }])
  expect(await faultsOf(first)).toEqual([])
  expect(await faultsOf(hub)).toEqual([])
}, 120_000)

test('Y-15: a folder that began its epoch by the command line hears at once who it is: its seals hold without a further word to the hub', async () => {
  const dir = path.join(root, 'by command')
  const copy = await start('by command', 'local')
  expect((await note(copy, caseId, 'by the second copy')).status).toBe(201)
  expect(await sync(copy)).toMatchObject({ code: 'sync_halted' })
  await copy.close()
  const begun = await runHere('device', 'new-epoch', '--data', dir)
  expect(begun).toMatchObject({ code: 0, lines: [{ device_number: expect.any(Number) as number }], stderr: '' })
  const verified = await runHere('verify', dir)
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact' })
}, 60_000)
