import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'
import { judged, payment, takeIn } from '../alerts/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const get = async <A extends string>(address: A) => (await bench.ask('GET', address)).whole
const actor = () => ({ userId: bench.admin.id, userUid: bench.admin.uid, role: 'admin' as const })
const begins = Date.UTC(2026, 4, 1, 8)

/** The network takes in what waits, and what alerts, cases and labels say. */
const settled = async (): Promise<void> => {
  const calculated = await bench.ask('POST', `/v4/graph/node-risk?workspace_id=${bench.workspaceId}`, {
    anonymous: true,
    headers: { authorization: `Bearer ${bench.apiKey}` },
    body: { entity_kind: 'customer', entity_id: 'c0' },
  })
  expect(calculated.status, calculated.text).toBe(200)
}
const page = async (kind: string, id: string) =>
  (await get(`/v1/network/node?entity_kind=${kind}&entity_id=${encodeURIComponent(id)}`)).data
const told = async (kind: string, id: string) =>
  (await page(kind, id)).because.map(({ certainty, source, text }) => [certainty, source, text])

const send = async (transactions: readonly Readonly<Record<string, unknown>>[]): Promise<void> => {
  for (let at = 0; at < transactions.length; at += 1_000) {
    const taken = await bench.ask('POST', '/v1/transactions', {
      body: { transactions: transactions.slice(at, at + 1_000) },
    })
    expect(taken.status, taken.text).toBe(200)
  }
}

describe('an alert', () => {
  it('that nobody has decided raises the risk of whom it is about, says so in words, and goes with a decision', async () => {
    const [raised] = await takeIn(bench.service.workspace, actor(), [
      { event: payment('p-high', begins, { customer_id: 'c0', terminal_id: 'x' }), assessment: judged(0.7) },
    ])
    await settled()
    const high = await page('customer', 'c0')
    expect(high.risk).toMatchObject({ score: expect.closeTo(0.45, 9) as number, risk_level: 'medium' })
    expect(high.risk.parts).toEqual([
      expect.objectContaining({
        part: 'direct',
        text: 'An answer about it is open. High risk by an alert that nobody has decided yet: Velocity signal on customer c0',
      }),
    ])
    expect(high.because).toEqual([expect.objectContaining({ certainty: 'open', alert_id: raised?.id })])
    expect(high.node.known_bad).toBe(false)
    const decided = await bench.ask('PUT', `/v1/alerts/${raised?.id ?? 0}/status`, {
      body: { status: 'false_positive', notes: 'The customer knows the shop.' },
    })
    expect(decided.status, decided.text).toBe(200)
    await settled()
    expect((await page('customer', 'c0')).risk).toMatchObject({ score: 0, parts: [] })
  })

  it('that is critical says more than one that is low', async () => {
    await takeIn(bench.service.workspace, actor(), [
      {
        event: payment('p-critical', begins, { customer_id: 'c-critical', terminal_id: 'x' }),
        assessment: judged(0.95),
      },
      { event: payment('p-medium', begins, { customer_id: 'c-medium', terminal_id: 'x' }), assessment: judged(0.4) },
    ])
    await settled()
    expect((await page('customer', 'c-critical')).risk.risk_level).toBe('high')
    expect((await page('customer', 'c-medium')).risk).toMatchObject({ risk_level: 'low' })
    expect((await page('customer', 'c-medium')).risk.score).toBeCloseTo(0.15, 9)
  })

  it('brings forth no other one: rules read the risk without it', () => {
    const said = bench.service.workspace.network.store
      .knownBad(Date.UTC(2030, 0, 1))
      .filter(({ source }) => source === 'alerts')
    expect(said.length).toBeGreaterThan(0)
    for (const one of said) expect(one.beyondRules).toBe(true)
  })
})

describe('a case', () => {
  it('that is open is named with its number; closed as fraud without a word on the part, it exposed', async () => {
    await send([
      {
        transaction_id: 'k1',
        event_type: 'transfer',
        at: '2026-05-01T08:00:00Z',
        customer_id: '71',
        amount: 5,
        currency: 'EUR',
        counterparty_id: 'k2',
      },
    ])
    const made = await bench.ask('POST', '/v1/cases', {
      body: { title: 'Named', description: 'One is named.', priority: 'low', related_customer_id: 71 },
    })
    expect(made.status).toBe(201)
    await settled()
    const number = made.data.case_number
    expect(await told('customer', '71')).toEqual([['open', 'cases', `Case ${number} names it and is open.`]])
    expect((await page('customer', '71')).risk.score).toBeCloseTo(0.2, 9)
    for (const body of [
      { status: 'investigating', notes: 'Looked at.' },
      { status: 'resolved', notes: 'Found.', outcome: 'confirmed_fraud' },
    ]) {
      const moved = await bench.ask('PUT', `/v1/cases/${made.data.id}/status`, { body })
      expect(moved.status, moved.text).toBe(200)
    }
    await settled()
    expect(await told('customer', '71')).toEqual([
      ['exposed', 'cases', `Case ${number} names it and was closed with fraud found; no alert says what part it had.`],
    ])
  })
})

describe('a label', () => {
  it('says who was exposed: payer and place of a purchase, and that who received a transfer is bad', async () => {
    await send([
      {
        transaction_id: 'f1',
        event_type: 'card_payment',
        at: '2026-05-02T08:00:00Z',
        customer_id: 'v',
        account_id: 'va',
        terminal_id: 'vt',
        counterparty_id: 'vm',
        amount: 9,
        currency: 'EUR',
        is_fraud: true,
      },
      {
        transaction_id: 'f2',
        event_type: 'transfer',
        at: '2026-05-02T09:00:00Z',
        customer_id: 'v',
        account_id: 'va',
        counterparty_id: 'mule',
        amount: 90,
        currency: 'EUR',
        is_fraud: true,
      },
    ])
    await settled()
    expect(await told('customer', 'v')).toEqual([
      ['exposed', 'transactions', '2 payments of it are known as fraud, the last of them f2.'],
    ])
    expect(await told('terminal', 'vt')).toEqual([
      ['exposed', 'transactions', 'The payment f1 at it is known as fraud.'],
    ])
    expect(await told('counterparty', 'vm'), 'the shop where the card was misused is no thief').toEqual([
      ['exposed', 'transactions', 'The payment f1 at it is known as fraud.'],
    ])
    expect(await told('counterparty', 'mule')).toEqual([
      ['confirmed', 'transactions', 'It received a payment that was fraud (f2).'],
    ])
    const victim = await page('customer', 'v')
    expect(victim.node.known_bad).toBe(false)
    expect(victim.risk.parts.find(({ part }) => part === 'direct')?.text).toBe(
      'It was exposed to fraud, and is not known to be bad. 2 payments of it are known as fraud, the last of them f2.',
    )
  })
})

describe('a common point of compromise', () => {
  const customers = 60
  const at = (n: number): string => new Date(begins + n * 60_000).toISOString()
  const purchase = (n: number, terminal: string, isFraud: boolean) => ({
    transaction_id: `cp${n}`,
    event_type: 'card_payment',
    at: at(n),
    customer_id: `p${n % customers}`,
    terminal_id: terminal,
    amount: 20 + (n % 7),
    currency: 'EUR',
    is_fraud: isFraud,
  })

  it('that was planted comes first, with its figures, and is told on its page as nobody’s verdict', async () => {
    // Of 40 terminals each is paid at 30 times with one fraud in a hundred; at one of them half of all are.
    const made = Array.from({ length: 1_200 }, (_, n) =>
      purchase(n, `t${n % 40}`, n % 40 === 17 ? n % 80 === 17 : n % 97 === 3),
    )
    await send(made)
    await settled()
    const points = (await get('/v1/network/common-points')).data
    const planted = made.filter(({ terminal_id: terminal }) => terminal === 't17')
    const frauds = planted.filter(({ is_fraud: isFraud }) => isFraud)
    expect(points[0]).toMatchObject({
      found_by: 'frauds_there',
      entity: { kind: 'terminal', id: 't17' },
      payments: planted.length,
      frauds: frauds.length,
      payers: new Set(frauds.map(({ customer_id: customer }) => customer)).size,
      state: 'undecided',
    })
    expect(points).toHaveLength(1)
    expect(points[0]?.low).toBeLessThan(0.5)
    expect(points[0]?.high).toBeGreaterThan(0.5)
    expect(points[0]?.expected).toBeLessThan(0.02)
    expect(points[0]?.chance).toBeLessThan(1e-6)
    expect((await get('/v1/network/common-points?node_kind=device')).data).toEqual([])
    const terminal = await page('terminal', 't17')
    expect(terminal.because[0]).toMatchObject({ certainty: 'open', source: 'transactions' })
    expect(terminal.because[0]?.text).toMatch(
      /^It may be a common point of compromise: 15 of 30 payments at it were fraud \(50 %, elsewhere \d\.\d+ %\)\.$/,
    )
    expect(terminal.node.known_bad).toBe(false)
    expect((await get('/v1/network/riskiest?node_kind=terminal')).data[0]).toMatchObject({ id: 't17' })
    // What explains it is the list of its payments that were fraud.
    const list = (await get('/v1/transactions?terminal_id=t17&label=fraud&size=50')).data
    expect(list.map(({ transaction_id: id }) => id).sort()).toEqual(frauds.map(({ transaction_id: id }) => id).sort())
  })

  it('where cards were copied is found by what happened elsewhere, and says to whom', async () => {
    const visits = Array.from({ length: 20 }, (_, n) => ({
      ...purchase(5_000 + n, 'pump', false),
      customer_id: `copied${n}`,
    }))
    const frauds = visits.slice(0, 10).map((visit, n) => ({
      ...visit,
      transaction_id: `misused${n}`,
      terminal_id: `far${n}`,
      at: at(9_000 + n),
      is_fraud: true,
    }))
    await send([...visits, ...frauds])
    await settled()
    const points = (await get('/v1/network/common-points')).data
    expect(points.map(({ entity }) => entity.id).sort()).toEqual(['pump', 't17'])
    const pump = points.find(({ entity }) => entity.id === 'pump')
    expect(pump).toMatchObject({ found_by: 'misuse_elsewhere', payments: 20, visitors: 20, misused: 10, share: 0.5 })
    if (pump?.found_by !== 'misuse_elsewhere') throw new Error('the pump was found by something else')
    expect(pump.victims).toHaveLength(8)
    expect(pump.victims[0]).toEqual({
      entity: { kind: 'customer', id: 'copied9' },
      label: 'copied9',
      fraud_id: 'misused9',
      fraud_at: at(9_009).replace('Z', '+00:00'),
    })
    expect((await page('terminal', 'pump')).because[0]?.text).toMatch(
      /^Cards may have been copied at it: 10 of 20 payers there had a fraud elsewhere afterwards \(50 %, of those who paid elsewhere \d/,
    )
  })

  it('is the same after the network is built anew', async () => {
    const before = (await get('/v1/network/common-points')).data
    expect((await bench.ask('POST', '/v1/network/rebuild', { body: {} })).status).toBe(202)
    await settled()
    expect((await get('/v1/network/common-points')).data).toEqual(before)
  })
})
