import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { createServedWorld, did } from './served-world.ts'

const world = createServedWorld()

const sync = (service: RunningService): Promise<Record<string, unknown>> => did(service, 'POST', '/v1/sync/now', {})

/** What the tables of a case say, without what only this device counts. */
const caseOf = async (service: RunningService, uid: string): Promise<unknown> => {
  const row = await service.workspace.db
    .selectFrom('cases')
    .select(['uid', 'id', 'number', 'title', 'status', 'owner_uid', 'priority'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row
}

let hub: RunningService
let first: RunningService
let second: RunningService

beforeAll(async () => {
  hub = await world.hub()
  first = await world.enrol(hub, 'first', { cases: 'all' })
  second = await world.enrol(hub, 'second', { cases: 'all' })
}, 120_000)

afterAll(() => world.end())

describe('two devices and a hub over HTTP', () => {
  test('Y-2, Y-20 to Y-25: what one device writes reaches the hub’s folder and the other device, with the same rows', async () => {
    await sync(first)
    await did(first, 'POST', '/v1/cases', {
      title: 'A case of the field',
      description: 'Written away from any network.',
      priority: 'high',
    })
    const { uid } = await first.workspace.db.selectFrom('cases').select('uid').executeTakeFirstOrThrow()
    expect(await sync(first)).toMatchObject({ refused: 0 })
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
    await expect
      .poll(() => did(first, 'GET', '/v1/sync/state'), { timeout: 30_000 })
      .toMatchObject({ state: 'up_to_date', entries_waiting: 0, alarms: [] })
  }, 60_000)

  test('Y-42: both change the same case apart; after contact all have the same, and the conflict is open everywhere', async () => {
    const { uid } = await first.workspace.db.selectFrom('cases').select('uid').executeTakeFirstOrThrow()
    for (const service of [first, second]) await did(service, 'PUT', '/v1/sync/settings', { paused: true })
    const change = async (service: RunningService, status: string): Promise<unknown> => {
      const { id } = await service.workspace.db
        .selectFrom('cases')
        .select('id')
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
      return await did(service, 'PUT', `/v1/cases/${id}/status`, { status, notes: 'Decided without the other.' })
    }
    await change(first, 'investigating')
    await change(second, 'escalated')
    for (const service of [first, second]) await did(service, 'PUT', '/v1/sync/settings', { paused: false })
    for (const service of [first, second, hub, first, second]) await sync(service)
    const rows = await Promise.all([first, hub, second].map((service) => caseOf(service, uid)))
    expect(rows[1]).toEqual(rows[0])
    expect(rows[2]).toEqual(rows[0])
    expect(first.workspace.sync.overview.openConflicts()).toBe(1)
    expect(second.workspace.sync.overview.openConflicts()).toBe(1)
  }, 60_000)

  test('Y-40: the timeline has one order on all of them, with numbers that agree, and what was not sent stands at its end', async () => {
    type Entries = readonly {
      readonly entry_id: string
      readonly position: number
      readonly place: number
      readonly placed: boolean
    }[]
    const { uid } = await first.workspace.db.selectFrom('cases').select('uid').executeTakeFirstOrThrow()
    const idOn = async (service: RunningService): Promise<number> =>
      (await service.workspace.db.selectFrom('cases').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()).id
    const timelineOf = async (service: RunningService): Promise<Entries> =>
      (await did(service, 'GET', `/v1/cases/${await idOn(service)}/timeline`)) as unknown as Entries
    const shown = (entries: Entries): unknown => entries.map(({ entry_id: id, place, placed }) => [id, place, placed])
    const told = await Promise.all([first, second, hub].map(timelineOf))
    const [here = []] = told
    expect(shown(here)).toEqual(here.map(({ entry_id: id }, at) => [id, at, true]))
    for (const elsewhere of told) expect(shown(elsewhere)).toEqual(shown(here))
    const inArrival = (entries: Entries): readonly number[] => entries.map(({ position }) => position)
    expect(inArrival(told[1] ?? [])).not.toEqual(inArrival(here))

    await did(second, 'PUT', '/v1/sync/settings', { paused: true })
    await did(second, 'POST', `/v1/cases/${await idOn(second)}/notes`, { text: 'Not sent yet.' })
    const last = (await timelineOf(second)).at(-1)
    expect(last).toMatchObject({ place: here.length, placed: false })
    const alone = await did(second, 'GET', `/v1/cases/${await idOn(second)}/entries/${last?.entry_id ?? ''}`)
    expect(alone).toMatchObject({ entry: { place: here.length, placed: false } })
    await did(second, 'PUT', '/v1/sync/settings', { paused: false })
  }, 60_000)
})

describe('events of work that came by sync', () => {
  test('are told on each device once, under ids of its own, for the same sealed entries', async () => {
    const from = { first: first.workspace.events.bounds().newest, second: second.workspace.events.bounds().newest }
    const made = await did(first, 'POST', '/v1/cases', {
      title: 'Told twice',
      description: 'Seen by both.',
      priority: 'low',
    })
    await did(first, 'PUT', `/v1/cases/${String(made['id'])}/status`, {
      status: 'investigating',
      notes: 'Looked into.',
    })
    await sync(first)
    await sync(second)
    await sync(second)
    const told = (service: RunningService, after: number) =>
      service.workspace.events
        .after(after, 1_000)
        .filter(({ data }) => data['case_id'] === made['id'])
        .map(({ type, actor, entry_id: entry, data }) => ({ type, actor, entry, data }))
    const here = told(first, from.first)
    expect(here.map(({ type }) => type)).toEqual(['case.opened', 'case.status_changed'])
    expect(told(second, from.second)).toEqual(here)
  })
})
