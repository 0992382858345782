import type { EntityRef, LinkKind, NetworkGraph, NetworkLink, NodeKind } from '../../../../shared/schema/network.ts'
import { keyOf } from './kinds.ts'

/** A node as the window holds it. */
export interface NetNode {
  readonly key: string
  readonly kind: NodeKind
  readonly id: string
  readonly label: string
  /** 0 to 1. */
  readonly risk: number
  readonly knownBad: boolean
  /** Ties in the whole network, whether they are in the window or not. */
  readonly degree: number
  /** A number that nodes of one community share. */
  readonly community: number
}

/** A link as the window holds it; times in Unix milliseconds. */
export interface NetLink {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly kind: LinkKind
  readonly count: number
  readonly amount: number | null
  readonly currency: string | null
  readonly firstMs: number | null
  readonly lastMs: number | null
}

/** The part of the network that the window holds; never changed in place. */
export interface Net {
  readonly nodes: ReadonlyMap<string, NetNode>
  readonly links: ReadonlyMap<string, NetLink>
}

export const emptyNet: Net = { nodes: new Map(), links: new Map() }

/** Identifiers are lines of text: what parts two of them is a line break. */
const linkKey = (from: string, to: string, kind: LinkKind, currency: string | null): string =>
  `${kind} ${currency ?? ''} ${from}\n${to}`

/**
 * What a bulk answer says, as nodes and links. A place that its columns do not have is a fault of the service, and
 * throws.
 */
export const netOf = (graph: NetworkGraph): Net => {
  const at = <T>(column: readonly T[], place: number, name: string): T => {
    const value = column[place]
    if (value === undefined) throw new Error(`the graph names ${name} ${place}, which it does not hold`)
    return value
  }
  const { nodes, links } = graph
  const keys: string[] = []
  const nodeMap = new Map<string, NetNode>()
  nodes.id.forEach((id, place) => {
    const kind = at(graph.node_kinds, at(nodes.kind, place, 'kind'), 'kind')
    const key = keyOf({ kind, id })
    keys.push(key)
    nodeMap.set(key, {
      key,
      kind,
      id,
      label: nodes.label[place] ?? id,
      risk: at(nodes.risk, place, 'risk'),
      knownBad: at(nodes.known_bad, place, 'mark'),
      degree: at(nodes.degree, place, 'degree'),
      community: at(nodes.community, place, 'community'),
    })
  })
  const linkMap = new Map<string, NetLink>()
  links.from.forEach((from, place) => {
    const kind = at(graph.link_kinds, at(links.kind, place, 'kind of link'), 'kind of link')
    const currencyPlace = links.currency[place] ?? -1
    const currency = currencyPlace < 0 ? null : at(graph.currencies, currencyPlace, 'currency')
    const [a, b] = [at(keys, from, 'node'), at(keys, at(links.to, place, 'end'), 'node')]
    const key = linkKey(a, b, kind, currency)
    linkMap.set(key, {
      key,
      from: a,
      to: b,
      kind,
      count: at(links.count, place, 'count'),
      amount: links.amount[place] ?? null,
      currency,
      firstMs: links.first_ms[place] ?? null,
      lastMs: links.last_ms[place] ?? null,
    })
  })
  return { nodes: nodeMap, links: linkMap }
}

const msOf = (at: string | null): number | null => (at === null ? null : Date.parse(at))

/** A link as a single answer tells it. */
export const linkOf = (link: NetworkLink): NetLink => {
  const [from, to] = [keyOf(link.from), keyOf(link.to)]
  return {
    key: linkKey(from, to, link.kind, link.currency),
    from,
    to,
    kind: link.kind,
    count: link.count,
    amount: link.amount,
    currency: link.currency,
    firstMs: msOf(link.first_at),
    lastMs: msOf(link.last_at),
  }
}

/** Communities of a new answer are numbered apart from those before, as each answer counts its own from 0. */
const communityBase = (net: Net): number =>
  [...net.nodes.values()].reduce((most, { community }) => Math.max(most, community), -1) + 1

/** What was there with what came: newer values win, but a community once known stays. */
export const merged = (before: Net, more: Net): Net => {
  const base = communityBase(before)
  const nodes = new Map(before.nodes)
  for (const node of more.nodes.values()) {
    const known = nodes.get(node.key)
    nodes.set(node.key, {
      ...node,
      community:
        known === undefined || known.community < 0
          ? node.community < 0
            ? -1
            : base + node.community
          : known.community,
    })
  }
  const links = new Map(before.links)
  for (const link of more.links.values()) if (nodes.has(link.from) && nodes.has(link.to)) links.set(link.key, link)
  return { nodes, links }
}

/** Without these nodes and their links. */
export const without = (net: Net, keys: ReadonlySet<string>): Net => ({
  nodes: new Map([...net.nodes].filter(([key]) => !keys.has(key))),
  links: new Map([...net.links].filter(([, { from, to }]) => !keys.has(from) && !keys.has(to))),
})

/** The entities of a net, as requests name them. */
export const entitiesOf = (net: Net): EntityRef[] => [...net.nodes.values()].map(({ kind, id }) => ({ kind, id }))
