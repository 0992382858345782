import type { Page } from '@playwright/test'
import {
  linkKinds,
  nodeKinds,
  type EntityRef,
  type MergeProposal,
  type NetworkGraph,
  type NetworkNode,
  type NetworkState,
  type NodeKind,
  type NodePage,
  type ProposalState,
} from '../../shared/schema/network.ts'

/** Answers about the network that a test lays before the window: a network of any size, made the same way each time. */

const day = 86_400_000
const began = Date.UTC(2031, 0, 1)
const uidOf = (index: number): string => `018f3a7c-0000-7000-8000-${String(index).padStart(12, '0')}`

interface LaidNode {
  readonly kind: NodeKind
  readonly id: string
  readonly label: string | null
  readonly risk: number
  readonly bad: boolean
  readonly community: number
}

interface LaidLink {
  readonly from: number
  readonly to: number
  readonly kind: (typeof linkKinds)[number]
  readonly count: number
  readonly amount: number | null
  readonly firstMs: number
  readonly lastMs: number
}

export interface LaidNetwork {
  readonly nodes: readonly LaidNode[]
  readonly links: readonly LaidLink[]
  readonly ties: ReadonlyMap<number, ReadonlySet<number>>
  readonly verdicts: Map<string, ProposalState>
  readonly asked: { readonly method: string; readonly path: string; readonly body: unknown }[]
  /** Answers with a fault instead, when set: everything, or what the path ends in. */
  broken: boolean | string
}

/** Numbers from 0 to 1 that are the same each time (a linear congruence, Numerical Recipes). */
const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}

const kindsInTurn: readonly NodeKind[] = [
  'customer',
  'account',
  'account',
  'counterparty',
  'customer',
  'device',
  'card',
  'ip',
  'person',
  'company',
  'phone',
  'email',
  'address',
  'terminal',
  'listed',
]
const labels: Readonly<Partial<Record<NodeKind, readonly string[]>>> = {
  customer: [
    'Ada Brennan',
    'Dr. Maximiliane Hohenstein-Wackernagel',
    'محمد عبد الرحمن',
    '田中 健',
    'Jörg Brandt',
    'Oluwaseun Adeyemi',
  ],
  company: ['Northwind Trading SPRL', 'Ost-West Im- und Export GmbH', 'ООО «Восход»'],
  person: ['Maria da Conceição Ferreira', 'Ján Novák'],
}

/** A network of communities around busy accounts: community 0 is small and holds the bad. */
export const laidNetwork = (size: number): LaidNetwork => {
  const next = numbers(7)
  const communities = Math.max(3, Math.round(size / 26))
  const nodes = Array.from({ length: size }, (_, index): LaidNode => {
    const community = index % communities
    const kind = index < communities ? 'account' : (kindsInTurn[index % kindsInTurn.length] ?? 'customer')
    const names = labels[kind]
    const bad = community === 0 && (index % 4 === 0 || kind === 'customer') && index > 0 && index < communities * 9
    return {
      kind,
      id: String(3_700 + index),
      label: names === undefined ? null : (names[index % names.length] ?? null),
      risk: bad ? 0.97 : community === 0 ? 0.55 + next() * 0.4 : community === 1 ? 0.2 + next() * 0.45 : next() * 0.25,
      bad,
      community,
    }
  })
  const links: LaidLink[] = []
  const tie = (from: number, to: number): void => {
    if (from === to) return
    const other = nodes[to]?.kind ?? 'account'
    const isShared = [
      'device',
      'card',
      'ip',
      'phone',
      'email',
      'address',
      'person',
      'company',
      'listed',
      'terminal',
    ].includes(other)
    const first = began + Math.floor(next() * 300) * day
    const kind = isShared ? (linkKinds.find((one) => one === other) ?? 'transfer') : 'transfer'
    links.push({
      from,
      to,
      kind,
      count: 1 + Math.floor(next() * 40),
      amount: kind === 'transfer' ? Math.round(10 ** (1.5 + next() * 4) * 100) / 100 : null,
      firstMs: first,
      lastMs: first + Math.floor(next() * 60) * day,
    })
  }
  for (let index = communities; index < size; index += 1) {
    tie(index % communities, index)
    if (next() < 0.45)
      tie(index, (index % communities) + communities * Math.floor(next() * Math.floor(size / communities)))
    if (next() < 0.05) tie(index, Math.floor(next() * communities))
  }
  for (let hub = 1; hub < communities; hub += 1) tie(hub, Math.floor(next() * hub))
  const ties = new Map<number, Set<number>>()
  const valid = links.filter(({ from, to }) => from < size && to < size)
  for (const { from, to } of valid) {
    ties.set(from, (ties.get(from) ?? new Set()).add(to))
    ties.set(to, (ties.get(to) ?? new Set()).add(from))
  }
  return { nodes, links: valid, ties, verdicts: new Map(), asked: [], broken: false }
}

const placeOf = (laid: LaidNetwork, { kind, id }: EntityRef): number =>
  laid.nodes.findIndex((node) => node.kind === kind && node.id === id)

const refOf = (laid: LaidNetwork, place: number): EntityRef => ({
  kind: laid.nodes[place]?.kind ?? 'customer',
  id: laid.nodes[place]?.id ?? '',
})

const levelOf = (risk: number): NetworkNode['risk_level'] =>
  risk >= 0.85 ? 'critical' : risk >= 0.6 ? 'high' : risk >= 0.3 ? 'medium' : 'low'
const stamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '+00:00')

const nodeOf = (laid: LaidNetwork, place: number): NetworkNode => {
  const node = laid.nodes[place]
  if (node === undefined) throw new Error(`no node ${place} was laid`)
  const { kind, id, label, risk, bad } = node
  return {
    kind,
    id,
    label: label ?? id,
    members: [{ kind, id }],
    known_bad: bad,
    risk,
    risk_level: levelOf(risk),
    degree: laid.ties.get(place)?.size ?? 0,
    hops_to_bad: bad ? 0 : node.community === 0 ? 2 : null,
    motifs: bad ? ['cycle', 'fan_in'] : [],
    first_at: stamp(began),
    last_at: stamp(began + 300 * day),
  }
}

const near = (laid: LaidNetwork, centres: readonly number[], depth: number, limit: number): Map<number, number> => {
  const hops = new Map(centres.slice(0, limit).map((place) => [place, 0]))
  let edge = [...hops.keys()]
  for (let hop = 1; hop <= depth && edge.length > 0; hop += 1) {
    const beyond = edge.flatMap((place) => [...(laid.ties.get(place) ?? [])]).filter((place) => !hops.has(place))
    edge = [...new Set(beyond)]
      .sort((one, other) => (laid.nodes[other]?.risk ?? 0) - (laid.nodes[one]?.risk ?? 0))
      .slice(0, limit - hops.size)
    edge.forEach((place) => hops.set(place, hop))
  }
  return hops
}

const graphOf = (laid: LaidNetwork, hops: ReadonlyMap<number, number>, truncated: boolean): NetworkGraph => {
  const places = [...hops.keys()]
  const at = new Map(places.map((place, index) => [place, index]))
  const nodes = places.map((place) => laid.nodes[place] as LaidNode)
  const links = laid.links.filter(({ from, to }) => at.has(from) && at.has(to))
  return {
    node_kinds: [...nodeKinds],
    link_kinds: [...linkKinds],
    currencies: ['EUR'],
    nodes: {
      kind: nodes.map(({ kind }) => nodeKinds.indexOf(kind)),
      id: nodes.map(({ id }) => id),
      label: nodes.map(({ label }) => label),
      risk: nodes.map(({ risk }) => risk),
      known_bad: nodes.map(({ bad }) => bad),
      degree: places.map((place) => laid.ties.get(place)?.size ?? 0),
      hops: places.map((place) => hops.get(place) ?? 0),
      community: nodes.map(({ community }) => community),
    },
    links: {
      from: links.map(({ from }) => at.get(from) ?? 0),
      to: links.map(({ to }) => at.get(to) ?? 0),
      kind: links.map(({ kind }) => linkKinds.indexOf(kind)),
      count: links.map(({ count }) => count),
      amount: links.map(({ amount }) => amount),
      currency: links.map(({ amount }) => (amount === null ? -1 : 0)),
      first_ms: links.map(({ firstMs }) => firstMs),
      last_ms: links.map(({ lastMs }) => lastMs),
    },
    truncated,
  }
}

const proposalOf = (laid: LaidNetwork, a: number): MergeProposal => {
  const b = laid.nodes.findIndex(({ kind }, place) => place > a && kind === laid.nodes[a]?.kind)
  const uid = uidOf(a + 1)
  const state = laid.verdicts.get(uid) ?? 'proposed'
  const decided = state !== 'proposed'
  return {
    uid,
    a: refOf(laid, a),
    b: refOf(laid, Math.max(0, b)),
    a_label: laid.nodes[a]?.label ?? laid.nodes[a]?.id ?? '',
    b_label: laid.nodes[b]?.label ?? laid.nodes[b]?.id ?? '',
    score: 0.87,
    reasons: [
      { fact: 'name', share: 0.5, text: 'The names differ by a title and one letter.' },
      { fact: 'birth_date', share: 0.42, text: 'Both were born on 1979-04-11.' },
      { fact: 'address', share: -0.05, text: 'The addresses are in two countries.' },
    ],
    state,
    proposed_at: stamp(began + 200 * day),
    decided_at: decided ? stamp(began + 301 * day) : null,
    decided_by: decided ? 'Ada Morgan' : null,
    note: decided ? 'The passport is the same.' : null,
    history: [],
  }
}

const pathOf = (laid: LaidNetwork, from: number, to: number): number[] | null => {
  const before = new Map<number, number>([[from, from]])
  const queue = [from]
  for (let place = queue.shift(); place !== undefined; place = queue.shift()) {
    if (place === to) {
      const path = [to]
      for (let at = to; at !== from; at = before.get(at) ?? from) path.unshift(before.get(at) ?? from)
      return path
    }
    for (const other of laid.ties.get(place) ?? []) {
      if (before.has(other)) continue
      before.set(other, place)
      queue.push(other)
    }
  }
  return null
}

const linksAlong = (laid: LaidNetwork, path: readonly number[]) =>
  path.slice(1).map((place, index) => {
    const before = path[index] ?? place
    const link = laid.links.find(
      ({ from, to }) => (from === place && to === before) || (from === before && to === place),
    )
    if (link === undefined) throw new Error('the path has a step without a link')
    return {
      from: refOf(laid, link.from),
      to: refOf(laid, link.to),
      kind: link.kind,
      count: link.count,
      amount: link.amount,
      currency: link.amount === null ? null : 'EUR',
      first_at: stamp(link.firstMs),
      last_at: stamp(link.lastMs),
      source: 'transactions' as const,
    }
  })

const pageOf = (laid: LaidNetwork, place: number): NodePage => {
  const node = nodeOf(laid, place)
  const badPlace = laid.nodes.findIndex(({ bad }) => bad)
  const path = badPlace < 0 ? null : pathOf(laid, place, badPlace)
  const way =
    path === null || path.length < 2
      ? null
      : { nodes: path.map((at) => refOf(laid, at)), links: linksAlong(laid, path) }
  const neighbours = [...(laid.ties.get(place) ?? [])]
  return {
    node,
    risk: {
      entity: refOf(laid, place),
      score: node.risk,
      risk_level: node.risk_level,
      parts: [
        {
          part: 'nearness',
          share: node.risk * 0.55,
          value: 0.031,
          text: 'Money that starts at known bad entities comes by here 31 times as often as elsewhere.',
          path: way,
        },
        {
          part: 'community',
          share: node.risk * 0.3,
          value: 0.22,
          text: '22 % of its community of 26 are known bad.',
          path: null,
        },
        { part: 'motifs', share: node.risk * 0.15, value: 1, text: 'It is part of one cycle.', path: null },
      ],
    },
    because: node.known_bad
      ? [
          {
            source: 'alerts',
            certainty: 'confirmed',
            text: 'An alert about it was confirmed as fraud.',
            alert_id: 4,
            at: stamp(began + 280 * day),
          },
        ]
      : [],
    facts: [
      { source: 'screening', name: 'name', value: node.label, at: stamp(began) },
      { source: 'ownership', name: 'country', value: 'MT', at: null },
      { source: 'evidence', name: 'tag', value: 'seized phone', at: stamp(began + 90 * day) },
    ],
    links_by_kind: [
      { kind: 'transfer', source: 'transactions', nodes: neighbours.length, count: 412 },
      { kind: 'device', source: 'transactions', nodes: 2, count: 57 },
    ],
    money: [{ currency: 'EUR', sent: 184_200.5, sent_count: 212, received: 190_118, received_count: 200 }],
    motifs: [
      {
        kind: 'cycle',
        nodes: (way?.nodes ?? [refOf(laid, place)]).slice(0, 4),
        amount: 9_900,
        from_at: stamp(began + 80 * day),
        to_at: stamp(began + 84 * day),
      },
    ],
    cases: [
      {
        id: 1,
        case_number: 'CASE-ACME-20310304-00017',
        title: 'Mule accounts at the Köln branch',
        status: 'investigating',
      },
    ],
    alerts: {
      open: 2,
      confirmed: node.known_bad ? 1 : 0,
      other: 3,
      newest: [
        {
          id: 4,
          title: 'Five transfers to new payees within an hour of a password change',
          status: 'in_review',
          risk_level: 'high',
          raised_at: stamp(began + 280 * day),
        },
      ],
    },
    proposals: [proposalOf(laid, place)],
  }
}

/** Most of the laid network that may be one and the same as another. */
const proposalsMost = 25

const proposalsIn = (laid: LaidNetwork, wanted: ProposalState): readonly MergeProposal[] =>
  [...laid.nodes.keys()]
    .slice(0, proposalsMost)
    .map((place) => proposalOf(laid, place))
    .filter((one) => one.state === wanted)

const state = (laid: LaidNetwork): NetworkState => ({
  state: laid.nodes.length === 0 ? 'empty' : 'ready',
  nodes: laid.nodes.length,
  links: laid.links.length,
  known_bad: 4,
  motifs: 12,
  proposals: proposalsIn(laid, 'proposed').length,
  transactions: laid.links.length * 9,
  waiting: 0,
  newest_at: stamp(began + 300 * day),
  updated_at: stamp(began + 301 * day),
})

type GraphBody = { readonly centres?: readonly EntityRef[]; readonly depth?: number; readonly limit?: number }

const entityIn = (query: URLSearchParams, prefix: string): EntityRef => ({
  kind: (query.get(`${prefix}_kind`) ?? 'customer') as NodeKind,
  id: query.get(`${prefix}_id`) ?? '',
})

const refused = {
  status: 404,
  json: {
    success: false,
    error: { code: 'not_found', message: 'The network knows no such entity.', details: [], request_id: 'req-laid' },
  },
} as const

/** What the laid network answers; null: the service is asked. */
const answer = (
  laid: LaidNetwork,
  path: string,
  query: URLSearchParams,
  body: unknown,
): { readonly status: number; readonly json: unknown } | null => {
  const ok = (data: unknown) => ({ status: 200, json: { success: true, data } })
  if (laid.broken === true || (typeof laid.broken === 'string' && path.endsWith(laid.broken)))
    return {
      status: 500,
      json: {
        success: false,
        error: { code: 'internal', message: 'The network could not be read.', details: [], request_id: 'req-broken' },
      },
    }
  if (path === '/v1/network') return ok(state(laid))
  if (path.endsWith('/common-points')) return ok([])
  if (path.endsWith('/riskiest'))
    return ok(
      [...laid.nodes.keys()]
        .filter((place) => laid.nodes[place]?.bad === false)
        .sort((one, other) => (laid.nodes[other]?.risk ?? 0) - (laid.nodes[one]?.risk ?? 0))
        .slice(0, Number(query.get('size') ?? '50'))
        .map((place) => nodeOf(laid, place)),
    )
  if (path.endsWith('/search')) {
    const q = (query.get('q') ?? '').toLowerCase()
    return ok(
      [...laid.nodes.keys()]
        .filter(
          (place) =>
            laid.nodes[place]?.id.startsWith(q) === true ||
            laid.nodes[place]?.label?.toLowerCase().includes(q) === true,
        )
        .slice(0, 20)
        .map((place) => nodeOf(laid, place)),
    )
  }
  if (path.endsWith('/graph')) {
    const { centres, depth = 1, limit = 1_000 } = body as GraphBody
    const places =
      centres === undefined
        ? [...laid.nodes.keys()].sort((one, other) => (laid.nodes[other]?.risk ?? 0) - (laid.nodes[one]?.risk ?? 0))
        : centres.map((entity) => placeOf(laid, entity))
    if (places.includes(-1)) return refused
    const hops = near(laid, places, depth, limit)
    return ok(graphOf(laid, hops, hops.size >= limit))
  }
  if (path.endsWith('/path')) {
    const found = pathOf(laid, placeOf(laid, entityIn(query, 'from')), placeOf(laid, entityIn(query, 'to')))
    return ok({
      path: found === null ? null : { nodes: found.map((place) => refOf(laid, place)), links: linksAlong(laid, found) },
      complete: true,
    })
  }
  const place = placeOf(laid, entityIn(query, 'entity'))
  if (path.endsWith('/node')) return place < 0 ? refused : ok(pageOf(laid, place))
  if (path.endsWith('/neighbours')) {
    if (place < 0) return refused
    return {
      status: 200,
      json: {
        success: true,
        data: [...(laid.ties.get(place) ?? [])].map((other) => ({
          node: nodeOf(laid, other),
          links: linksAlong(laid, [place, other]),
        })),
        next: null,
      },
    }
  }
  if (path.endsWith('/proposals')) {
    const found = proposalsIn(laid, (query.get('state') ?? 'proposed') as ProposalState)
    const from = Number(query.get('after') ?? '0')
    const to = from + Number(query.get('size') ?? '50')
    return {
      status: 200,
      json: { success: true, data: found.slice(from, to), next: to < found.length ? String(to) : null },
    }
  }
  const verdict = /\/proposals\/([^/]+)\/verdict$/u.exec(path)
  if (verdict?.[1] !== undefined) {
    const given = (body as { verdict: 'accept' | 'refuse' | 'undo' }).verdict
    laid.verdicts.set(verdict[1], given === 'accept' ? 'accepted' : given === 'refuse' ? 'refused' : 'proposed')
    return ok({ proposal: proposalOf(laid, Number(verdict[1].slice(-12)) - 1), entry_id: 'ab'.repeat(32) })
  }
  return null
}

type Ask = (
  method: string,
  path: string,
  search: string,
  body: string | null,
) => Promise<{ readonly status: number; readonly text: string } | null>

/** Stands between the window and its service: Playwright does not see the requests of the desktop's own scheme. */
const between = (): void => {
  const ask = (window as unknown as { readonly askLaidNetwork: Ask }).askLaidNetwork
  const direct = window.fetch.bind(window)
  window.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href)
    if (!url.pathname.startsWith('/api/v1/network')) return await direct(input, init)
    const given = await ask(
      init?.method ?? 'GET',
      url.pathname.replace('/api', ''),
      url.search,
      typeof init?.body === 'string' ? init.body : null,
    )
    return given === null
      ? await direct(input, init)
      : new Response(given.text, { status: given.status, headers: { 'content-type': 'application/json' } })
  }
}

/** Lays a network before a window, now and after a reload; what is asked of anything else reaches the service. */
export const layNetwork = async (page: Page, laid: LaidNetwork): Promise<void> => {
  const ask: Ask = (method, path, search, text) => {
    const body: unknown = text === null ? null : JSON.parse(text)
    laid.asked.push({ method, path, body })
    const given = answer(laid, path, new URLSearchParams(search), body)
    return Promise.resolve(given === null ? null : { status: given.status, text: JSON.stringify(given.json) })
  }
  await page.exposeFunction('askLaidNetwork', ask)
  await page.addInitScript(between)
  await page.evaluate(between)
}
