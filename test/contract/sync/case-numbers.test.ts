import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { numberDay } from '../../../main/domain/cases/numbers.ts'
import { ask, createServedWorld, did } from './served-world.ts'

/** Y-94: a device that can reach its hub never runs out of case numbers. */

const world = createServedWorld()
let hub: RunningService
let laptop: RunningService

beforeAll(async () => {
  hub = await world.hub()
  laptop = await world.enrol(hub, 'laptop')
})
afterAll(async () => {
  await world.end()
})

const openMany = async (service: RunningService, count: number, createdAtMs?: number): Promise<string[]> => {
  const user = await service.workspace.db
    .selectFrom('users')
    .select(['id', 'uid', 'role'])
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const opened = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      service.workspace.cases.create(
        {
          title: `Case ${n}`,
          description: 'One of many.',
          priority: 'low',
          ...(createdAtMs === undefined
            ? {}
            : { imported: { system: `old ${service.url}`, reference: `${n}`, createdAtMs } }),
        },
        { actor: { userId: user.id, userUid: user.uid, role: user.role } },
      ),
    ),
  )
  return opened.map((result) => (result.ok ? result.value.case_number : result.error.code))
}

test('Y-94: 150 cases at once at the hub itself all get a number, within the request', async () => {
  const numbers = await openMany(hub, 150)
  expect(numbers.filter((number) => !number.startsWith('CASE-ACME-'))).toEqual([])
  expect(new Set(numbers).size).toBe(150)
})

test('Y-94: so do 150 on a connected laptop, also of a day that is past, and the hub takes them all', async () => {
  const numbers = [...(await openMany(laptop, 150)), ...(await openMany(laptop, 150, Date.UTC(2019, 6, 4)))]
  expect(numbers.filter((number) => !number.startsWith('CASE-ACME-'))).toEqual([])
  expect(numbers.filter((number) => number.startsWith('CASE-ACME-20190704-'))).toHaveLength(150)
  expect(new Set(numbers).size).toBe(300)
  await did(laptop, 'POST', '/v1/sync/now', {})
  expect(await did(laptop, 'GET', '/v1/sync/state')).toMatchObject({ state: 'up_to_date', entries_waiting: 0 })
  const held = laptop.workspace.sync.numbers.from(numberDay(Date.now() + 29 * 86_400_000))
  expect(held.length, 'and a reserve for days without the hub').toBeGreaterThan(0)
})

test('Y-94: cases that the policy opens for alerts ask the hub as well, and follow once it has lent numbers', async () => {
  const { workspace } = laptop
  const user = await workspace.db
    .selectFrom('users')
    .select(['id', 'uid', 'role'])
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const taken = await workspace.alerts.takeExternal(
    { userId: user.id, userUid: user.uid, role: user.role },
    'tm',
    Array.from({ length: 500 }, (_, n) => ({
      externalId: `alert ${n}`,
      atMs: Date.now(),
      customerId: `customer ${n}`,
      severity: 'critical' as const,
      reasons: ['velocity'],
      transactionIds: [],
    })),
  )
  expect(taken).toMatchObject({ ok: true })
  const opened = taken.ok ? taken.value.filter((one) => one.outcome === 'taken' && one.openedCase).length : 0
  expect(opened).toBeLessThan(500)
  await expect
    .poll(
      async () =>
        (
          await workspace.db
            .selectFrom('alerts')
            .select((all) => all.fn.countAll<number>().as('count'))
            .where('case_id', 'is not', null)
            .executeTakeFirstOrThrow()
        ).count,
      { timeout: 60_000 },
    )
    .toBe(500)
  await did(laptop, 'POST', '/v1/sync/now', {})
  expect(await did(laptop, 'GET', '/v1/sync/state')).toMatchObject({ entries_waiting: 0 })
})

test('Y-94: without the hub a laptop goes on with its reserve, and says what helps when that is used up', async () => {
  await world.stop(hub)
  const numbers = await openMany(laptop, 1_000)
  const refused = numbers.filter((number) => number === 'case_numbers_exhausted')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.length).toBeLessThan(1_000)
  const { status, error } = await ask(laptop, 'POST', '/v1/cases', { title: 'T', description: 'D', priority: 'low' })
  expect(status).toBe(409)
  expect(error?.message).toMatch(/cannot be reached.*Connect to the network and try again/u)
})
