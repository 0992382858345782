import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { ask, createServedWorld, did } from './served-world.ts'

const world = createServedWorld()
let hub: RunningService
let hers: RunningService
let his: RunningService
let ana: number
let ben: number

beforeAll(async () => {
  hub = await world.hub()
  const added = async (name: string, role: string): Promise<number> =>
    (await did(hub, 'POST', '/v1/users', { login_name: name, name, role }))['id'] as number
  ana = await added('ana', 'investigator')
  ben = await added('ben', 'supervisor')
  await did(hub, 'POST', '/v1/sync/now', {})
  hers = await world.enrol(hub, 'hers', { user: ana })
  his = await world.enrol(hub, 'his', { user: ben, cases: 'all' })
}, 120_000)

afterAll(() => world.end())

const meet = async (): Promise<void> => {
  for (const service of [hers, his, hub, hers, his, hub]) await did(service, 'POST', '/v1/sync/now', {})
}
const open = async (more: object = {}): Promise<{ readonly id: number; readonly number: string }> => {
  const made = await did(hers, 'POST', '/v1/cases', {
    title: 'Of an informant',
    description: 'Told in confidence.',
    priority: 'high',
    ...more,
  })
  return { id: made['id'] as number, number: made['case_number'] as string }
}
const seen = async (service: RunningService, { id }: { readonly id: number }): Promise<number> =>
  (await ask(service, 'GET', `/v1/cases/${id}`)).status
const isHeld = async ({ workspace: { db } }: RunningService, { id }: { readonly id: number }): Promise<boolean> =>
  (await db.selectFrom('chains').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

test('Y-107: a case that is restricted from its first entry on reaches the hub, and nobody else’s laptop', async () => {
  const made = await open({ access: { rule: 'named', people: [ana] } })
  await meet()
  expect([await seen(hers, made), await seen(his, made)]).toEqual([200, 404])
  expect([await isHeld(hub, made), await isHeld(his, made)]).toEqual([true, false])
  // The hub’s folder has it; whoever works there does not know it.
  expect(await seen(hub, made)).toBe(404)
})

test('Y-108: a laptop gives a case up once its person may not know it, and gets it once they are named', async () => {
  const made = await open()
  await meet()
  expect([await seen(his, made), await seen(hub, made)]).toEqual([200, 200])
  await did(hers, 'PUT', `/v1/cases/${made.id}/access`, {
    rule: 'named',
    people: [ana],
    notes: 'It names a colleague.',
  })
  await meet()
  expect([await seen(hers, made), await seen(his, made), await seen(hub, made)]).toEqual([200, 404, 404])
  expect(await isHeld(his, made)).toBe(false)
  await did(hers, 'PUT', `/v1/cases/${made.id}/access`, {
    rule: 'named',
    people: [ana, ben],
    notes: 'He helps.',
  })
  await meet()
  expect([await seen(his, made), await seen(hub, made)]).toEqual([200, 404])
})

test('L-102, Y-108: who breaks the glass at the hub knows the case there, and the owner sees who did', async () => {
  const made = await open({ access: { rule: 'named', people: [ana] } })
  await meet()
  // A laptop that does not have the case cannot tell it from none.
  expect((await ask(his, 'POST', '/v1/break-glass', { case_number: made.number, reason: 'Urgent.' })).status).toBe(404)
  await did(hub, 'POST', '/v1/break-glass', { case_number: made.number, reason: 'The owner is ill.' })
  expect(await seen(hub, made)).toBe(200)
  await meet()
  const access = await did(hers, 'GET', `/v1/cases/${made.id}/access`)
  expect(access['broke_glass']).toMatchObject([{ id: 1 }])
  expect(await seen(his, made)).toBe(404)
  // Set again, it is hers alone.
  await did(hers, 'PUT', `/v1/cases/${made.id}/access`, { rule: 'named', people: [ana], notes: 'As before.' })
  await meet()
  expect(await seen(hub, made)).toBe(404)
})
