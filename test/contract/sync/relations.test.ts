import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Actor } from '../../../main/domain/access/actor.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { CaseRelationKind } from '../../../shared/schema/case-relations.ts'
import { ask, createServedWorld, did } from './served-world.ts'

const world = createServedWorld()
let hub: RunningService
let first: RunningService
let second: RunningService

beforeAll(async () => {
  hub = await world.hub()
  first = await world.enrol(hub, 'first', { cases: 'all' })
  second = await world.enrol(hub, 'second', { cases: 'all' })
}, 120_000)

afterAll(() => world.end())

const sync = (service: RunningService) => did(service, 'POST', '/v1/sync/now', {})
/** Until everyone has everything of everyone. */
const meet = async (...devices: readonly RunningService[]): Promise<void> => {
  for (const service of [...devices, hub, ...devices]) await sync(service)
}
const apart = async (...devices: readonly RunningService[]): Promise<void> => {
  for (const service of devices) await did(service, 'PUT', '/v1/sync/settings', { paused: true })
}
const together = async (...devices: readonly RunningService[]): Promise<void> => {
  for (const service of devices) await did(service, 'PUT', '/v1/sync/settings', { paused: false })
}

let opened = 0
const open = async (
  device: RunningService,
): Promise<{ readonly id: number; readonly uid: string; readonly number: string }> => {
  const title = `Case ${(opened += 1)}`
  await did(device, 'POST', '/v1/cases', { title, description: 'Of a ring.', priority: 'high' })
  return await device.workspace.db
    .selectFrom('cases')
    .select(['id', 'uid', 'number'])
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
}
const relate = (
  device: RunningService,
  one: { readonly id: number },
  other: { readonly id: number },
  relation: CaseRelationKind = 'parent',
) =>
  did(device, 'POST', `/v1/cases/${one.id}/relations`, {
    other_id: other.id,
    relation,
    notes: 'Decided without the other.',
  })
type Told = {
  readonly relation: string
  readonly case_number: string
  readonly other_id: number | null
  readonly title: string | null
  readonly state: string
}
const told = async (device: RunningService, { id }: { readonly id: number }): Promise<readonly Told[]> =>
  (await did(device, 'GET', `/v1/cases/${id}/relations`)) as unknown as readonly Told[]
const states = async (device: RunningService, ...cases: readonly { readonly id: number }[]) =>
  await Promise.all(
    cases.map(async (one) =>
      (await told(device, one)).map(({ relation, case_number: number, state }) => `${relation} ${number} ${state}`),
    ),
  )
const rows = ({ workspace: { db } }: RunningService) =>
  db
    .selectFrom('case_relations')
    .select(['case_id', 'act', 'kind', 'other_uid', 'place', 'holds'])
    .orderBy('case_id')
    .orderBy('act')
    .execute()

describe('Y-47: relations that contradict each other', () => {
  test('a parent of b here, b parent of a there: one of the two holds, the same on every replica, and taking it back lets the other hold', async () => {
    const [a, b] = [await open(first), await open(first)]
    await meet(first, second)
    await apart(first, second)
    await relate(first, b, a)
    await relate(second, a, b)
    // The second laptop comes to the hub first: in hub order its word stands before that of the first.
    await together(second)
    await sync(second)
    await together(first)
    await meet(first, second)
    const seen = await states(first, a, b)
    expect(seen).toEqual([
      [`parent ${b.number} overtaken`, `child ${b.number} holds`],
      [`parent ${a.number} holds`, `child ${a.number} overtaken`],
    ])
    for (const replica of [second, hub]) {
      expect(await states(replica, a, b)).toEqual(seen)
      expect(await rows(replica)).toEqual(await rows(first))
    }
    expect((await did(hub, 'GET', `/v1/cases/${a.id}`))['parent_case_number']).toBeNull()
    await did(second, 'DELETE', `/v1/cases/${b.id}/relations`, {
      other_uid: a.uid,
      relation: 'parent',
      notes: 'The other one is right.',
    })
    await meet(second, first)
    for (const replica of [first, second, hub])
      expect(await states(replica, a, b)).toEqual([[`parent ${b.number} holds`], [`child ${a.number} holds`]])
  }, 120_000)

  test('L-63: of two parents the first in hub order holds, also for the laptop that had made the other', async () => {
    const [child, one, other] = [await open(first), await open(first), await open(first)]
    await meet(first, second)
    await apart(first, second)
    await relate(first, child, one)
    await relate(second, child, other)
    expect(await states(first, child)).toEqual([[`parent ${one.number} holds`]])
    await together(second)
    await sync(second)
    await together(first)
    await meet(first, second)
    const seen = [
      [`parent ${other.number} holds`, `parent ${one.number} overtaken`],
      [`child ${child.number} overtaken`],
      [`child ${child.number} holds`],
    ]
    expect(await states(hub, child, one, other)).toEqual(seen)
    for (const replica of [first, second]) {
      expect(await states(replica, child, one, other)).toEqual(seen)
      expect(await rows(replica)).toEqual(await rows(hub))
    }
    expect((await did(first, 'GET', `/v1/cases/${child.id}`))['parent_case_number']).toBe(other.number)
    await did(second, 'DELETE', `/v1/cases/${child.id}/relations`, {
      other_uid: other.uid,
      relation: 'parent',
      notes: 'The first laptop is right.',
    })
    await meet(second, first)
    for (const replica of [first, second, hub])
      expect(await states(replica, child, one, other)).toEqual([
        [`parent ${one.number} holds`],
        [`child ${child.number} holds`],
        [],
      ])
  }, 120_000)

  test('the same relation made twice is one, and is taken back as one', async () => {
    const [a, b] = [await open(first), await open(first)]
    await meet(first, second)
    await apart(first, second)
    await relate(first, a, b, 'related')
    await relate(second, b, a, 'related')
    await together(first, second)
    await meet(first, second)
    for (const replica of [first, second, hub])
      expect(await states(replica, a, b)).toEqual([[`related ${b.number} holds`], [`related ${a.number} holds`]])
    await did(second, 'DELETE', `/v1/cases/${a.id}/relations`, {
      other_uid: b.uid,
      relation: 'related',
      notes: 'Nothing in common.',
    })
    await meet(second, first)
    for (const replica of [first, second, hub]) expect(await states(replica, a, b)).toEqual([[], []])
  }, 120_000)
})

describe('Y-48: a device that holds one of two cases', () => {
  test('shows the number and nothing else, whatever becomes of the other; given back and taken again it is whole', async () => {
    const [kept, given] = [await open(first), await open(first)]
    await relate(first, given, kept)
    await meet(first, second)
    expect((await ask(second, 'PUT', `/v1/sync/cases/${given.uid}/offline`, { offline: false })).status).toBe(200)
    expect(await told(second, kept)).toMatchObject([
      { relation: 'child', case_number: given.number, other_id: null, title: null, status: null, state: 'holds' },
    ])
    // Neither a relation to it nor a suggestion leads to what is not here.
    expect(
      (
        await ask(second, 'POST', `/v1/cases/${kept.id}/relations`, {
          other_id: given.id,
          relation: 'related',
          notes: 'Not here.',
        })
      ).error?.code,
    ).toBe('unknown_reference')
    await did(first, 'PATCH', `/v1/cases/${given.id}`, { title: 'Not for the second' })
    await meet(first, second)
    expect(JSON.stringify(await told(second, kept))).not.toContain('Not for the second')
    expect(
      (await second.workspace.verification.verifyWorkspace())?.findings.filter(({ severity }) => severity === 'fault'),
    ).toEqual([])
    expect((await ask(second, 'PUT', `/v1/sync/cases/${given.uid}/offline`, { offline: true })).status).toBe(200)
    await sync(second)
    expect(await told(second, kept)).toMatchObject([
      { other_id: given.id, title: 'Not for the second', state: 'holds' },
    ])
  }, 120_000)

  test('taken back where the other is not, it is one-sided for who has both, until that side is taken back too', async () => {
    const [kept, given] = [await open(first), await open(first)]
    await relate(first, given, kept)
    await meet(first, second)
    await ask(second, 'PUT', `/v1/sync/cases/${given.uid}/offline`, { offline: false })
    expect(
      (
        await did(second, 'DELETE', `/v1/cases/${kept.id}/relations`, {
          other_uid: given.uid,
          relation: 'child',
          notes: 'Not ours.',
        })
      )['other'],
    ).toBeNull()
    await meet(second, first)
    for (const replica of [first, hub])
      expect(await states(replica, kept, given)).toEqual([[], [`parent ${kept.number} one_sided`]])
    await did(first, 'DELETE', `/v1/cases/${given.id}/relations`, {
      other_uid: kept.uid,
      relation: 'parent',
      notes: 'Not ours, indeed.',
    })
    expect(await states(first, kept, given)).toEqual([[], []])
  }, 120_000)

  test('L-63: a hostile device that names cases as it likes changes nothing but what is told of its own case, and breaks nobody', async () => {
    const [mine, victim] = [await open(first), await open(first)]
    await meet(first, second)
    const actor: Actor = await second.workspace.db
      .selectFrom('users')
      .select(['id', 'uid', 'role'])
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
      .then(({ id, uid, role }) => ({ userId: id, userUid: uid, role }))
    const forge = (pubs: readonly Record<string, string>[]) =>
      second.workspace.ledger.write(actor, async (tx) => {
        for (const pub of pubs)
          await tx.append({
            case: { id: mine.id, uid: mine.uid },
            type: pub['taken'] === undefined ? 'case.related' : 'case.unrelated',
            subject: mine.uid,
            pub,
            withheld: { notes: 'Forged.' },
          })
        return ok(undefined)
      })
    const act = '00000000-0000-7000-8000-000000000001'
    await forge([
      { act, relation: 'parent', other_uid: victim.uid, other_number: '=CMD()|<b>x</b>' },
      { act, relation: 'child', other_uid: victim.uid, other_number: 'again under the same act' },
      { act: '00000000-0000-7000-8000-000000000002', relation: 'parent', other_uid: mine.uid, other_number: 'itself' },
      {
        act: '00000000-0000-7000-8000-000000000003',
        relation: 'related',
        other_uid: '018f0000-0000-7000-8000-00000000dead',
        other_number: 'CASE-NOWHERE',
      },
      {
        taken: 'x',
        act: '00000000-0000-7000-8000-00000000beef',
        relation: 'parent',
        other_uid: victim.uid,
        other_number: 'never made',
      },
    ])
    await meet(second, first)
    for (const replica of [first, second, hub]) {
      expect(await states(replica, mine, victim)).toEqual([
        [`parent ${victim.number} one_sided`, 'related CASE-NOWHERE holds'],
        [],
      ])
      expect(await rows(replica)).toEqual(await rows(first))
    }
    expect(
      (await first.workspace.verification.verifyWorkspace())?.findings.filter(({ severity }) => severity === 'fault'),
    ).toEqual([])
    await did(first, 'DELETE', `/v1/cases/${mine.id}/relations`, {
      other_uid: '018f0000-0000-7000-8000-00000000dead',
      relation: 'related',
      notes: 'There is no such case.',
    })
    await did(first, 'DELETE', `/v1/cases/${mine.id}/relations`, {
      other_uid: victim.uid,
      relation: 'parent',
      notes: 'Nobody decided that.',
    })
    expect(await states(first, mine, victim)).toEqual([[], []])
  }, 120_000)

  test('made while the grant of one case ended unseen, one half comes to the hub and the other is set aside; whoever has both is told that one side only says so', async () => {
    const [kept, lost] = [await open(first), await open(first)]
    await meet(first)
    const user = (
      await did(hub, 'POST', '/v1/users', {
        login_name: 'field',
        name: 'Fay Field',
        role: 'investigator',
        password: 'a long enough password',
      })
    )['id'] as number
    await sync(hub)
    const field = await world.enrol(hub, 'field', { user })
    for (const one of [kept, lost])
      await did(hub, 'POST', `/v1/cases/${one.id}/grants`, { device_id: field.workspace.facts.deviceId })
    await sync(field)
    await apart(field)
    await relate(field, kept, lost)
    await did(hub, 'POST', `/v1/cases/${lost.id}/grants/end`, { device_id: field.workspace.facts.deviceId })
    await together(field)
    await sync(field)
    await meet(field, first)
    expect(await told(field, kept)).toMatchObject([
      { relation: 'parent', case_number: lost.number, other_id: null, title: null },
    ])
    for (const replica of [first, hub])
      expect(await states(replica, kept, lost)).toEqual([[`parent ${lost.number} one_sided`], []])
    expect(JSON.stringify(await did(field, 'GET', '/v1/sync/set-aside'))).toContain('case.related')
  }, 120_000)
})
