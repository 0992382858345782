import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type * as api from '../../../shared/api/network.ts'
import type { BodyOf, QueryOf } from '../../../shared/api/operation.ts'
import { linkKinds } from '../../../shared/schema/network.ts'
import type { EntityRef, LinkKind, NetworkLink, NetworkNode, NodeKind } from '../../../shared/schema/network.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { foldForSearch } from '../../../shared/text/search-fold.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import { neighbourhoodOf } from '../../domain/network/neighbourhood.ts'
import type { Neighbourhood } from '../../domain/network/neighbourhood.ts'
import { pathBetween } from '../../domain/network/path.ts'
import type { FoundPath } from '../../domain/network/path.ts'
import { normalRef } from '../../domain/network/refs.ts'
import { storedAmount } from '../../domain/transactions/amounts.ts'
import type { Walked } from '../../storage/alerts/alert-store.ts'
import { decodeCursor, encodeCursor } from '../../storage/alerts/cursor.ts'
import { ranked } from './ranking.ts'
import type { NetworkViews } from './views.ts'

export const unknownNode = (kind: NodeKind): Refusal => refusal('not_found', `The network knows no such ${kind}.`)

/** The node of an entity, or a refusal. */
export const nodeOf = (model: NetworkModel, ref: EntityRef): Result<number, Refusal> => {
  const normal = normalRef(ref)
  const node = normal === null ? undefined : model.find(normal)
  return node === undefined ? fail(unknownNode(ref.kind)) : ok(node)
}

interface LinkFilters {
  readonly link_kinds?: readonly LinkKind[] | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly min_amount?: number | undefined
}

const moneyKinds: ReadonlySet<number> = new Set([linkKinds.indexOf('transfer'), linkKinds.indexOf('terminal')])

/** Whether a link passes the filters. */
const linkFilter = (
  model: NetworkModel,
  { link_kinds: kinds, from, to, min_amount: least }: LinkFilters,
): ((link: number) => boolean) => {
  const allowed = kinds === undefined ? null : new Set(kinds.map((kind) => linkKinds.indexOf(kind)))
  const [fromMs, toMs] = [from === undefined ? null : Date.parse(from), to === undefined ? null : Date.parse(to)]
  const smallest = storedAmount(least)
  if (allowed === null && fromMs === null && toMs === null && smallest === null) return () => true
  return (number) => {
    const link = model.graph.linkAt(number)
    if (allowed !== null && !allowed.has(link.kind)) return false
    if (fromMs !== null && link.lastMs < fromMs) return false
    if (toMs !== null && link.firstMs >= toMs) return false
    return smallest === null || !moneyKinds.has(link.kind) || link.total >= smallest
  }
}

/** Neighbours of a node with the links to each, riskiest first. */
export const neighboursOf = (
  model: NetworkModel,
  views: NetworkViews,
  query: QueryOf<typeof api.listNeighbours>,
): Result<Walked<{ node: NetworkNode; links: NetworkLink[] }>, Refusal> => {
  const found = nodeOf(model, { kind: query.entity_kind, id: query.entity_id })
  if (!found.ok) return found
  const from = decodeCursor('neighbours', query.after)
  if (!from.ok) return from
  const node = found.value
  const { graph } = model
  const allows = linkFilter(model, query)
  const links = new Map<number, number[]>()
  for (let step = graph.firstLink(node); step >= 0; step = graph.nextLink(step)) {
    const number = graph.numberOf(step)
    const link = graph.linkAt(number)
    const other = link.from === node ? link.to : link.from
    if (query.direction !== 'any' && (query.direction === 'out') !== (link.from === node)) continue
    if ((query.node_kind !== undefined && model.refOf(other).kind !== query.node_kind) || !allows(number)) continue
    const known = links.get(other)
    if (known === undefined) links.set(other, [number])
    else known.push(number)
  }
  const ranked = [...links.keys()]
    .map((other) => ({ other, score: model.scoreOf(other) }))
    .sort((a, b) => b.score - a.score || a.other - b.other)
  const [afterScore, afterNode] = from.value ?? [Number.POSITIVE_INFINITY, -1]
  const rest = ranked.filter(
    ({ other, score }) => score < afterScore || (score === afterScore && other > Number(afterNode)),
  )
  const page = rest.slice(0, query.size)
  const last = page.at(-1)
  return ok({
    data: page.map(({ other }) => ({
      node: views.node(other),
      links: (links.get(other) ?? []).map((number) => views.link(graph.linkAt(number))),
    })),
    next: rest.length > page.length && last !== undefined ? encodeCursor('neighbours', [last.score, last.other]) : null,
  })
}

/** A way between two entities. */
export const pathOf = (model: NetworkModel, query: QueryOf<typeof api.findPath>): Result<FoundPath, Refusal> => {
  const start = nodeOf(model, { kind: query.from_kind, id: query.from_id })
  if (!start.ok) return start
  const end = nodeOf(model, { kind: query.to_kind, id: query.to_id })
  return end.ok
    ? ok(
        pathBetween(
          model.graph,
          start.value,
          end.value,
          query.max,
          linkFilter(model, { link_kinds: query.link_kinds }),
        ),
      )
    : end
}

/** The part of the network around some entities, or around the riskiest. */
export const partOf = async (
  model: NetworkModel,
  body: BodyOf<typeof api.readGraph>,
): Promise<Result<Neighbourhood, Refusal>> => {
  const kinds = body.node_kinds === undefined ? null : new Set<NodeKind>(body.node_kinds)
  const allowsNode = (node: number): boolean => kinds === null || kinds.has(model.refOf(node).kind)
  const centres: number[] = []
  for (const ref of body.centres ?? []) {
    const found = nodeOf(model, ref)
    if (!found.ok) return found
    centres.push(found.value)
  }
  const weight = (node: number): number => model.scoreOf(node)
  return ok(
    neighbourhoodOf(model.graph, {
      centres:
        body.centres === undefined
          ? [...(await ranked(model, { count: Math.min(20, body.limit), allows: allowsNode, weight }))]
          : centres,
      depth: body.depth,
      limit: body.limit,
      allowsLink: linkFilter(model, body),
      allowsNode,
      weight,
    }),
  )
}

const plain = /^[\u0020-\u007e]*$/u

/** Every node is asked, and most of them are called in letters that need no more than this. */
const folded = (text: string): string => (plain.test(text) ? text.toLowerCase() : foldForSearch(text))

/** Nodes whose identifier or name holds a text: the same first, then those that begin with it, each by ties. */
export const searchNodes = (
  model: NetworkModel,
  { q, node_kind: kind, size }: QueryOf<typeof api.searchNetwork>,
): Promise<readonly number[]> => {
  const text = foldForSearch(q).trim()
  const closeness = (node: number): number => {
    const [id, label] = [folded(model.refOf(node).id), folded(model.labelOf(node))]
    if (id === text || label === text) return 2
    if (id.startsWith(text) || label.startsWith(text)) return 1
    return id.includes(text) || label.includes(text) ? 0 : -1
  }
  // Ties are fewer than what closeness weighs.
  return ranked(model, {
    count: size,
    allows: (node) => (kind === undefined || model.refOf(node).kind === kind) && closeness(node) >= 0,
    weight: (node) => closeness(node) * 1e9 + model.graph.degree(node),
  })
}
