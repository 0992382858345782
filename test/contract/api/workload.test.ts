import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import type { Workload } from '../../../shared/schema/workload.ts'
import { ok } from '../../../shared/schema/result.ts'
import { completeForm } from '../../support/report-forms.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

const hour = 3_600_000
const day = 24 * hour
const unfinished = 'open,investigating,pending_review,escalated'

let bench: Bench
let ines: Person
let sam: Person
let aud: Person
let gone: Person

const v1 = async <M extends string, A extends string>(method: M, address: A, body?: unknown, as?: Person) => {
  const answer = await bench.ask(method, address, {
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
  })
  expect(answer.status, `${method} ${address}: ${answer.text}`).toBeLessThan(300)
  return answer
}

const workloadOf = async (as: Person | undefined, query = ''): Promise<Workload> =>
  (await v1('GET', `/v1/workload${query as ''}`, undefined, as)).data
const own = async (as: Person, query = ''): Promise<NonNullable<Workload['own']>> => {
  const { own: found } = await workloadOf(as, query)
  if (found === null) throw new Error('has no work of their own')
  return found
}
const team = async (as: Person): Promise<NonNullable<Workload['team']>> => {
  const { team: found } = await workloadOf(as)
  if (found === null) throw new Error('is told of no team')
  return found
}

/** How many cases the list has under a filter. */
const listed = async (query: string): Promise<number> =>
  (await v1('GET', `/v1/cases?${query}` as '/v1/cases')).whole.pagination.total
const alertsListed = async (query: string): Promise<number> =>
  (await v1('GET', `/v1/alerts?size=200&${query}` as '/v1/alerts')).data.length

interface Made {
  readonly owner: Person
  /** From now, in milliseconds. */
  readonly due?: number
  readonly opened?: number
  readonly status?: CaseStatus
  readonly by?: Person
}

/** A case as it stands after some time: deadline and opening are moved, which no command can. */
const caseOf = async (title: string, { owner, due = 5 * day, opened = 0, status, by }: Made): Promise<number> => {
  const { id } = (
    await v1('POST', '/v1/cases', { title, description: 'What was seen.', priority: 'medium' }, by ?? owner)
  ).data
  const present = (await v1('GET', `/v1/cases/${id}`)).data.owner_id
  if (present !== owner.id) await v1('PUT', `/v1/cases/${id}/owner`, { owner_id: owner.id }, by ?? owner)
  if (status !== undefined) await v1('PUT', `/v1/cases/${id}/status`, { status, notes: 'Looked at.' }, by ?? owner)
  const nowMs = Date.now()
  const moved = await bench.service.workspace.ledger.write(
    { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' },
    async (tx) => {
      await tx.sql.run(
        'update cases set sla_due_at = ?, created_at = ?, queue_rank = iif(queue_rank < 1000000000000000, ?, queue_rank) where id = ?',
        nowMs + due,
        nowMs + opened,
        nowMs + due,
        id,
      )
      return ok(null)
    },
  )
  expect(moved.ok).toBe(true)
  return id
}

const alertsOf = async (customer: string, scores: readonly number[]): Promise<number[]> => {
  const raised = await takeIn(
    bench.service.workspace,
    { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' },
    scores.map((score, n) => ({
      event: payment(`${customer}-${n}`, Date.now() - n * 1_000, { customer_id: `${customer}${n}` }),
      assessment: judged(score),
    })),
  )
  return raised.map(({ id }) => id)
}

beforeAll(async () => {
  bench = await startBench()
  ines = await bench.addPerson('investigator', 'ines')
  sam = await bench.addPerson('supervisor', 'sam')
  aud = await bench.addPerson('auditor', 'aud')
  gone = await bench.addPerson('investigator', 'gone')
  await caseOf('Overdue', { owner: ines, due: -2 * hour, opened: -40 * day })
  await caseOf('Due soon', { owner: ines, due: 2 * hour, opened: -8 * day })
  await caseOf('Due today', { owner: ines, due: 20 * hour })
  await caseOf('Due on the third day', { owner: ines, due: 50 * hour, opened: -100 * day })
  await caseOf('Finished', { owner: ines, status: 'closed' })
  await caseOf('Of somebody who left', { owner: gone, due: -day })
  await v1('PATCH', `/v1/users/${gone.id}`, { active: false })
}, 60_000)
afterAll(() => bench.close())

describe('own work', () => {
  test('has the unfinished cases by deadline, counted as the list counts them', async () => {
    const { cases } = await own(ines)
    expect(cases.items.map(({ title }) => title)).toEqual(['Overdue', 'Due soon', 'Due today', 'Due on the third day'])
    expect([cases.open, cases.overdue, cases.due_in_24h]).toEqual([4, 1, 2])
    expect(cases.open).toBe(await listed(`owner_id=${ines.id}&status=${unfinished}`))
    expect(cases.overdue).toBe(await listed(`owner_id=${ines.id}&sla=breached`))
    expect(cases.due_in_24h).toBe(await listed(`owner_id=${ines.id}&due_in_hours=0-24`))
  })

  test('has open tasks, alerts and decisions as their lists have them', async () => {
    const id = await caseOf('With tasks', { owner: ines })
    const late = new Date(Date.now() - hour).toISOString().replace('Z', '+00:00')
    await v1('POST', `/v1/cases/${id}/tasks`, { title: 'Ask the branch', assignee_id: ines.id, due_at: late }, ines)
    await v1('POST', `/v1/cases/${id}/tasks`, { title: 'Call the customer', assignee_id: ines.id }, ines)
    const alerts = await alertsOf('51', [0.95, 0.9, 0.7])
    for (const alert of alerts.slice(0, 2))
      await v1('PUT', `/v1/alerts/${alert}/assignee`, { assignee_id: ines.id }, ines)
    const found = await own(ines)
    const tasks = await v1('GET', '/v1/tasks', undefined, ines)
    expect(found.tasks).toEqual({ open: 2, overdue: 1, items: tasks.data })
    expect(found.alerts.open).toBe(2)
    expect(found.alerts.items).toEqual(
      (await v1('GET', `/v1/alerts?sort=due&assignee_id=${ines.id}`, undefined, ines)).data,
    )
    expect(found.alerts.open).toBe(await alertsListed(`assignee_id=${ines.id}`))
    expect(found.alerts.overdue).toBe(await alertsListed(`assignee_id=${ines.id}&overdue=true`))
    const queue = await v1('GET', '/v1/decisions/queue?needs=decision&mine=true', undefined, ines)
    expect(found.decisions).toEqual({ awaiting: 2, items: queue.data })
    expect((await own(sam)).alerts.open).toBe(0)
  })

  test('tells what others changed, and neither looks nor what is one’s own', async () => {
    const id = await caseOf('Worked on by two', { owner: ines })
    await v1('POST', `/v1/cases/${id}/notes`, { text: 'My own.' }, ines)
    await v1('POST', `/v1/cases/${id}/notes`, { text: 'The account is known.' }, sam)
    const { changes } = await own(ines)
    const [newest] = changes.items.filter(({ case_id: of }) => of === id)
    expect(newest).toMatchObject({
      type: 'note.added',
      case_title: 'Worked on by two',
      by: { id: sam.id, kind: 'user' },
    })
    expect(changes.items.every(({ by }) => by.id !== ines.id)).toBe(true)
    expect(changes.complete).toBe(true)
    const later = new Date(Date.now() + hour).toISOString()
    expect((await own(ines, `?since=${later}`)).changes).toMatchObject({ total: 0, items: [] })
  })

  test('names 20 changes at most and tells how many there are', async () => {
    const before = (await own(ines)).changes.total
    const id = await caseOf('Many notes', { owner: ines })
    for (let n = 0; n < 25; n += 1) await v1('POST', `/v1/cases/${id}/notes`, { text: `Note ${n}.` }, sam)
    const { changes } = await own(ines)
    expect(changes.items).toHaveLength(20)
    expect(changes.total).toBe(before + 25)
    expect(changes.complete).toBe(true)
    for (let n = 25; n < 205; n += 1)
      await bench.service.workspace.cases.addNote(
        id,
        { text: `Note ${n}.` },
        { actor: { userId: sam.id, userUid: sam.uid, role: 'supervisor' } },
      )
    expect((await own(ines)).changes.complete).toBe(false)
  }, 60_000)

  test('shows no text that was erased', async () => {
    const id = await caseOf('Mirela Voicu of Cluj', { owner: ines, due: -3 * hour })
    await v1('POST', `/v1/cases/${id}/tasks`, { title: 'Call Mirela Voicu', assignee_id: ines.id }, ines)
    await v1('POST', `/v1/cases/${id}/notes`, { text: 'Seen.' }, sam)
    expect(JSON.stringify(await workloadOf(ines))).toContain('Mirela Voicu')
    for (const entry of (await v1('GET', `/v1/cases/${id}/timeline`)).data.filter(({ type }) =>
      ['case.opened', 'task.added'].includes(type),
    ))
      await v1('POST', `/v1/cases/${id}/redactions`, {
        entry_id: entry.entry_id,
        digests: [entry.withheld['title']?.digest],
        legal_basis: 'gdpr_art_17',
      })
    const after = JSON.stringify(await workloadOf(ines))
    expect(after).not.toContain('Mirela Voicu')
    expect(after).toContain('[redacted]')
  })
})

describe('what waits for a second person', () => {
  test('a proposal is for a supervisor who did not make it', async () => {
    const policy = (await v1('GET', '/v1/detection/policy')).data
    await v1('PUT', '/v1/detection/policy', {
      ...policy,
      decisions: { ...policy.decisions, four_eyes: { outcomes: ['approve'], from_level: 'low' } },
    })
    const [byInes = 0, bySam = 0] = await alertsOf('61', [0.95, 0.9])
    await v1('POST', '/v1/decisions', { alert_id: byInes, outcome: 'approve', reason: 'Known.' }, ines)
    await v1('POST', '/v1/decisions', { alert_id: bySam, outcome: 'approve', reason: 'Known.' }, sam)
    const total = (await v1('GET', '/v1/decisions/queue?needs=second_person')).data.length
    const forSam = (await workloadOf(sam)).waiting.decisions
    expect(forSam).toMatchObject({ total, asked: 2, yours: 1, items: [{ alert_id: byInes, may_decide: true }] })
    expect((await workloadOf(bench.admin)).waiting.decisions).toMatchObject({ total, yours: 2 })
    for (const nobody of [ines, aud])
      expect((await workloadOf(nobody)).waiting.decisions).toMatchObject({ total, yours: 0, items: [] })
  })

  test('a case in review is for whoever may finish it, and only where the policy asks for two', async () => {
    const review = await caseOf('In review', { owner: ines, status: 'pending_review' })
    const handled = await caseOf('Moved by the supervisor', { owner: ines, status: 'pending_review', by: sam })
    const total = await listed('status=pending_review')
    expect((await workloadOf(sam)).waiting.cases).toMatchObject({ total, yours: 0 })
    const { policy } = (await v1('GET', '/v1/workspace')).data
    await v1('PUT', '/v1/workspace/policy', { ...policy, four_eyes: ['closed'] })
    const { cases } = (await workloadOf(sam)).waiting
    expect([cases.total, cases.yours, cases.items.map(({ id }) => id)]).toEqual([total, 1, [review]])
    expect((await workloadOf(ines)).waiting.cases).toMatchObject({ total, yours: 0 })
    expect((await workloadOf(aud)).waiting.cases).toMatchObject({ total, yours: 0 })
    // The rule that refuses says the same.
    const closing = { status: 'closed', notes: 'Done.' }
    expect((await bench.ask('PUT', `/v1/cases/${handled}/status`, { body: closing, as: sam })).status).toBe(403)
    await v1('PUT', `/v1/cases/${review}/status`, closing, sam)
    await v1('PUT', '/v1/workspace/policy', policy)
  })

  test('a report in review is for a supervisor who wrote none of it', async () => {
    const id = await caseOf('To be reported', { owner: ines })
    const made = (await v1('POST', '/v1/reports', { kind: 'sar', case_id: id }, ines)).data
    const { version } = (
      await v1('PUT', `/v1/reports/${made.id}`, { form: completeForm(), base_version: made.version }, ines)
    ).data
    await v1('POST', `/v1/reports/${made.id}/steps`, { version, step: 'submit' }, sam)
    const total = (await v1('GET', '/v1/reports?state=in_review')).data.length
    expect(total).toBe(1)
    expect((await workloadOf(sam)).waiting.reports).toMatchObject({ total, yours: 0, items: [] })
    expect((await workloadOf(ines)).waiting.reports).toMatchObject({ total, yours: 0, items: [] })
    expect((await workloadOf(bench.admin)).waiting.reports).toMatchObject({
      total,
      yours: 1,
      items: [{ id: made.id }],
    })
  })
})

describe('the work of everybody', () => {
  test('is told to supervisors, administrators and auditors; an auditor has none of their own', async () => {
    expect((await workloadOf(ines)).team).toBeNull()
    expect((await workloadOf(sam)).team).not.toBeNull()
    expect((await workloadOf(bench.admin)).team).not.toBeNull()
    const told = await workloadOf(aud)
    expect(told.own).toBeNull()
    expect(told.team).toEqual((await workloadOf(sam)).team)
  })

  test('has the load of each active person, as the lists count it', async () => {
    const { people } = await team(sam)
    expect(people.total).toBe(3)
    expect(people.items[0]?.user_id).toBe(ines.id)
    for (const person of people.items) {
      expect(person.open_cases).toBe(await listed(`owner_id=${person.user_id}&status=${unfinished}`))
      expect(person.overdue_cases).toBe(await listed(`owner_id=${person.user_id}&sla=breached`))
      expect(person.open_alerts).toBe(await alertsListed(`assignee_id=${person.user_id}`))
      expect(person.overdue_alerts).toBe(await alertsListed(`assignee_id=${person.user_id}&overdue=true`))
    }
    const [load] = people.items
    expect(load?.open_tasks).toBe((await v1('GET', '/v1/tasks', undefined, ines)).whole.pagination.total)
    expect(Math.round((Date.now() - Date.parse(load?.oldest_case_at ?? '')) / day)).toBe(100)
  })

  test('has what is nobody’s: alerts without a person, cases of people who left', async () => {
    const { nobody } = await team(sam)
    expect(nobody.alerts).toBe(await alertsListed('unassigned=true'))
    expect(nobody.alerts).toBeGreaterThan(0)
    expect(nobody.owners).toEqual([{ user_id: gone.id, name: 'gone in person', open_cases: 1 }])
    expect(nobody.cases).toBe(await listed(`owner_id=${gone.id}&status=${unfinished}`))
  })

  test('has ages and deadlines, each as the list counts it, and together all', async () => {
    const { cases } = await team(sam)
    expect(cases.open).toBe(await listed(`status=${unfinished}`))
    expect(cases.overdue).toBe(await listed('sla=breached'))
    for (const { due_in_hours: range, cases: count } of cases.due)
      expect([range, count]).toEqual([range, await listed(`due_in_hours=${range}`)])
    for (const { age_days: range, cases: count } of cases.ages)
      expect([range, count]).toEqual([range, await listed(`age_days=${range}&status=${unfinished}`)])
    const sum = (counts: readonly { readonly cases: number }[]) => counts.reduce((all, one) => all + one.cases, 0)
    expect(sum(cases.ages)).toBe(cases.open)
    expect(sum(cases.due) + cases.overdue + cases.paused).toBe(cases.open)
    expect(cases.ages.map((one) => one.cases).slice(1)).toEqual([1, 1, 1])
    expect(Math.min(...cases.due.map((one) => one.cases))).toBeGreaterThan(0)
  })

  test.each(['due_in_hours=24-4', 'due_in_hours=soon', 'age_days=7', 'age_days=-7'])('refuses %s', async (query) => {
    expect((await bench.ask('GET', `/v1/cases?${query}` as '/v1/cases')).status).toBe(400)
  })
})
