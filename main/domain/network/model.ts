import { linkKinds, networkSources, nodeKinds } from '../../../shared/schema/network.ts'
import type { EntityRef, LinkKind, NetworkSource, NodeKind } from '../../../shared/schema/network.ts'
import { marks, places } from './columns.ts'
import { createCommunities } from './communities.ts'
import type { Communities } from './communities.ts'
import { createComparables } from './comparables.ts'
import type { Compared } from './comparables.ts'
import type { FactName, Told } from './extract.ts'
import { createHops } from './hops.ts'
import type { Hops } from './hops.ts'
import { createLinkGraph } from './link-graph.ts'
import type { LinkGraph } from './link-graph.ts'
import { isFinding, motifKinds, motifsOf } from './motifs.ts'
import type { Motif, MotifKind } from './motifs.ts'
import { createMovements, movementsKept } from './movements.ts'
import { createNearness } from './nearness.ts'
import { keyOf } from './refs.ts'
import { riskOf, scoreOf } from './risk.ts'
import type { Measured, Risk } from './risk.ts'

/** A node as it is kept: under its own number, whatever it was merged with. */
export interface KeptNode {
  readonly node: number
  readonly ref: EntityRef
  /** The shapes that it is part of, a bit for each of `motifKinds`. */
  readonly shapes: number
}

/** What an activity, or several of one chunk, add to a link. Numbers of nodes are their own ones. */
export interface LinkGrowth {
  readonly from: number
  readonly to: number
  readonly kind: LinkKind
  readonly currency: string | null
  readonly count: number
  readonly total: number
  readonly firstMs: number
  readonly lastMs: number
}

export interface KeptFact {
  readonly node: number
  readonly name: FactName
  readonly value: string
  readonly atMs: number
}

/** A finding as it is kept: the same shape that grows stays one. */
export interface KeptMotif extends Motif {
  readonly key: string
}

/** All that changed since the last time it was asked for. */
export interface Growth {
  readonly nodes: readonly KeptNode[]
  readonly links: readonly LinkGrowth[]
  readonly facts: readonly KeptFact[]
  readonly motifs: readonly KeptMotif[]
  readonly compared: readonly Compared[]
}

/** A link that no activity tells: of a case, of ownership, of a list. */
export interface ContextLink {
  readonly from: EntityRef
  readonly to: EntityRef
  readonly kind: LinkKind
  readonly source: NetworkSource
  readonly atMs: number | null
}

/** An entity that is known bad, or about whom an answer is open. */
export interface KnownBad {
  readonly entity: EntityRef
  readonly certainty: 'confirmed' | 'open'
}

/** The network in memory: all that is asked of it is answered from here. Accepted merges are part of it from the beginning, so that undoing one gives the network that was. */
export interface NetworkModel {
  readonly graph: LinkGraph
  readonly hops: Pick<Hops, 'of' | 'wayToSeed'>
  readonly communities: Pick<Communities, 'refind' | 'of'>
  readonly nodes: number
  readonly knownBad: number
  /** The node that stands for an entity; undefined where nothing is known of it. */
  find(ref: EntityRef): number | undefined
  /** Whether a node was merged into another, which stands for it. */
  isMerged(node: number): boolean
  refOf(node: number): EntityRef
  /** All entities that a node stands for, itself first. */
  membersOf(node: number): readonly EntityRef[]
  /** The numbers of those, as they are kept. */
  memberNumbers(node: number): readonly number[]
  labelOf(node: number): string
  /** The name of an entity by itself, whatever it was merged with; its identifier where none is known. */
  ownLabelOf(ref: EntityRef): string
  currencyAt(place: number): string | null
  shapesOf(node: number): readonly MotifKind[]
  findingsOf(node: number): readonly MotifKind[]
  certaintyOf(node: number): KnownBad['certainty'] | null
  nearnessOf(node: number): number
  scoreOf(node: number): number
  riskOf(node: number): Risk
  /** Takes in what an activity tells; `row` is the number of its row. */
  take(row: number, told: Told, atMs: number): void
  /** What changed since the last call. */
  drain(): Growth
  addContext(link: ContextLink): void
  /** What an entity is called elsewhere; one that comes later is called so from its beginning. */
  tellName(entity: EntityRef, name: string): void
  /**
   * Tells who is known bad now, all of them. Whoever is not in the network is left out. At most `most` who were not known before are taken in, so that others get their turn.
   *
   * @returns whether all were; if not, tell the same again
   */
  know(bad: Iterable<KnownBad>, most?: number): boolean
  /** Fills in what was kept, in the order in which it came. */
  readonly restore: {
    readonly node: (kept: KeptNode) => void
    readonly link: (kept: LinkGrowth) => void
    readonly fact: (kept: KeptFact) => void
    readonly movement: (row: number, told: Told, atMs: number) => void
    /** All is there. */
    readonly done: () => void
  }
  /** The number above which movements count for shapes that a new activity can complete. */
  movementsAfter(row: number): number
}

/** The node that a key stands for where several are one: groups of keys that accepted merges join. */
const groupsOf = (merges: readonly (readonly [EntityRef, EntityRef])[]): ReadonlyMap<string, string> => {
  const parent = new Map<string, string>()
  const root = (key: string): string => {
    let here = key
    for (let up = parent.get(here); up !== undefined && up !== here; up = parent.get(here)) here = up
    return here
  }
  for (const [a, b] of merges) {
    const [one, other] = [root(keyOf(a)), root(keyOf(b))]
    if (one !== other) parent.set(one < other ? other : one, one < other ? one : other)
    for (const key of [keyOf(a), keyOf(b)]) if (!parent.has(key)) parent.set(key, root(key))
  }
  return new Map([...parent.keys()].map((key) => [key, root(key)]))
}

/** Kinds of what somebody uses, by which two may be told to be one. */
const usedKinds: ReadonlySet<string> = new Set(['device', 'card', 'email', 'phone', 'address'])

const motifKeyOf = (motif: Motif, currency: string | null, each: number): string => {
  const [first = 0, second = 0] = motif.nodes
  if (motif.kind === 'cycle') return `cycle ${[...motif.nodes].sort((one, other) => one - other).join(' ')}`
  return motif.kind === 'burst' ? `burst ${first} ${second} ${each} ${currency ?? ''} ${Math.floor(motif.fromMs / 86_400_000)}` : `${motif.kind} ${first} ${each} ${currency ?? ''}`
}

/** Makes an empty network in which accepted merges act. */
export const createNetworkModel = (merges: readonly (readonly [EntityRef, EntityRef])[] = []): NetworkModel => {
  const graph = createLinkGraph()
  const nearness = createNearness(graph)
  const hops = createHops(graph)
  const communities = createCommunities(graph)
  const movements = createMovements()
  const groups = groupsOf(merges)
  const standing = new Map<string, number>()
  const numbers = new Map<string, number>()
  const ids: string[] = []
  const kinds = marks()
  const shapes = marks()
  const stands = places()
  const members = new Map<number, number[]>()
  const currencies: string[] = []
  const currencyPlaces = new Map<string, number>()
  const certain = new Map<number, KnownBad['certainty']>()
  const badIn = new Map<number, number>()
  let isLive = true
  let badCounts: 'right' | 'stale' = 'right'
  const changedNodes = new Set<number>()
  const growth = new Map<string, LinkGrowth>()
  const facts: KeptFact[] = []
  const motifs = new Map<string, KeptMotif>()
  const factsSeen = new Set<string>()
  const namesWaiting = new Map<string, string>()

  const kindAt = (node: number): NodeKind => nodeKinds[kinds.get(node)] ?? 'customer'
  const comparables = createComparables(kindAt)
  const standsFor = (node: number): number => {
    const other = stands.get(node)
    return other === -1 ? node : other
  }
  const place = (key: string, { kind, id }: EntityRef): number => {
    const node = ids.length
    ids.push(id)
    numbers.set(key, node)
    kinds.set(node, nodeKinds.indexOf(kind))
    graph.reach(node)
    const name = namesWaiting.get(key)
    if (name !== undefined) {
      namesWaiting.delete(key)
      comparables.tell(node, 'name', name)
    }
    const group = groups.get(key)
    if (group === undefined) return node
    const first = standing.get(group)
    if (first === undefined) standing.set(group, node)
    else {
      stands.set(node, first)
      members.set(first, [...(members.get(first) ?? [first]), node])
    }
    return node
  }
  const ensure = (ref: EntityRef): number => {
    const key = keyOf(ref)
    const known = numbers.get(key)
    if (known === undefined) {
      const node = place(key, ref)
      changedNodes.add(node)
      return node
    }
    if (ref.kind === 'account' && kindAt(known) === 'counterparty') {
      kinds.set(known, nodeKinds.indexOf('account'))
      changedNodes.add(known)
    }
    return known
  }
  const currencyPlace = (currency: string | null): number => {
    if (currency === null) return -1
    const known = currencyPlaces.get(currency)
    if (known !== undefined) return known
    currencies.push(currency)
    currencyPlaces.set(currency, currencies.length - 1)
    return currencies.length - 1
  }
  const tie = (link: Omit<LinkGrowth, 'kind' | 'currency'> & { readonly kind: LinkKind; readonly currency: string | null }, source: NetworkSource): void => {
    const [from, to] = [standsFor(link.from), standsFor(link.to)]
    const { isNewTie } = graph.add({
      from, to,
      kind: linkKinds.indexOf(link.kind),
      currency: currencyPlace(link.currency),
      count: link.count, total: link.total, firstMs: link.firstMs, lastMs: link.lastMs,
      source: networkSources.indexOf(source),
    })
    if (!isNewTie || !isLive) return
    nearness.tied(from, to)
    hops.tied(from, to)
    communities.tied(from, to)
    badCounts = 'stale'
  }
  const grow = (link: LinkGrowth): void => {
    const key = `${link.from} ${link.to} ${link.kind} ${link.currency ?? '-'}`
    const before = growth.get(key)
    growth.set(
      key,
      before === undefined
        ? link
        : { ...before, count: before.count + link.count, total: before.total + link.total, firstMs: Math.min(before.firstMs, link.firstMs), lastMs: Math.max(before.lastMs, link.lastMs) },
    )
    tie(link, 'transactions')
  }
  const markShape = (node: number, kind: MotifKind): void => {
    const bit = 1 << motifKinds.indexOf(kind)
    if ((shapes.get(node) & bit) !== 0) return
    shapes.set(node, shapes.get(node) | bit)
    changedNodes.add(node)
  }
  const shapesIn = (node: number): number => (members.get(node) ?? [node]).reduce((bits, member) => bits | shapes.get(member), 0)
  const shapesOf = (node: number): MotifKind[] => {
    const bits = shapesIn(node)
    return bits === 0 ? [] : motifKinds.filter((_, at) => (bits & (1 << at)) !== 0)
  }
  const movementOf = ({ movement }: Told, atMs: number) => {
    if (movement === null) return null
    return { from: ensure(movement.from), to: ensure(movement.to), amount: movement.amount, currency: currencyPlace(movement.currency), atMs }
  }
  const fact = (kept: KeptFact): boolean => {
    const key = `${kept.node} ${kept.name} ${kept.value}`
    if (factsSeen.has(key)) return false
    factsSeen.add(key)
    comparables.tell(kept.node, kept.name, kept.value)
    return true
  }
  const badOf = (community: number): number => {
    if (badCounts === 'stale') {
      badIn.clear()
      for (const [node, certainty] of certain) if (certainty === 'confirmed') badIn.set(communities.of(node), (badIn.get(communities.of(node)) ?? 0) + 1)
      badCounts = 'right'
    }
    return badIn.get(community) ?? 0
  }
  const measured = (node: number): Measured => {
    const certainty = certain.get(node) ?? null
    const isBad = certainty === 'confirmed'
    const community = communities.of(node)
    return {
      direct: certainty,
      nearness: isBad ? 0 : nearness.of(node),
      hops: hops.of(node),
      community: { others: communities.sizeOf(community) - 1, bad: badOf(community) - (isBad ? 1 : 0) },
      motifs: shapesOf(node).filter(isFinding),
    }
  }

  return {
    graph,
    hops,
    communities: {
      of: (node) => communities.of(node),
      *refind() {
        yield* communities.refind()
        badCounts = 'stale'
      },
    },
    get nodes() {
      return ids.length
    },
    get knownBad() {
      return [...certain.values()].filter((certainty) => certainty === 'confirmed').length
    },
    find: (ref) => {
      const node = numbers.get(keyOf(ref))
      return node === undefined ? undefined : standsFor(node)
    },
    isMerged: (node) => stands.get(node) !== -1,
    refOf: (node) => ({ kind: kindAt(node), id: ids[node] ?? '' }),
    membersOf: (node) => (members.get(node) ?? [node]).map((member) => ({ kind: kindAt(member), id: ids[member] ?? '' })),
    memberNumbers: (node) => members.get(node) ?? [node],
    labelOf: (node) => {
      for (const member of members.get(node) ?? [node]) {
        const name = comparables.nameOf(member)
        if (name !== null) return name
      }
      return ids[node] ?? ''
    },
    ownLabelOf: (ref) => {
      const node = numbers.get(keyOf(ref))
      return (node === undefined ? null : comparables.nameOf(node)) ?? ref.id
    },
    currencyAt: (at) => currencies[at] ?? null,
    shapesOf,
    findingsOf: (node) => shapesOf(node).filter(isFinding),
    certaintyOf: (node) => certain.get(node) ?? null,
    nearnessOf: (node) => nearness.of(node),
    scoreOf: (node) => scoreOf(measured(node)),
    riskOf: (node) => riskOf(measured(node)),
    take(row, told, atMs) {
      for (const link of told.links) {
        const [from, to] = [ensure(link.from), ensure(link.to)]
        grow({ from, to, kind: link.kind, currency: link.currency, count: 1, total: link.amount, firstMs: atMs, lastMs: atMs })
        if (usedKinds.has(link.to.kind)) comparables.uses(from, `${link.to.kind}:${link.to.id}`)
      }
      for (const { about, name, value } of told.facts) {
        const kept = { node: ensure(about), name, value, atMs }
        if (fact(kept)) facts.push(kept)
      }
      const movement = movementOf(told, atMs)
      if (movement === null) return
      movements.add(row, movement)
      for (const motif of motifsOf(movements, movement)) {
        for (const node of motif.nodes) markShape(node, motif.kind)
        if (!isFinding(motif.kind)) continue
        const key = motifKeyOf(motif, told.movement?.currency ?? null, movement.amount)
        motifs.set(key, { ...motif, key })
      }
    },
    drain: () => {
      const drained: Growth = {
        nodes: [...changedNodes].sort((one, other) => one - other).map((node) => ({ node, ref: { kind: kindAt(node), id: ids[node] ?? '' }, shapes: shapes.get(node) })),
        links: [...growth.values()],
        facts: facts.splice(0),
        motifs: [...motifs.values()],
        compared: comparables.compareChanged(),
      }
      changedNodes.clear()
      growth.clear()
      motifs.clear()
      return drained
    },
    addContext: ({ from, to, kind, source, atMs }) => {
      const at = atMs ?? Number.NaN
      tie({ from: ensure(from), to: ensure(to), kind, currency: null, count: 1, total: 0, firstMs: at, lastMs: at }, source)
    },
    tellName: (entity, name) => {
      const node = numbers.get(keyOf(entity))
      if (node === undefined) namesWaiting.set(keyOf(entity), name)
      else comparables.tell(node, 'name', name)
    },
    know: (bad, most = Number.POSITIVE_INFINITY) => {
      const next = new Map<number, KnownBad['certainty']>()
      for (const { entity, certainty } of bad) {
        const number = numbers.get(keyOf(entity))
        if (number === undefined) continue
        const node = standsFor(number)
        if (certainty === 'confirmed' || !next.has(node)) next.set(node, certainty)
      }
      const isSeed = (of: ReadonlyMap<number, KnownBad['certainty']>, node: number): boolean => of.get(node) === 'confirmed'
      const come = [...next.keys()].filter((node) => isSeed(next, node) && !isSeed(certain, node))
      const later = new Set(come.splice(Math.min(most, come.length)))
      const gone = [...certain.keys()].filter((node) => isSeed(certain, node) && !isSeed(next, node))
      certain.clear()
      for (const [node, certainty] of next) if (!later.has(node)) certain.set(node, certainty)
      if (gone.length > 0) {
        nearness.removeSeeds(gone)
        hops.removeSeeds(gone)
      }
      if (come.length > 0) {
        nearness.addSeeds(come)
        hops.addSeeds(come)
      }
      badCounts = 'stale'
      return later.size === 0
    },
    restore: {
      node: ({ node, ref, shapes: bits }) => {
        isLive = false
        if (place(keyOf(ref), ref) !== node) throw new Error(`node ${node} of the network was kept in another order`)
        shapes.set(node, bits)
      },
      link: (kept) => {
        tie(kept, 'transactions')
        const used = kindAt(kept.to)
        if (usedKinds.has(used)) comparables.uses(kept.from, `${used}:${ids[kept.to] ?? ''}`)
      },
      fact: (kept) => void fact(kept),
      movement: (row, told, atMs) => {
        const movement = movementOf(told, atMs)
        if (movement !== null) movements.add(row, movement)
      },
      done: () => {
        comparables.settle()
        changedNodes.clear()
        isLive = true
      },
    },
    movementsAfter: (row) => Math.max(0, row - movementsKept),
  }
}
