import { cpSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runHere } from '../../support/command-here.ts'
import { startProxy } from '../../support/sync/byte-proxy.ts'
import type { ByteProxy } from '../../support/sync/byte-proxy.ts'
import { ask, createServedWorld, did } from './served-world.ts'
import type { Told } from './served-world.ts'

/** Y-15, through the running service: a folder that was copied goes on as another device. */

const world = createServedWorld()

const sync = (service: RunningService): Promise<Told> => ask(service, 'POST', '/v1/sync/now', {})
const state = async (service: RunningService): Promise<unknown> => (await ask(service, 'GET', '/v1/sync/state')).data
const note = (service: RunningService, id: number, text: string): Promise<Told> =>
  ask(service, 'POST', `/v1/cases/${id}/notes`, { text })
const confirm = { confirm: 'this folder is the one to go on with' }

const notesOf = async (service: RunningService, id: number): Promise<readonly string[]> => {
  const { data } = await ask(service, 'GET', `/v1/cases/${id}/notes`)
  return (data as unknown as readonly { text: string }[]).map(({ text }) => text).sort()
}

const newEpoch = async (service: RunningService): Promise<Told> => {
  const reopened = new Promise<boolean>((resolve) => service.onReopened(({ ok }) => resolve(ok)))
  const begun = await ask(service, 'POST', '/v1/sync/epoch', confirm)
  if (begun.status === 200) expect(await reopened).toBe(true)
  return begun
}

const faultsOf = async (service: RunningService): Promise<readonly string[]> =>
  ((await service.workspace.verification.verifyWorkspace())?.findings ?? [])
    .filter(({ severity }) => severity === 'fault')
    .map(({ code, message }) => `${code}: ${message}`)

let hub: RunningService
/**
 * The address of the hub stays its own while it is away: the port of a service that has ended may be given to anybody.
 */
let way: ByteProxy
let first: RunningService
let caseId: number

beforeAll(async () => {
  hub = await world.hub()
  way = await startProxy(new URL(hub.url))
  await world.enrolOnly(hub, 'first', { url: way.url, cases: 'all' })
  first = await world.start('first', 'local')
  await sync(first)
  caseId = (
    await did(first, 'POST', '/v1/cases', { title: 'Shared', description: 'Before the copy.', priority: 'high' })
  )['id'] as number
  await sync(first)
  await world.stop(first)
  for (const name of ['copy', 'by command']) cpSync(world.folder('first'), world.folder(name), { recursive: true })
  first = await world.start('first', 'local')
}, 120_000)

afterAll(async () => {
  await world.end()
  await way.close()
})

test('Y-15: a device that was not copied begins no new epoch, nor does the folder of the hub', async () => {
  expect((await sync(first)).status).toBe(200)
  await expect
    .poll(() => state(first), { timeout: 20_000 })
    .toMatchObject({ state: 'up_to_date', device: { name: 'first' } })
  expect(await newEpoch(first)).toMatchObject({ status: 409, error: { code: 'already_done' } })
  expect(await ask(hub, 'POST', '/v1/sync/epoch', confirm)).toMatchObject({
    status: 409,
    error: { code: 'already_done' },
  })
}, 60_000)

test('Y-15: a copy is halted, begins a new epoch in the running service, and goes on; what no hub had is set aside with its text', async () => {
  expect((await note(first, caseId, 'by the first')).status).toBe(201)
  expect((await sync(first)).status).toBe(200)
  let copy = await world.start('copy', 'local')
  expect((await note(copy, caseId, 'by the copy')).status).toBe(201)
  expect(await sync(copy)).toMatchObject({ error: { code: 'sync_halted' } })
  expect(await state(copy)).toMatchObject({ state: 'forked', entries_waiting: 1 })
  const before = copy.workspace.facts
  const { url } = copy

  await world.stop(hub)
  expect(await newEpoch(copy)).toMatchObject({ error: { code: 'hub_unreachable' } })
  expect(copy.workspace.facts).toEqual(before)
  expect(await notesOf(copy, caseId)).toEqual(['by the copy'])
  hub = await world.start('hub', 'hub')
  way.retarget(new URL(hub.url))

  const [begun, again] = await Promise.all([newEpoch(copy), ask(copy, 'POST', '/v1/sync/epoch', confirm)])
  expect(begun.status).toBe(200)
  expect(again).toMatchObject({ status: 200, data: begun.data })
  expect(copy.url).toBe(url)
  expect(copy.workspace.facts.deviceId).not.toBe(before.deviceId)
  expect(copy.workspace.facts.deviceNumber).toBe(begun.data['device_number'])

  expect((await sync(copy)).status).toBe(200)
  expect(await notesOf(copy, caseId)).toEqual(['by the first'])
  expect((await ask(copy, 'GET', '/v1/sync/set-aside')).data).toMatchObject([
    { case_uid: expect.any(String) as string, reason: 'epoch', type: 'note.added', values: { text: 'by the copy' } },
  ])
  const [aside] = (await ask(copy, 'GET', '/v1/sync/set-aside')).data as unknown as readonly {
    entry_id: string
    case_id: number
  }[]
  expect(aside?.case_id).toBe(caseId)
  expect(await ask(copy, 'DELETE', `/v1/sync/set-aside/${aside?.entry_id ?? ''}`)).toMatchObject({ status: 200 })
  expect(await ask(copy, 'DELETE', `/v1/sync/set-aside/${aside?.entry_id ?? ''}`)).toMatchObject({
    error: { code: 'not_found' },
  })
  expect((await ask(copy, 'GET', '/v1/sync/set-aside')).data).toEqual([])
  expect((await note(copy, caseId, 'written anew')).status).toBe(201)
  expect((await sync(copy)).data).toMatchObject({ refused: 0 })
  await expect
    .poll(() => state(copy), { timeout: 20_000 })
    .toMatchObject({ state: 'up_to_date', entries_waiting: 0, device: { name: 'first' } })
  await sync(hub)
  expect(await notesOf(hub, caseId)).toEqual(['by the first', 'written anew'])

  await world.stop(copy)
  copy = await world.start('copy', 'local')
  expect(await faultsOf(copy)).toEqual([])
  expect(await notesOf(copy, caseId)).toEqual(['by the first', 'written anew'])
}, 120_000)

test('Y-15: the folder that was copied is halted too, and goes on in an epoch of its own', async () => {
  expect((await note(first, caseId, 'by the first, later')).status).toBe(201)
  expect(await sync(first)).toMatchObject({ error: { code: 'sync_halted' } })
  expect(await state(first)).toMatchObject({ state: 'forked' })
  expect((await newEpoch(first)).status).toBe(200)
  expect((await sync(first)).status).toBe(200)
  expect(await notesOf(first, caseId)).toEqual(['by the first', 'written anew'])
  expect((await ask(first, 'GET', '/v1/sync/set-aside')).data).toMatchObject([
    { values: { text: 'by the first, later' } },
  ])
  expect(await faultsOf(first)).toEqual([])
  expect(await faultsOf(hub)).toEqual([])
}, 120_000)

test('Y-15: a folder that began its epoch by the command line hears at once who it is: its seals hold without a further word to the hub', async () => {
  const dir = world.folder('by command')
  const copy = await world.start('by command', 'local')
  expect((await note(copy, caseId, 'by the second copy')).status).toBe(201)
  expect(await sync(copy)).toMatchObject({ error: { code: 'sync_halted' } })
  await world.stop(copy)
  const begun = await runHere('device', 'new-epoch', '--data', dir)
  expect(begun).toMatchObject({ code: 0, lines: [{ device_number: expect.any(Number) as number }], stderr: '' })
  const verified = await runHere('verify', dir)
  expect(verified).toMatchObject({ code: 0 })
  expect(verified.lines.at(-1)).toMatchObject({ verdict: 'intact' })
}, 60_000)
