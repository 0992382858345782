import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assessment } from '../../../shared/schema/assessments.ts'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: Bench

const v4 = async <M extends string, A extends string>(method: M, path: A, body?: Record<string, unknown>) =>
  await bench.ask(method, path, {
    anonymous: true,
    headers: { authorization: `Bearer ${bench.apiKey}` },
    ...(body === undefined ? {} : { body }),
  })
const own = () => `workspace_id=${bench.workspaceId}`

beforeAll(async () => {
  bench = await startBench()
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const at = Date.UTC(2031, 2, 4, 2)
  await takeIn(
    bench.service.workspace,
    actor,
    Array.from({ length: 25 }, (_, n) => ({
      event: payment(`t-${n}`, at + n * 60_000, { customer_id: `c-${n % 5}` }),
      assessment: judged(n / 25),
    })),
  )
})
afterAll(() => bench.close())

describe('with the workspace alone', () => {
  test.each([
    ['GET', '/v4/transactions/score'],
    ['GET', '/v4/decisions/manual'],
    ['GET', '/v4/decisions/retrieve'],
    ['GET', '/v4/monitoring/list'],
    ['GET', '/v4/monitoring/retrieve'],
    ['GET', '/v4/metrics/effectiveness'],
    ['GET', '/v4/fraud-assessments/retrieve'],
    ['PATCH', '/v4/alerts/status'],
    ['POST', '/v4/alerts/assign'],
    ['POST', '/v4/decisions/manual'],
  ])('%s %s answers with status and time, wherever the workspace stands', async (method, path) => {
    for (const answer of [
      await v4(method, `${path}?${own()}`),
      ...(method === 'GET' ? [] : [await v4(method, path, { workspace_id: bench.workspaceId })]),
    ]) {
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({
        success: true,
        data: { status: expect.any(String) as unknown, timestamp: expect.stringMatching(/\+00:00$/) as unknown },
      })
    }
    expect((await v4(method, path, method === 'GET' ? undefined : {})).error.code).toBe('invalid_request')
    expect((await v4(method, `${path}?workspace_id=another`)).error.code).toBe('workspace_mismatch')
  })
})

describe('an assessment', () => {
  test('of a bare kind of activity answers whole, without a workspace', async () => {
    const answer = await v4('POST', '/v4/fraud-assessments/create', { event_type: 'login' })
    expect(answer.status).toBe(201)
    expect(assessment.parse(answer.data)).toMatchObject({ risk_level: 'low', recommended_action: 'allow', signals: [] })
    expect(answer.data.id).toMatch(/^fa_/)
    expect((await v4('GET', `/v4/fraud-assessments/retrieve?${own()}&id=${answer.data.id}`)).data.assessment).toEqual(
      answer.data,
    )
    expect(
      (await v4('POST', '/v4/fraud-assessments/create', { event_type: 'login', workspace_id: 'another' })).error.code,
    ).toBe('workspace_mismatch')
  })

  test('finds what it needs under usual names, and keeps the rest for rules', async () => {
    const metadata = {
      Transaction: { Amount: '1250.50', currency: 'eur' },
      userId: 4711,
      device: { id: 'phone-2', jailbroken: true },
      ip_address: '203.0.113.7',
      beneficiary: 'mule-7',
      mood: 'hurried',
    }
    const { data } = await v4('POST', '/v4/fraud-assessments/create', { event_type: 'transfer', metadata })
    expect(data.understood).toEqual({
      amount: 'Transaction.Amount',
      currency: 'Transaction.currency',
      customer_id: 'userId',
      counterparty_id: 'beneficiary',
      device_id: 'device.id',
      ip: 'ip_address',
    })
    expect(data.kept).toEqual(['device.jailbroken', 'mood'])
  })

  test('is refused where a field cannot have its value, and nothing is kept', async () => {
    const before = (await v4('GET', `/v4/fraud-assessments/retrieve?${own()}`)).data.assessments
    const answer = await v4('POST', '/v4/fraud-assessments/create', {
      event_type: 'transfer',
      metadata: { amount: 'a lot', latitude: 123 },
    })
    expect(answer.status).toBe(400)
    expect(answer.error.details).toEqual([
      expect.objectContaining({ path: 'body.metadata.amount' }),
      expect.objectContaining({ path: 'body.metadata.latitude' }),
    ])
    for (const body of [{}, { event_type: '' }, { event_type: 'x', metadata: [] }, { event_type: 'x', what: 1 }])
      expect((await v4('POST', '/v4/fraud-assessments/create', body)).status).toBe(400)
    expect((await v4('GET', `/v4/fraud-assessments/retrieve?${own()}`)).data.assessments).toBe(before)
  })

  test('reads hostile metadata as data', async () => {
    const raw =
      '{"event_type":"x","metadata":{"__proto__":{"amount":5},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":"no","deep":{"a":{"b":{"c":{"d":{"amount":7}}}}}}}'
    const answer = await bench.ask('POST', '/v4/fraud-assessments/create', {
      anonymous: true,
      headers: { authorization: `Bearer ${bench.apiKey}` },
      raw,
    })
    expect([201, 400]).toContain(answer.status)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('transactions and monitoring', () => {
  test('tell the score of one transaction with rules and reasons', async () => {
    const { data } = await v4('GET', `/v4/transactions/score?${own()}&transaction_id=t-20`)
    expect(data).toMatchObject({
      status: 'scored',
      transaction_id: 't-20',
      score: 0.8,
      risk_level: 'high',
      recommended_action: 'challenge',
      signals: ['velocity_signal'],
      rules: [{ rule: 'velocity' }],
      alert_id: expect.any(Number) as unknown,
    })
    expect((await v4('GET', `/v4/transactions/score?${own()}&transaction_id=none`)).status).toBe(404)
    expect((await v4('GET', `/v4/transactions/score?${own()}`)).data).toMatchObject({
      transactions: 25,
      by_level: { low: 8, medium: 7, high: 7, critical: 3 },
    })
  })

  test('walk through all that was scored and raised, once each', async () => {
    for (const filter of [
      '',
      '&kind=transaction_scored',
      '&kind=alert_raised',
      '&level=high',
      '&entity_kind=customer&entity_id=c-3',
    ]) {
      const all = await v4('GET', `/v4/monitoring/list?${own()}&size=200${filter}`)
      expect(all.status, `${filter}: ${all.text}`).toBe(200)
      const whole = all.data.events.map(({ id }) => id)
      const walked: string[] = []
      let after = ''
      do {
        const { events, next } = (await v4('GET', `/v4/monitoring/list?${own()}&size=3${filter}${after}`)).data
        walked.push(...events.map(({ id }) => id))
        after = next === null ? '' : `&after=${next}`
      } while (after !== '')
      expect(walked, filter).toEqual(whole)
      expect(new Set(walked).size).toBe(walked.length)
      expect(walked.length).toBeGreaterThan(0)
    }
    expect((await v4('GET', `/v4/monitoring/list?${own()}&after=rubbish`)).status).toBe(400)
  })

  test('tell what is known of an entity', async () => {
    expect((await v4('GET', `/v4/monitoring/retrieve?${own()}&customer_id=c-4`)).data).toMatchObject({
      entity: { kind: 'customer', id: 'c-4' },
      transactions: 5,
      alerts: [{ entity: { id: 'c-4' } }],
    })
    expect((await v4('GET', `/v4/monitoring/retrieve?${own()}&customer_id=nobody`)).status).toBe(404)
    expect((await v4('GET', `/v4/monitoring/retrieve?${own()}&customer_id=c-4&account_id=1`)).status).toBe(400)
  })
})

describe('alerts by an API key', () => {
  test('are moved and assigned, one or many, in the name of the key', async () => {
    const [first, second] = (await bench.ask('GET', '/v1/alerts?size=2&in_case=false')).data
    expect(
      (
        await v4('PATCH', '/v4/alerts/status', {
          workspace_id: bench.workspaceId,
          alert_id: first?.id,
          status: 'in_review',
          notes: 'Taken by the desk.',
        })
      ).data,
    ).toMatchObject({ status: 'updated', alert: { id: first?.id, status: 'in_review' } })
    expect(
      (
        await v4('PATCH', '/v4/alerts/status', {
          workspace_id: bench.workspaceId,
          alert_id: first?.id,
          status: 'in_review',
        })
      ).error.code,
    ).toBe('already_done')
    expect(
      (
        await v4('PATCH', '/v4/alerts/status', {
          workspace_id: bench.workspaceId,
          alert_ids: [first?.id, second?.id, 77_777],
          status: 'false_positive',
        })
      ).data.outcome,
    ).toMatchObject({ changed: 2, refused: 1 })
    expect(
      (
        await v4('POST', '/v4/alerts/assign', {
          workspace_id: bench.workspaceId,
          alert_id: second?.id,
          assignee_id: bench.admin.id,
        })
      ).data,
    ).toMatchObject({ status: 'assigned', alert: { assignee_id: bench.admin.id } })
    expect(
      (
        await v4('POST', '/v4/alerts/assign', {
          workspace_id: bench.workspaceId,
          alert_id: second?.id,
          assignee_id: 9_999,
        })
      ).error.code,
    ).toBe('unknown_reference')
    expect((await bench.ask('GET', `/v1/alerts/${first?.id}`)).data.history[0]?.actor_name).toMatch(/^API key/)
  })
})
