import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { ask, must, openCase, startEvidenceWorld, stateAtRest, sync, uidOf } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'
import { rowsOf } from './served-world.ts'

/** Y-95: what the hub cannot permit has its place without effect, and holds nothing back. */

let world: EvidenceWorld
let laptop: RunningService

const paused = (on: boolean) => must(laptop, 'PUT', '/v1/sync/settings', { paused: on })
const listOf = async (service: RunningService, address: string): Promise<readonly Record<string, unknown>[]> =>
  (await ask(service, 'GET', address)).body.data as unknown as readonly Record<string, unknown>[]
const findingsOf = async (service: RunningService): Promise<readonly string[]> =>
  ((await service.workspace.verification.verifyWorkspace())?.findings ?? [])
    .filter(({ severity }) => severity === 'fault')
    .map(({ code, message }) => `${code}: ${message}`)

beforeAll(async () => {
  world = await startEvidenceWorld()
  const sam = await must(world.hub(), 'POST', '/v1/users', {
    login_name: 'sam',
    name: 'Sam',
    role: 'supervisor',
    password: 'sam-sam-sam-sam-1',
  })
  laptop = await world.enrol('sam', 'all', Number(sam['id']))
}, 120_000)
afterAll(() => world.stop(), 60_000)

const atHub = async (caseId: number): Promise<number> => {
  const uid = await uidOf(laptop, caseId)
  return (
    await world.hub().workspace.db.selectFrom('cases').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()
  ).id
}

const everywhereTheSame = async (caseId: number): Promise<void> => {
  const uid = await uidOf(laptop, caseId)
  await sync(world.hub())
  await sync(laptop)
  expect(await rowsOf(laptop, uid)).toEqual(await rowsOf(world.hub(), uid))
  for (const service of [laptop, world.hub()]) expect(await findingsOf(service)).toEqual([])
}

test('a policy of four eyes that came while the laptop was away: the closing has no effect, the note behind it reaches everybody, and another person makes it good', async () => {
  const caseId = await openCase(laptop, 'Closed in the field')
  await sync(laptop)
  await paused(true)
  const policy = (await must(world.hub(), 'GET', '/v1/workspace'))['policy'] as Record<string, unknown>
  await must(world.hub(), 'PUT', '/v1/workspace/policy', { ...policy, four_eyes: ['closed'] })
  await sync(world.hub())
  await must(laptop, 'PUT', `/v1/cases/${caseId}/status`, { status: 'closed', notes: 'Nothing in it.' })
  await must(laptop, 'POST', `/v1/cases/${caseId}/notes`, { text: 'Innocent, behind the closing' })
  await paused(false)
  await sync(laptop)

  expect(await stateAtRest(laptop)).toMatchObject({ state: 'up_to_date', entries_waiting: 0, conflicts: 1 })
  const { alarms } = (await stateAtRest(laptop)) as unknown as { alarms: readonly Record<string, string>[] }
  expect(alarms).toMatchObject([
    {
      code: 'act_without_effect',
      message: expect.stringMatching(/has its place and no effect.*supervisor or admin/su) as string,
    },
  ])
  await everywhereTheSame(caseId)
  const id = await atHub(caseId)
  expect(await must(world.hub(), 'GET', `/v1/cases/${id}`)).toMatchObject({ status: 'open' })
  expect(await must(laptop, 'GET', `/v1/cases/${caseId}`)).toMatchObject({ status: 'open' })
  expect((await listOf(world.hub(), `/v1/cases/${id}/notes`)).map(({ text }) => text)).toContain(
    'Innocent, behind the closing',
  )
  for (const [service, its] of [
    [laptop, caseId],
    [world.hub(), id],
  ] as const) {
    const timeline = await listOf(service, `/v1/cases/${its}/timeline?order=oldest`)
    expect(timeline.map(({ type }) => type)).toEqual([
      'case.opened',
      'act.voided',
      'status.changed',
      'transition.superseded',
      'note.added',
    ])
    expect(timeline[2]).toMatchObject({ without_effect: { code: 'second_person' } })
  }

  const [conflict] = await listOf(world.hub(), '/v1/sync/conflicts')
  expect(conflict).toMatchObject({
    loser: { to: 'closed', without_effect: expect.stringContaining('policy') as string },
  })
  await must(world.hub(), 'POST', `/v1/sync/conflicts/${String(conflict?.['id'])}/settle`, {
    how: 'redecide',
    status: 'closed',
    notes: 'Looked at it: right.',
  })
  await everywhereTheSame(caseId)
  expect(await must(laptop, 'GET', `/v1/cases/${caseId}`)).toMatchObject({ status: 'closed' })
  expect(await stateAtRest(laptop)).toMatchObject({ conflicts: 0 })
})

test('a role that was taken while the laptop was away: a hold and a list have no effect, in the case and in the workspace, and what follows goes on', async () => {
  const caseId = await openCase(laptop, 'Held in the field')
  await sync(laptop)
  await paused(true)
  const users = await listOf(world.hub(), '/v1/users')
  const sam = users.find((user) => user['login_name'] === 'sam')?.['id']
  await must(world.hub(), 'PATCH', `/v1/users/${String(sam)}`, { role: 'investigator' })
  await sync(world.hub())
  await must(laptop, 'POST', `/v1/cases/${caseId}/hold`, { reason: 'A court asks for it.' })
  await must(laptop, 'PUT', '/v1/lists/mules', {
    key: 'mules',
    name: 'Mules',
    why: 'Found in the field.',
    match: 'exact',
  })
  await must(laptop, 'POST', `/v1/cases/${caseId}/notes`, { text: 'Innocent, behind the hold' })
  await paused(false)
  await sync(laptop)

  expect(await stateAtRest(laptop)).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
  await everywhereTheSame(caseId)
  for (const [service, its] of [
    [laptop, caseId],
    [world.hub(), await atHub(caseId)],
  ] as const) {
    expect(await must(service, 'GET', `/v1/cases/${its}`)).toMatchObject({ legal_hold: false })
    expect((await listOf(service, '/v1/lists')).map(({ key }) => key)).not.toContain('mules')
    for (const q of ['court asks', 'mules'])
      expect(await must(service, 'GET', `/v1/search?q=${encodeURIComponent(q)}`)).toMatchObject({ groups: [] })
    expect(await must(service, 'GET', '/v1/search?q=innocent%20hold')).toMatchObject({ groups: [{ area: 'case' }] })
    expect((await listOf(service, `/v1/cases/${its}/notes`)).map(({ text }) => text)).toContain(
      'Innocent, behind the hold',
    )
  }
})
