import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerExampleOf } from '../../../main/server/description/answer-examples.ts'
import { openApiDocument } from '../../../main/server/description/openapi.ts'
import { readCaseOverview } from '../../../shared/api/case-overview.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { CaseOverview } from '../../../shared/schema/case-overview.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'
import { startBench } from './support.ts'
import type { Bench, Person } from './support.ts'

let bench: Bench
let auditor: Person

const v1 = async <M extends string, A extends string>(method: M, address: A, body?: unknown, as?: Person) => {
  const answer = await bench.ask(method, address, {
    ...(body === undefined ? {} : { body }),
    ...(as === undefined ? {} : { as }),
  })
  expect(answer.status, `${method} ${address}: ${answer.text}`).toBeLessThan(300)
  return answer
}
const overview = async (id: number): Promise<CaseOverview> => (await v1('GET', `/v1/cases/${id}/overview`)).data
const subject = ({ subjects }: CaseOverview, kind: string, id: string) =>
  subjects.items.find((one) => one.kind === kind && one.id === id)
const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })

const at = (day: number, hour: number): number => Date.UTC(2026, 2, day, hour)

/** Activities of one customer, taken in together; answers the alerts that they raised. */
const take = async (
  ...given: readonly (readonly [id: string, atMs: number, amount: number | undefined, more: object, score: number])[]
): Promise<number[]> => [
  ...new Set(
    (
      await takeIn(
        bench.service.workspace,
        actor(),
        given.map(([id, atMs, amount, more, score]) => ({
          event: payment(id, atMs, { ...(amount === undefined ? { amount: undefined } : { amount }), ...more }),
          assessment: judged(score),
        })),
      )
    ).map(({ id }) => id),
  ),
]

const openCase = async (body: object): Promise<number> =>
  (
    await v1('POST', '/v1/cases', {
      title: 'Money passed on at night',
      description: 'As the branch told it.',
      priority: 'high',
      ...body,
    })
  ).data.id

const importList = async (text: string, key: string): Promise<void> => {
  const { data } = await bench.ask('POST', `/v1/screening/list-imports?file_name=${key}.csv`, {
    raw: text,
    headers: { 'content-type': 'application/octet-stream' },
  })
  await v1('POST', `/v1/screening/list-imports/${data.id}/run`, { key, title: `List ${key}`, allow_shrink: true })
  await vi.waitFor(async () => {
    expect((await v1('GET', '/v1/screening/status')).data.lists.map((one) => one.key)).toContain(key)
  }, 60_000)
}

const screen = async (id: string, name: string): Promise<void> => {
  const { data } = await v1('POST', '/v1/screening/screenings', {
    names: [name],
    kind: 'person',
    subject: { kind: 'customer', id },
  })
  expect(data.status).toBe('hits')
}

const decideHit = async (customer: string, disposition: string): Promise<void> => {
  const { data } = await v1('GET', `/v1/screening/hits?subject_kind=customer&subject_id=${customer}`)
  await v1('POST', '/v1/screening/dispositions', {
    hit_ids: data.map(({ id }) => id),
    disposition,
    reason: 'The date of birth was compared.',
  })
}

/** The case of the tests, and an earlier one of the same customer. */
let caseId = 0
let earlier = 0

beforeAll(async () => {
  bench = await startBench()
  auditor = await bench.addPerson('auditor', 'aud')
  await importList('name,kind\nAleksandr Petrov,person\nBoris Ivanov,person\nVera Kuznetsova,person\n', 'local')
  await screen('4711', 'Aleksandr Petrov')
  await screen('4712', 'Boris Ivanov')
  await screen('4713', 'Vera Kuznetsova')
  await decideHit('4712', 'false_match')
  await decideHit('4713', 'true_match')

  earlier = await openCase({ title: 'The same customer, last year', related_customer_id: 4711 })
  await v1('PUT', `/v1/cases/${earlier}/status`, { status: 'closed', notes: 'Paid back.', outcome: 'confirmed_fraud' })

  // Customer 4711: an open alert over two currencies, a refund and a login; beside it what nothing flags.
  const open = await take(
    ['ov-1', at(4, 2), 1_250.4, {}, 0.5],
    ['ov-2', at(4, 3), 310.05, { currency: 'USD' }, 0.5],
    ['ov-3', at(5, 1), -50, {}, 0.5],
    ['ov-4', at(5, 2), undefined, { event_type: 'login', currency: undefined }, 0.5],
  )
  await take(
    ['ov-5', at(4, 9), 20.25, { account_id: '990017' }, 0.1],
    ['ov-6', at(2, 9), 0.1, {}, 0.1],
    ['ov-7', at(2, 10), 0.2, {}, 0.1],
    ['ov-8', at(28, 9), 999, { customer_id: 'nobody' }, 0.1],
  )
  // Customer 4712: an alert that was closed as a false positive. Customer 4713: one that was confirmed.
  const closed = await take(['ov-9', at(4, 2), 99.99, { customer_id: '4712' }, 0.7])
  const confirmed = await take(
    ['ov-10', at(4, 2), 0.1, { customer_id: '4713' }, 0.7],
    ['ov-11', at(4, 3), 0.2, { customer_id: '4713' }, 0.7],
  )
  caseId = await openCase({
    related_customer_id: 4711,
    related_account_id: 990017,
    alert_ids: [...open, ...closed, ...confirmed],
  })
  await v1('PUT', `/v1/alerts/${closed[0]}/status`, { status: 'false_positive', notes: 'The customer’s own.' })
  await v1('PUT', `/v1/alerts/${confirmed[0]}/status`, {
    status: 'confirmed',
    notes: 'Passed on within the hour.',
    subject_role: 'mule',
  })
})
afterAll(() => bench.close())

describe('the overview of a case', () => {
  test('names each subject with its hit that nobody has decided, its roles, alerts and other cases', async () => {
    const shown = await overview(caseId)
    expect(shown.subjects).toMatchObject({ total: 4, open_hits: 1 })
    expect(shown.subjects.items[0]).toMatchObject({
      kind: 'customer',
      id: '4711',
      name: 'Aleksandr Petrov',
      linked: true,
      risk_level: 'critical',
      hits: {
        open: 1,
        confirmed: 0,
        items: [{ state: 'open', list_title: 'List local', listed_name: 'Aleksandr Petrov', risk_level: 'critical' }],
      },
      // The alert of the match is not of the case, and counts beside that of the payments.
      alerts: { total: 2, open: 2, confirmed: 0, of_case: 1 },
      roles: [],
      other_cases: { total: 1, items: [{ id: earlier, status: 'closed', outcome: 'confirmed_fraud' }] },
    })
    expect(shown.subjects.items[0]?.hits.items[0]?.alert_id).toBeGreaterThan(0)
    expect(subject(shown, 'customer', '4712')).toMatchObject({
      linked: false,
      risk_level: null,
      hits: { open: 0, confirmed: 0, items: [] },
      alerts: { open: 0, confirmed: 0, of_case: 1 },
      roles: [],
    })
    expect(subject(shown, 'customer', '4713')).toMatchObject({
      risk_level: 'critical',
      hits: { open: 0, confirmed: 1, items: [{ state: 'true_match' }] },
      roles: [{ role: 'mule', sealed: true, case_id: caseId }],
      alerts: { of_case: 1 },
    })
    expect(subject(shown, 'account', '990017')).toMatchObject({
      name: null,
      linked: true,
      risk_level: null,
      alerts: { total: 0, open: 0, confirmed: 0, of_case: 0 },
    })
  })

  test('counts the money of open and confirmed alerts to the cent, each currency apart', async () => {
    expect((await overview(caseId)).money).toEqual({
      transactions: 5,
      without_amount: 1,
      at_risk: [
        { currency: 'EUR', amount: 1_250.4 },
        { currency: 'USD', amount: 310.05 },
      ],
      confirmed: [{ currency: 'EUR', amount: 0.3 }],
      returned: [{ currency: 'EUR', amount: 50 }],
      lost: [],
    })
  })

  test('counts a transaction of two alerts once, as confirmed where one of them is', async () => {
    const { workspace } = bench.service
    const row = ['tw-1', at(6, 2), 10.5, { customer_id: '5001' }, 0.7] as const
    const [first = 0] = await take(row)
    const id = await openCase({ alert_ids: [first] })
    const [second = 0] = await take(['tw-2', at(7, 2), 1, { customer_id: '5002' }, 0.7])
    await v1('POST', `/v1/cases/${id}/links`, { alert_ids: [second] })
    await workspace.ledger.write(actor(), async (tx) => {
      await tx.sql.run(
        'insert into alert_transactions select ?, transaction_id, transaction_row, at, amount, currency, counterparty_id, terminal_id, score, level from alert_transactions where alert_id = ?',
        second,
        first,
      )
      return { ok: true, value: null }
    })
    expect((await overview(id)).money).toMatchObject({
      transactions: 2,
      at_risk: [{ currency: 'EUR', amount: 11.5 }],
      confirmed: [],
    })
    await v1('PUT', `/v1/alerts/${first}/status`, { status: 'confirmed', notes: 'As the customer says.' })
    expect((await overview(id)).money).toMatchObject({
      transactions: 2,
      at_risk: [{ currency: 'EUR', amount: 1 }],
      confirmed: [{ currency: 'EUR', amount: 10.5 }],
    })
  })

  test('shows the payments of its subjects by day, and which of them are flagged; a refund is none', async () => {
    const { payments } = await overview(caseId)
    expect(payments).toEqual({
      subjects: 4,
      from: '2026-03-02',
      to: '2026-03-05',
      complete: true,
      earlier: false,
      later: false,
      flagged_outside: 0,
      days: [
        { day: '2026-03-02', totals: [{ currency: 'EUR', count: 2, flagged: 0, amount: 0.3, flagged_amount: 0 }] },
        {
          day: '2026-03-04',
          totals: [
            // What the closed alert flagged is a payment like others: 1,250.40 + 20.25 + 99.99 + 0.10 + 0.20.
            { currency: 'EUR', count: 5, flagged: 3, amount: 1_370.94, flagged_amount: 1_250.7 },
            { currency: 'USD', count: 1, flagged: 1, amount: 310.05, flagged_amount: 310.05 },
          ],
        },
      ],
      currencies: [
        { currency: 'EUR', count: 7, flagged: 3, amount: 1_371.24, flagged_amount: 1_250.7 },
        { currency: 'USD', count: 1, flagged: 1, amount: 310.05, flagged_amount: 310.05 },
      ],
      other_currencies: 0,
    })
  })

  test('shows the days around what is flagged, and says what lies outside', async () => {
    const [alert = 0] = await take(['sp-1', Date.UTC(2026, 0, 1), 5, { customer_id: '6001' }, 0.7])
    const [later = 0] = await take(['sp-2', Date.UTC(2026, 4, 10), 6, { customer_id: '6001' }, 0.7])
    await take(
      ['sp-3', Date.UTC(2026, 4, 20), 7, { customer_id: '6001' }, 0.1],
      ['sp-4', Date.UTC(2026, 8, 1), 8, { customer_id: '6001' }, 0.1],
    )
    const { payments } = await overview(await openCase({ alert_ids: [alert, later] }))
    expect(payments).toMatchObject({
      from: '2026-02-22',
      to: '2026-05-24',
      earlier: true,
      later: true,
      flagged_outside: 1,
    })
    expect(payments.days.map(({ day }) => day)).toEqual(['2026-05-10', '2026-05-20'])
  })

  test('takes the loss from its suspicious-activity report alone, and shows its reports', async () => {
    const id = await openCase({})
    const { data: made } = await v1('POST', '/v1/reports', { kind: 'sar', case_id: id, empty: true })
    expect((await overview(id)).money.lost).toEqual([])
    const { form } = (await v1('GET', `/v1/reports/${made.id}`)).data
    if (form === null) throw new Error('the report has no form')
    await v1('PUT', `/v1/reports/${made.id}`, {
      form: {
        ...form,
        filing: { ...form.filing, detected_on: '2026-03-02' },
        activity: { ...form.activity, loss: '820.50', currency: 'EUR' },
      },
      base_version: 1,
    })
    const shown = await overview(id)
    expect(shown.money.lost).toEqual([
      expect.objectContaining({ report_id: made.id, state: 'draft', version: 2, currency: 'EUR', amount: '820.50' }),
    ])
    expect(shown.reports).toMatchObject({ total: 1, items: [{ id: made.id, state: 'draft' }] })
    expect(shown.due.report).toMatchObject({ id: made.id, overdue: true })
    await v1('POST', `/v1/reports/${made.id}/steps`, { step: 'withdraw', version: 2, note: 'Of another case.' })
    expect(await overview(id)).toMatchObject({ money: { lost: [] }, reports: { total: 1 }, due: { report: null } })
  })

  test('says what is due: the deadline, alerts, decisions, proposals and a hold', async () => {
    const { due } = await overview(caseId)
    const { data: file } = await v1('GET', `/v1/cases/${caseId}`)
    expect(due).toMatchObject({
      deadline: { due_at: file.sla_due_at, state: 'on_track' },
      hold: null,
      alerts: { open: 1, overdue: 0, next: { title: expect.any(String) as string } },
      decisions: { awaiting: 1, proposed: 0, oldest_proposal_at: null },
      conflicts: 0,
      report: null,
    })
    const [risky = 0] = await take(['du-1', at(9, 2), 700, { customer_id: '7001' }, 0.95])
    const id = await openCase({ alert_ids: [risky] })
    expect((await overview(id)).due.decisions).toMatchObject({ awaiting: 1, proposed: 0 })
    const policy = (await v1('GET', '/v1/detection/policy')).data
    await v1('PUT', '/v1/detection/policy', {
      ...policy,
      decisions: { ...policy.decisions, four_eyes: { outcomes: ['approve'], from_level: 'low' } },
    })
    await v1('POST', '/v1/decisions', { alert_id: risky, outcome: 'approve', reason: 'Known to the branch.' })
    await v1('POST', `/v1/cases/${id}/hold`, { reason: 'Order 12 C 34/56.' })
    const later = (await overview(id)).due
    expect(later.decisions).toMatchObject({ awaiting: 0, proposed: 1 })
    expect(later.decisions.oldest_proposal_at).not.toBeNull()
    expect(later.hold).not.toBeNull()
  })

  test('counts evidence, and where its bytes are', async () => {
    const id = await openCase({})
    expect((await overview(id)).evidence).toMatchObject({ pieces: 0, bytes: 0, here: 0, newest: [] })
    const { workspace } = bench.service
    await workspace.ledger.write(actor(), async (tx) => {
      for (const [n, received] of [0, 1, 0].entries())
        await tx.sql.run(
          `insert into evidence (id, case_id, uid, n, name, kind, media_type, size, sha256, acquired_at, acquired_by, received)
           values (?, ?, ?, 1, ?, 'text', 'text/plain', 10, ?, ?, 'somebody', ?)`,
          900_000 + n,
          id,
          `piece-${n}`,
          `piece-${n}.txt`,
          String(n).repeat(64),
          at(10 - n, 1),
          received,
        )
      await tx.sql.run(
        'insert into blob_keys (sha256, case_id, wrapped_key) values (?, ?, ?)',
        '0'.repeat(64),
        id,
        Buffer.of(1),
      )
      return { ok: true, value: null }
    })
    expect((await overview(id)).evidence).toEqual({
      pieces: 3,
      bytes: 30,
      here: 1,
      at_hub: 1,
      erased: 0,
      elsewhere: 1,
      unreadable: 0,
      newest: [0, 1, 2].map((n) => ({
        id: 900_000 + n,
        name: `piece-${n}.txt`,
        kind: 'text',
        acquired_at: toTimestamp(at(10 - n, 1)),
      })),
    })
  })

  test('is of an empty case as well, and shows no figure where nothing is known', async () => {
    const shown = await overview(await openCase({}))
    expect(shown.subjects).toEqual({ total: 0, open_hits: 0, items: [] })
    expect(shown.money).toEqual({
      transactions: 0,
      without_amount: 0,
      at_risk: [],
      confirmed: [],
      returned: [],
      lost: [],
    })
    expect(shown.payments).toMatchObject({ subjects: 0, from: null, to: null, days: [] })
  })

  test('may be read by whoever may read the case, and changes nothing', async () => {
    const before = await bench.snapshot()
    expect((await v1('GET', `/v1/cases/${caseId}/overview`, undefined, auditor)).data.subjects.total).toBe(4)
    expect(await bench.snapshot()).toBe(before)
    expect((await bench.ask('GET', '/v1/cases/424242/overview')).error.code).toBe('not_found')
    expect((await bench.ask('GET', `/v1/cases/${caseId}/overview`, { anonymous: true })).status).toBe(401)
  })

  test('answers what the description says, which has an example', async () => {
    const { whole } = await v1('GET', `/v1/cases/${caseId}/overview`)
    expect(readCaseOverview.answer.parse(whole)).toEqual(whole)
    const example = answerExampleOf('readCaseOverview')
    expect(readCaseOverview.answer.parse(example)).toEqual(example)
    const described = openApiDocument('0.0.0').paths['/v1/cases/{id}/overview']?.['get']?.responses['200']
    expect(described?.content?.['application/json']).toMatchObject({ example })
  })
})
