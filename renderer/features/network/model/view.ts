import type { LinkKind, NodeKind } from '../../../../shared/schema/network.ts'
import type { Net, NetLink, NetNode } from './net.ts'

export const groupings = ['none', 'alike', 'kind', 'community'] as const
export type Grouping = (typeof groupings)[number]

/** A stretch of time in Unix milliseconds, both ends in it. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** What a person made of the net: what is left out, what is drawn as one, which time is looked at. */
export interface View {
  readonly hidden: ReadonlySet<string>
  readonly hiddenKinds: ReadonlySet<NodeKind>
  readonly hiddenLinks: ReadonlySet<LinkKind>
  readonly span: Span | null
  readonly grouping: Grouping
  /** Groups that were opened again. */
  readonly opened: ReadonlySet<string>
  /** Nodes that stay whatever the filters say: pinned ones, the selected one, those of a path. */
  readonly kept: ReadonlySet<string>
}

export const plainView: View = {
  hidden: new Set(),
  hiddenKinds: new Set(),
  hiddenLinks: new Set(),
  span: null,
  grouping: 'none',
  opened: new Set(),
  kept: new Set(),
}

/** A node on the screen: one of the net, or a group of them. */
export interface ShownNode {
  readonly key: string
  /** Null of a group of several kinds. */
  readonly kind: NodeKind | null
  readonly label: string
  readonly risk: number
  readonly knownBad: boolean
  readonly degree: number
  /** The nodes of a group; null of a single one. */
  readonly members: readonly string[] | null
  /** What made the group. */
  readonly groupedBy: Exclude<Grouping, 'none'> | null
}

/** A link on the screen: one of the net, or the sum of those between two groups. */
export type ShownLink = NetLink

export interface Shown {
  readonly nodes: ReadonlyMap<string, ShownNode>
  readonly links: readonly ShownLink[]
  /** Nodes of the net that are not on the screen by themselves nor in a group, by why. */
  readonly left: { readonly hidden: number; readonly kind: number; readonly time: number }
}

/** The least nodes that make a group. */
const groupLeast = 3

/** Whether a link was seen within a span; links without a time hold always. */
const isWithin = ({ firstMs, lastMs }: NetLink, span: Span | null): boolean =>
  span === null || firstMs === null || lastMs === null || (lastMs >= span.fromMs && firstMs <= span.toMs)

/** The neighbours of every node by these links. */
export const nodeNeighbours = (
  links: Iterable<Pick<NetLink, 'from' | 'to'>>,
): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  const tie = (from: string, to: string): void => {
    const known = found.get(from)
    if (known === undefined) found.set(from, new Set([to]))
    else known.add(to)
  }
  for (const { from, to } of links) {
    tie(from, to)
    tie(to, from)
  }
  return found
}

const filtered = (net: Net, view: View): { nodes: NetNode[]; links: NetLink[]; left: Shown['left'] } => {
  const left = { hidden: 0, kind: 0, time: 0 }
  const present = [...net.nodes.values()].filter((node) => {
    if (view.hidden.has(node.key)) left.hidden += 1
    else if (view.hiddenKinds.has(node.kind) && !view.kept.has(node.key)) left.kind += 1
    else return true
    return false
  })
  const keys = new Set(present.map(({ key }) => key))
  const tied = [...net.links.values()].filter(
    (link) => keys.has(link.from) && keys.has(link.to) && !view.hiddenLinks.has(link.kind),
  )
  if (view.span === null) return { nodes: present, links: tied, left }
  const links = tied.filter((link) => isWithin(link, view.span))
  const before = nodeNeighbours(tied)
  const now = nodeNeighbours(links)
  // Who lost every tie to the span was not there in that time; who had none before stays.
  const nodes = present.filter(({ key }) => now.has(key) || !before.has(key) || view.kept.has(key))
  const stay = new Set(nodes.map(({ key }) => key))
  return {
    nodes,
    links: links.filter(({ from, to }) => stay.has(from) && stay.has(to)),
    left: { ...left, time: present.length - nodes.length },
  }
}

type GroupKey = (node: NetNode) => string | null

const groupKeyBy = (by: Exclude<Grouping, 'none'>, links: readonly NetLink[]): GroupKey => {
  if (by === 'kind') return ({ kind }) => `kind ${kind}`
  if (by === 'community') return ({ community }) => (community < 0 ? null : `community ${community}`)
  const ties = nodeNeighbours(links)
  // Nodes of one kind with the same neighbours say the same of the shape of the network.
  return ({ key, kind }) => {
    const others = ties.get(key)
    return others === undefined ? null : `alike ${kind} ${[...others].sort().join('\n')}`
  }
}

const single = (node: NetNode): ShownNode => ({
  key: node.key,
  kind: node.kind,
  label: node.label,
  risk: node.risk,
  knownBad: node.knownBad,
  degree: node.degree,
  members: null,
  groupedBy: null,
})

const groupOf = (key: string, by: Exclude<Grouping, 'none'>, nodes: readonly NetNode[]): ShownNode => {
  const [first] = nodes
  const kinds = new Set(nodes.map(({ kind }) => kind))
  return {
    key,
    kind: kinds.size === 1 ? (first?.kind ?? null) : null,
    label: nodes.reduce((best, node) => (node.degree > best.degree ? node : best)).label,
    risk: Math.max(...nodes.map(({ risk }) => risk)),
    knownBad: nodes.some(({ knownBad }) => knownBad),
    degree: nodes.reduce((sum, { degree }) => sum + degree, 0),
    members: nodes.map((node) => node.key),
    groupedBy: by,
  }
}

const joined = (one: NetLink, other: NetLink): NetLink => {
  const least = (a: number | null, b: number | null, pick: (...values: number[]) => number): number | null =>
    a === null ? b : b === null ? a : pick(a, b)
  return {
    ...one,
    count: one.count + other.count,
    amount: one.amount === null && other.amount === null ? null : (one.amount ?? 0) + (other.amount ?? 0),
    firstMs: least(one.firstMs, other.firstMs, Math.min),
    lastMs: least(one.lastMs, other.lastMs, Math.max),
  }
}

/**
 * The links between what stands on the screen; those inside a group are left out, those between the same two summed.
 */
const lifted = (links: readonly NetLink[], placeOf: ReadonlyMap<string, string>): NetLink[] => {
  const sums = new Map<string, NetLink>()
  for (const link of links) {
    const [from, to] = [placeOf.get(link.from) ?? link.from, placeOf.get(link.to) ?? link.to]
    if (from === to && link.from !== link.to) continue
    const key = from === link.from && to === link.to ? link.key : `${link.kind} ${link.currency ?? ''} ${from}\n${to}`
    const known = sums.get(key)
    sums.set(key, known === undefined ? { ...link, key, from, to } : joined(known, link))
  }
  return [...sums.values()]
}

/** What is on the screen of a net: pure, so that picture, table, caption and saved data never differ. */
export const shownOf = (net: Net, view: View): Shown => {
  const { nodes, links, left } = filtered(net, view)
  if (view.grouping === 'none') return { nodes: new Map(nodes.map((node) => [node.key, single(node)])), links, left }
  const by = view.grouping
  const keyBy = groupKeyBy(by, links)
  const groups = new Map<string, NetNode[]>()
  const shown = new Map<string, ShownNode>()
  for (const node of nodes) {
    const key = view.kept.has(node.key) ? null : keyBy(node)
    if (key === null || view.opened.has(key)) {
      shown.set(node.key, single(node))
      continue
    }
    const members = groups.get(key)
    if (members === undefined) groups.set(key, [node])
    else members.push(node)
  }
  const placeOf = new Map<string, string>()
  for (const [key, members] of groups) {
    if (members.length < groupLeast) for (const node of members) shown.set(node.key, single(node))
    else {
      shown.set(key, groupOf(key, by, members))
      for (const node of members) placeOf.set(node.key, key)
    }
  }
  return { nodes: shown, links: lifted(links, placeOf), left }
}

/** When the links of a net were seen, from the first to the last; null where none has a time. */
export const netSpan = (net: Net): Span | null => {
  let fromMs = Infinity
  let toMs = -Infinity
  for (const { firstMs, lastMs } of net.links.values()) {
    if (firstMs !== null) fromMs = Math.min(fromMs, firstMs)
    if (lastMs !== null) toMs = Math.max(toMs, lastMs)
  }
  return fromMs < toMs ? { fromMs, toMs } : null
}

/** How many links were last seen in each of `count` equal parts of a span. */
export const histogramOf = (net: Net, span: Span, count: number): readonly number[] => {
  const bars = Array.from({ length: count }, () => 0)
  const width = (span.toMs - span.fromMs) / count
  for (const { lastMs } of net.links.values()) {
    if (lastMs === null || lastMs < span.fromMs || lastMs > span.toMs) continue
    const place = Math.min(count - 1, Math.floor((lastMs - span.fromMs) / width))
    bars[place] = (bars[place] ?? 0) + 1
  }
  return bars
}
