import { defaultDetectionPolicy } from '../../../../shared/schema/detection-policy.ts'
import type { LinkKind } from '../../../../shared/schema/network.ts'
import type { RiskLevel } from '../../../../shared/schema/activity.ts'
import type { Shown, ShownLink, ShownNode } from './view.ts'

const { levels } = defaultDetectionPolicy

/** The level of a risk from 0 to 1, by the bounds that scores have unless a policy says otherwise. */
export const levelOf = (risk: number): RiskLevel =>
  risk >= levels.critical ? 'critical' : risk >= levels.high ? 'high' : risk >= levels.medium ? 'medium' : 'low'

/** One line of the picture: everything between two nodes, as a line can show only so much. */
export interface DrawnEdge {
  readonly key: string
  readonly source: string
  readonly target: string
  /** An arrow with the money, two arrows where it went both ways, a plain line for ties without money. */
  readonly type: 'arrow' | 'both' | 'line'
  readonly kind: LinkKind
  /** 0 to 1: the sum beside the largest of its currency, by magnitude. */
  readonly weight: number
  readonly count: number
}

const largestBy = (links: readonly ShownLink[]): ReadonlyMap<string | null, number> => {
  const largest = new Map<string | null, number>()
  for (const { currency, amount } of links)
    if (amount !== null) largest.set(currency, Math.max(largest.get(currency) ?? 0, Math.abs(amount)))
  return largest
}

const weightOf = ({ amount, currency }: ShownLink, largest: ReadonlyMap<string | null, number>): number => {
  const most = largest.get(currency) ?? 0
  return amount === null || most <= 0 ? 0 : Math.log1p(Math.abs(amount)) / Math.log1p(most)
}

/** The lines of the picture: one for each two nodes that are tied. */
export const edgesOf = (links: readonly ShownLink[]): DrawnEdge[] => {
  const largest = largestBy(links)
  const pairs = new Map<string, DrawnEdge>()
  for (const link of links) {
    if (link.from === link.to) continue
    const [a, b] = link.from < link.to ? [link.from, link.to] : [link.to, link.from]
    const key = `${a}\n${b}`
    const isFlow = link.kind === 'transfer'
    const known = pairs.get(key)
    const edge: DrawnEdge = {
      key,
      source: link.from,
      target: link.to,
      type: isFlow ? 'arrow' : 'line',
      kind: link.kind,
      weight: weightOf(link, largest),
      count: link.count,
    }
    if (known === undefined) {
      pairs.set(key, edge)
      continue
    }
    const count = known.count + link.count
    const weight = Math.max(known.weight, edge.weight)
    if (!isFlow) pairs.set(key, { ...known, count, weight })
    else if (known.type === 'line') pairs.set(key, { ...edge, count, weight })
    else
      pairs.set(key, {
        ...known,
        count,
        weight,
        type: known.type === 'both' || known.source !== link.from ? 'both' : 'arrow',
      })
  }
  return [...pairs.values()]
}

/** The radius of a node in pixels: by its ties, by magnitude; a group by how many it holds. */
export const sizeOf = ({ degree, members }: ShownNode, crowd: number): number => {
  const scale = crowd > 3_000 ? 0.34 : crowd > 600 ? 0.7 : 1
  const weight = members === null ? Math.log2(1 + degree) : Math.log2(1 + members.length) * 1.6
  return (5 + Math.min(9, weight)) * scale
}

/** The ring around a node as a share of its radius: none for low and medium risk. */
export const ringOf = ({ risk, knownBad }: Pick<ShownNode, 'risk' | 'knownBad'>): number => {
  if (knownBad) return 0.42
  const level = levelOf(risk)
  return level === 'critical' ? 0.3 : level === 'high' ? 0.16 : 0
}

/** The nodes on the screen by risk, highest first; known bad ones before all. */
export const byRisk = (shown: Shown): readonly ShownNode[] =>
  [...shown.nodes.values()].sort(
    (one, other) =>
      Number(other.knownBad) - Number(one.knownBad) || other.risk - one.risk || (one.key < other.key ? -1 : 1),
  )
