import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import type { DetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: Bench
let sam: Person
let ines: Person
let n = 0
const hour = 3_600_000
const now = Date.UTC(2031, 2, 4, 2)
const medium = 0.5
const critical = 0.95

const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })
const v1 = async <M extends string, A extends string>(method: M, path: A, body?: unknown, as?: Person) =>
  await bench.ask(method, path, { ...(body === undefined ? {} : { body }), ...(as === undefined ? {} : { as }) })
const alertOf = async (id: number) => (await v1('GET', `/v1/alerts/${id}`)).data
const queued = async () =>
  (await v1('GET', '/v1/decisions/queue?needs=decision&size=200')).data.map(({ alert_id: id }) => id)
const decide = async (id: number, outcome: string, as: Person) =>
  await v1('POST', '/v1/decisions', { alert_id: id, outcome, reason: 'Looked at.' }, as)

/** An activity of a customer, so many hours ago. */
const act = async (customer: string, score: number, hoursAgo: number) => {
  n += 1
  const [raised] = await takeIn(bench.service.workspace, actor(), [
    { event: payment(`act-${n}`, now - hoursAgo * hour, { customer_id: customer }), assessment: judged(score) },
  ])
  if (raised === undefined) throw new Error('the activity raised nothing')
  return { ...raised, transactionId: `act-${n}` }
}

const setPolicy = async (policy: DetectionPolicy): Promise<void> => {
  const set = await bench.service.workspace.alerts.changePolicy(policy, actor())
  if (!set.ok && set.error.code !== 'already_done') throw new Error(set.error.message)
}

/** What the stream told of during a step. */
const toldBy = async <T>(
  step: () => Promise<T>,
): Promise<{ answer: T; told: { type: string; data: Readonly<Record<string, unknown>> }[] }> => {
  const { newest } = bench.service.workspace.events.bounds()
  const answer = await step()
  return { answer, told: bench.service.workspace.events.after(newest, 50).map(({ type, data }) => ({ type, data })) }
}

beforeAll(async () => {
  bench = await startBench()
  sam = await bench.addPerson('supervisor', 'sam')
  ines = await bench.addPerson('investigator', 'ines')
})
beforeEach(() => setPolicy(defaultDetectionPolicy))
afterAll(() => bench.close())

describe('a decision', () => {
  test('holds up to the level at which it was made: what is worse awaits a person again, and four eyes', async () => {
    await setPolicy({
      ...defaultDetectionPolicy,
      decisions: { ...defaultDetectionPolicy.decisions, four_eyes: { outcomes: ['approve'], from_level: 'high' } },
    })
    const { id } = await act('K', medium, 2)
    expect((await decide(id, 'approve', ines)).data).toMatchObject({ state: 'recorded', risk_level: 'medium' })
    expect(await queued()).not.toContain(id)
    expect(await act('K', critical, 0)).toMatchObject({ id, isNew: false })
    expect(await alertOf(id)).toMatchObject({
      risk_level: 'critical',
      recommended_action: 'block',
      needs_decision: true,
    })
    expect(await queued()).toContain(id)
    const again = (await decide(id, 'approve', ines)).data
    expect(again).toMatchObject({ state: 'proposed', risk_level: 'critical' })
    expect((await v1('POST', `/v1/decisions/${again.id}/second`, { verdict: 'approve' }, sam)).data.state).toBe(
      'approved',
    )
    expect((await alertOf(id)).needs_decision).toBe(false)
    expect(await queued()).not.toContain(id)
  })

  test('of the same level counts for more of the like', async () => {
    const { id } = await act('K-like', medium, 2)
    await decide(id, 'approve', ines)
    expect(await act('K-like', medium, 1)).toMatchObject({ id, isNew: false })
    expect((await alertOf(id)).needs_decision).toBe(false)
    expect(await queued()).not.toContain(id)
  })

  test('that a second person approves after the alert has become worse counts at the level at which it was proposed', async () => {
    await setPolicy({
      ...defaultDetectionPolicy,
      decisions: { ...defaultDetectionPolicy.decisions, four_eyes: { outcomes: ['approve'], from_level: 'medium' } },
    })
    const { id } = await act('K-late', medium, 2)
    const proposed = (await decide(id, 'approve', ines)).data
    await act('K-late', critical, 0)
    await v1('POST', `/v1/decisions/${proposed.id}/second`, { verdict: 'approve' }, sam)
    expect((await alertOf(id)).needs_decision).toBe(true)
    expect(await queued()).toContain(id)
  })
})

const listed = async (customer: string): Promise<number[]> =>
  (await v1('GET', `/v1/alerts?entity_kind=customer&entity_id=${customer}`)).data.map(({ id }) => id)

describe('an activity', () => {
  test('makes no alert longer than 30 days, also where each one that comes lies before the last', async () => {
    const spans = new Map<number, { first: number; last: number }>()
    for (let back = 0; back < 40; back += 1) {
      const { id } = await act('backwards', medium, back * 23)
      const span = spans.get(id)
      spans.set(id, { first: now - back * 23 * hour, last: span?.last ?? now - back * 23 * hour })
    }
    expect([...spans.values()].map(({ first, last }) => last - first <= 30 * 24 * hour)).toEqual([true, true])
  })

  test('that a live rule asks a person about raises an alert whatever its level; one on trial asks nobody', async () => {
    const asking = {
      ...judged(0.2),
      hits: judged(0.2).hits.map((hit) => ({ ...hit, action: 'block' as const })),
      action: 'block' as const,
    }
    const onTrial = { ...judged(0.2), hits: asking.hits.map((hit) => ({ ...hit, shadow: true })) }
    const take = async (id: string, assessment: typeof asking | typeof onTrial) =>
      await takeIn(bench.service.workspace, actor(), [{ event: payment(id, now, { customer_id: id }), assessment }])
    expect(await take('on trial', onTrial)).toEqual([])
    const [raised] = await take('asked for', asking)
    expect(await alertOf(raised?.id ?? 0)).toMatchObject({
      risk_level: 'low',
      recommended_action: 'block',
      needs_decision: true,
    })
    expect(await queued()).toContain(raised?.id)
  })

  test('does not join an alert that was confirmed: it raises one, in the case that is still worked on', async () => {
    const first = await act('C', critical, 2)
    expect((await v1('PUT', `/v1/alerts/${first.id}/status`, { status: 'confirmed', notes: 'Fraud.' })).status).toBe(
      200,
    )
    const { answer: second, told } = await toldBy(() => act('C', critical, 0))
    expect(second).toMatchObject({ isNew: true, openedCase: false, caseId: first.caseId })
    expect(told).toContainEqual({
      type: 'alert.raised',
      data: expect.objectContaining({
        alert_id: second.id,
        transaction_id: second.transactionId,
        risk_level: 'critical',
      }) as unknown,
    })
    expect(await listed('C')).toEqual([second.id])
    expect(await alertOf(second.id)).toMatchObject({ status: 'escalated', needs_decision: true, transaction_count: 1 })
    expect(await alertOf(first.id)).toMatchObject({ status: 'confirmed', transaction_count: 1 })
    const labels = await Promise.all(
      [first, second].map(
        async ({ transactionId }) =>
          (await v1('GET', `/v1/transactions/${transactionId}`)).data.label?.is_fraud ?? null,
      ),
    )
    expect(labels).toEqual([true, null])
  })

  test.each([
    ['closed', 'L'],
    ['resolved', 'R'],
  ])('does not join the open alert of a case that is %s: it raises one, and a case opens', async (status, customer) => {
    const first = await act(customer, critical, 3)
    const at = `/v1/cases/${first.caseId}/status`
    if (status === 'resolved')
      expect((await v1('PUT', at, { status: 'investigating', notes: 'Looking into it.' })).status).toBe(200)
    expect((await v1('PUT', at, { status, notes: 'Customer refunded.' })).status).toBe(200)
    const { answer: second, told } = await toldBy(() => act(customer, critical, 0.5))
    expect(second).toMatchObject({ isNew: true, openedCase: true })
    expect(second.caseId).not.toBe(first.caseId)
    expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['alert.raised', 'case.opened']))
    expect((await alertOf(first.id)).transaction_count).toBe(1)
    expect(await act(customer, critical, 0.25)).toMatchObject({ id: second.id, isNew: false, caseId: second.caseId })
  })
})

describe('a case that opens by itself', () => {
  const titled = async (template: string, entity: string | undefined): Promise<string> => {
    await setPolicy({ ...defaultDetectionPolicy, cases: { ...defaultDetectionPolicy.cases, title: template } })
    n += 1
    const [raised] = await takeIn(bench.service.workspace, actor(), [
      { event: payment(`titled-${n}`, now, { customer_id: entity }), assessment: judged(critical) },
    ])
    return (await v1('GET', `/v1/cases/${raised?.caseId}`)).data.title
  }

  test('has a title whatever the template makes of its values', async () => {
    expect(await titled('x{entity}{entity}{entity}', '😀'.repeat(64))).toBe(`x${'😀'.repeat(149)}`)
    expect(await titled('{entity}', undefined)).toBe('Velocity signal on one activity')
  })

  test('opens at more alerts than it takes at once, and the others follow', async () => {
    await setPolicy({
      ...defaultDetectionPolicy,
      alerts: { ...defaultDetectionPolicy.alerts, cool_down_hours: 0.25 },
      cases: { ...defaultDetectionPolicy.cases, min_alerts: 203, cool_down_hours: 8_760 },
    })
    const many = (from: number, to: number) =>
      takeIn(
        bench.service.workspace,
        actor(),
        Array.from({ length: to - from }, (_, at) => ({
          event: payment(`many-${from + at}`, now - (from + at) * hour, { customer_id: 'many' }),
          assessment: judged(critical),
        })),
      )
    expect((await many(0, 202)).filter(({ caseId }) => caseId !== null)).toEqual([])
    const [last] = await many(202, 203)
    expect(last).toMatchObject({ isNew: true, openedCase: true, caseId: expect.any(Number) as unknown })
    const held = async (): Promise<number[]> => (await v1('GET', `/v1/cases/${last?.caseId}`)).data.alert_ids
    expect(await held()).toHaveLength(200)
    expect(await held()).toContain(last?.id)
    await act('many-else', medium, 0)
    expect(await held()).toHaveLength(203)
  })

  test('leaves nobody waiting for it who was disposed of meanwhile', async () => {
    await setPolicy({
      ...defaultDetectionPolicy,
      alerts: { ...defaultDetectionPolicy.alerts, cool_down_hours: 0.25 },
      cases: { ...defaultDetectionPolicy.cases, min_alerts: 201, cool_down_hours: 8_760 },
    })
    await takeIn(
      bench.service.workspace,
      actor(),
      Array.from({ length: 200 }, (_, at) => ({
        event: payment(`rest-${at}`, now - at * hour, { customer_id: 'rest' }),
        assessment: judged(critical - at / 10_000),
      })),
    )
    expect(await act('rest', critical, 200)).toMatchObject({ openedCase: true })
    const waiting = () =>
      bench.service.workspace.db.selectFrom('alerts').select('id').where('wants_case', '=', 1).execute()
    const [rest] = await waiting()
    expect((await v1('PUT', `/v1/alerts/${rest?.id}/status`, { status: 'dismissed', notes: 'A test.' })).status).toBe(
      200,
    )
    await act('rest-else', medium, 0)
    expect(await waiting()).toEqual([])
    expect(await alertOf(rest?.id ?? 0)).toMatchObject({ status: 'dismissed', case_id: null })
  })

  test.each([
    [
      ['E', 0],
      ['E', 60],
    ],
    [
      ['F', 60],
      ['F', 0],
    ],
  ] as const)(
    'takes what lies within its cool-down on either side, in whichever order it came (%j, then %j)',
    async ([customer, first], [, second]) => {
      const opened = await act(customer, critical, first * 24)
      expect(opened).toMatchObject({ openedCase: true })
      const far = await act(customer, critical, second * 24)
      expect(far).toMatchObject({ openedCase: true })
      expect(far.caseId).not.toBe(opened.caseId)
      const near = await act(customer, critical, first === 0 ? 6 * 24 : 54 * 24)
      expect(near).toMatchObject({ isNew: true, openedCase: false, caseId: opened.caseId })
    },
  )

  test('is not the one that a person made, though its alert goes on growing', async () => {
    const { id } = await act('P', medium, 30)
    const made = (
      await v1('POST', '/v1/cases', {
        title: 'By hand',
        description: 'Seen by a person.',
        priority: 'low',
        alert_ids: [id],
      })
    ).data
    expect(await act('P', medium, 29)).toMatchObject({ id, isNew: false, caseId: made.id })
    const grave = await act('P', critical, 0)
    expect(grave).toMatchObject({ isNew: true, openedCase: true })
    expect(grave.caseId).not.toBe(made.id)
    expect((await v1('GET', `/v1/cases/${grave.caseId}`)).data.priority).toBe('urgent')
  })
})
