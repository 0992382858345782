import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { rowsOf } from './served-world.ts'
import {
  acquire,
  ask,
  must,
  openCase,
  startEvidenceWorld,
  stateAtRest,
  sync,
  until,
  uidOf,
} from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

/**
 * Y-33, Y-34, through the running service: what a hub refuses of a laptop that came from the field, and how it goes on.
 */

let world: EvidenceWorld
let laptop: RunningService
let sam: Record<string, unknown>
let caseId: number

const roleOfSam = (role: string) => must(world.hub(), 'PATCH', `/v1/users/${String(sam['id'])}`, { role })
const paused = (on: boolean) => must(laptop, 'PUT', '/v1/sync/settings', { paused: on })
const list = (key: string) =>
  ask(laptop, 'PUT', `/v1/lists/${key}`, { key, name: key, why: 'Found in the field.', match: 'exact' })
const note = (text: string) => ask(laptop, 'POST', `/v1/cases/${caseId}/notes`, { text })
const stuck = async (): Promise<readonly Record<string, unknown>[]> =>
  (await ask(laptop, 'GET', '/v1/sync/cases?filter=stuck')).body.data as unknown as readonly Record<string, unknown>[]
const state = () => stateAtRest(laptop)
const aside = async (): Promise<readonly Record<string, unknown>[]> =>
  (await ask(laptop, 'GET', '/v1/sync/set-aside')).body.data as unknown as readonly Record<string, unknown>[]
/** What the hub's administrator sees of the laptop. */
const seenAtHub = async (): Promise<unknown> =>
  (
    (await ask(world.hub(), 'GET', '/v1/sync/hub/devices')).body.data as unknown as readonly {
      name: string
      state: string
      refused: unknown
    }[]
  )
    .filter(({ name }) => name === 'sam')
    .map(({ state: is, refused }) => [is, refused])
const listsAtHub = async (): Promise<readonly string[]> =>
  ((await ask(world.hub(), 'GET', '/v1/lists')).body.data as unknown as readonly { key: string }[]).map(
    ({ key }) => key,
  )

beforeEach(async () => {
  world = await startEvidenceWorld()
  sam = await must(world.hub(), 'POST', '/v1/users', {
    login_name: 'sam',
    name: 'Sam',
    role: 'supervisor',
    password: 'sam-sam-sam-sam-1',
  })
  laptop = await world.enrol('sam', 'all', Number(sam['id']))
  caseId = await openCase(laptop, 'In the field')
  // Who owns a case cannot be made an auditor.
  await must(laptop, 'PUT', `/v1/cases/${caseId}/owner`, { owner_id: await administrator() })
  await sync(laptop)
  await paused(true)
}, 120_000)

afterEach(() => world.stop(), 60_000)

const administrator = async (): Promise<number> => {
  const { id } = await laptop.workspace.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  return id
}

/** Sam gets another job while the laptop is away. */
const comeHome = async (role = 'auditor'): Promise<void> => {
  await roleOfSam(role)
  await sync(world.hub())
  await paused(false)
  await sync(laptop)
}

test('Y-33: what was refused in a case and in the workspace is told, with its reason and a way to try again, and goes by itself when the role comes back', async () => {
  expect((await list('field_mules')).status).toBeLessThan(300)
  expect((await ask(laptop, 'POST', `/v1/cases/${caseId}/hold`, { reason: 'A court asks for it.' })).status).toBe(200)
  expect((await note('on top of it')).status).toBe(201)
  await comeHome()
  const refused = { code: 'not_permitted', quarantined: false }
  expect(await stuck()).toMatchObject([
    { case_id: null, case_uid: 'workspace', waiting: 1, stuck: refused },
    { case_id: caseId, stuck: refused },
  ])
  const told = {
    code: 'not_permitted',
    cases: 1,
    workspace: true,
    since: expect.any(String) as string,
    last_tried_at: expect.any(String) as string,
  }
  expect(await seenAtHub(), 'Y-91').toEqual([['active', [told]]])
  expect(await state()).toMatchObject({
    state: 'refused',
    message: expect.stringContaining('stored on this computer') as string,
  })
  expect((await ask(laptop, 'GET', '/v1/sync/cases?filter=stuck&size=1&page=2')).body.data).toMatchObject([
    { case_id: caseId },
  ])
  await must(laptop, 'POST', '/v1/sync/cases/workspace/retry')
  await sync(laptop)
  expect(await stuck()).toHaveLength(2)

  await roleOfSam('supervisor')
  await sync(world.hub())
  await until('it goes by itself', async () => {
    await sync(laptop)
    return (await stuck()).length === 0
  })
  expect(await state()).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
  expect(await seenAtHub(), 'Y-91').toEqual([['active', []]])
  await sync(world.hub())
  expect(await listsAtHub()).toContain('field_mules')
  expect(await must(world.hub(), 'GET', `/v1/cases/${caseId}`)).toMatchObject({ legal_hold: true })
})

test('Y-34: what will not be taken any more is set aside by a new epoch, with text and evidence, and the device goes on', async () => {
  expect((await list('field_mules')).status).toBeLessThan(300)
  expect((await ask(laptop, 'POST', `/v1/cases/${caseId}/hold`, { reason: 'A court asks for it.' })).status).toBe(200)
  expect((await note('on top of it')).status).toBe(201)
  const sha256 = await acquire(laptop, world.root, caseId, 'field', Buffer.alloc(5_000, 7))
  await comeHome()
  expect(await stuck()).toHaveLength(2)
  const device = Number(((await state())['device'] as { number: number }).number)

  const reopened = new Promise<boolean>((resolve) => laptop.onReopened(({ ok }) => resolve(ok)))
  const begun = await must(laptop, 'POST', '/v1/sync/epoch', { confirm: 'this folder is the one to go on with' })
  expect(await reopened).toBe(true)
  expect(Number(begun['device_number'])).toBeGreaterThan(device)
  await sync(laptop)
  expect(await state()).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
  expect(await stuck()).toEqual([])
  expect(await seenAtHub(), 'Y-91').toEqual([
    ['forked', []],
    ['active', []],
  ])
  expect((await aside()).map(({ type }) => type).sort()).toEqual([
    'evidence.acquired',
    'hold.placed',
    'list.changed',
    'note.added',
  ])
  const piece = (await aside()).find(({ type }) => type === 'evidence.acquired')
  expect(piece).toMatchObject({ reason: 'epoch', bytes: 5_000, values: { sha256 } })
  await roleOfSam('investigator')
  await sync(world.hub())
  await sync(laptop)
  await must(laptop, 'POST', `/v1/sync/set-aside/${String(piece?.['entry_id'])}/restore`, {})
  expect((await note('written anew')).status).toBe(201)
  await sync(laptop)
  await sync(world.hub())
  const uid = await uidOf(laptop, caseId)
  const { id } = await world
    .hub()
    .workspace.db.selectFrom('cases')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  expect(
    ((await ask(world.hub(), 'GET', `/v1/cases/${id}/notes`)).body.data as unknown as readonly { text: string }[]).map(
      ({ text }) => text,
    ),
  ).toEqual(['written anew'])
  expect((await ask(world.hub(), 'GET', `/v1/cases/${id}/evidence`)).body.data).toMatchObject([{ sha256 }])
})

test('Y-34: who is an auditor by then finds out, reads it, tries it again and goes on', async () => {
  expect((await note('written as a supervisor')).status).toBe(201)
  const sha256 = await acquire(laptop, world.root, caseId, 'field', Buffer.alloc(5_000, 7))
  await sync(world.hub())
  await roleOfSam('auditor')
  await sync(world.hub())
  expect((await note('after the loss, of which nobody knew here')).status).toBe(201)
  await paused(false)
  await sync(laptop)
  expect(await stuck()).toMatchObject([
    {
      case_id: caseId,
      waiting: 3,
      stuck: { code: 'not_permitted', message: 'An auditor reads everything and writes nothing.' },
    },
  ])
  expect(await note('knowing it')).toMatchObject({ status: 403 })

  const uid = await uidOf(laptop, caseId)
  await must(laptop, 'POST', `/v1/sync/cases/${uid}/retry`)
  await sync(laptop)
  expect((await stuck()).map(({ case_uid }) => case_uid)).toEqual([uid])
  const reopened = new Promise<boolean>((resolve) => laptop.onReopened(({ ok }) => resolve(ok)))
  await must(laptop, 'POST', '/v1/sync/epoch', { confirm: 'this folder is the one to go on with' })
  expect(await reopened).toBe(true)
  await sync(laptop)
  expect(await state()).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
  expect(
    (await aside())
      .map(({ type, values }) => [
        type,
        (values as Record<string, unknown>)['text'] ?? (values as Record<string, unknown>)['sha256'],
      ])
      .sort(),
  ).toEqual([
    ['evidence.acquired', sha256],
    ['note.added', 'after the loss, of which nobody knew here'],
    ['note.added', 'written as a supervisor'],
  ])
  await sync(world.hub())
  expect(await rowsOf(laptop, uid)).toEqual(await rowsOf(world.hub(), uid))

  // With the role given back, the evidence is taken in from here.
  await roleOfSam('investigator')
  await sync(world.hub())
  await sync(laptop)
  const piece = (await aside()).find(({ type }) => type === 'evidence.acquired')
  await must(laptop, 'POST', `/v1/sync/set-aside/${String(piece?.['entry_id'])}/restore`, {})
  await sync(laptop)
  await until('the hub has the bytes', async () => {
    await sync(world.hub())
    return (
      await world.hub().workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute()
    ).some(({ received }) => received === 1)
  })
})

test('Y-34: an epoch is not begun where the hub refused nothing, or while something waits that it would take', async () => {
  const confirm = { confirm: 'this folder is the one to go on with' }
  expect((await ask(laptop, 'POST', '/v1/sync/epoch', confirm)).body.error?.code).toBe('already_done')
  await paused(false)
  await roleOfSam('admin')
  await sync(world.hub())
  await sync(laptop)
  await paused(true)
  await must(laptop, 'POST', '/v1/teams', { name: 'Field', members: [] })
  await comeHome('investigator')
  expect(await stuck()).toHaveLength(1)
  expect(
    (await ask(laptop, 'POST', '/v1/sync/rotate', { confirm: 'this device gets another key' })).body.error?.code,
  ).toBe('entries_waiting')
  await paused(true)
  expect((await note('not sent yet')).status).toBe(201)
  expect((await ask(laptop, 'POST', '/v1/sync/epoch', confirm)).body.error?.code).toBe('entries_waiting')
  expect((await aside()).map(({ reason }) => reason)).toEqual(['refused'])
})

test('Y-79: evidence that a former epoch of a device sealed, and that the hub lacks, is asked about before the device is removed or its share ends', async () => {
  await paused(false)
  await must(laptop, 'PUT', '/v1/sync/settings', { metered: true })
  await acquire(laptop, world.root, caseId, 'only-here', Buffer.alloc(300_000, 9))
  await sync(laptop)
  await paused(true)
  expect((await list('field_mules')).status).toBeLessThan(300)
  await comeHome()
  const reopened = new Promise<boolean>((resolve) => laptop.onReopened(({ ok }) => resolve(ok)))
  await must(laptop, 'POST', '/v1/sync/epoch', { confirm: 'this folder is the one to go on with' })
  expect(await reopened).toBe(true)
  await sync(laptop)
  await sync(world.hub())
  const { id } = (await state())['device'] as { id: string }
  const asked = await ask(world.hub(), 'POST', `/v1/sync/hub/devices/${id}/remove`, { reason: 'Lost.' })
  expect(asked).toMatchObject({
    status: 409,
    body: { error: { code: 'evidence_waits', message: expect.stringContaining('300000 bytes') as string } },
  })
})
