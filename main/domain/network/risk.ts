import type { KnownStanding } from './known-bad.ts'

/** What is measured of a node. */
export interface NodeMeasures {
  /**
   * Whether it is known bad itself, somebody waits for an answer about it (an open match of a list, an open alert), or
   * it was exposed.
   */
  readonly direct: KnownStanding | null
  /** Personalised PageRank from the known bad nodes, each of mass 1, without what the node itself put in. */
  readonly nearness: number
  /** Ties to the nearest known bad node; null: none near enough. */
  readonly hops: number | null
  /** The others of its community, and how many of them are known bad. */
  readonly community: { readonly others: number; readonly bad: number }
  /** The findings that it is part of. */
  readonly motifs: readonly string[]
}

export const riskPartNames = ['direct', 'nearness', 'distance', 'community', 'motifs'] as const
export type RiskPartName = (typeof riskPartNames)[number]

/** One part of a score; the shares sum to it. */
export interface PartOfRisk {
  readonly part: RiskPartName
  readonly share: number
  readonly value: number
}

export interface Risk {
  /** 0 to 1. */
  readonly score: number
  /** Largest share first; parts that add nothing are left out. */
  readonly parts: readonly PartOfRisk[]
}

/**
 * The probabilities that the parts stand for, chosen on transfers with known patterns (docs/decisions/network-risk.md).
 */
const settings = {
  /** The most that nearness says, and the nearness at which it says half of that. */
  nearness: { most: 0.45, half: 0.05 },
  /** By ties to the nearest bad node: one, two, three. */
  distance: [0.12, 0.03, 0.01],
  /** The most that a community says, and how many honest others are assumed in every one. */
  community: { most: 0.3, assumed: 4 },
  /** What each kind of finding says. */
  motif: 0.6,
} as const

const shareOfCommunity = ({ others, bad }: NodeMeasures['community']): number => (others === 0 ? 0 : bad / others)

const probabilities = ({ direct, nearness, hops, community, motifs }: NodeMeasures): Record<RiskPartName, number> => ({
  direct: direct?.says ?? 0,
  nearness: (settings.nearness.most * nearness) / (nearness + settings.nearness.half),
  distance: hops === null || hops === 0 ? 0 : (settings.distance[hops - 1] ?? 0),
  community: (settings.community.most * community.bad) / (community.others + settings.community.assumed),
  motifs: 1 - (1 - settings.motif) ** new Set(motifs).size,
})

const valueOf = (measured: NodeMeasures): Record<RiskPartName, number> => ({
  direct: measured.direct === null ? 0 : 1,
  nearness: measured.nearness,
  distance: measured.hops ?? 0,
  community: shareOfCommunity(measured.community),
  motifs: new Set(measured.motifs).size,
})

/** The score alone: the noisy-or of what each part says. */
export const scoreOf = (measured: NodeMeasures): number =>
  1 - Object.values(probabilities(measured)).reduce((rest, probability) => rest * (1 - probability), 1)

/**
 * The score with its parts: each has its share by its part of the logarithm, so that the shares sum to the score
 * whatever order the parts are taken in.
 */
export const riskOf = (measured: NodeMeasures): Risk => {
  const said = probabilities(measured)
  const values = valueOf(measured)
  const weights = riskPartNames.map((part) => -Math.log1p(-said[part]))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const score = scoreOf(measured)
  const parts = riskPartNames
    .map((part, place) => ({
      part,
      share: whole === 0 ? 0 : (score * (weights[place] ?? 0)) / whole,
      value: values[part],
    }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share)
  return { score, parts }
}
