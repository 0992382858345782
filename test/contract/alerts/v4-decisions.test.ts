import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { exampleOf } from '../../../main/server/description/examples.ts'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

/**
 * Decisions as the institution's own systems ask for them: found by what they know, and made once whatever the network
 * does.
 */

let bench: Bench

const v4 = async <M extends string, A extends string>(
  method: M,
  path: A,
  body?: Record<string, unknown>,
  headers: Record<string, string> = {},
) =>
  await bench.ask(method, path, {
    anonymous: true,
    headers: { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId, ...headers },
    ...(body === undefined ? {} : { body }),
  })

const alertOf = async (id: string): Promise<number> => {
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const [raised] = await takeIn(bench.service.workspace, actor, [
    { event: payment(id, Date.UTC(2031, 2, 4, 2), { customer_id: `of-${id}` }), assessment: judged(0.6) },
  ])
  return raised?.id ?? 0
}

beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

test('a decision on an alert is found by any transaction of it, and one on an assessment by that', async () => {
  const alertId = await alertOf('found')
  const { data } = await v4('POST', '/v4/decisions/manual', {
    alert_id: alertId,
    outcome: 'decline',
    reason: 'Not his.',
  })
  expect((await v4('GET', '/v4/decisions/retrieve?transaction_id=found')).data.decisions).toMatchObject([
    { id: data.decision?.id, outcome: 'decline' },
  ])
  expect((await bench.ask('GET', '/v1/decisions?transaction_id=found')).data).toMatchObject([{ id: data.decision?.id }])
  expect((await v4('GET', '/v4/decisions/retrieve?transaction_id=another')).data.decisions).toEqual([])
  const assessed = (await v4('POST', '/v4/fraud-assessments/create', { event_type: 'login' })).data
  const decided = (
    await v4('POST', '/v4/decisions/manual', {
      assessment_id: assessed.id,
      outcome: 'approve',
      reason: 'Known device.',
    })
  ).data
  expect((await v4('GET', `/v4/decisions/retrieve?assessment_id=${assessed.id}`)).data.decisions).toMatchObject([
    { id: decided.decision?.id, assessment_id: assessed.id },
  ])
})

test('what is asked twice under one Idempotency-Key is made once, and answered alike to the byte', async () => {
  const key = { 'idempotency-key': 'a-retry' }
  const first = await v4('POST', '/v4/fraud-assessments/create', { event_type: 'login' }, key)
  const again = await v4('POST', '/v4/fraud-assessments/create', { event_type: 'login' }, key)
  expect([first.status, again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 201, 'true'])
  expect(again.text).toBe(first.text)
  const body = { alert_id: await alertOf('retried'), outcome: 'decline', reason: 'Not hers.' }
  const decided = await v4('POST', '/v4/decisions/manual', body, key)
  const retried = await v4('POST', '/v4/decisions/manual', body, key)
  expect([decided.status, retried.status]).toEqual([200, 200])
  expect(retried.text).toBe(decided.text)
  expect((await v4('POST', '/v4/decisions/manual', { ...body, outcome: 'approve' }, key)).error.code).toBe(
    'idempotency_key_reused',
  )
  expect((await v4('POST', '/v4/decisions/manual', body)).status).toBe(409)
})

test('who decides, moves or assigns by what he saw is told where another came first, and nothing is changed', async () => {
  const alertId = await alertOf('seen')
  const seen = (await v4('GET', '/v4/decisions/manual')).data.queue.find(
    ({ alert_id: id }) => id === alertId,
  )?.alert_revision
  const asSeen = { 'if-match': `"${seen}"` }
  expect(
    (await v4('POST', '/v4/alerts/assign', { alert_id: alertId, assignee_id: bench.admin.id }, asSeen)).status,
  ).toBe(200)
  const before = await bench.snapshot()
  for (const [method, path, body] of [
    ['PATCH', '/v4/alerts/status', { alert_id: alertId, status: 'confirmed', notes: 'Not hers.' }],
    ['POST', '/v4/alerts/assign', { alert_id: alertId, assignee_id: null }],
    ['POST', '/v4/decisions/manual', { alert_id: alertId, outcome: 'decline', reason: 'Not hers.' }],
  ] as const) {
    const late = await v4(method, path, body, asSeen)
    expect([late.status, late.error.code], path).toEqual([409, 'stale_revision'])
  }
  expect(
    (
      await bench.ask('POST', '/v1/decisions', {
        body: { alert_id: alertId, outcome: 'decline', reason: 'Not hers.' },
        headers: asSeen,
      })
    ).error.code,
  ).toBe('stale_revision')
  expect(await bench.snapshot()).toBe(before)
  const now = { 'if-match': `"${(await bench.ask('GET', `/v1/alerts/${alertId}`)).data.revision}"` }
  expect(
    (await v4('PATCH', '/v4/alerts/status', { alert_id: alertId, status: 'in_review' }, now)).data.alert?.status,
  ).toBe('in_review')
})

test('a revision that would not be compared is refused, and nothing is changed', async () => {
  const alertId = await alertOf('compared')
  const seen = { 'if-match': '"0"' }
  const assessed = (await v4('POST', '/v4/fraud-assessments/create', { event_type: 'login' })).data
  const before = await bench.snapshot()
  for (const [method, path, body] of [
    ['PATCH', '/v4/alerts/status', { alert_ids: [alertId], status: 'dismissed', notes: 'Known.' }],
    ['POST', '/v4/alerts/assign', { alert_ids: [alertId], assignee_id: bench.admin.id }],
    ['POST', '/v4/decisions/manual', { assessment_id: assessed.id, outcome: 'decline', reason: 'Not his.' }],
  ] as const) {
    const refused = await v4(method, path, body, seen)
    expect([refused.status, refused.error.details?.[0]?.path], path).toEqual([400, 'header.if-match'])
  }
  const onAssessment = await bench.ask('POST', '/v1/decisions', {
    body: { assessment_id: assessed.id, outcome: 'decline', reason: 'Not his.' },
    headers: seen,
  })
  expect([onAssessment.status, onAssessment.error.details?.[0]?.path]).toEqual([400, 'header.if-match'])
  // These tell a stale change by what the body names, and look at no header.
  const disposed = await bench.ask('POST', '/v1/screening/dispositions', {
    body: exampleOf('disposeScreeningHits'),
    headers: seen,
  })
  expect(disposed.error.details?.[0]?.path).toBe('header.if-match')
  expect(await bench.snapshot()).toBe(before)
})

test('what awaits a second person is not counted among what awaits a first one, and nobody is told that he may approve what his own key proposed', async () => {
  await bench.ask('PUT', '/v1/detection/policy', {
    body: {
      ...defaultDetectionPolicy,
      decisions: { ...defaultDetectionPolicy.decisions, four_eyes: { outcomes: ['decline'], from_level: 'low' } },
    },
  })
  const supervisor = await bench.addPerson('supervisor', 'second')
  const alertId = await alertOf('proposed')
  await alertOf('waiting')
  const before = (await v4('GET', '/v4/decisions/manual')).data
  expect(
    (await v4('POST', '/v4/decisions/manual', { alert_id: alertId, outcome: 'decline', reason: 'Not theirs.' })).data
      .status,
  ).toBe('proposed')
  const after = (await v4('GET', '/v4/decisions/manual')).data
  expect([after.awaiting, after.awaiting_second_person]).toEqual([before.awaiting - 1, 1])
  expect(after.queue).toHaveLength(after.awaiting + after.awaiting_second_person)
  const mayDecide = async (as: typeof bench.admin): Promise<unknown> =>
    (await bench.ask('GET', '/v1/decisions/queue?needs=second_person', { as })).data[0]?.may_decide
  expect([await mayDecide(bench.admin), await mayDecide(supervisor)], 'the administrator made the key').toEqual([
    false,
    true,
  ])
})

test.each([
  ['DELETE', '/v4/metrics/effectiveness', 'GET, HEAD, OPTIONS'],
  ['POST', '/v4/transactions/score', 'GET, HEAD, OPTIONS'],
  ['GET', '/v4/alerts/assign', 'POST, OPTIONS'],
  ['PUT', '/api/v4/alerts/status', 'PATCH, OPTIONS'],
])('%s %s is answered with what the address takes', async (method, path, allow) => {
  const answer = await v4(method, path, method === 'GET' ? undefined : {})
  expect([answer.status, answer.error.code, answer.headers.get('allow')]).toEqual([405, 'method_not_allowed', allow])
  expect((await bench.ask(method, path, { anonymous: true })).status, 'nobody without a key learns what there is').toBe(
    401,
  )
})

test('a kind of entity without one narrows nothing, and is refused', async () => {
  expect((await v4('GET', '/v4/monitoring/list?entity_kind=device')).error).toMatchObject({
    code: 'invalid_request',
    details: [{ path: 'query.entity_id' }],
  })
  expect((await v4('GET', '/v4/monitoring/list?entity_kind=customer&entity_id=of-found')).status).toBe(200)
})

test('the signature of a body of 8,000 characters of any script is looked at', async () => {
  const asked = new URLSearchParams({
    webhook_id: 'msg_1',
    webhook_timestamp: '1',
    webhook_signature: 'v1,AAAA',
    payload: '語'.repeat(8_000),
  })
  expect((await v4('GET', `/v4/webhooks/signatures?${asked.toString()}`)).status).toBe(200)
})
