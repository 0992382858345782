import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

const dayMs = 86_400_000
let bench: Bench

const call = <M extends string, A extends string>(method: M, address: A, body?: unknown) =>
  bench.ask(method, `/v1/${address}`, body === undefined ? {} : { body })
const post = (body: unknown) => call('POST', 'transactions', body)
const payment = (id: string, more: Readonly<Record<string, unknown>> = {}) => ({
  transaction_id: id,
  at: '2025-03-04T10:00:00+01:00',
  amount: 12.5,
  currency: 'EUR',
  customer_id: 'C-1',
  terminal_id: 'T-1',
  ...more,
})
const after = (ms: number): string => new Date(bench.env.clock.nowMs() + ms).toISOString().replace('Z', '+00:00')

beforeAll(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
})
afterAll(() => bench.close())

describe('activities over HTTP', () => {
  it('I-1: are taken once: the same content again is there already, other content under the id is a conflict that changes nothing', async () => {
    const first = await post(payment('one'))
    expect(first).toMatchObject({
      status: 200,
      body: { data: { taken: 1, results: [{ transaction_id: 'one', outcome: 'taken' }] } },
    })
    const again = await post(payment('one', { at: '2025-03-04T09:00:00Z' }))
    expect(again.data).toMatchObject({
      taken: 0,
      already_there: 1,
      results: [{ outcome: 'already_there', score: first.data.results[0]?.score }],
    })
    const other = await post(payment('one', { amount: 13, terminal_id: 'T-2' }))
    expect(other).toMatchObject({
      status: 409,
      body: {
        error: { code: 'transaction_conflict', details: [{ path: 'body.terminal_id' }, { path: 'body.amount' }] },
      },
    })
    expect((await call('GET', 'transactions/one')).data).toMatchObject({ amount: 12.5, terminal_id: 'T-1' })
  })

  it('I-3: come in batches: conflicts are told one by one and the others are taken; one that is not valid refuses them all', async () => {
    const { status, data } = await post({
      transactions: [
        payment('b-1'),
        payment('one', { amount: 99 }),
        payment('b-1'),
        payment('b-1', { amount: 1 }),
        payment('b-2'),
      ],
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ taken: 2, already_there: 1, conflicts: 2 })
    expect(data.results.map(({ outcome }) => outcome)).toEqual([
      'taken',
      'conflict',
      'already_there',
      'conflict',
      'taken',
    ])
    expect(data.results[3]).toMatchObject({ conflicting: ['amount'] })
    const refused = await post({ transactions: [payment('b-3'), payment('b-4', { amount: 'much', nonsense: 1 })] })
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error: {
          code: 'invalid_request',
          details: [{ path: 'body.transactions[1].amount' }, { path: 'body.transactions[1].nonsense' }],
        },
      },
    })
    expect((await call('GET', 'transactions/b-3')).status).toBe(404)
    expect((await post({ transactions: [] })).status).toBe(400)
    expect((await post({ transactions: Array.from({ length: 1_001 }, (_, n) => payment(`m-${n}`)) })).status).toBe(400)
  })

  it('more than a day ahead of the clock are refused, alone and in a batch, and nothing is taken', async () => {
    const alone = await post(payment('ahead', { at: after(dayMs + 60_000) }))
    expect(alone).toMatchObject({
      status: 422,
      body: { error: { code: 'time_ahead', details: [{ path: 'body.at' }] } },
    })
    expect(alone.error.message).toMatch(
      /^body\.at lies more than a day ahead of the clock, which says \d{4}-.* Nothing was taken\.$/,
    )
    const batch = await post({ transactions: [payment('with'), payment('ahead', { at: '2190-01-01T00:00:00Z' })] })
    expect(batch).toMatchObject({ status: 422, body: { error: { details: [{ path: 'body.transactions[1].at' }] } } })
    for (const id of ['ahead', 'with']) expect((await call('GET', `transactions/${id}`)).status).toBe(404)
    expect((await post(payment('soon', { at: after(dayMs - 60_000) }))).status).toBe(200)
  })

  it('F-4: are told to be late where they are, and an activity of tomorrow makes none of others late', async () => {
    const paid = (id: string, ms: number, more: Readonly<Record<string, unknown>> = {}) =>
      payment(id, { at: after(ms), customer_id: `C-${id}`, terminal_id: `T-${id}`, ...more })
    const isLate = async (body: unknown) => (await post(body)).data.results[0]?.late
    expect([
      await isLate(paid('tomorrow', dayMs - 60_000)),
      await isLate(paid('now', 0)),
      await isLate(paid('slow', 60_000 - dayMs)),
      await isLate(paid('old', -dayMs - 60_000)),
    ]).toEqual([false, false, false, true])
    // Told again, and to whom asks for the score, it is what it was when it was taken.
    const again = await post({
      transactions: ['slow', 'old'].map((id) => ({ ...payment(id), at: '2025-01-01T00:00:00Z' })),
    })
    expect(again.data.results.map(({ outcome, late }) => [outcome, late])).toEqual([
      ['conflict', false],
      ['conflict', true],
    ])
    const score = async (id: string) =>
      (
        await bench.ask('GET', `/v4/transactions/score?transaction_id=${id}`, {
          anonymous: true,
          headers: { authorization: `Bearer ${bench.apiKey}`, 'x-workspace-id': bench.workspaceId },
        })
      ).data
    expect([(await score('slow')).late, (await score('old')).late]).toEqual([false, true])
  })

  it('are labelled by persons: once each way, with who did it, and only what is there', async () => {
    await post(payment('label', { is_fraud: false }))
    expect((await call('GET', 'transactions/label')).data.label).toMatchObject({
      is_fraud: false,
      by: 'import',
      user_id: null,
      known_at: '2025-03-11T09:00:00.000+00:00',
    })
    const label = (id: string, body: unknown) => call('PUT', `transactions/${id}/label`, body)
    const said = await label('label', { is_fraud: true, notes: 'The customer called.' })
    expect(said).toMatchObject({
      status: 200,
      body: { data: { label: { is_fraud: true, by: 'person', user_id: bench.admin.id } } },
    })
    expect(await label('label', { is_fraud: true })).toMatchObject({
      status: 409,
      body: { error: { code: 'already_done' } },
    })
    expect((await label('nowhere', { is_fraud: true })).status).toBe(404)
    expect((await label('label', {})).status).toBe(400)
    const listed = await call('GET', 'transactions?label=fraud')
    expect(listed.data.map(({ transaction_id: id }) => id)).toContain('label')
  })

  it('have a label that becomes known after the delay of the policy, which an admin can change', async () => {
    const { data: policy } = await call('GET', 'detection/policy')
    expect(policy.labels).toEqual({ delay_days: 7 })
    expect((await call('PUT', 'detection/policy', { ...policy, labels: { delay_days: -1 } })).status).toBe(400)
    expect((await call('PUT', 'detection/policy', { ...policy, labels: { delay_days: 2 } })).status).toBe(200)
    await post(payment('quick', { is_fraud: true }))
    expect((await call('GET', 'transactions/quick')).data.label).toMatchObject({
      known_at: '2025-03-06T09:00:00.000+00:00',
    })
    expect((await call('GET', 'transactions/label')).data.label).toMatchObject({ by: 'person' })
    await call('PUT', 'detection/policy', policy)
  })

  it('are taken under a policy whose delay and deadlines are no whole milliseconds', async () => {
    const { data: policy } = await call('GET', 'detection/policy')
    const due = 0.277_777_7
    expect(
      (
        await call('PUT', 'detection/policy', {
          ...policy,
          labels: { delay_days: 1.000_000_001 },
          alerts: { ...policy.alerts, due_hours: { low: due, medium: due, high: due, critical: due } },
        })
      ).status,
    ).toBe(200)
    const { status, text } = await post(
      payment('parts-of-a-millisecond', {
        event_type: 'transfer',
        is_fraud: true,
        customer_id: 'C-parts',
        metadata: { remote_access: true },
      }),
    )
    expect(status, text).toBe(200)
    const taken = (await call('GET', 'transactions/parts-of-a-millisecond')).data
    expect(taken.label).toMatchObject({ known_at: '2025-03-05T09:00:00.000+00:00' })
    const [alert] = (await call('GET', 'alerts?entity_kind=customer&entity_id=C-parts')).data
    expect(Date.parse(String(alert?.due_at)) - Date.parse(String(alert?.raised_at))).toBe(1_000_000)
    await call('PUT', 'detection/policy', policy)
  })

  it('bear the label that a person found last, whatever came with them', async () => {
    await post(payment('back', { is_fraud: false, customer_id: 'C-back', amount: 9_000 }))
    const known = async () => (await call('GET', 'transactions/back')).data.label
    const came = await known()
    await call('PUT', 'transactions/back/label', { is_fraud: true })
    expect(await known()).toMatchObject({ is_fraud: true, by: 'person' })
    await call('PUT', 'transactions/back/label', { is_fraud: false })
    expect(await known()).toMatchObject({ is_fraud: false, by: 'person' })
    expect(came).toMatchObject({ is_fraud: false, by: 'import' })
  })

  it('I-8: bear a label that came after them, once; over HTTP as well as from a file', async () => {
    await post(payment('late'))
    expect((await post(payment('late', { is_fraud: true }))).data).toMatchObject({
      taken: 0,
      labelled: 1,
      already_there: 0,
      results: [{ outcome: 'labelled' }],
    })
    expect((await call('GET', 'transactions/late')).data.label).toMatchObject({
      is_fraud: true,
      by: 'import',
      user_id: null,
    })
    expect((await post(payment('late', { is_fraud: true }))).data).toMatchObject({ labelled: 0, already_there: 1 })
    expect(await post(payment('late', { is_fraud: false }))).toMatchObject({
      status: 409,
      body: { error: { details: [{ path: 'body.is_fraud' }] } },
    })
    expect(await post(payment('late', { is_fraud: true, amount: 1 })), 'a label changes nothing else').toMatchObject({
      status: 409,
      body: { error: { details: [{ path: 'body.amount' }] } },
    })
  })

  it('make the page of a customer: sums, timeline, and whom it deals with', async () => {
    await post({
      transactions: [
        payment('c-1', { customer_id: 'C-77', amount: 10 }),
        payment('c-2', { customer_id: 'C-77', amount: 30.25, terminal_id: 'T-9', at: '2025-03-05T10:00:00Z' }),
      ],
    })
    const { status, data } = await call('GET', 'customers/C-77')
    expect(status).toBe(200)
    expect(data).toMatchObject({ alerts: 0 })
    expect(JSON.stringify(data)).toContain('40.25')
    expect((await call('GET', 'customers/nobody')).status).toBe(404)
    expect((await call('GET', 'customers/C-77?from=2025-04-01T00:00:00.000%2B00:00')).status).toBe(404)
  })
})
