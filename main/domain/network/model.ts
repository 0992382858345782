import { linkKinds, networkSources } from '../../../shared/schema/network.ts'
import type { EntityRef, LinkKind, NetworkSource } from '../../../shared/schema/network.ts'
import { marks } from './columns.ts'
import { createCommunities } from './communities.ts'
import type { Communities } from './communities.ts'
import { createComparables } from './comparables.ts'
import { createEntities } from './entities.ts'
import type { NetworkFacts } from './extract.ts'
import { createHops } from './hops.ts'
import type { Hops } from './hops.ts'
import type { ContextLink, Growth, KeptFact, KeptMotif, KeptNode, KeptPayments, LinkGrowth } from './kept.ts'
import { createBadNodes, graverOf } from './known-bad.ts'
import type { KnownBad, KnownStanding } from './known-bad.ts'
import { createLinkGraph } from './link-graph.ts'
import type { LinkGraph } from './link-graph.ts'
import { isFinding, motifKinds, motifsOf } from './motifs.ts'
import type { Motif, MotifKind } from './motifs.ts'
import { createMovements, movementsKept } from './movements.ts'
import { createNearness } from './nearness.ts'
import { createPoints } from './points.ts'
import type { Points } from './points.ts'
import { entityKey, normalRef } from './refs.ts'
import { riskOf, scoreOf } from './risk.ts'
import type { NodeMeasures, Risk } from './risk.ts'

/**
 * The network in memory: all that is asked of it is answered from here. Accepted merges are part of it from the
 * beginning, so that undoing one gives the network that was.
 */
export interface NetworkModel {
  readonly graph: LinkGraph
  readonly hops: Pick<Hops, 'of' | 'wayToSeed'>
  readonly communities: Pick<Communities, 'refind' | 'of'>
  readonly points: Pick<Points, 'paymentsAt' | 'kindOf' | 'paidAtKind'>
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
  /** The score without what rules do not read. */
  scoreForRules(node: number): number
  riskOf(node: number): Risk
  /** Takes in what an activity tells; `row` is the number of its row. */
  take(row: number, told: NetworkFacts, atMs: number): void
  /** What changed since the last call. */
  drain(): Growth
  addContext(link: ContextLink): void
  /** What an entity is called elsewhere; one that comes later is called so from its beginning. */
  tellName(entity: EntityRef, name: string): void
  /**
   * Tells who is known bad now, all of them. Whoever is not in the network is left out. At most `most` who were not
   * known before are taken in, so that others get their turn.
   *
   * @returns whether all were; if not, tell the same again
   */
  know(bad: Iterable<KnownBad>, most?: number): boolean
  /** Fills in what was kept, in the order in which it came. */
  readonly restore: {
    readonly node: (kept: KeptNode) => void
    readonly link: (kept: LinkGrowth) => void
    readonly fact: (kept: KeptFact) => void
    readonly payments: (kept: KeptPayments) => void
    readonly movement: (row: number, told: NetworkFacts, atMs: number) => void
    /** All is there. */
    readonly done: () => void
  }
  /** The number above which movements count for shapes that a new activity can complete. */
  movementsAfter(row: number): number
}

/** Kinds of what somebody uses, by which two may be told to be one. */
const usedKinds: ReadonlySet<string> = new Set(['device', 'card', 'email', 'phone', 'address'])

const motifKeyOf = (motif: Motif, currency: string | null, each: number): string => {
  const [first = 0, second = 0] = motif.nodes
  if (motif.kind === 'cycle') return `cycle ${[...motif.nodes].sort((one, other) => one - other).join(' ')}`
  return motif.kind === 'burst'
    ? `burst ${first} ${second} ${each} ${currency ?? ''} ${Math.floor(motif.fromMs / 86_400_000)}`
    : `${motif.kind} ${first} ${each} ${currency ?? ''}`
}

/** Makes an empty network in which accepted merges act. */
export const createNetworkModel = (merges: readonly (readonly [EntityRef, EntityRef])[] = []): NetworkModel => {
  const graph = createLinkGraph()
  const nearness = createNearness(graph)
  const hops = createHops(graph)
  const communities = createCommunities(graph)
  const movements = createMovements()
  const currencies: string[] = []
  const currencyPlaces = new Map<string, number>()
  const shapes = marks()
  let isLive = true
  const changedNodes = new Set<number>()
  const growth = new Map<string, LinkGrowth>()
  const facts: KeptFact[] = []
  const motifs = new Map<string, KeptMotif>()
  const factsSeen = new Set<string>()
  const namesWaiting = new Map<string, string>()
  /** Customers by the name under which they are counterparties; one that bears the name itself comes first. */
  const alsoKnown = new Map<string, number>()

  const entities = createEntities(merges, {
    onPlaced: (node, key) => {
      graph.reach(node)
      const name = namesWaiting.get(key)
      if (name === undefined) return
      namesWaiting.delete(key)
      comparables.tell(node, 'name', name)
    },
    onChanged: (node) => void changedNodes.add(node),
  })
  const comparables = createComparables(entities.kindOf)
  const points = createPoints(entities.kindOf)
  const paidSince = new Map<number, number>()
  const bad = createBadNodes((node) => communities.of(node))
  const { ensure, standsFor, membersOf } = entities
  const find = (ref: EntityRef): number | undefined => {
    const normal = normalRef(ref)
    const node = normal === null ? undefined : (entities.numberOf(normal) ?? alsoKnown.get(entityKey(normal)))
    return node === undefined ? undefined : standsFor(node)
  }
  const currencyPlace = (currency: string | null): number => {
    if (currency === null) return -1
    const known = currencyPlaces.get(currency)
    if (known !== undefined) return known
    currencies.push(currency)
    currencyPlaces.set(currency, currencies.length - 1)
    return currencies.length - 1
  }
  const tie = (
    link: Omit<LinkGrowth, 'kind' | 'currency'> & { readonly kind: LinkKind; readonly currency: string | null },
    source: NetworkSource,
  ): void => {
    const [from, to] = [standsFor(link.from), standsFor(link.to)]
    const { isNewTie } = graph.add({
      from,
      to,
      kind: linkKinds.indexOf(link.kind),
      currency: currencyPlace(link.currency),
      count: link.count,
      total: link.total,
      firstMs: link.firstMs,
      lastMs: link.lastMs,
      source: networkSources.indexOf(source),
    })
    if (!isNewTie || !isLive) return
    nearness.tied(from, to)
    hops.tied(from, to)
    communities.tied(from, to)
    bad.recount()
  }
  const grow = (link: LinkGrowth): void => {
    const key = `${link.from} ${link.to} ${link.kind} ${link.currency ?? '-'}`
    const before = growth.get(key)
    growth.set(
      key,
      before === undefined
        ? link
        : {
            ...before,
            count: before.count + link.count,
            total: before.total + link.total,
            firstMs: Math.min(before.firstMs, link.firstMs),
            lastMs: Math.max(before.lastMs, link.lastMs),
          },
    )
    tie(link, 'transactions')
  }
  const markShape = (node: number, kind: MotifKind): void => {
    const bit = 1 << motifKinds.indexOf(kind)
    if ((shapes.get(node) & bit) !== 0) return
    shapes.set(node, shapes.get(node) | bit)
    changedNodes.add(node)
  }
  const shapesIn = (node: number): number => membersOf(node).reduce((bits, member) => bits | shapes.get(member), 0)
  const shapesOf = (node: number): MotifKind[] => {
    const bits = shapesIn(node)
    return bits === 0 ? [] : motifKinds.filter((_, at) => (bits & (1 << at)) !== 0)
  }
  const movementOf = ({ movement }: NetworkFacts, atMs: number) => {
    if (movement === null) return null
    return {
      from: ensure(movement.from),
      to: ensure(movement.to),
      amount: movement.amount,
      currency: currencyPlace(movement.currency),
      atMs,
    }
  }
  const fact = (kept: KeptFact): boolean => {
    const key = `${kept.node} ${kept.name} ${kept.value}`
    if (factsSeen.has(key)) return false
    factsSeen.add(key)
    if (kept.name === 'counterparty') alsoKnown.set(entityKey({ kind: 'counterparty', id: kept.value }), kept.node)
    else comparables.tell(kept.node, kept.name, kept.value)
    return true
  }
  const measured = (node: number, direct: KnownStanding | null): NodeMeasures => {
    const isBad = direct?.certainty === 'confirmed'
    const community = communities.of(node)
    return {
      direct,
      nearness: isBad ? 0 : nearness.of(node),
      hops: hops.of(node),
      community: { others: communities.sizeOf(community) - 1, bad: bad.inCommunity(community) - (isBad ? 1 : 0) },
      motifs: shapesOf(node).filter(isFinding),
    }
  }

  return {
    graph,
    points,
    hops,
    communities: {
      of: (node) => communities.of(node),
      *refind() {
        yield* communities.refind()
        bad.recount()
      },
    },
    get nodes() {
      return entities.count
    },
    get knownBad() {
      return bad.confirmed
    },
    find,
    isMerged: entities.isMerged,
    refOf: entities.refOf,
    membersOf: (node) => membersOf(node).map(entities.refOf),
    memberNumbers: membersOf,
    labelOf: (node) => {
      for (const member of membersOf(node)) {
        const name = comparables.nameOf(member)
        if (name !== null) return name
      }
      return entities.idOf(node)
    },
    ownLabelOf: (ref) => {
      const node = entities.numberOf(ref)
      return (node === undefined ? null : comparables.nameOf(node)) ?? ref.id
    },
    currencyAt: (at) => currencies[at] ?? null,
    shapesOf,
    findingsOf: (node) => shapesOf(node).filter(isFinding),
    certaintyOf: (node) => bad.standingOf(node)?.certainty ?? null,
    nearnessOf: (node) => nearness.of(node),
    scoreOf: (node) => scoreOf(measured(node, bad.standingOf(node))),
    scoreForRules: (node) => scoreOf(measured(node, bad.standingForRules(node))),
    riskOf: (node) => riskOf(measured(node, bad.standingOf(node))),
    take(row, told, atMs) {
      for (const link of told.links) {
        const [from, to] = [ensure(link.from), ensure(link.to)]
        grow({
          from,
          to,
          kind: link.kind,
          currency: link.currency,
          count: 1,
          total: link.amount,
          firstMs: atMs,
          lastMs: atMs,
        })
        if (usedKinds.has(link.to.kind)) comparables.uses(from, `${link.to.kind}:${link.to.id}`)
      }
      for (const { about, name, value } of told.facts) {
        const kept = { node: ensure(about), name, value, atMs }
        if (fact(kept)) facts.push(kept)
      }
      for (const point of told.paidAt) {
        const node = ensure(point)
        points.add({ node: standsFor(node), payments: 1 })
        paidSince.set(node, (paidSince.get(node) ?? 0) + 1)
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
        nodes: [...changedNodes]
          .sort((one, other) => one - other)
          .map((node) => ({ node, ref: entities.refOf(node), shapes: shapes.get(node) })),
        links: [...growth.values()],
        facts: facts.splice(0),
        motifs: [...motifs.values()],
        compared: comparables.compareChanged(),
        payments: [...paidSince].map(([node, payments]) => ({ node, payments })),
      }
      changedNodes.clear()
      growth.clear()
      motifs.clear()
      paidSince.clear()
      return drained
    },
    addContext: ({ from, to, kind, source, atMs }) => {
      const at = atMs ?? Number.NaN
      tie(
        { from: ensure(from), to: ensure(to), kind, currency: null, count: 1, total: 0, firstMs: at, lastMs: at },
        source,
      )
    },
    tellName: (entity, name) => {
      const node = entities.numberOf(entity)
      if (node === undefined) namesWaiting.set(entityKey(entity), name)
      else comparables.tell(node, 'name', name)
    },
    know: (told, most = Number.POSITIVE_INFINITY) => {
      const next = { all: new Map<number, KnownStanding>(), forRules: new Map<number, KnownStanding>() }
      for (const one of told) {
        const node = find(one.entity)
        if (node === undefined) continue
        next.all.set(node, graverOf(next.all.get(node), one))
        if (one.beyondRules !== true) next.forRules.set(node, graverOf(next.forRules.get(node), one))
      }
      const { come, gone, all } = bad.become(next, most)
      if (gone.length > 0) {
        nearness.removeSeeds(gone)
        hops.removeSeeds(gone)
      }
      if (come.length > 0) {
        nearness.addSeeds(come)
        hops.addSeeds(come)
      }
      return all
    },
    restore: {
      node: ({ node, ref, shapes: bits }) => {
        isLive = false
        if (entities.place(ref) !== node) throw new Error(`node ${node} of the network was kept in another order`)
        shapes.set(node, bits)
      },
      link: (kept) => {
        tie(kept, 'transactions')
        const used = entities.kindOf(kept.to)
        if (usedKinds.has(used)) comparables.uses(kept.from, `${used}:${entities.idOf(kept.to)}`)
      },
      fact: (kept) => void fact(kept),
      payments: ({ node, payments }) => points.add({ node: standsFor(node), payments }),
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
