import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultDetectionPolicy } from '../../../shared/schema/detection-policy.ts'
import { expectSkips } from '../api/skipping.ts'
import { startBench } from '../api/support.ts'
import type { Bench, Person } from '../api/support.ts'
import { judged, payment, takeIn } from './support.ts'

let bench: Bench
let sam: Person
let ines: Person
const hour = 3_600_000
const start = Date.UTC(2031, 2, 4, 2)

const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })
const raise = (given: Parameters<typeof takeIn>[2], origin: Parameters<typeof takeIn>[3] = 'live') =>
  takeIn(bench.service.workspace, actor(), given, origin)
const v1 = async <M extends string, A extends string>(method: M, path: A, body?: unknown, as?: Person) =>
  await bench.ask(method, path, { ...(body === undefined ? {} : { body }), ...(as === undefined ? {} : { as }) })

beforeAll(async () => {
  bench = await startBench()
  sam = await bench.addPerson('supervisor', 'sam')
  ines = await bench.addPerson('investigator', 'ines')
})
afterAll(() => bench.close())

describe('one compromised card', () => {
  test('gives one alert with a growing count, not a hundred', async () => {
    const hundred = Array.from({ length: 100 }, (_, n) => ({
      event: payment(`card-${n}`, start + n * 60_000, { customer_id: 'card' }),
      assessment: judged(0.5 + n / 1_000),
    }))
    const first = await raise(hundred.slice(0, 40))
    const second = await raise(hundred.slice(40))
    expect(first).toHaveLength(1)
    expect(second).toEqual([
      expect.objectContaining({
        id: first[0]?.id,
        isNew: false,
        rows: expect.objectContaining({ length: 60 }) as unknown,
      }),
    ])
    const read = (await v1('GET', `/v1/alerts/${first[0]?.id}`)).data
    expect(read).toMatchObject({
      status: 'new',
      transaction_count: 100,
      score: 0.599,
      risk_level: 'medium',
      totals: [{ currency: 'EUR', amount: 10_000 }],
      entity: { kind: 'customer', id: 'card' },
      case_id: null,
    })
    expect(read.transactions).toHaveLength(100)
    expect(read.reasons.reduce((sum: number, { share }: { share: number }) => sum + share, 0)).toBeCloseTo(1, 12)
    expect(read.rules).toEqual([{ rule: 'velocity', name: 'Rule velocity', hits: 100 }])
  })

  test('is listed with its heaviest reason in words and with whom it paid, two different ones at most', async () => {
    const at = start + 50 * 24 * hour
    const paid = (id: string, to: string | undefined) => ({
      event: payment(id, at, { customer_id: 'payer', ...(to === undefined ? {} : { counterparty_id: to }) }),
      assessment: judged(0.5),
    })
    const [raised] = await raise([paid('payer-1', undefined)])
    const listed = async () =>
      (await v1('GET', '/v1/alerts?entity_kind=customer&entity_id=payer')).data.find(
        ({ id }: { id: number }) => id === raised?.id,
      )
    const full = (await v1('GET', `/v1/alerts/${raised?.id}`)).data
    expect(await listed()).toMatchObject({ reason: full.reasons[0]?.text, counterparties: [] })
    await raise([paid('payer-2', 'Mira'), paid('payer-3', 'Mira')])
    expect(await listed()).toMatchObject({ transaction_count: 3, counterparties: ['Mira'] })
    await raise([paid('payer-4', 'Lyra'), paid('payer-5', 'Vega')])
    expect((await listed())?.counterparties).toHaveLength(2)
  })

  test('is told anew after the cool-down, and after somebody said that it was nothing', async () => {
    const at = start + 100 * 24 * hour
    const first = await raise([{ event: payment('cool-1', at, { customer_id: 'cool' }), assessment: judged(0.5) }])
    const within = await raise([
      { event: payment('cool-2', at + 23 * hour, { customer_id: 'cool' }), assessment: judged(0.5) },
    ])
    const beyond = await raise([
      { event: payment('cool-3', at + 48 * hour, { customer_id: 'cool' }), assessment: judged(0.5) },
    ])
    expect(within[0]?.id).toBe(first[0]?.id)
    expect(beyond[0]?.id).not.toBe(first[0]?.id)
    expect((await v1('PUT', `/v1/alerts/${beyond[0]?.id}/status`, { status: 'false_positive' })).status).toBe(200)
    const after = await raise([
      { event: payment('cool-4', at + 49 * hour, { customer_id: 'cool' }), assessment: judged(0.5) },
    ])
    expect(after[0]).toMatchObject({ isNew: true })
    const similar = (await v1('GET', `/v1/alerts/${after[0]?.id}`)).data.similar.map(({ id }) => id)
    expect(similar.slice(0, 2)).toEqual([beyond[0]?.id, first[0]?.id])
  })

  test('of low risk raises nothing', async () => {
    expect(await raise([{ event: payment('low-1', start, { customer_id: 'low' }), assessment: judged(0.29) }])).toEqual(
      [],
    )
  })
})

describe('a case opens by itself', () => {
  test('with the alerts, their reasons and a brief in plain words, one for each entity', async () => {
    const at = start + 200 * 24 * hour
    const [alert] = await raise([
      {
        event: payment('auto-1', at, { customer_id: '815', amount: 1_250.5, counterparty_id: 'mule-7' }),
        assessment: judged(0.9),
      },
      { event: payment('auto-2', at + hour, { customer_id: '815', amount: 49.5 }), assessment: judged(0.4) },
    ])
    expect(alert).toMatchObject({ openedCase: true, caseId: expect.any(Number) as unknown })
    const read = (await v1('GET', `/v1/cases/${alert?.caseId}`)).data
    expect(read).toMatchObject({
      title: 'Critical risk on customer 815: Velocity signal',
      priority: 'urgent',
      status: 'open',
      alert_ids: [alert?.id],
      related_customer_id: 815,
      created_by: bench.admin.id,
    })
    for (const words of [
      'Who: customer 815.',
      'What: 1 alert over 2 activities.',
      'from 2031-09-20 02:00 UTC to 2031-09-20 03:00 UTC',
      'Amounts: 1,300.00 EUR.',
      '100 %: The rule velocity holds.',
      'to mule-7',
    ])
      expect(read.description).toContain(words)
    const [later] = await raise([
      { event: payment('auto-3', at + 50 * hour, { customer_id: '815' }), assessment: judged(0.95) },
    ])
    expect(later).toMatchObject({ isNew: true, openedCase: false, caseId: alert?.caseId })
    const [, attached] = (await v1('GET', `/v1/cases/${alert?.caseId}/timeline`)).data.filter(
      ({ type }) => type === 'alert.attached',
    )
    expect(attached?.values).toMatchObject({ alert_id: later?.id, score: 0.95, risk_level: 'critical', count: 1 })
    expect(JSON.stringify(attached?.values)).not.toMatch(/[:,["]815[\],}"]/)
    expect(attached?.withheld.facts?.value).toMatchObject({
      entity: { kind: 'customer', id: '815' },
      transactions: [{ transaction_id: 'auto-3', amount: 1_000_000 }],
    })
    expect((await v1('GET', `/v1/alerts/${later?.id}`)).data).toMatchObject({
      status: 'escalated',
      case_id: alert?.caseId,
      case_number: read.case_number,
    })
  })

  test('anew once the earlier one is finished', async () => {
    const at = start + 300 * 24 * hour
    const [first] = await raise([{ event: payment('done-1', at, { customer_id: '816' }), assessment: judged(0.9) }])
    await v1('PUT', `/v1/alerts/${first?.id}/status`, { status: 'confirmed' })
    await v1('PUT', `/v1/cases/${first?.caseId}/status`, {
      status: 'closed',
      notes: 'Card blocked, customer refunded.',
    })
    const [second] = await raise([
      { event: payment('done-2', at + hour, { customer_id: '816' }), assessment: judged(0.9) },
    ])
    expect(second).toMatchObject({ isNew: true, openedCase: true })
    expect(second?.caseId).not.toBe(first?.caseId)
  })

  test('is undone with the transaction that fails, and nothing is left of it', async () => {
    const before = await bench.snapshot()
    const { workspace } = bench.service
    await expect(
      workspace.ledger.write(actor(), async (tx) => {
        await workspace.alerts.raise(
          tx,
          actor(),
          [
            {
              row: 1,
              event: payment('gone', start + 400 * 24 * hour, { customer_id: 'gone' }),
              assessment: judged(0.99),
            },
          ],
          'live',
        )
        throw new Error('power cut')
      }),
    ).rejects.toThrow('power cut')
    expect(await bench.snapshot()).toBe(before)
  })
})

describe('triage', () => {
  test('moves, assigns and disposes; a forbidden move changes nothing', async () => {
    const [alert] = await raise([{ event: payment('tri-1', start, { customer_id: 'tri' }), assessment: judged(0.5) }])
    const at = `/v1/alerts/${alert?.id}` as const
    expect((await v1('PUT', `${at}/assignee`, { assignee_id: ines.id }, ines)).data).toMatchObject({
      assignee_id: ines.id,
      revision: 1,
    })
    expect((await v1('PUT', `${at}/assignee`, { assignee_id: ines.id })).error.code).toBe('already_done')
    expect(
      (await v1('PUT', `${at}/status`, { status: 'dismissed', notes: 'Test payment of the bank.' }, ines)).data,
    ).toMatchObject({ status: 'dismissed', revision: 2 })
    expect((await v1('PUT', `${at}/status`, { status: 'new' })).error.code).toBe('transition_forbidden')
    expect((await v1('PUT', `${at}/status`, { status: 'in_review' })).error.code).toBe('invalid_request')
    expect(
      (await v1('PUT', `${at}/status`, { status: 'in_review', notes: 'The bank says that it was no test.' })).status,
    ).toBe(200)
    const { history, status, assignee_name: name } = (await v1('GET', at)).data
    expect({ status, name }).toEqual({ status: 'in_review', name: 'ines in person' })
    expect(history.map(({ type, from, to, note }) => [type, from, to, note])).toEqual([
      ['alert.assigned', null, 'ines in person', null],
      ['alert.moved', 'new', 'dismissed', 'Test payment of the bank.'],
      ['alert.moved', 'dismissed', 'in_review', 'The bank says that it was no test.'],
    ])
  })

  test('of many at once answers for each', async () => {
    const raised = await raise(
      Array.from({ length: 30 }, (_, n) => ({
        event: payment(`bulk-${n}`, start, { customer_id: `bulk-${n}` }),
        assessment: judged(0.4),
      })),
    )
    const ids = raised.map(({ id }) => id)
    const answer = await v1('POST', '/v1/bulk/alerts', {
      alert_ids: [...ids, 999_999],
      status: 'false_positive',
      assignee_id: sam.id,
    })
    expect(answer.data).toMatchObject({ changed: 30, refused: 1 })
    expect(answer.data.results.at(-1)).toMatchObject({ id: 999_999, ok: false, error: { code: 'not_found' } })
    expect(
      (
        await v1('POST', '/v1/bulk/alerts', {
          alert_ids: Array.from({ length: 1_001 }, (_, n) => n + 1),
          status: 'dismissed',
        })
      ).status,
    ).toBe(400)
    const labelled = (await v1('GET', '/v1/transactions/bulk-7')).data.label
    expect(labelled).toMatchObject({ is_fraud: false, by: 'person', user_id: bench.admin.id })
  })

  test('of many at once overturns nothing that the writer has not seen', async () => {
    const raised = await raise(
      [1, 2, 3].map((n) => ({
        event: payment(`two-${n}`, start, { customer_id: `two-${n}` }),
        assessment: judged(0.4),
      })),
    )
    const [one, two, three] = raised.map(({ id }) => id) as [number, number, number]
    const bulk = async (body: Readonly<Record<string, unknown>>, as = ines) =>
      (await v1('POST', '/v1/bulk/alerts', { notes: 'Two people at once.', ...body }, as)).data
    const statuses = async () =>
      await Promise.all([one, two, three].map(async (id) => (await v1('GET', `/v1/alerts/${id}`)).data.status))
    const seen = (await Promise.all([one, two].map(async (id) => (await v1('GET', `/v1/alerts/${id}`)).data))).map(
      ({ id, revision }) => ({ id, revision }),
    )
    expect(await bulk({ alerts: seen, status: 'confirmed', assignee_id: sam.id })).toMatchObject({
      changed: 2,
      refused: 0,
    })
    expect(await bulk({ alerts: seen, alert_ids: [three], status: 'false_positive' }, sam)).toMatchObject({
      changed: 1,
      refused: 2,
      results: [
        {
          id: one,
          error: { code: 'stale_revision', message: expect.stringContaining('it is confirmed now') as unknown },
        },
        { id: two, ok: false },
        { id: three, ok: true },
      ],
    })
    expect(await bulk({ alert_ids: [one, three], status: 'dismissed' })).toMatchObject({
      changed: 0,
      results: [{ error: { code: 'transition_forbidden' } }, { error: { code: 'transition_forbidden' } }],
    })
    expect(await statuses()).toEqual(['confirmed', 'confirmed', 'false_positive'])
    expect(
      await bulk({ alert_ids: [one, three], assignee_id: ines.id }),
      'who works on it is another matter',
    ).toMatchObject({ changed: 2 })
    expect(await bulk({ alert_ids: [one], status: 'dismissed', reopen: true })).toMatchObject({ changed: 1 })
    const { revision } = (await v1('GET', `/v1/alerts/${two}`)).data
    expect(await bulk({ alerts: [{ id: two, revision }], status: 'in_review' })).toMatchObject({ changed: 1 })
    expect(await statuses()).toEqual(['dismissed', 'in_review', 'false_positive'])
    for (const none of [{}, { alert_ids: [] }, { alerts: [{ id: one, revision }], alert_ids: [one] }])
      expect((await v1('POST', '/v1/bulk/alerts', { ...none, status: 'dismissed' })).status).toBe(400)
  })

  test('a disposition becomes the label of every activity, and reopening takes it back', async () => {
    const [alert] = await raise(
      [1, 2, 3].map((n) => ({
        event: payment(`label-${n}`, start + n, { customer_id: 'label' }),
        assessment: judged(0.5),
      })),
    )
    await v1('PUT', `/v1/alerts/${alert?.id}/status`, { status: 'confirmed' }, ines)
    const labels = async () =>
      await Promise.all(
        [1, 2, 3].map(async (n) => (await v1('GET', `/v1/transactions/label-${n}`)).data.label?.is_fraud ?? null),
      )
    expect(await labels()).toEqual([true, true, true])
    await v1(
      'PUT',
      `/v1/alerts/${alert?.id}/status`,
      { status: 'in_review', notes: 'The customer called again.' },
      ines,
    )
    expect(await labels()).toEqual([null, null, null])
  })

  test('lists by score without skipping or repeating while others come', async () => {
    const seen: number[] = []
    let after = ''
    do {
      const page = (
        await v1('GET', `/v1/alerts?size=7&status=new,in_review,false_positive,confirmed,escalated,dismissed${after}`)
      ).whole
      seen.push(...page.data.map(({ id }) => id))
      if (seen.length < 20)
        await raise([
          {
            event: payment(`walk-${seen.length}`, start, { customer_id: `walk-${seen.length}` }),
            assessment: judged(0.9999),
          },
        ])
      after = page.next === null ? '' : `&after=${page.next}`
    } while (after !== '')
    expect(new Set(seen).size).toBe(seen.length)
    const { total } = (await v1('GET', '/v1/alerts/stats')).data
    expect(total - seen.length).toBeLessThanOrEqual(3)
    expect((await v1('GET', '/v1/alerts?after=nonsense')).error.code).toBe('invalid_request')
  })

  test.each(['score', 'newest', 'oldest', 'due'])(
    'told to pass rows over, lists what follows them: by %s',
    async (sort) => {
      for (let n = 0; n < 4; n += 1)
        await raise([
          { event: payment(`skip-${sort}-${n}`, start, { customer_id: `skip-${sort}-${n}` }), assessment: judged(0.5) },
        ])
      await expectSkips(
        async (fields) =>
          (
            await v1(
              'GET',
              `/v1/alerts?sort=${sort}&status=new,in_review,false_positive,confirmed,escalated,dismissed&${fields}`,
            )
          ).whole,
      )
      expect((await v1('GET', '/v1/alerts?skip=20001')).error.code).toBe('invalid_request')
    },
  )

  test('filters by entity, rule, level and text, where signs count as themselves', async () => {
    await raise([
      { event: payment('filter-1', start, { customer_id: '100%_sure' }), assessment: judged(0.7, 'odd_rule') },
    ])
    const count = async (query: string) => (await v1('GET', `/v1/alerts?size=200&${query}`)).data.length
    expect(await count('rule=odd_rule')).toBe(1)
    expect(await count('q=100%25_s')).toBe(1)
    expect(await count('q=100_')).toBe(0)
    expect(await count('entity_kind=customer&entity_id=100%25_sure&level=high')).toBe(1)
    expect(await count('signal=odd_rule_signal&unassigned=true&in_case=false')).toBe(1)
  })
})

describe('alerts of a case', () => {
  test('are linked both ways, and unknown ids are linked as given', async () => {
    const [alert] = await raise([
      { event: payment('manual-1', start, { customer_id: 'manual' }), assessment: judged(0.5) },
    ])
    const opened = (
      await v1('POST', '/v1/cases', {
        title: 'By hand',
        description: 'Seen by a person.',
        priority: 'low',
        alert_ids: [alert?.id, 88_888],
      })
    ).data
    expect((await v1('GET', `/v1/cases/${opened.id}`)).data.alert_ids).toEqual([alert?.id, 88_888])
    expect((await v1('GET', `/v1/alerts/${alert?.id}`)).data).toMatchObject({ case_id: opened.id, status: 'escalated' })
    await v1('PUT', `/v1/alerts/${alert?.id}/status`, { status: 'in_review' })
    const types = (await v1('GET', `/v1/cases/${opened.id}/timeline`)).data.map(({ type }) => type)
    expect(types).toEqual(['case.opened', 'alert.attached', 'alert.moved'])
    await v1('POST', `/v1/cases/${opened.id}/links/remove`, { alert_ids: [alert?.id] })
    expect((await v1('GET', `/v1/alerts/${alert?.id}`)).data).toMatchObject({ case_id: null, status: 'in_review' })
  })
})

describe('the policy of detection', () => {
  test('is replaced by an admin, sealed, and must hold together', async () => {
    const policy = { ...defaultDetectionPolicy, alerts: { ...defaultDetectionPolicy.alerts, by_rule: true } }
    expect((await v1('PUT', '/v1/detection/policy', policy, sam)).status).toBe(403)
    expect((await v1('PUT', '/v1/detection/policy', policy)).status).toBe(200)
    const at = start + 500 * 24 * hour
    const raised = await raise([
      { event: payment('rule-1', at, { customer_id: 'by-rule' }), assessment: judged(0.5, 'one') },
      { event: payment('rule-2', at, { customer_id: 'by-rule' }), assessment: judged(0.5, 'two') },
    ])
    expect(raised).toHaveLength(2)
    expect((await v1('PUT', '/v1/detection/policy', defaultDetectionPolicy)).status).toBe(200)
    expect((await v1('PUT', '/v1/detection/policy', defaultDetectionPolicy)).error.code).toBe('already_done')
    const { data: changes } = await v1('GET', '/v1/detection/policy/changes')
    expect(changes).toMatchObject([
      { user_name: expect.any(String) as unknown, policy: { alerts: { by_rule: false } } },
      { policy: { alerts: { by_rule: true } } },
    ])
    expect((changes[0]?.changed_at ?? '') >= (changes[1]?.changed_at ?? '~')).toBe(true)
    for (const bad of [
      { ...defaultDetectionPolicy, levels: { medium: 0.6, high: 0.3, critical: 0.9 } },
      { ...defaultDetectionPolicy, actions: { low: 'block', medium: 'review', high: 'challenge', critical: 'block' } },
      { ...defaultDetectionPolicy, cases: { ...defaultDetectionPolicy.cases, title: '{owner} did it' } },
    ])
      expect((await v1('PUT', '/v1/detection/policy', bad)).status).toBe(400)
  })
})

describe('what is stored', () => {
  test('follows from the entries: a replay gives the same rows, and the workspace verifies', async () => {
    const report = await bench.service.workspace.verification.verifyWorkspace()
    expect(report?.findings.filter(({ severity }) => severity !== 'information')).toEqual([])
    expect(report?.verdict).toBe('intact')
  })
})
