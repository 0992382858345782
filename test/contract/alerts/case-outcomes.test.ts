import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { defaultPolicy } from '../../../shared/schema/policy.ts'
import type { Policy } from '../../../shared/schema/policy.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: Bench
let sam: Person
let sue: Person
let ines: Person
let paul: Person
let n = 0

const v1 = async <M extends string, A extends string>(
  method: M,
  path: A,
  body?: unknown,
  as?: Person,
  headers: Readonly<Record<string, string>> = {},
) =>
  await bench.ask(method, path, {
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
    headers,
  })
const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })

/** Alerts of customers of their own, one activity each; of no case. */
const alerts = async (count: number, score = 0.5): Promise<number[]> => {
  const raised = []
  for (let each = 0; each < count; each += 1) {
    n += 1
    raised.push(
      ...(await takeIn(bench.service.workspace, actor(), [
        { event: payment(`oc-${n}`, Date.UTC(2031, 2, 4, 2), { customer_id: `oc-${n}` }), assessment: judged(score) },
      ])),
    )
  }
  return raised.map(({ id }) => id)
}

/** A case that holds these alerts. */
const caseOf = async (ids: readonly number[]): Promise<number> =>
  (
    await v1('POST', '/v1/cases', {
      title: 'Payments at night',
      description: 'As the customer told it.',
      priority: 'high',
      alert_ids: ids,
    })
  ).data.id
const read = async (id: number) => (await v1('GET', `/v1/cases/${id}`)).data
const statusOf = async (id: number) => (await v1('GET', `/v1/alerts/${id}`)).data.status
const close = async (
  id: number,
  more: Readonly<Record<string, unknown>> = {},
  as?: Person,
  headers?: Readonly<Record<string, string>>,
) =>
  await v1(
    'PUT',
    `/v1/cases/${id}/status`,
    { status: 'closed', notes: 'The customer and the branch agree.', ...more },
    as,
    headers,
  )
const detection = async (
  decisions: Partial<typeof defaultDetectionPolicy.decisions>,
  alertsPolicy: Partial<typeof defaultDetectionPolicy.alerts> = {},
) =>
  await v1('PUT', '/v1/detection/policy', {
    ...defaultDetectionPolicy,
    alerts: { ...defaultDetectionPolicy.alerts, ...alertsPolicy },
    decisions: { ...defaultDetectionPolicy.decisions, ...decisions },
  })
const policy = async (given: Partial<Policy>) => await v1('PUT', '/v1/workspace/policy', { ...defaultPolicy, ...given })

beforeAll(async () => {
  bench = await startBench()
  sam = await bench.addPerson('supervisor', 'sam')
  sue = await bench.addPerson('supervisor', 'sue')
  ines = await bench.addPerson('investigator', 'ines')
  paul = await bench.addPerson('auditor', 'paul')
})
beforeEach(async () => {
  await policy({})
  await detection({})
})
afterAll(() => bench.close())

describe('L-67: the outcome of a case', () => {
  test('is given with its finishing, shown wherever the case is, and taken away by its reopening', async () => {
    const id = await caseOf([])
    const closed = await close(id, { outcome: 'inconclusive' })
    expect(closed.data).toEqual({ id, status: 'closed', updated_at: expect.any(String) as string })
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'inconclusive' })
    const queue = await v1('GET', '/v1/cases?view=queue&outcome=inconclusive,duplicate')
    expect(queue.data).toEqual([expect.objectContaining({ id, outcome: 'inconclusive' })])
    expect(queue.whole.pagination.total).toBe(1)
    expect(
      (await v1('GET', '/v1/cases?outcome=inconclusive&status=open,closed&priority=high&sort=updated')).whole.pagination
        .total,
    ).toBe(1)
    expect((await v1('GET', '/v1/cases?outcome=confirmed_fraud')).whole.pagination.total).toBe(0)
    const csv = await bench.ask('GET', '/v1/cases/export?outcome=inconclusive', {})
    const [header = '', row = ''] = csv.text.split('\r\n')
    expect(row.split(',')[header.split(',').indexOf('outcome')]).toBe('inconclusive')
    const timeline = (await v1('GET', `/v1/cases/${id}/timeline`)).data
    expect(timeline.find(({ type }) => type === 'status.changed')?.values).toMatchObject({
      from: 'open',
      to: 'closed',
      outcome: 'inconclusive',
    })
    await v1('PUT', `/v1/cases/${id}/status`, { status: 'investigating', notes: 'Another victim has called.' })
    expect(await read(id)).toMatchObject({ status: 'investigating', outcome: null })
    expect((await v1('GET', '/v1/cases?outcome=inconclusive')).whole.pagination.total).toBe(0)
    expect(
      (await v1('GET', `/v1/cases/${id}/timeline`)).data.filter(({ values }) => values['outcome'] === 'inconclusive'),
    ).toHaveLength(1)
  })

  test('stays when a resolved case is closed, and is corrected by the same state with another one', async () => {
    const id = await caseOf([])
    await v1('PUT', `/v1/cases/${id}/status`, { status: 'resolved', notes: 'Looked at.', outcome: 'not_fraud' })
    await close(id)
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'not_fraud' })
    const { finished_at: finished } = await read(id)
    expect((await close(id)).error.code).toBe('already_done')
    expect((await close(id, { outcome: 'not_fraud' })).error.code).toBe('already_done')
    expect((await close(id, { outcome: 'confirmed_fraud' })).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'closed', outcome: 'confirmed_fraud', finished_at: finished })
  })

  test('goes with a finished state alone: whatever else is given is refused and changes nothing', async () => {
    const id = await caseOf(await alerts(1))
    const before = await bench.snapshot()
    const refused = async (body: Readonly<Record<string, unknown>>) =>
      (await v1('PUT', `/v1/cases/${id}/status`, { notes: 'Why.', ...body })).error
    expect(await refused({ status: 'escalated', outcome: 'not_fraud' })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'body.outcome' }],
    })
    expect(await refused({ status: 'escalated', dispose_alerts: true })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'body.dispose_alerts' }],
    })
    expect(await refused({ status: 'closed', dispose_alerts: true })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'body.dispose_alerts' }],
    })
    expect(await refused({ status: 'closed', outcome: 'not_fraud', leave_blocked: true })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'body.leave_blocked' }],
    })
    for (const outcome of [
      'confirmed',
      '',
      null,
      7,
      ['not_fraud'],
      { toString: 'not_fraud' },
      'NOT_FRAUD',
      '__proto__',
      'not_fraud\u0000',
    ])
      expect((await refused({ status: 'closed', outcome })).code).toBe('invalid_request')
    for (const value of ['true', 1, null])
      expect((await refused({ status: 'closed', outcome: 'not_fraud', dispose_alerts: value })).code).toBe(
        'invalid_request',
      )
    expect((await v1('GET', '/v1/cases?outcome=nothing')).error.code).toBe('invalid_request')
    expect(await bench.snapshot()).toBe(before)
  })

  test('is required where the policy asks for it, and one from before counts', async () => {
    await policy({ outcome_required: ['closed'] })
    const id = await caseOf([])
    expect((await close(id)).error).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'body.outcome', message: 'is required for closed' }],
    })
    expect(
      (await v1('POST', '/v1/bulk/cases/status', { case_ids: [id], status: 'closed', notes: 'All at once.' })).data,
    ).toMatchObject({ changed: 0, results: [{ id, ok: false, error: { code: 'invalid_request' } }] })
    await v1('PUT', `/v1/cases/${id}/status`, { status: 'resolved', notes: 'Looked at.' })
    expect((await close(id)).status).toBe(400)
    await v1('PUT', `/v1/cases/${id}/status`, { status: 'resolved', notes: 'Said later.', outcome: 'duplicate' })
    expect((await close(id)).status).toBe(200)
    expect((await v1('GET', '/v1/workspace')).data.policy.outcome_required).toEqual(['closed'])
  })

  test('is corrected by a second person too, where the policy asks for four eyes', async () => {
    const id = await caseOf([])
    await v1('PUT', `/v1/cases/${id}/owner`, { owner_id: ines.id })
    await v1('PUT', `/v1/cases/${id}/status`, { status: 'pending_review', notes: 'Please look.' }, ines)
    await policy({ four_eyes: ['closed'] })
    expect((await close(id, { outcome: 'not_fraud' }, sam)).status).toBe(200)
    expect((await close(id, { outcome: 'confirmed_fraud' }, sam)).error.code).toBe('four_eyes_required')
    expect((await close(id, { outcome: 'confirmed_fraud' }, ines)).error.code).toBe('four_eyes_required')
    expect((await close(id, { outcome: 'confirmed_fraud' }, sue)).status).toBe(200)
  })
})

describe('L-68: the open alerts of a case that is finished', () => {
  test.each([
    ['confirmed_fraud', 'confirmed'],
    ['not_fraud', 'false_positive'],
    ['inconclusive', 'dismissed'],
    ['duplicate', 'dismissed'],
  ])(
    'with %s become %s, each by an entry in the chain of the case, with its rationale',
    async (outcome, disposition) => {
      const [first = 0, second = 0, third = 0] = await alerts(3)
      const id = await caseOf([first, second, third])
      const other: string = disposition === 'confirmed' ? 'dismissed' : 'confirmed'
      await v1('PUT', `/v1/alerts/${third}/status`, { status: other, notes: 'By itself.' })
      expect((await read(id)).open_alert_count).toBe(2)
      const closed = await close(id, { outcome, dispose_alerts: true }, ines)
      expect(closed.data).toMatchObject({ alerts: { disposed: 2, left: 0 } })
      expect([await statusOf(first), await statusOf(second), await statusOf(third)]).toEqual([
        disposition,
        disposition,
        other,
      ])
      const { history, disposition: shown } = (await v1('GET', `/v1/alerts/${first}`)).data
      expect(shown).toMatchObject({
        status: disposition,
        by: 'ines in person',
        note: 'The customer and the branch agree.',
      })
      expect(history.at(-1)).toMatchObject({ type: 'alert.moved', to: disposition, case_id: id })
      expect((await read(id)).open_alert_count).toBe(0)
      expect((await bench.service.workspace.verification.verifyWorkspace())?.verdict).toBe('intact')
    },
  )

  test('stay open where nobody asks for their disposition, and those of another case are not touched', async () => {
    const [mine = 0, shared = 0] = await alerts(2)
    const id = await caseOf([mine, shared])
    const other = await caseOf([shared])
    await close(id, { outcome: 'not_fraud' })
    expect(await statusOf(mine)).toBe('escalated')
    await v1('PUT', `/v1/cases/${id}/status`, { status: 'open', notes: 'Once more.' })
    // The case that took it last holds it.
    expect((await close(id, { outcome: 'not_fraud', dispose_alerts: true })).data.alerts).toEqual({
      disposed: 1,
      left: 0,
    })
    expect([await statusOf(mine), await statusOf(shared)]).toEqual(['false_positive', 'escalated'])
    expect((await read(other)).open_alert_count).toBe(1)
  })

  test('are none where the case holds none, also where it is linked to alerts of other systems', async () => {
    const id = await caseOf([987_654_321])
    expect((await close(id, { outcome: 'confirmed_fraud', dispose_alerts: true })).data.alerts).toEqual({
      disposed: 0,
      left: 0,
    })
  })

  test('one that cannot be disposed of refuses all, by name and reason; what waits on another case does not', async () => {
    await detection({ four_eyes: { outcomes: ['approve', 'decline'], from_level: 'medium' } })
    const [free = 0, proposed = 0, elsewhere = 0] = await alerts(3)
    const id = await caseOf([free, proposed])
    await caseOf([elsewhere])
    for (const alert of [proposed, elsewhere])
      expect(
        (
          await v1(
            'POST',
            '/v1/decisions',
            { alert_id: alert, outcome: 'decline', reason: 'It is not the customer.' },
            sam,
          )
        ).data.state,
      ).toBe('proposed')
    const before = await bench.snapshot()
    const refused = await close(id, { outcome: 'confirmed_fraud', dispose_alerts: true })
    expect(refused.status).toBe(409)
    expect(refused.error.code).toBe('alerts_held_back')
    expect(refused.error.details).toEqual([
      {
        path: 'body.dispose_alerts',
        message: expect.stringMatching(
          new RegExp(`^alert ${proposed} \\(.*\\): A decision on this alert is proposed`, 'u'),
        ) as string,
      },
    ])
    expect(refused.error.message).toContain(`alert ${proposed}`)
    expect(await bench.snapshot()).toBe(before)
    // Where four eyes are asked for to let an alert through, no outcome is a way around them.
    expect((await close(id, { outcome: 'not_fraud', dispose_alerts: true })).error.details).toHaveLength(2)
    expect((await close(id, { outcome: 'duplicate', dispose_alerts: true })).error.details).toHaveLength(2)
    const bulk = (
      await v1('POST', '/v1/bulk/cases/status', {
        case_ids: [id],
        status: 'closed',
        notes: 'All at once.',
        outcome: 'confirmed_fraud',
        dispose_alerts: true,
      })
    ).data
    expect(bulk).toMatchObject({ changed: 0, refused: 1, results: [{ error: { code: 'alerts_held_back' } }] })
    expect(await bench.snapshot()).toBe(before)
    const done = await close(id, { outcome: 'confirmed_fraud', dispose_alerts: true, leave_blocked: true })
    expect(done.data.alerts).toEqual({ disposed: 1, left: 1 })
    expect([await statusOf(free), await statusOf(proposed)]).toEqual(['confirmed', 'escalated'])
  })

  test('get their disposition without a note of their own where the policy asks for one: the rationale of the case is theirs', async () => {
    await detection({}, { note_required: true })
    const [alert = 0] = await alerts(1)
    const id = await caseOf([alert])
    expect((await close(id, { outcome: 'not_fraud', dispose_alerts: true })).status).toBe(200)
    expect((await v1('GET', `/v1/alerts/${alert}`)).data.disposition?.note).toBe('The customer and the branch agree.')
    const entry = (await v1('GET', `/v1/cases/${id}/timeline`)).data.find(({ type }) => type === 'status.changed')
    await v1(
      'POST',
      `/v1/cases/${id}/redactions`,
      { entry_id: entry?.entry_id, digests: [entry?.withheld['notes']?.digest], legal_basis: 'gdpr_art_17' },
      sam,
    )
    expect((await v1('GET', `/v1/alerts/${alert}`)).data.disposition?.note).toBe('[redacted]')
  })

  test('several cases at once: each with its alerts, changed or refused by itself', async () => {
    const [one = 0, two = 0] = await alerts(2)
    const [a, b] = [await caseOf([one]), await caseOf([two])]
    await close(a, { outcome: 'not_fraud' })
    const { data } = await v1('POST', '/v1/bulk/cases/status', {
      case_ids: [a, b],
      status: 'closed',
      notes: 'All at once.',
      outcome: 'not_fraud',
      dispose_alerts: true,
    })
    expect(data).toMatchObject({
      changed: 1,
      refused: 1,
      results: [
        { id: a, ok: false, error: { code: 'already_done' } },
        { id: b, ok: true },
      ],
    })
    expect([await statusOf(one), await statusOf(two)]).toEqual(['escalated', 'false_positive'])
  })
})

describe('L-68: who the subjects of the alerts are', () => {
  /** Two alerts of one customer and one of another, in one case. */
  const threeOfTwo = async () => {
    n += 1
    const of = async (event: string, customer: string): Promise<number> => {
      const [raised] = await takeIn(bench.service.workspace, actor(), [
        { event: payment(event, Date.UTC(2031, 2, 4 + n, 2), { customer_id: customer }), assessment: judged(0.5) },
      ])
      return raised?.id ?? 0
    }
    const [one, two] = [`ring-${n}`, `shop-${n}`]
    const ids = [await of(`r1-${n}`, one), await of(`r2-${n}`, two)]
    return { one, two, ids, caseId: await caseOf(ids) }
  }
  const confirmed = { outcome: 'confirmed_fraud', dispose_alerts: true }
  const rolesIn = async (caseId: number) =>
    (await v1('GET', `/v1/cases/${caseId}/timeline`)).data
      .filter(({ type }) => type === 'alert.moved')
      .map(({ values }) => [values['alert_id'], values['subject_role']])

  test('is sealed with each alert, and of nobody else anything is', async () => {
    const { one, ids, caseId } = await threeOfTwo()
    const roles = [{ kind: 'customer', id: one, subject_role: 'suspect' }]
    expect((await close(caseId, { ...confirmed, subject_roles: roles })).data.alerts).toEqual({ disposed: 2, left: 0 })
    expect((await rolesIn(caseId)).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [ids[0], 'suspect'],
      [ids[1], undefined],
    ])
  })

  test('is refused of strangers, twice, with another outcome, and without the alerts; nothing is changed', async () => {
    const { one, caseId } = await threeOfTwo()
    const role = (id: string, subject_role = 'mule', kind = 'customer') => ({ kind, id, subject_role })
    const before = await bench.snapshot()
    const told = async (more: Readonly<Record<string, unknown>>) => {
      const { error } = await close(caseId, more)
      return [error.code, error.details?.[0]?.path]
    }
    const given = (...subject_roles: readonly object[]) => ({ ...confirmed, subject_roles })
    const at = (place: number) => ['invalid_request', `body.subject_roles.${place}`]
    expect(await told(given(role('nobody')))).toEqual(at(0))
    expect(await told(given(role(one, 'mule', 'account')))).toEqual(at(0))
    expect(await told(given(role(one), role(one, 'victim')))).toEqual(at(1))
    expect(await told({ ...given(role(one)), outcome: 'not_fraud' })).toEqual(at(0))
    expect(await told({ outcome: 'confirmed_fraud', subject_roles: [role(one)] })).toEqual([
      'invalid_request',
      'body.subject_roles',
    ])
    for (const roles of [[], [role(one, 'thief')], [{ id: one, subject_role: 'mule' }], 'mule', null])
      expect((await told({ ...confirmed, subject_roles: roles }))[0]).toBe('invalid_request')
    expect(await bench.snapshot()).toBe(before)
  })
})

describe('who may, and on what', () => {
  test('an auditor, an API key and nobody change neither case nor alert; a stale view is refused; a retry is the same word again', async () => {
    const [alert = 0] = await alerts(1)
    const id = await caseOf([alert])
    const { revision } = await read(id)
    const before = await bench.snapshot()
    const body = { outcome: 'confirmed_fraud', dispose_alerts: true }
    expect((await close(id, body, paul)).status).toBe(403)
    expect(
      (
        await bench.ask('PUT', `/v1/cases/${id}/status`, {
          anonymous: true,
          headers: { authorization: `Bearer ${bench.apiKey}`, 'x-api-key': bench.institutionKey },
          body: { status: 'closed', notes: 'x', ...body },
        })
      ).status,
    ).toBe(401)
    expect(
      (
        await bench.ask('PUT', `/v1/cases/${id}/status`, {
          anonymous: true,
          body: { status: 'closed', notes: 'x', ...body },
        })
      ).status,
    ).toBe(401)
    expect((await close(id, body, ines, { 'if-match': `"${revision - 1}"` })).error.code).toBe('stale_revision')
    expect((await close(999_999, body)).error.code).toBe('not_found')
    expect(await bench.snapshot()).toBe(before)
    expect((await close(id, body, ines, { 'if-match': `"${revision}"` })).status).toBe(200)
    const after = await bench.snapshot()
    expect((await close(id, body, ines)).error.code).toBe('already_done')
    expect(await bench.snapshot()).toBe(after)
  })
})

describe('the loop of labels', () => {
  test('activities become an alert, the alert a case, its closing their labels, and the figures move', async () => {
    const rule = {
      key: 'night_payment',
      name: 'Large payment',
      signal: 'large_payment',
      why: 'A test.',
      applies_to: ['wire_transfer'],
      logic: { above: [{ var: 'event.amount' }, 10_000] },
      weight: 0.95,
      action: 'block',
      reason: 'The payment is large.',
    }
    expect((await v1('POST', '/v1/rules', rule)).status).toBe(201)
    for (const to of ['shadow', 'live']) {
      const drafted = (await v1('GET', '/v1/rules/night_payment')).data
      expect(
        (await v1('POST', '/v1/rules/night_payment/move', { content_id: drafted.versions[0]?.content_id, to })).status,
      ).toBe(200)
    }
    const at = new Date(Date.now() - 60_000).toISOString()
    const transactions = ['loop-1', 'loop-2'].map((id) => ({
      transaction_id: id,
      event_type: 'wire_transfer',
      at,
      amount: 20_000,
      currency: 'EUR',
      account_id: 'loop-account',
    }))
    expect((await v1('POST', '/v1/transactions', { transactions })).status).toBe(200)
    const found = (await v1('GET', '/v1/alerts?entity_kind=account&entity_id=loop-account')).data
    expect(found).toEqual([
      expect.objectContaining({ status: 'escalated', transaction_count: 2, case_id: expect.any(Number) as number }),
    ])
    const caseId = found[0]?.case_id ?? 0
    const figures = async () => (await v1('GET', '/v1/metrics/effectiveness')).data
    const before = await figures()
    expect((await close(caseId, { outcome: 'confirmed_fraud', dispose_alerts: true })).data.alerts).toEqual({
      disposed: 1,
      left: 0,
    })
    for (const id of ['loop-1', 'loop-2'])
      expect((await v1('GET', `/v1/transactions/${id}`)).data).toMatchObject({ label: { is_fraud: true } })
    const after = await figures()
    expect(after.precision.numerator - before.precision.numerator).toBe(1)
    expect(after.precision.denominator - before.precision.denominator).toBe(1)
    const count = (of: typeof before, outcome: string | null) =>
      of.cases?.outcomes.find((one) => one.outcome === outcome)?.cases ?? 0
    expect(count(after, 'confirmed_fraud') - count(before, 'confirmed_fraud')).toBe(1)
    expect((after.cases?.finished ?? 0) - (before.cases?.finished ?? 0)).toBe(1)
    const { confirmed_share: share, outcomes = [], finished } = after.cases ?? {}
    expect(share).toMatchObject({
      numerator: count(after, 'confirmed_fraud'),
      denominator: count(after, 'confirmed_fraud') + count(after, 'not_fraud'),
    })
    expect(outcomes.reduce((sum, { cases }) => sum + cases, 0)).toBe(finished)
    const csv = (await bench.ask('GET', '/v1/metrics/effectiveness/export', {})).text
    expect(csv).toContain(`cases.confirmed_fraud,${count(after, 'confirmed_fraud')},,${finished},`)
    expect(csv).toMatch(/^cases\.confirmed_share,/mu)
  })
})
