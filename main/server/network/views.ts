import type { RiskLevel } from '../../../shared/schema/activity.ts'
import { linkKinds, networkSources } from '../../../shared/schema/network.ts'
import type {
  EntityRef,
  NetworkGraph,
  NetworkLink,
  NetworkNode,
  NetworkPath,
  NodeRisk,
  RiskPart,
} from '../../../shared/schema/network.ts'
import { nodeKinds } from '../../../shared/schema/network.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { Link } from '../../domain/network/link-graph.ts'
import type { NetworkModel } from '../../domain/network/model.ts'
import type { Neighbourhood } from '../../domain/network/neighbourhood.ts'
import { parts as riskWords } from '../../domain/network/risk-words.ts'
import { amountOf } from '../../domain/transactions/amounts.ts'

/** Milliseconds that may be unknown, as a timestamp. */
export const timeOf = (ms: number): string | null => (Number.isNaN(ms) ? null : toTimestamp(ms))

const amountIn = (link: Link): number | null => (link.currency === -1 ? null : amountOf(link.total))

/** A part of the network in columns, as a picture of it takes them. */
const graphOf = (model: NetworkModel, { nodes, hops, links, truncated }: Neighbourhood): NetworkGraph => {
  const place = new Map(nodes.map((of, at) => [of, at]))
  const currencies: string[] = []
  const currencyOf = (at: number): number => {
    const text = model.currencyAt(at)
    if (text === null) return -1
    if (!currencies.includes(text)) currencies.push(text)
    return currencies.indexOf(text)
  }
  const communities = new Map<number, number>()
  const communityOf = (of: number): number => {
    const community = model.communities.of(of)
    const known = communities.get(community)
    if (known !== undefined) return known
    communities.set(community, communities.size)
    return communities.size - 1
  }
  const all = links.map((number) => model.graph.linkAt(number))
  const refs: EntityRef[] = nodes.map((of) => model.refOf(of))
  const known = (ms: number): number | null => (Number.isNaN(ms) ? null : ms)
  return {
    node_kinds: [...nodeKinds],
    link_kinds: [...linkKinds],
    nodes: {
      kind: refs.map(({ kind }) => nodeKinds.indexOf(kind)),
      id: refs.map(({ id }) => id),
      label: nodes.map((of, at) => (model.labelOf(of) === refs[at]?.id ? null : model.labelOf(of))),
      risk: nodes.map((of) => Math.round(model.scoreOf(of) * 1e6) / 1e6),
      known_bad: nodes.map((of) => model.certaintyOf(of) === 'confirmed'),
      degree: nodes.map((of) => model.graph.degree(of)),
      hops: [...hops],
      community: nodes.map(communityOf),
    },
    links: {
      from: all.map(({ from }) => place.get(from) ?? 0),
      to: all.map(({ to }) => place.get(to) ?? 0),
      kind: all.map(({ kind }) => kind),
      count: all.map(({ count }) => count),
      amount: all.map(amountIn),
      currency: all.map(({ currency }) => currencyOf(currency)),
      first_ms: all.map(({ firstMs }) => known(firstMs)),
      last_ms: all.map(({ lastMs }) => known(lastMs)),
    },
    currencies,
    truncated,
  }
}

/** Makes the views of a network. */
export const networkViews = (model: NetworkModel, levelOf: (score: number) => RiskLevel) => {
  const link = (of: Link): NetworkLink => ({
    from: model.refOf(of.from),
    to: model.refOf(of.to),
    kind: linkKinds[of.kind] ?? 'transfer',
    count: of.count,
    amount: amountIn(of),
    currency: model.currencyAt(of.currency),
    first_at: timeOf(of.firstMs),
    last_at: timeOf(of.lastMs),
    source: networkSources[of.source] ?? 'transactions',
  })
  const linksOf = (node: number): Link[] => {
    const links: Link[] = []
    for (let step = model.graph.firstLink(node); step >= 0; step = model.graph.nextLink(step))
      links.push(model.graph.linkOf(step))
    return links
  }
  /** Times of what is known, over at most a thousand links: enough for a list. */
  const spanOf = (node: number): { first: number; last: number } => {
    let [first, last, seen] = [Number.NaN, Number.NaN, 0]
    for (let step = model.graph.firstLink(node); step >= 0 && seen < 1_000; step = model.graph.nextLink(step)) {
      const { firstMs, lastMs } = model.graph.linkOf(step)
      seen += 1
      if (!(first <= firstMs) && !Number.isNaN(firstMs)) first = firstMs
      if (!(last >= lastMs) && !Number.isNaN(lastMs)) last = lastMs
    }
    return { first, last }
  }
  const node = (of: number): NetworkNode => {
    const score = model.scoreOf(of)
    const { first, last } = spanOf(of)
    return {
      ...model.refOf(of),
      label: model.labelOf(of),
      members: [...model.membersOf(of)],
      known_bad: model.certaintyOf(of) === 'confirmed',
      risk: score,
      risk_level: levelOf(score),
      degree: model.graph.degree(of),
      hops_to_bad: model.hops.of(of),
      motifs: [...model.findingsOf(of)],
      first_at: timeOf(first),
      last_at: timeOf(last),
    }
  }
  /** A way with the links along it: of several between two nodes the one with the most behind it. */
  const path = (nodes: readonly number[]): NetworkPath => ({
    nodes: nodes.map((of) => model.refOf(of)),
    links: nodes.slice(1).flatMap((to, place) => {
      const from = nodes[place] ?? -1
      const [narrow, wide] = model.graph.degree(from) <= model.graph.degree(to) ? [from, to] : [to, from]
      const best = linksOf(narrow)
        .filter((one) => one.from === wide || one.to === wide)
        .reduce<Link | null>((most, one) => (most === null || one.count > most.count ? one : most), null)
      return best === null ? [] : [link(best)]
    }),
  })
  const risk = (
    of: number,
    because: readonly { readonly text: string }[],
    motifOf: () => readonly number[] | null,
  ): NodeRisk => {
    const { score, parts } = model.riskOf(of)
    const way = model.hops.wayToSeed(of)
    const explaining = (name: RiskPart['part']): NetworkPath | null => {
      if (name === 'direct') return null
      const nodes = name === 'motifs' ? motifOf() : way
      return nodes === null || nodes.length < 2 ? null : path(nodes)
    }
    return {
      entity: model.refOf(of),
      score,
      risk_level: levelOf(score),
      parts: parts.map(({ part, share, value }) => ({
        part,
        share,
        value,
        text: riskWords[part]({
          value,
          because: because[0]?.text ?? null,
          findings: model.findingsOf(of),
          certainty: model.certaintyOf(of),
        }),
        path: explaining(part),
      })),
    }
  }
  return { link, linksOf, node, path, risk, graph: (part: Neighbourhood) => graphOf(model, part) }
}
export type NetworkViews = ReturnType<typeof networkViews>
