import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../../../main/storage/ledger/ledger.ts'
import { ok } from '../../../shared/schema/result.ts'
import { startBench } from '../api/support.ts'
import type { Bench } from '../api/support.ts'

let bench: Bench
beforeAll(async () => {
  bench = await startBench()
})
afterAll(() => bench.close())

const get = async <A extends string>(address: A) => (await bench.ask('GET', address)).whole
const byKey = <M extends string>(method: M, body?: Readonly<Record<string, unknown>>, query = '') =>
  bench.ask(method, `/v4/graph/node-risk?workspace_id=${bench.workspaceId}${query}`, {
    anonymous: true,
    headers: { authorization: `Bearer ${bench.apiKey}` },
    ...(body === undefined ? {} : { body }),
  })

/** Takes activities in, and waits until the network has them. */
const take = async (transactions: readonly Readonly<Record<string, unknown>>[]): Promise<void> => {
  const taken = await bench.ask('POST', '/v1/transactions', { body: { transactions } })
  expect(taken.status).toBe(200)
  const { customer_id: customer, account_id: account } = transactions[0] ?? {}
  const calculated = await byKey(
    'POST',
    customer === undefined
      ? { entity_kind: 'account', entity_id: account }
      : { entity_kind: 'customer', entity_id: customer },
  )
  expect(calculated.status, calculated.text).toBe(200)
  expect(calculated.data.graph?.waiting).toBe(0)
}

let count = 0
const transfer = (
  from: string,
  to: string,
  amount: number,
  day: number,
  rest: Readonly<Record<string, unknown>> = {},
) => ({
  transaction_id: `t${(count += 1)}`,
  event_type: 'transfer',
  at: new Date(Date.UTC(2026, 0, day)).toISOString(),
  account_id: from,
  counterparty_id: to,
  amount,
  currency: 'EUR',
  ...rest,
})

describe('the network of what was taken in', () => {
  it('is empty, and says so', async () => {
    expect((await get('/v1/network')).data).toMatchObject({
      state: 'empty',
      nodes: 0,
      links: 0,
      waiting: 0,
      newest_at: null,
    })
    expect((await byKey('GET')).data).toMatchObject({ status: 'empty', riskiest: [] })
    expect((await bench.ask('GET', '/v1/network/node?entity_kind=customer&entity_id=1')).status).toBe(404)
  })

  it('knows nodes, links and money of transfers, and that a counterparty with an account here is that account', async () => {
    await take([
      transfer('A', 'B', 100, 1, { customer_id: 'c1', device_id: 'd1' }),
      transfer('A', 'B', 50.5, 2, { customer_id: 'c1' }),
      transfer('B', 'C', 70, 3, { customer_id: 'c2', device_id: 'd1' }),
    ])
    const page = (await get('/v1/network/node?entity_kind=account&entity_id=B')).data
    expect(page.node).toMatchObject({
      kind: 'account',
      id: 'B',
      label: 'B',
      degree: 3,
      known_bad: false,
      hops_to_bad: null,
    })
    expect(page.money).toEqual([{ currency: 'EUR', sent: 70, sent_count: 1, received: 150.5, received_count: 2 }])
    expect((await get('/v1/network/node?entity_kind=counterparty&entity_id=B')).data.node.kind).toBe('account')
    expect((await get('/v1/network')).data).toMatchObject({ state: 'ready', transactions: 3, nodes: 6 })
  })

  it('answers neighbours with their links, by kind, time, amount and direction, page by page', async () => {
    const neighbours = async (query: string) =>
      (await get(`/v1/network/neighbours?entity_kind=account&entity_id=B${query}`)).data
        .map((one) => one.node.id)
        .sort()
    expect(await neighbours('')).toEqual(['A', 'C', 'c2'])
    expect(await neighbours('&link_kinds=transfer')).toEqual(['A', 'C'])
    expect(
      await neighbours(`&link_kinds=${Array.from({ length: 60 }, () => 'transfer').join(',')}`),
      'a kind that is named twice counts once, as in every list',
    ).toEqual(['A', 'C'])
    expect(await neighbours('&link_kinds=transfer&direction=out')).toEqual(['C'])
    expect(await neighbours('&link_kinds=transfer&min_amount=100')).toEqual(['A'])
    expect(await neighbours('&link_kinds=transfer&from=2026-01-03T00:00:00Z')).toEqual(['C'])
    expect(await neighbours('&node_kind=customer')).toEqual(['c2'])
    const first = await get('/v1/network/neighbours?entity_kind=account&entity_id=B&size=2')
    const second = await get(`/v1/network/neighbours?entity_kind=account&entity_id=B&size=2&after=${first.next}`)
    expect([...first.data, ...second.data].map((one) => one.node.id).sort()).toEqual(['A', 'C', 'c2'])
    expect(second.next).toBeNull()
  })

  it('finds the way between two and says where there is none', async () => {
    const { path } = (await get('/v1/network/path?from_kind=customer&from_id=c1&to_kind=customer&to_id=c2')).data
    expect(path?.nodes.map((node) => node.id)).toEqual(['c1', 'd1', 'c2'])
    expect(path?.links.map((link) => link.kind)).toEqual(['device', 'device'])
    expect(
      (await get('/v1/network/path?from_kind=customer&from_id=c1&to_kind=counterparty&to_id=C&max=1')).data,
    ).toEqual({ path: null, complete: true })
    expect(
      (await bench.ask('GET', '/v1/network/path?from_kind=customer&from_id=c1&to_kind=customer&to_id=nobody')).status,
    ).toBe(404)
  })

  it('answers a neighbourhood by columns, nearest first', async () => {
    const graph = (
      await bench.ask('POST', '/v1/network/graph', {
        body: { centres: [{ kind: 'customer', id: 'c1' }], depth: 2, limit: 100 },
      })
    ).data
    expect(graph.nodes.id).toHaveLength(5)
    expect(graph.nodes.hops).toEqual([...graph.nodes.hops].sort())
    expect(graph.nodes.id[0]).toBe('c1')
    for (const place of [...graph.links.from, ...graph.links.to]) expect(graph.nodes.id[place]).toBeDefined()
    const cut = (
      await bench.ask('POST', '/v1/network/graph', {
        body: { centres: [{ kind: 'customer', id: 'c1' }], depth: 2, limit: 2 },
      })
    ).data
    expect(cut).toMatchObject({ truncated: true })
    expect(cut.nodes.id).toHaveLength(2)
  })

  it('finds nodes by a part of their name or identifier', async () => {
    await take([
      transfer('D', 'E', 5, 4, { customer_id: 'c9', metadata: { name: 'Zoë Quill', email: 'zoe@quill.example' } }),
    ])
    const search = async (q: string) =>
      (await get(`/v1/network/search?q=${encodeURIComponent(q)}`)).data.map((node) => `${node.kind}:${node.id}`)
    expect(await search('ZOË')).toEqual(['customer:c9', 'email:zoe@quill.example'])
    expect(await search('quill')).toEqual(['customer:c9', 'email:zoe@quill.example'])
    expect(await search('c9')).toEqual(['customer:c9'])
    expect(await search('%')).toEqual([])
  })

  it('tells the risk with parts that sum to it, and the way that explains it', async () => {
    await take([
      transfer('C', 'X', 11, 5),
      transfer('F', 'X', 2_000, 5, { is_fraud: true, at: '2020-01-01T00:00:00Z' }),
    ])
    const bad = (await get('/v1/network/risk?entity_kind=counterparty&entity_id=X')).data
    expect(bad.parts[0]).toMatchObject({ part: 'direct', path: null })
    const near = (await byKey('GET', undefined, '&entity_kind=account&entity_id=B')).data
    expect(near).toMatchObject({ status: 'assessed', node: { hops_to_bad: 2, known_bad: false } })
    const sum = near.risk?.parts.reduce((all, { share }) => all + share, 0)
    expect(sum).toBeCloseTo(near.risk?.score ?? NaN, 12)
    const distance = near.risk?.parts.find(({ part }) => part === 'distance')
    expect(distance?.path?.nodes.map((node) => node.id)).toEqual(['B', 'C', 'X'])
    const [riskiest] = (await byKey('GET')).data.riskiest ?? []
    expect(riskiest).toBeDefined()
    expect(riskiest?.id).not.toBe('X')
    expect((await get('/v1/network/riskiest?known_bad=with')).data[0]?.id).toBe('X')
  })

  it('finds shapes of money, and names them on the page', async () => {
    await take([transfer('R1', 'R2', 910, 6), transfer('R2', 'R3', 910, 7), transfer('R3', 'R1', 910, 8)])
    const page = (await get('/v1/network/node?entity_kind=account&entity_id=R2')).data
    expect(page.node.motifs).toEqual(['cycle'])
    expect(page.motifs).toEqual([expect.objectContaining({ kind: 'cycle', amount: 2_730 })])
    const part = page.risk.parts.find((one) => one.part === 'motifs')
    expect(part?.path?.nodes).toHaveLength(4)
    expect(part?.path?.links).toHaveLength(3)
  })

  it('refuses what is no question, and changes nothing', async () => {
    for (const address of [
      '/v1/network/node?entity_kind=ship&entity_id=1',
      '/v1/network/node?entity_kind=customer',
      '/v1/network/neighbours?entity_kind=account&entity_id=B&after=x',
      '/v1/network/path?from_kind=customer&from_id=c1',
      '/v1/network/search',
      '/v1/network/neighbours?entity_kind=account&entity_id=B&min_amount=-1',
    ]) {
      expect((await bench.ask('GET', address)).status, address).toBe(400)
    }
    expect((await byKey('GET', undefined, '&entity_kind=customer')).status).toBe(400)
    expect((await byKey('POST', { entity_id: 'x' })).status).toBe(400)
  })
})

describe('merges', () => {
  const proposals = async (query = '') => (await get(`/v1/network/proposals?${query}`)).data
  const settle = (uid: string, verdict: string) =>
    bench.ask('PUT', `/v1/network/proposals/${uid}/verdict`, { body: { verdict, notes: `To ${verdict} it is right.` } })
  /** All that the network says of some nodes. */
  const picture = async () =>
    (
      await bench.ask('POST', '/v1/network/graph', {
        body: {
          centres: [
            { kind: 'customer', id: 'm1' },
            { kind: 'customer', id: 'm2' },
          ],
          depth: 4,
        },
      })
    ).data

  it('are proposed with reasons where two share what identifies them', async () => {
    await take([
      transfer('M1', 'S1', 10, 9, {
        customer_id: 'm1',
        metadata: {
          name: 'Jon Maler',
          date_of_birth: '1980-02-03',
          email: 'Jon.Maler@Mail.example',
          phone: '0049 30 1234567',
        },
      }),
      transfer('M2', 'S2', 20, 9, {
        customer_id: 'm2',
        metadata: {
          name: 'MALER, John',
          date_of_birth: '1980-02-03',
          email: 'jon.maler+shop@mail.example',
          phone: '+49 (30) 1234567',
        },
      }),
      transfer('M3', 'S3', 20, 9, { customer_id: 'm3', metadata: { name: 'Uta Fremd', phone: '+49 30 7654321' } }),
    ])
    const [proposal, other] = await proposals()
    expect(other).toBeUndefined()
    expect(proposal).toMatchObject({
      a: { kind: 'customer', id: 'm1' },
      b: { kind: 'customer', id: 'm2' },
      a_label: 'Jon Maler',
      b_label: 'MALER, John',
      state: 'proposed',
      history: [],
    })
    expect(proposal?.reasons.map(({ fact }) => fact).sort()).toEqual(['birth_date', 'email', 'name', 'phone'])
    expect(proposal?.score).toBeGreaterThan(0.95)
  })

  it('accepted act as one everywhere; undone, everything is as it was', async () => {
    const before = await picture()
    const uid = (await proposals())[0]?.uid ?? ''
    const accepted = await settle(uid, 'accept')
    expect(accepted.status, accepted.text).toBe(200)
    expect(accepted.data.entry_id).toMatch(/^[0-9a-f]{64}$/)
    for (const id of ['m1', 'm2']) {
      const page = (await get(`/v1/network/node?entity_kind=customer&entity_id=${id}`)).data
      expect(page.node.members).toEqual([
        { kind: 'customer', id: 'm1' },
        { kind: 'customer', id: 'm2' },
      ])
      expect(page.proposals).toEqual([expect.objectContaining({ uid, state: 'accepted' })])
    }
    expect(
      (await get('/v1/network/path?from_kind=account&from_id=M1&to_kind=account&to_id=M2')).data.path?.nodes.map(
        (node) => node.id,
      ),
    ).toEqual(['M1', 'm1', 'M2'])
    expect((await settle(uid, 'accept')).error.code).toBe('already_done')
    expect((await settle(uid, 'refuse')).error.code).toBe('transition_forbidden')
    const undone = await settle(uid, 'undo')
    expect(undone.data.proposal).toMatchObject({
      state: 'proposed',
      history: [{ verdict: 'accept' }, { verdict: 'undo' }],
    })
    expect(await picture()).toEqual(before)
  })

  it('refused are not proposed again when more becomes known', async () => {
    const uid = (await proposals())[0]?.uid ?? ''
    expect((await settle(uid, 'refuse')).data.proposal).toMatchObject({
      state: 'refused',
      decided_by: 'Ada Berg',
      note: 'To refuse it is right.',
    })
    await take([
      transfer('M1', 'S1', 10, 10, { customer_id: 'm1', device_id: 'shared' }),
      transfer('M2', 'S1', 10, 10, { customer_id: 'm2', device_id: 'shared' }),
    ])
    expect(await proposals()).toEqual([])
    expect(await proposals('state=refused')).toEqual([expect.objectContaining({ uid })])
  })

  it('are proposed by hand, once', async () => {
    const propose = (b: string) =>
      bench.ask('POST', '/v1/network/proposals', {
        body: { a: { kind: 'customer', id: 'm3' }, b: { kind: 'customer', id: b }, notes: 'Seen together.' },
      })
    const made = await propose('c9')
    expect(made.status).toBe(201)
    expect((await propose('c9')).data.uid).toBe(made.data.uid)
    expect((await propose('m3')).error.code).toBe('unknown_reference')
    expect((await propose('nobody')).status).toBe(404)
    expect((await settle('018f0000-0000-7000-8000-000000000000', 'accept')).status).toBe(404)
  })

  it('are sealed: whom a verdict is about is withheld, and the chain verifies', async () => {
    const entries = await bench.service.workspace.db.selectFrom('entries').selectAll().execute()
    const payloads = entries
      .map(({ payload }) => Buffer.from(payload).toString('utf8'))
      .filter((text) => text.includes('network.merge_settled'))
    expect(payloads).toHaveLength(3)
    for (const text of payloads) {
      expect(text).not.toContain('customer')
      expect(text).not.toContain('is right')
    }
    const report = await bench.service.workspace.verification.verifyWorkspace()
    expect(report?.verdict).toBe('intact')
  })
})

describe('what other areas know', () => {
  const write = async (statements: readonly (readonly [string, ...(string | number | null)[]])[]): Promise<void> => {
    const written = await bench.service.workspace.ledger.write(systemActor, async ({ sql }) => {
      for (const [text, ...values] of statements) await sql.run(text, ...values)
      return ok(undefined)
    })
    expect(written.ok).toBe(true)
  }
  const node = async (kind: string, id: string) => {
    await byKey('POST', { entity_kind: 'account', entity_id: 'A' })
    return (await get(`/v1/network/node?entity_kind=${kind}&entity_id=${encodeURIComponent(id)}`)).data
  }

  it('ties whom a case names, and the page names the case', async () => {
    const made = await bench.ask('POST', '/v1/cases', {
      body: {
        title: 'Two of a kind',
        description: 'Named together.',
        priority: 'low',
        related_customer_id: 71,
        related_account_id: 72,
      },
    })
    expect(made.status).toBe(201)
    const page = await node('customer', '71')
    expect(page.links_by_kind).toEqual([{ kind: 'case', source: 'cases', nodes: 1, count: 1 }])
    expect(page.cases).toEqual([expect.objectContaining({ id: made.data.id, title: 'Two of a kind' })])
    expect((await get('/v1/network/neighbours?entity_kind=customer&entity_id=71')).data[0]?.node).toMatchObject({
      kind: 'account',
      id: '72',
    })
  })

  it('makes whoever a list names known bad, and says that an answer is open', async () => {
    const hit = (uid: string, subject: number, entry: string) =>
      [
        "insert into screening_hits (uid, subject_n, list, entry_id, entry_kind, score, match, subject_digest, listed_digest, first_at, last_at) values (?, ?, 'un', ?, 'person', 0.9, ?, '', '', 1, 1)",
        uid,
        subject,
        entry,
        JSON.stringify({ listed_name: 'MALER, Jon' }),
      ] as const
    await write([
      [
        "insert into screening_subjects (n, kind, id, name, facts, digest, source, added_at, changed_at) values (900, 'customer', 'c1', 'Jon Maler', '{}', '', 'register', 1, 1), (901, 'customer', 'c2', 'Jo Maler', '{}', '', 'register', 1, 1)",
      ],
      hit('h1', 900, 'QDi.1'),
      hit('h2', 901, 'QDi.1'),
      [
        "insert into screening_dispositions (entry, n, hit_uid, hlc, at, actor, disposition) values ('e1', 1, 'h1', '0', 1, 'x', 'true_match')",
      ],
    ])
    const [found, open] = [await node('customer', 'c1'), await node('customer', 'c2')]
    expect(found.node).toMatchObject({ known_bad: true, label: 'Jon Maler' })
    expect(found.because).toEqual([
      expect.objectContaining({ source: 'screening', text: 'It is “MALER, Jon” of the list un, as a person found.' }),
    ])
    expect(found.links_by_kind).toContainEqual({ kind: 'listed', source: 'screening', nodes: 1, count: 1 })
    expect(open.node.known_bad).toBe(false)
    expect(open.risk.parts).toContainEqual(
      expect.objectContaining({
        part: 'direct',
        text: 'An answer about it is open. It may be “MALER, Jon” of the list un; nobody has said yet.',
      }),
    )
    expect((await node('listed', 'un:QDi.1')).node).toMatchObject({ label: 'MALER, Jon', known_bad: true })
    await write([["delete from screening_dispositions where entry = 'e1'"]])
    expect((await node('customer', 'c1')).node.known_bad).toBe(false)
    expect((await node('customer', 'c1')).links_by_kind).not.toContainEqual(expect.objectContaining({ kind: 'listed' }))
  })

  it('ties owners and officers to companies, as long as they are so', async () => {
    await write([
      [
        "insert into ownership_datasets (id, key, version, in_force, complete, file_name, format, sha256, imported_ms, imported_by, parties, companies, interests) values (9, 'reg', 1, 1, 1, 'f', 'csv', '', 1, 'x', 3, 1, 3)",
      ],
      [
        "insert into ownership_parties (dataset, key, said, kind, name, known, details) values (9, 'k', '', 'company', 'Acme Ltd', 1, '{}'), (9, 'p', '', 'person', 'Uta Eigner', 1, '{}'), (9, 'q', '', 'person', 'Olaf Chef', 1, '{}')",
      ],
      [
        "insert into ownership_interests (dataset, record, said, ordinal, owner, owned, kind, direct, declared, from_day, to_day) values (9, '1', '', 0, 'p', 'k', 'shareholding', 'direct', 1, null, null), (9, '2', '', 0, 'q', 'k', 'senior_managing_official', 'direct', 0, '2020-01-01', null), (9, '3', '', 0, 'q', 'k', 'shareholding', 'direct', 0, '2001-01-01', '2002-01-01')",
      ],
    ])
    const page = await node('company', 'reg:k')
    expect(page.node).toMatchObject({ label: 'Acme Ltd', degree: 2 })
    expect(page.links_by_kind.map(({ kind }) => kind).sort()).toEqual(['officer', 'owner'])
    expect((await node('person', 'reg:p')).node.label).toBe('Uta Eigner')
  })
})

describe('a network that is built anew', () => {
  it('is what it was', async () => {
    const ask = async () =>
      (
        await bench.ask('POST', '/v1/network/graph', {
          body: {
            centres: [
              { kind: 'account', id: 'A' },
              { kind: 'account', id: 'R1' },
            ],
            depth: 4,
          },
        })
      ).data
    const before = await ask()
    expect((await byKey('POST', {})).data.status).toBe('building')
    await byKey('POST', { entity_kind: 'account', entity_id: 'A' })
    const after = await ask()
    expect({ ...after.nodes, risk: [] }).toEqual({ ...before.nodes, risk: [] })
    expect(after.links).toEqual(before.links)
    after.nodes.risk.forEach((risk, place) => expect(risk).toBeCloseTo(before.nodes.risk[place] ?? NaN, 2))
  })
})
