import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DataAt } from './asked.ts'
import { startBench } from './support.ts'
import type { Bench } from './support.ts'

let bench: Bench

const call = <M extends string, A extends string>(method: M, address: A, body?: unknown) =>
  bench.ask(method, `/v1/${address}`, body === undefined ? {} : { body })
const rule = (key: string, logic: object, reason = 'It holds.') => ({
  key,
  name: key,
  why: 'A test.',
  applies_to: ['transfer'],
  logic,
  signal: key,
  weight: 0.3,
  action: 'review',
  reason,
})
const payment = (id: string, at: string, customer: string, counterparty: string, more: object = {}) => ({
  transaction_id: id,
  event_type: 'transfer',
  at: `2025-${at}.000+00:00`,
  amount: 100,
  currency: 'EUR',
  customer_id: customer,
  counterparty_id: counterparty,
  ...more,
})

const take = async (transactions: readonly object[]): Promise<void> => {
  expect((await call('POST', 'transactions', { transactions })).status).toBe(200)
}

type Run = DataAt<'GET', `/v1/rule-dry-runs/${string}`>

const dryRun = async (...rules: readonly object[]): Promise<Run> => {
  const { data: started } = await call('POST', 'rule-dry-runs', { rules })
  for (;;) {
    const { data } = await call('GET', `rule-dry-runs/${started.id}`)
    if (data.state !== 'running') return data
  }
}

/** Saves a rule and puts it live, over its trial. */
const live = async (content: ReturnType<typeof rule>): Promise<void> => {
  expect((await call('POST', 'rules', content)).status).toBe(201)
  for (const to of ['shadow', 'live']) {
    const { versions } = (await call('GET', `rules/${content.key}`)).data
    expect((await call('POST', `rules/${content.key}/move`, { content_id: versions[0]?.content_id, to })).status).toBe(
      200,
    )
  }
}

const hitsOf = (run: Run, key: string): string[] =>
  (run.rules.find((found) => found.key === key)?.examples ?? []).map((example) => example.transaction_id)

beforeEach(async () => {
  bench = await startBench({ limits: { perCredential: 0, perAddress: 0 } })
})
afterEach(() => bench.close())

describe('a dry run that reads the network', () => {
  const bad = rule('bad', { var: 'graph.counterparty.known_bad' })
  const near = rule('near', {
    and: [{ var: 'graph.customer.ties' }, { at_most: [{ var: 'graph.customer.hops_to_bad' }, 1] }],
  })

  it('sees it as it was before each activity, and who was known bad by then', async () => {
    await take([
      payment('first', '03-01T10:00:00', 'C1', 'M1', { is_fraud: true }),
      payment('before it is known', '03-02T10:00:00', 'C2', 'M1'),
      // A label is known after seven days.
      payment('after', '03-10T10:00:00', 'C3', 'M1'),
      payment('tied by then', '03-11T10:00:00', 'C3', 'M2'),
      payment('of nobody near', '03-12T10:00:00', 'C4', 'M2'),
      payment('tied from long before', '03-13T10:00:00', 'C2', 'M3'),
    ])
    const run = await dryRun(bad, near)
    expect(run).toMatchObject({ state: 'done', model: null, as_of_now: [] })
    expect(hitsOf(run, 'bad')).toEqual(['after'])
    expect(hitsOf(run, 'near')).toEqual(['tied by then', 'tied from long before'])
  })

  it('counts a confirmed alert from the time at which it was confirmed', async () => {
    await live({ ...rule('raises', { above: [{ var: 'event.amount' }, 5_000] }), weight: 0.99, action: 'block' })
    const nowMs = Date.now()
    const on = (id: string, hours: number, amount = 100) => ({
      ...payment(id, '01-01T00:00:00', 'C7', 'S1', { amount }),
      at: new Date(nowMs + hours * 3_600_000).toISOString(),
    })
    await take([on('large', -72, 9_000), on('then', -48)])
    const [alert] = (await call('GET', 'alerts')).data
    expect(
      (
        await call('PUT', `alerts/${alert?.id}/status`, {
          status: 'confirmed',
          notes: 'The customer said so.',
          subject_role: 'suspect',
        })
      ).status,
    ).toBe(200)
    // Whoever takes it in may be a little ahead of this clock.
    await take([on('now', 0.5)])
    const run = await dryRun(rule('entity', { var: `graph.${alert?.entity?.kind}.known_bad` }))
    expect(hitsOf(run, 'entity')).toEqual(['now'])
  })

  it('sees what live scoring saw', async () => {
    const key = 'many_ties'
    const logic = { at_least: [{ var: 'graph.counterparty.ties' }, 3] }
    await live({ ...rule(key, logic, '{graph.counterparty.ties}'), weight: 0.9 })
    const hit: string[] = []
    for (let index = 0; index < 8; index += 1) {
      const id = `P${index}`
      await take([payment(id, `03-0${index + 1}T10:00:00`, `C${index % 5}`, index % 3 === 2 ? 'B' : 'A')])
      const { data } = await call('GET', `transactions/${id}`)
      if (data.assessment?.hits.some((one) => one.rule === key) === true) hit.push(id)
      for (;;) {
        const { state, transactions } = (await call('GET', 'network')).data
        if (state === 'ready' && transactions === index + 1) break
      }
    }
    expect(hit.length).toBeGreaterThan(1)
    expect(hitsOf(await dryRun(rule(key, logic, '{graph.counterparty.ties}')), key)).toEqual(hit)
  })
})

describe('a dry run that reads the model’s score', () => {
  it('gets what the model in force says of what was known then, as live scoring did, and moves no drift', async () => {
    // A live rule that always holds: an assessment is kept of each, with what the model itself said.
    await live({ ...rule('always', { above: [{ var: 'event.amount' }, 0] }), applies_to: ['barter'], weight: 0.9 })
    const transactions = Array.from({ length: 40 }, (_, index) =>
      payment(
        `P${index}`,
        `03-${String(1 + Math.floor(index / 4)).padStart(2, '0')}T0${index % 4}:30:00`,
        `C${index % 3}`,
        `M${index % 7}`,
        { event_type: 'barter', amount: index % 5 === 0 ? 4_000 + index : 20 + index, device_id: `D${index % 4}` },
      ),
    )
    await take(transactions)
    const scored: { readonly id: string; readonly score: number }[] = []
    for (const { transaction_id: id } of transactions)
      scored.push({ id, score: (await call('GET', `transactions/${id}`)).data.assessment?.model?.score ?? NaN })
    const threshold = scored.map(({ score }) => score).sort((a, b) => a - b)[25] ?? 0
    const high = scored.filter(({ score }) => score > threshold).map(({ id }) => id)
    expect(high.length).toBeGreaterThan(5)
    const drift = async (): Promise<number> =>
      (await call('GET', `models/${(await call('GET', 'models')).data.in_force}/drift`)).data.activities
    const before = await drift()
    const run = await dryRun({
      ...rule('high', { above: [{ var: 'model.score' }, threshold] }),
      applies_to: ['barter'],
    })
    expect(run).toMatchObject({ state: 'done', model: { name: 'Fieldseal default' }, as_of_now: ['model'] })
    expect(hitsOf(run, 'high')).toEqual(high)
    expect(await drift()).toBe(before)
  })

  it('R-8: says so where rules read lists, and where there is no model', async () => {
    const [list] = (await call('GET', 'lists')).data
    expect((await call('PUT', 'models/in-force', { model_id: null })).status).toBe(200)
    await take([payment('P', '03-01T10:00:00', 'C1', 'M1')])
    const run = await dryRun(
      rule('listed', { in_list: [{ var: 'event.counterparty_id' }, list?.key] }),
      rule('unscored', { '!': [{ var: 'model.score' }] }),
    )
    expect(run).toMatchObject({ model: null, as_of_now: ['lists'] })
    expect(hitsOf(run, 'unscored')).toEqual(['P'])
  })
})

describe('a trial of a rule on a transaction', () => {
  it('R-9: reads the model’s score and the network as they are now', async () => {
    await take([payment('one', '03-01T10:00:00', 'C1', 'M1'), payment('two', '03-02T10:00:00', 'C2', 'M1')])
    for (;;) if ((await call('GET', 'network')).data.state === 'ready') break
    const tried = await call('POST', 'rule-trials', {
      rule: rule('try', {
        and: [{ above: [{ var: 'model.score' }, 0] }, { at_least: [{ var: 'graph.counterparty.ties' }, 2] }],
      }),
      transaction_id: 'one',
    })
    expect(tried.data).toMatchObject({ holds: true, read: { 'graph.counterparty.ties': 2 } })
  })
})
