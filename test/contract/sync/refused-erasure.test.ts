import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runHere } from '../../support/command-here.ts'
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

/** L-54, Y-34: an erasure in the field, of a case on which a legal hold was placed meanwhile. */

let world: EvidenceWorld
let laptop: RunningService
let caseId: number

const rows = async (address: string): Promise<readonly Record<string, unknown>[]> =>
  (await ask(laptop, 'GET', address)).body.data as unknown as readonly Record<string, unknown>[]
const notes = async (): Promise<readonly unknown[]> => (await rows(`/v1/cases/${caseId}/notes`)).map(({ text }) => text)
const state = () => stateAtRest(laptop)
const faults = async (): Promise<readonly unknown[]> =>
  (await runHere('verify', laptop.workspace.folder.dir)).lines
    .filter(({ severity }) => severity === 'fault')
    .map(({ code, message }) => [code, message])

beforeAll(async () => {
  world = await startEvidenceWorld()
  const sam = await must(world.hub(), 'POST', '/v1/users', {
    login_name: 'sam',
    name: 'Sam',
    role: 'supervisor',
    password: 'sam-sam-sam-sam-1',
  })
  laptop = await world.enrol('sam', 'all', Number(sam['id']))
  caseId = await openCase(laptop, 'In the field')
  await must(laptop, 'POST', `/v1/cases/${caseId}/notes`, { text: 'She lives in Gdansk.' })
  await acquire(laptop, world.root, caseId, 'field', Buffer.alloc(5_000, 7))
  await until('the hub has all of it', async () => {
    await sync(laptop)
    return (await state())['state'] === 'up_to_date'
  })
}, 120_000)

afterAll(() => world.stop(), 60_000)

test('Y-34: is set aside by a new epoch, and what the hub kept comes back with the case, which verifies', async () => {
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  const entry = (await rows(`/v1/cases/${caseId}/timeline?size=50`)).find(({ type }) => type === 'note.added')
  const { text } = entry?.['withheld'] as Record<string, { digest: string }>
  await must(laptop, 'POST', `/v1/cases/${caseId}/redactions`, {
    entry_id: entry?.['entry_id'],
    digests: [text?.digest],
    legal_basis: 'gdpr_art_17',
  })
  expect(await notes()).not.toContain('She lives in Gdansk.')
  await sync(world.hub())
  const uid = await uidOf(laptop, caseId)
  const { id } = await world
    .hub()
    .workspace.db.selectFrom('cases')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  await must(world.hub(), 'POST', `/v1/cases/${id}/hold`, { reason: 'A court asks for it.' })
  await sync(world.hub())
  await must(laptop, 'PUT', '/v1/sync/settings', { paused: false })
  await sync(laptop)
  expect(await state()).toMatchObject({ state: 'refused' })
  await must(laptop, 'PUT', `/v1/drafts/note:${caseId}`, { text: 'not sealed yet', case_id: caseId })

  const reopened = new Promise<boolean>((resolve) => laptop.onReopened(({ ok }) => resolve(ok)))
  await must(laptop, 'POST', '/v1/sync/epoch', { confirm: 'this folder is the one to go on with' })
  expect(await reopened).toBe(true)
  // Until the case has come again it is hidden, and told as such.
  expect(await faults()).not.toContainEqual(['missing_entry', expect.anything()])
  await sync(laptop)

  expect(await notes()).toContain('She lives in Gdansk.')
  expect(await must(laptop, 'GET', `/v1/cases/${caseId}`)).toMatchObject({ legal_hold: true })
  expect((await rows('/v1/sync/set-aside')).map(({ type }) => type)).toEqual(['redaction.applied'])
  expect(await state()).toMatchObject({
    state: 'up_to_date',
    entries_waiting: 0,
    evidence_waiting: { send: 0, fetch: 0 },
  })
  expect(await rows('/v1/drafts')).toMatchObject([{ text: 'not sealed yet' }])
  expect(await faults()).toEqual([])
  await must(laptop, 'POST', `/v1/cases/${caseId}/notes`, { text: 'And it goes on.' })
  await sync(laptop)
  expect(await faults()).toEqual([])
})

test('Y-83: of the folder on which a hub stands is set aside as it leaves its course, and what the hub kept comes back with the case, which verifies', async () => {
  const hub = world.hub()
  const here = async (address: string): Promise<readonly Record<string, unknown>[]> =>
    (await ask(hub, 'GET', address)).body.data as unknown as readonly Record<string, unknown>[]
  const found = async (): Promise<readonly unknown[]> =>
    (await runHere('verify', hub.workspace.folder.dir)).lines
      .filter(({ severity }) => severity === 'fault')
      .map(({ code, message }) => [code, message])
  const own = await openCase(hub, 'At the hub')
  await must(hub, 'POST', `/v1/cases/${own}/notes`, { text: 'He lives in Lublin.' })
  await acquire(hub, world.root, own, 'desk', Buffer.alloc(4_000, 9))
  const uid = await uidOf(hub, own)
  await sync(hub)
  await sync(laptop)
  const { id } = await laptop.workspace.db
    .selectFrom('cases')
    .select('id')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()

  await must(hub, 'PUT', '/v1/sync/settings', { paused: true })
  const entry = (await here(`/v1/cases/${own}/timeline?size=50`)).find(({ type }) => type === 'note.added')
  const { text } = entry?.['withheld'] as Record<string, { digest: string }>
  await must(hub, 'POST', `/v1/cases/${own}/redactions`, {
    entry_id: entry?.['entry_id'],
    digests: [text?.digest],
    legal_basis: 'gdpr_art_17',
  })
  await must(laptop, 'POST', `/v1/cases/${id}/hold`, { reason: 'A court asks for it.' })
  await sync(laptop)
  await must(hub, 'PUT', '/v1/sync/settings', { paused: false })
  await sync(hub)
  expect(await stateAtRest(hub)).toMatchObject({ state: 'refused' })

  await must(hub, 'POST', '/v1/sync/epoch', { confirm: 'this folder is the one to go on with' })
  await until(
    'the case is here again',
    async () => (await must(hub, 'GET', '/v1/sync/state'))['state'] === 'up_to_date',
  )
  expect((await here(`/v1/cases/${own}/notes`)).map((note) => note['text'])).toContain('He lives in Lublin.')
  expect(await must(hub, 'GET', `/v1/cases/${own}`)).toMatchObject({ legal_hold: true })
  expect((await here('/v1/sync/set-aside')).map(({ type }) => type)).toEqual(['redaction.applied'])
  expect(await found()).toEqual([])
  await must(hub, 'POST', `/v1/cases/${own}/notes`, { text: 'And it goes on.' })
  await sync(hub)
  await sync(laptop)
  expect(await stateAtRest(hub)).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
  expect((await rows(`/v1/cases/${id}/notes`)).map((note) => note['text'])).toEqual(
    expect.arrayContaining(['He lives in Lublin.', 'And it goes on.']),
  )
  expect([await found(), await faults()]).toEqual([[], []])
})
