import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { expectSkips } from '../api/skipping.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: Bench
let sam: Person
let sue: Person
let ines: Person
let n = 0
let alertId = 0

const v1 = async <M extends string, A extends string>(method: M, path: A, body?: unknown, as?: Person) =>
  await bench.ask(method, path, { ...(body === undefined ? {} : { body }), ...(as === undefined ? {} : { as }) })
const v4 = async <M extends string, A extends string>(
  method: M,
  path: A,
  body?: Record<string, unknown>,
  key = bench.apiKey,
) =>
  await bench.ask(method, path, {
    anonymous: true,
    headers: { authorization: `Bearer ${key}`, 'x-workspace-id': bench.workspaceId },
    ...(body === undefined ? {} : { body }),
  })

const fourEyes = (outcomes: readonly string[]) =>
  v1('PUT', '/v1/detection/policy', {
    ...defaultDetectionPolicy,
    decisions: { ...defaultDetectionPolicy.decisions, four_eyes: { outcomes, from_level: 'medium' } },
  })

const oneAlert = async (score = 0.5): Promise<number> => {
  n += 1
  const actor = { userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const }
  const [raised] = await takeIn(bench.service.workspace, actor, [
    {
      event: payment(`decide-${n}`, Date.UTC(2031, 2, 4, 2), { customer_id: `decide-${n}` }),
      assessment: judged(score),
    },
  ])
  return raised?.id ?? 0
}

beforeAll(async () => {
  bench = await startBench()
  sam = await bench.addPerson('supervisor', 'sam')
  sue = await bench.addPerson('supervisor', 'sue')
  ines = await bench.addPerson('investigator', 'ines')
  await fourEyes(['decline'])
})
beforeEach(async () => {
  alertId = await oneAlert()
})
afterAll(() => bench.close())

describe('a decision that needs four eyes', () => {
  test('is a proposal until another supervisor approves it', async () => {
    const proposed = await v1(
      'POST',
      '/v1/decisions',
      { alert_id: alertId, outcome: 'decline', reason: 'The customer did not make it.' },
      sam,
    )
    expect(proposed.status).toBe(201)
    expect(proposed.data).toMatchObject({
      state: 'proposed',
      outcome: 'decline',
      second: null,
      decided_by: { id: sam.id, kind: 'user' },
    })
    const at = `/v1/decisions/${proposed.data.id}/second`
    expect((await v1('POST', at, { verdict: 'approve' }, sam)).error.code).toBe('four_eyes_required')
    expect((await v1('POST', at, { verdict: 'approve' }, ines)).status).toBe(403)
    const queue = (await v1('GET', '/v1/decisions/queue?needs=second_person', undefined, sam)).data
    expect(queue).toEqual([
      expect.objectContaining({
        alert_id: alertId,
        needs: 'second_person',
        may_decide: false,
        proposal: expect.objectContaining({ state: 'proposed' }) as unknown,
      }),
    ])
    expect((await v1('GET', '/v1/decisions/queue?needs=second_person', undefined, sue)).data[0]?.may_decide).toBe(true)
    expect(
      (
        await v1(
          'POST',
          '/v1/decisions',
          { alert_id: alertId, outcome: 'approve', reason: 'Around the second person.' },
          ines,
        )
      ).error.code,
    ).toBe('already_done')
    const approved = await v1('POST', at, { verdict: 'approve', notes: 'Called the customer myself.' }, sue)
    expect(approved.data).toMatchObject({
      state: 'approved',
      second: { by: { id: sue.id }, note: 'Called the customer myself.' },
    })
    expect((await v1('POST', at, { verdict: 'refuse' }, sue)).error.code).toBe('already_done')
  })

  test('is never approved by an API key, nor by whoever made the key that proposed it', async () => {
    const made = (await v1('POST', '/v1/keys', { label: 'Engine', kind: 'api', scopes: ['v4:read', 'v4:write'] })).data
    const proposed = await v4(
      'POST',
      '/v4/decisions/manual',
      { alert_id: alertId, outcome: 'decline', reason: 'Decided in our own system.' },
      made.secret,
    )
    expect(proposed.data).toMatchObject({ status: 'proposed', decision: { decided_by: { kind: 'api_key' } } })
    const id = proposed.data.decision?.id
    for (const key of [made.secret, bench.apiKey])
      expect((await v4('POST', '/v4/decisions/manual', { decision_id: id, verdict: 'approve' }, key)).error.code).toBe(
        'four_eyes_required',
      )
    expect((await v1('POST', `/v1/decisions/${id}/second`, { verdict: 'approve' })).error.code).toBe(
      'four_eyes_required',
    )
    expect((await v1('POST', `/v1/decisions/${id}/second`, { verdict: 'approve' }, sue)).data.state).toBe('approved')
  })

  test('waits again for anybody once the second person refuses it', async () => {
    const { id } = (
      await v1('POST', '/v1/decisions', { alert_id: alertId, outcome: 'decline', reason: 'Too fast.' }, ines)
    ).data
    expect(
      (await v1('POST', `/v1/decisions/${id}/second`, { verdict: 'refuse', notes: 'Ask the customer first.' }, sam))
        .data.state,
    ).toBe('refused')
    const queue = (await v1('GET', '/v1/decisions/queue?needs=decision&size=200')).data.map(({ alert_id }) => alert_id)
    expect(queue).toContain(alertId)
  })
})

describe('a decision that needs none', () => {
  test('is in force at once, looks the alert over, and leaves the queue', async () => {
    const decided = (
      await v1(
        'POST',
        '/v1/decisions',
        { alert_id: alertId, outcome: 'approve', reason: 'The customer confirmed.' },
        ines,
      )
    ).data
    expect(decided).toMatchObject({ state: 'recorded', score: 0.5, risk_level: 'medium' })
    expect((await v1('GET', `/v1/alerts/${alertId}`)).data).toMatchObject({
      status: 'in_review',
      needs_decision: false,
      decisions: [{ id: decided.id }],
    })
    expect(
      (await v1('POST', '/v1/decisions', { alert_id: alertId, outcome: 'approve', reason: 'Again.' }, ines)).error.code,
    ).toBe('already_done')
    expect((await v4('GET', `/v4/decisions/retrieve?decision_id=${decided.id}`)).data).toMatchObject({
      status: 'recorded',
      decision: { reason: 'The customer confirmed.' },
    })
  })

  test('hands up, and the alert waits on for somebody else', async () => {
    await v1('POST', '/v1/decisions', { alert_id: alertId, outcome: 'escalate', reason: 'Beyond my limit.' }, ines)
    expect((await v1('GET', `/v1/alerts/${alertId}`)).data).toMatchObject({ status: 'escalated', needs_decision: true })
  })

  test('can be about a transaction or an assessment, and what is not there is refused', async () => {
    expect(
      (await v1('POST', '/v1/decisions', { transaction_id: `decide-${n}`, outcome: 'approve', reason: 'Known payee.' }))
        .data,
    ).toMatchObject({ subject: 'transaction', transaction_id: `decide-${n}` })
    const assessed = (await v4('POST', '/v4/fraud-assessments/create', { event_type: 'login' })).data
    expect(
      (await v1('POST', '/v1/decisions', { assessment_id: assessed.id, outcome: 'challenge', reason: 'New device.' }))
        .data,
    ).toMatchObject({ subject: 'assessment', state: 'recorded' })
    for (const body of [{ alert_id: 424_242 }, { transaction_id: 'no such' }])
      expect((await v1('POST', '/v1/decisions', { ...body, outcome: 'approve', reason: 'x' })).status).toBe(404)
    expect(
      (
        await v1('POST', '/v1/decisions', {
          alert_id: alertId,
          transaction_id: 'both',
          outcome: 'approve',
          reason: 'x',
        })
      ).status,
    ).toBe(400)
  })

  test('of an alert in a case is sealed there, and its reason can be erased', async () => {
    const high = await oneAlert(0.9)
    const { case_id: caseId } = (await v1('GET', `/v1/alerts/${high}`)).data
    const decided = (
      await v1('POST', '/v1/decisions', { alert_id: high, outcome: 'approve', reason: 'Says Mrs Example.' }, ines)
    ).data
    const entry = (await v1('GET', `/v1/cases/${caseId}/entries/${decided.entry_id}`)).data.entry
    expect(entry.type).toBe('decision.recorded')
    await v1('POST', `/v1/cases/${caseId}/redactions`, {
      entry_id: decided.entry_id,
      digests: [entry.withheld.reason?.digest],
      legal_basis: 'gdpr_art_17',
    })
    expect((await v1('GET', `/v1/decisions/${decided.id}`)).data).toMatchObject({
      reason: '[redacted]',
      outcome: 'approve',
    })
    expect(await bench.everything()).not.toContain('Mrs Example')
  })

  test('L-56: a retry under its Idempotency-Key does not bring back a reason that was erased', async () => {
    const keyed = { 'idempotency-key': 'erased-reason' }
    const [mine, theirs] = [await oneAlert(0.9), await oneAlert(0.9)]
    const byPerson = async () => {
      const answer = await bench.ask('POST', '/v1/decisions', {
        body: { alert_id: mine, outcome: 'approve', reason: 'Says Mrs Example.' },
        as: ines,
        headers: keyed,
      })
      return { answer, decision: answer.data }
    }
    const byKey = async () => {
      const answer = await bench.ask('POST', '/v4/decisions/manual', {
        anonymous: true,
        headers: { ...keyed, authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId },
        body: { alert_id: theirs, outcome: 'approve', reason: 'Says Mrs Example.' },
      })
      return { answer, decision: answer.data.decision }
    }
    for (const ask of [byPerson, byKey]) {
      const { answer: first, decision } = await ask()
      expect((await ask()).answer.text).toBe(first.text)
      if (decision === undefined) throw new Error(first.text)
      const { case_id: caseId, entry_id: entryId } = decision
      const { entry } = (await v1('GET', `/v1/cases/${caseId}/entries/${entryId}`)).data
      expect(
        (
          await v1('POST', `/v1/cases/${caseId}/redactions`, {
            entry_id: entryId,
            digests: [entry.withheld.reason?.digest],
            legal_basis: 'gdpr_art_17',
          })
        ).status,
      ).toBe(200)
      const { answer: replayed } = await ask()
      expect(replayed.headers.get('idempotency-replayed')).toBe('true')
      expect(replayed.text).toBe(first.text.replace('Says Mrs Example.', '[redacted]'))
    }
  })
})

test('the queue is walked whole, proposals first', async () => {
  const seen: (number | null)[] = []
  let after = ''
  do {
    const page = (await v1('GET', `/v1/decisions/queue?size=2${after}`, undefined, sam)).whole
    seen.push(...page.data.map(({ alert_id }) => alert_id))
    after = page.next === null ? '' : `&after=${page.next}`
  } while (after !== '')
  const { awaiting, awaiting_second_person: second } = (await v4('GET', '/v4/decisions/manual')).data
  expect(seen).toHaveLength(new Set(seen).size)
  expect(seen).toHaveLength(awaiting + second)
})

test('of one alert the queue gives only what that one needs', async () => {
  const other = await oneAlert()
  const ofAlert = async (id: number) => (await v1('GET', `/v1/decisions/queue?alert_id=${id}`, undefined, sam)).data
  expect(await ofAlert(alertId)).toEqual([
    expect.objectContaining({ alert_id: alertId, needs: 'decision', four_eyes: ['decline'], proposal: null }),
  ])
  await v1(
    'POST',
    '/v1/decisions',
    { alert_id: alertId, outcome: 'decline', reason: 'The customer did not make it.' },
    ines,
  )
  expect(await ofAlert(alertId)).toEqual([
    expect.objectContaining({ alert_id: alertId, needs: 'second_person', may_decide: true }),
  ])
  expect(await ofAlert(other)).toEqual([expect.objectContaining({ alert_id: other, needs: 'decision' })])
  await v1('POST', '/v1/decisions', { alert_id: other, outcome: 'approve', reason: 'Called the customer.' }, ines)
  expect(await ofAlert(other)).toEqual([])
})

test('told to pass rows over, the lists give what follows them', async () => {
  const alerts: number[] = []
  for (let more = 0; more < 6; more += 1) alerts.push(await oneAlert())
  const made = await Promise.all(
    alerts
      .slice(3)
      .map(
        async (id) =>
          (
            await v1(
              'POST',
              '/v1/decisions',
              { alert_id: id, outcome: 'decline', reason: 'The customer did not make it.' },
              ines,
            )
          ).data.id,
      ),
  )
  for (const address of [
    '/v1/decisions/queue?',
    '/v1/decisions/queue?needs=decision&',
    '/v1/decisions/queue?needs=second_person&',
    '/v1/decisions?',
  ] as const) {
    await expectSkips(async (fields) => (await v1('GET', `${address}${fields}`, undefined, sam)).whole)
  }
  for (const id of made) await v1('POST', `/v1/decisions/${id}/second`, { verdict: 'approve' }, sam)
})

test('rows follow from the entries', async () => {
  const report = await bench.service.workspace.verification.verifyWorkspace()
  expect(report?.findings.filter(({ severity }) => severity !== 'information')).toEqual([])
})

describe('a decision beside another', () => {
  const decide = async (outcome: string, as: Person, more: Readonly<Record<string, unknown>> = {}) =>
    await v1('POST', '/v1/decisions', { alert_id: alertId, outcome, reason: 'Looked at.', ...more }, as)
  const states = async () =>
    (await v1('GET', `/v1/decisions?alert_id=${alertId}`)).data.map(({ outcome, state }) => `${outcome} ${state}`)

  beforeAll(() => fourEyes([]))
  afterAll(() => fourEyes(['decline']))

  test('is refused to whoever has not seen that one, and takes its place where it names it', async () => {
    const first = (await decide('approve', ines)).data
    expect((await decide('decline', sam)).error).toMatchObject({
      code: 'stale_revision',
      message: expect.stringContaining(first.id) as unknown,
    })
    expect((await decide('decline', sam, { replaces: bench.workspaceId })).error.code).toBe('stale_revision')
    expect(await states()).toEqual(['approve recorded'])
    const second = (await decide('decline', sam, { replaces: first.id })).data
    expect(second).toMatchObject({ state: 'recorded', replaces: first.id })
    expect(await states()).toEqual(['decline recorded', 'approve superseded'])
    expect((await v1('GET', '/v1/decisions?state=superseded&size=200')).data).toContainEqual(
      expect.objectContaining({ id: first.id }),
    )
    expect(
      (await decide('challenge', ines, { replaces: first.id })).error.code,
      'what is replaced already is not what stands',
    ).toBe('stale_revision')
  })

  test('that hands the alert up again leaves it waiting, and what awaits a second person replaces nothing yet', async () => {
    const first = (await decide('approve', ines)).data
    await decide('escalate', ines, { replaces: first.id })
    expect((await v1('GET', `/v1/alerts/${alertId}`)).data).toMatchObject({ needs_decision: true })
    const after = (await decide('challenge', sam)).data
    expect(await states()).toEqual(['challenge recorded', 'escalate recorded', 'approve superseded'])
    await fourEyes(['decline'])
    const proposed = (await decide('decline', ines, { replaces: after.id })).data
    expect(await states()).toEqual([
      'decline proposed',
      'challenge recorded',
      'escalate recorded',
      'approve superseded',
    ])
    await v1('POST', `/v1/decisions/${proposed.id}/second`, { verdict: 'approve' }, sam)
    expect(await states()).toEqual([
      'decline approved',
      'challenge superseded',
      'escalate recorded',
      'approve superseded',
    ])
    await fourEyes([])
  })
})

describe('four eyes on letting an alert through', () => {
  const dispose = async (status: string, as: Person = ines, id = alertId) =>
    await v1('PUT', `/v1/alerts/${id}/status`, { status, notes: 'I say so.' }, as)
  const decide = async (outcome: string, as: Person = ines) =>
    (await v1('POST', '/v1/decisions', { alert_id: alertId, outcome, reason: 'Says Mrs Example.' }, as)).data

  beforeAll(() => fourEyes(['approve']))
  afterAll(() => fourEyes(['decline']))

  test('is not passed by a disposition: neither before a decision, nor while one is proposed, nor by correcting another', async () => {
    for (const status of ['false_positive', 'dismissed'])
      expect((await dispose(status)).error.code).toBe('four_eyes_required')
    expect(
      (
        await v1(
          'POST',
          '/v1/bulk/alerts',
          { alert_ids: [alertId], status: 'false_positive', notes: 'I say so.' },
          ines,
        )
      ).data,
    ).toMatchObject({ changed: 0, results: [{ ok: false, error: { code: 'four_eyes_required' } }] })
    const { id } = await decide('approve')
    for (const status of ['false_positive', 'dismissed', 'confirmed'])
      for (const who of [ines, sam]) expect((await dispose(status, who)).error.code).toBe('four_eyes_required')
    await v1('POST', `/v1/decisions/${id}/second`, { verdict: 'refuse' }, sam)
    expect((await dispose('confirmed')).whole.success).toBe(true)
    expect((await dispose('false_positive')).error.code, 'what was confirmed alone is not let through alone').toBe(
      'four_eyes_required',
    )
  })

  test('lets the alert be disposed of once a second person has approved, up to that level', async () => {
    await decide('challenge')
    expect((await dispose('false_positive')).error.code, 'nobody has let it through').toBe('four_eyes_required')
    expect((await dispose('dismissed')).whole.success).toBe(true)
    alertId = await oneAlert()
    const { id } = await decide('approve')
    await v1('POST', `/v1/decisions/${id}/second`, { verdict: 'approve' }, sam)
    expect((await dispose('false_positive')).whole.success).toBe(true)
  })
})
