import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMayRead } from '../../../main/server/events/may-read.ts'
import { tellsOfRestricted } from '../../../main/storage/need-to-know/restricted-events.ts'
import type { Person } from '../api/support.ts'
import { restrictedWorld } from './restricted-world.ts'
import type { RestrictedWorld } from './restricted-world.ts'

let world: RestrictedWorld
beforeAll(async () => {
  world = await restrictedWorld()
}, 60_000)
afterAll(() => world.bench.close())

const at = (tail = '', id = world.restricted.case): '/v1/cases/1' => `/v1/cases/${id}${tail}` as '/v1/cases/1'
const status = async (as: Person, id?: number): Promise<number> =>
  (await world.bench.ask('GET', at('', id), { as })).status
const setAccess = (as: Person, body: object, id?: number) =>
  world.bench.ask('PUT', at('/access', id) as '/v1/cases/1/access', { as, body: { notes: 'As it is now.', ...body } })
const accessOf = async (as: Person, id?: number) =>
  (await world.bench.ask('GET', at('/access', id) as '/v1/cases/1/access', { as })).data

describe('L-100: who may know a case', () => {
  test('the owner and who is named know it; no role passes by itself', async () => {
    const { owner, named, other, supervisor, auditor, admin } = world.people
    for (const person of [owner, named]) expect(await status(person), person.login).toBe(200)
    for (const person of [other, supervisor, auditor, admin]) expect(await status(person), person.login).toBe(404)
  })

  test('a new restricted case goes to an owner who may know it anyway', async () => {
    const { data } = await world.bench.ask('GET', at(), { as: world.people.owner })
    expect([world.people.owner.id, world.people.named.id]).toContain(data.owner_id)
  })

  test('whoever opens a restricted case must be among those who know it', async () => {
    const { owner, named, admin } = world.people
    const refused = await world.bench.ask('POST', '/v1/cases', {
      as: admin,
      body: {
        title: 'Not mine',
        description: 'Nor shall it be.',
        priority: 'low',
        access: { rule: 'named', people: [owner.id, named.id] },
      },
    })
    expect([refused.status, refused.error.code]).toEqual([409, 'access_forbidden'])
  })

  test('an alert of a case that they may not know is unknown to whoever links it', async () => {
    const { other, owner } = world.people
    const { alert } = world.restricted
    await world.bench.ask('POST', '/v1/cases', {
      as: other,
      body: { title: 'Mine', description: 'With an id.', priority: 'low', alert_ids: [alert] },
    })
    const read = await world.bench.ask('GET', `/v1/alerts/${alert}` as '/v1/alerts/1', { as: owner })
    expect(read.data.case_id).toBe(world.restricted.case)
  })

  test('an API key knows cases of everyone alone; a person’s own token is the person', async () => {
    const { bench, restricted, people } = world
    const byKey = async (id: number): Promise<number> =>
      (
        await bench.ask('POST', '/v4/evidence/list', {
          body: { workspace_id: bench.workspaceId, case_id: id },
          headers: { authorization: `Bearer ${bench.apiKey}`, 'x-api-key': undefined },
        })
      ).status
    expect(await byKey(world.open)).toBe(200)
    expect(await byKey(restricted.case)).toBe(404)
    const token = await bench.mint(people.named.uid, 'auditor')
    expect(await status({ ...people.named, token })).toBe(200)
  })
})

describe('L-100: who sets it', () => {
  test('neither owner nor leading: forbidden; who would lose it: refused; the same again: done already', async () => {
    const { owner, named, other } = world.people
    const owned = (await world.bench.ask('GET', at(), { as: owner })).data.owner_id === owner.id
    const [holder, lesser] = owned ? [owner, named] : [named, owner]
    expect((await setAccess(lesser, { rule: 'everyone' })).status).toBe(403)
    expect((await setAccess(other, { rule: 'everyone' })).status).toBe(404)
    expect((await setAccess(holder, { rule: 'named', people: [owner.id, named.id] })).error.code).toBe('already_done')
    expect((await accessOf(holder)).may_set).toBe(true)
    expect((await accessOf(lesser)).may_set).toBe(false)
  })

  test('a supervisor cannot set a rule that leaves them out', async () => {
    const { supervisor, owner } = world.people
    const refused = await setAccess(supervisor, { rule: 'named', people: [owner.id] }, world.open)
    expect([refused.status, refused.error.code]).toEqual([409, 'access_forbidden'])
    expect(await status(supervisor, world.open)).toBe(200)
  })

  test('a rule that is not whole is refused, and people and teams that are none', async () => {
    const { admin } = world.people
    const codes = []
    for (const body of [
      { rule: 'named' },
      { rule: 'team' },
      { rule: 'everyone', people: [1] },
      { rule: 'named', people: [424_242] },
      { rule: 'team', team_id: '018f0000-0000-7000-8000-000000000000' },
    ])
      codes.push((await setAccess(admin, body, world.open)).error.code)
    expect(codes).toEqual([
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'unknown_reference',
      'unknown_reference',
    ])
  })

  test('the members of a team know it as long as they are in it, and everyone once it is for everyone', async () => {
    const { bench } = world
    const { admin, other, supervisor } = world.people
    const made = await bench.createCase('Of the team')
    const team = (
      await bench.ask('POST', '/v1/teams', { body: { name: 'Inner circle', members: [admin.id, other.id] } })
    ).data
    expect((await setAccess(admin, { rule: 'team', team_id: team.id }, made.id)).status).toBe(200)
    expect([await status(other, made.id), await status(supervisor, made.id)]).toEqual([200, 404])
    expect(await accessOf(other, made.id)).toMatchObject({ rule: 'team', team: { id: team.id, name: 'Inner circle' } })
    await bench.ask('PATCH', `/v1/teams/${team.id}` as '/v1/teams/1', { body: { members: [admin.id] } })
    expect(await status(other, made.id)).toBe((await accessOf(admin, made.id)).people.length === 0 ? 404 : 200)
    expect((await setAccess(admin, { rule: 'everyone' }, made.id)).status).toBe(200)
    expect([await status(other, made.id), await status(supervisor, made.id)]).toEqual([200, 200])
  })
})

describe('L-102: breaking the glass', () => {
  const glass = (as: Person, body: object) =>
    world.bench.ask('POST', '/v1/break-glass', { as, body: { reason: 'The owner is ill.', ...body } })

  test('investigators may not, with whatever token; who knows the case need not', async () => {
    const { other, owner } = world.people
    const number = { case_number: world.restricted.number }
    expect((await glass(other, number)).status).toBe(403)
    const asAuditor = { ...other, token: await world.bench.mint(other.uid, 'auditor') }
    expect((await glass(asAuditor, number)).status).toBe(403)
    expect((await glass(asAuditor, { case_number: world.unknown.number })).status).toBe(403)
    expect(owner.role).toBe('investigator')
  })

  test('a case that there is not is not found', async () => {
    const { supervisor } = world.people
    expect((await glass(supervisor, { case_id: world.unknown.case })).status).toBe(404)
    expect((await glass(supervisor, {})).error.code).toBe('invalid_request')
  })

  test('it is sealed with its reason, told to those who know the case and to auditors, and in the access log', async () => {
    const { supervisor, auditor, owner, other } = world.people
    const { bench, restricted } = world
    const { workspace } = bench.service
    const done = await glass(supervisor, { case_number: restricted.number })
    expect(done.data).toMatchObject({ case_id: restricted.case, case_number: restricted.number })
    expect(await status(supervisor)).toBe(200)
    expect((await glass(supervisor, { case_id: restricted.case })).error.code).toBe('already_done')
    const entry = (
      await bench.ask('GET', at(`/entries/${done.data.entry_id}`) as '/v1/cases/1/entries/2', { as: owner })
    ).data
    expect(entry.entry).toMatchObject({
      type: 'glass.broken',
      actor: { id: supervisor.id },
      withheld: { reason: { state: 'disclosed', value: 'The owner is ill.' } },
    })
    expect((await accessOf(owner)).broke_glass).toMatchObject([{ id: supervisor.id }])

    const mayRead = createMayRead(workspace)
    const told = (person: Person): readonly string[] =>
      workspace.events
        .after(0, 1_000)
        .filter(({ data }) => data['case_id'] === restricted.case)
        .filter((event) => mayRead({ kind: 'user', uid: person.uid, family: null }, event))
        .map(({ type }) => type)
    expect(told(owner)).toContain('case.glass_broken')
    expect(told(owner).length).toBeGreaterThan(3)
    expect(told(auditor)).toEqual(['case.glass_broken'])
    expect(told(other)).toEqual([])

    const log = await bench.ask('GET', '/v1/access-log?kind=glass_broken' as '/v1/access-log', { as: auditor })
    expect(log.data.filter(({ result }) => result === 'allowed')).toMatchObject([
      { kind: 'glass_broken', case: { uid: restricted.caseUid }, person: { id: supervisor.id } },
    ])
  })

  test('it lasts until the rule is set again', async () => {
    const { owner, named, supervisor } = world.people
    const set = await setAccess(supervisor, { rule: 'named', people: [owner.id, named.id, supervisor.id] })
    expect(set.status).toBe(200)
    expect((await accessOf(owner)).broke_glass).toEqual([])
    expect(await status(supervisor)).toBe(200)
    const { data } = await world.bench.ask('GET', at(), { as: owner })
    const holder = data.owner_id === owner.id ? owner : named
    expect((await setAccess(holder, { rule: 'named', people: [owner.id, named.id] })).status).toBe(200)
    expect(await status(supervisor)).toBe(404)
  })
})

describe('L-103: counts', () => {
  test('count what whoever asks may know, and no more', async () => {
    const { bench, people } = world
    const { owner, named, other, admin } = people
    const counted = async (as: Person) => {
      const list = await bench.ask('GET', '/v1/cases?size=100' as '/v1/cases', { as })
      const stats = await bench.ask('GET', '/v1/cases/stats', { as })
      const users = await bench.ask('GET', '/v1/users', { as })
      const open = users.data.reduce((sum, user) => sum + user.open_cases, 0)
      return [list.data.length, list.whole.pagination.total, stats.data.total, open]
    }
    const [all, few] = [await counted(owner), await counted(other)]
    expect(new Set(all).size).toBe(1)
    expect(new Set(few).size).toBe(1)
    expect(few[0]).toBe((all[0] ?? 0) - 1)
    expect(await counted(named)).toEqual(all)
    expect(await counted(admin)).toEqual(few)
  })
})

describe('L-104: what is everybody’s knows nothing of restricted cases', () => {
  test('an event of one goes to no webhook and is in no count', () => {
    const { workspace } = world.bench.service
    const events = workspace.events.after(0, 1_000)
    const ofRestricted = events.filter(({ data }) => data['case_id'] === world.restricted.case)
    expect(ofRestricted.length).toBeGreaterThan(5)
    for (const { id, type } of ofRestricted) expect(tellsOfRestricted(workspace.network.sql, id), type).toBe(true)
    const open = events.filter(({ data }) => data['case_id'] === world.open)
    expect(open.map(({ id }) => tellsOfRestricted(workspace.network.sql, id))).toContain(false)
    const counted = workspace.events.counts(0).byType.find(({ type }) => type === 'case.note_added')?.events ?? 0
    expect(counted).toBe(0)
  })

  test('who watches sees that somebody read, and neither number nor title', async () => {
    const { auditor } = world.people
    const { text } = await world.bench.ask('GET', '/v1/access-log', { as: auditor })
    expect(text).toContain('case_opened')
    for (const word of world.words) expect(text).not.toContain(word)
  })
})

test('L-20: replaying the entries gives the same rows', async () => {
  const { owner } = world.people
  const checked = await world.bench.ask('POST', at('/verify') as '/v1/cases/1/verify', { as: owner })
  expect(checked.data.findings.filter(({ severity }) => severity === 'fault')).toEqual([])
})

test('a command that was not asked before seals nothing into a case that its actor may not know', async () => {
  const { other } = world.people
  const { workspace } = world.bench.service
  const actor = { userId: other.id, userUid: other.uid, role: 'investigator' } as const
  const refused = await workspace.cases.addNote(world.restricted.case, { text: 'I was here.' }, { actor })
  expect(refused.ok ? 'ok' : refused.error.code).toBe('not_found')
  await expect(
    workspace.ledger.write(actor, async (tx) => {
      await tx.append({
        case: { id: world.restricted.case, uid: world.restricted.caseUid },
        subject: world.restricted.caseUid,
        type: 'note.added',
        pub: {},
        withheld: { text: 'I was here.' },
      })
      return { ok: true, value: null }
    }),
  ).rejects.toThrow('may not know')
})
