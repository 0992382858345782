import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { createServedWorld, did } from './served-world.ts'

const world = createServedWorld()
let hub: RunningService
let laptop: RunningService

beforeAll(async () => {
  hub = await world.hub()
  laptop = await world.enrol(hub, 'laptop', { cases: 'all' })
}, 120_000)

afterAll(() => world.end())

const sealedIn = async ({ workspace: { db } }: RunningService) =>
  (await db.selectFrom('entries').select(['payload', 'hub_pos']).where('chain', '=', 0).orderBy('pos').execute())
    .map(({ payload, hub_pos: place }) => ({
      place,
      ...(JSON.parse(payload.toString('utf8')) as { type: string; dev: string; pub: { size: number } }),
    }))
    .filter(({ type }) => type === 'access_log.checkpointed')

test('L-95: a hub takes the head of a laptop’s log, and neither of the two logs is anybody else’s', async () => {
  await did(laptop, 'GET', '/v1/cases?q=Zora')
  await laptop.workspace.accessLog.seal()
  await did(laptop, 'POST', '/v1/sync/now', {})
  const [atHub] = await sealedIn(hub)
  expect(atHub).toMatchObject({ dev: laptop.workspace.facts.deviceId, place: expect.any(Number) as unknown })
  expect(hub.workspace.accessLog.list({ skip: 0, size: 10, kind: 'search' }).total).toBe(0)
  for (const service of [hub, laptop]) {
    const report = await service.workspace.verification.verifyWorkspace()
    expect(report?.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
  }
})
