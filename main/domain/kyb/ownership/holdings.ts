import type { StatedShare } from '../../../../shared/schema/kyb.ts'
import type { Interest, Network, OwnershipParty } from './parties.ts'

/** Shares within this of each other are the same: sums of products of decimals are no exact numbers. */
export const shareTolerance = 1e-9

/** What an owner holds in a company, as parts of one. */
export interface OwnershipHolding {
  readonly owner: number
  readonly min: number
  readonly max: number
  /**
   * What is left to the owner where the others hold as much as they can; less than `min` only where the shares stated
   * contradict each other.
   */
  readonly floor: number
  /** The share is more than `min`. */
  readonly aboveMin: boolean
  /** The share is less than `max`. */
  readonly belowMax: boolean
}

/** A network with numbers for its parties, and who holds what of whom. */
export interface HoldingGraph {
  readonly parties: readonly OwnershipParty[]
  readonly target: number
  /** By the number of the company that is held. Their lower bounds are 1 together at most. */
  readonly heldBy: readonly (readonly OwnershipHolding[])[]
  /**
   * Companies whose owners were said to hold more than all of them: each share is a range, from its part of all up to
   * what is stated.
   */
  readonly overOwned: readonly number[]
  /** Companies with an owner whose share nobody states. */
  readonly unstated: readonly number[]
  /** Companies whose votes are taken to follow their shares, as none are stated. */
  readonly votesFromShares: readonly number[]
}

interface Counted {
  readonly owner: number
  min: number
  max: number
  aboveMin: boolean
  belowMax: boolean
}

const unknownShare: StatedShare = { min: 0, max: 100, above_min: true, below_max: false }
const whole: StatedShare = { min: 100, max: 100, above_min: false, below_max: false }

/**
 * Interests that are a part of the value of what is held: shares of a company; what a trust or a nominee holds is that
 * of those for whom it does.
 */
const partOfValue = (interest: Interest, network: Network): StatedShare | null => {
  if (interest.direct === 'indirect') return null
  if (interest.kind === 'shareholding') return interest.share ?? unknownShare
  if (network.parties.get(interest.owned)?.kind !== 'trust') return null
  if (interest.kind === 'beneficiary') return interest.share ?? unknownShare
  if (interest.kind !== 'nominator') return null
  const nominators = network.interests.filter((one) => one.owned === interest.owned && one.kind === 'nominator')
  return interest.share ?? (nominators.length === 1 ? whole : unknownShare)
}

const partOfVotes = (interest: Interest): StatedShare | null =>
  interest.kind === 'voting_rights' && interest.direct !== 'indirect' ? (interest.share ?? unknownShare) : null

/** Adds what an owner holds to what else it holds of the same company, such as another class of shares. */
const count = (counted: Map<number, Counted>, owner: number, share: StatedShare): void => {
  const had = counted.get(owner)
  const min = share.min / 100
  const max = share.max / 100
  if (had === undefined) {
    counted.set(owner, { owner, min, max, aboveMin: share.above_min, belowMax: share.below_max })
    return
  }
  had.min = Math.min(1, had.min + min)
  had.max = Math.min(1, had.max + max)
  had.aboveMin ||= share.above_min
  had.belowMax ||= share.below_max
}

/** Holdings that fit into one company: what is surely held is 1 at most, and nobody can hold what others surely do. */
const fitting = (counted: readonly Counted[], sum: number): readonly OwnershipHolding[] => {
  const scale = sum > 1 ? 1 / sum : 1
  return counted.map((one) => {
    const min = one.min * scale
    const room = Math.max(min, 1 - (sum * scale - min))
    const max = Math.max(min, Math.min(one.max, room))
    return {
      owner: one.owner,
      min,
      max,
      floor: min,
      aboveMin: one.aboveMin && max > min,
      belowMax: one.belowMax && max === one.max && max > min,
    }
  })
}

/**
 * Holdings of which more than all is stated: which statement is wrong is not known, so that each owner may hold what is
 * stated of him. At least, each counts for his part of the sum: so that the lower bounds of all are one company.
 */
const contradicting = (counted: readonly Counted[], sum: number): readonly OwnershipHolding[] => {
  const most = counted.reduce((total, { max }) => total + max, 0)
  return counted.map(({ owner, min, max, belowMax }) => ({
    owner,
    min: min / sum,
    max,
    floor: Math.max(0, 1 - (most - max)),
    aboveMin: false,
    belowMax,
  }))
}

/** Sums of shares beyond all by this little are roundings, and no contradiction. */
const sumTolerance = 1e-6

const fitted = (
  counted: readonly Counted[],
): { readonly holdings: readonly OwnershipHolding[]; readonly isOver: boolean } => {
  const sum = counted.reduce((total, { min }) => total + min, 0)
  const isOver = sum > 1 + sumTolerance
  return { holdings: isOver ? contradicting(counted, sum) : fitting(counted, sum), isOver }
}

const numbered = (
  network: Network,
): { readonly parties: readonly OwnershipParty[]; readonly numberOf: ReadonlyMap<string, number> } => {
  const parties = [...network.parties.values()].sort((one, other) =>
    one.key < other.key ? -1 : one.key > other.key ? 1 : 0,
  )
  return { parties, numberOf: new Map(parties.map(({ key }, at) => [key, at])) }
}

/**
 * Who holds what of whom in a network: `shares` of the value, or `votes`. Parties are numbered in the order of their
 * keys, so that the result does not depend on the order of the statements. Votes follow the shares of a company of
 * which no votes are stated. Interests that are stated as indirect are results of others and are no holdings.
 */
export const holdingsOf = (network: Network, basis: 'shares' | 'votes'): HoldingGraph => {
  const { parties, numberOf } = numbered(network)
  const shares = parties.map(() => new Map<number, Counted>())
  const votes = parties.map(() => new Map<number, Counted>())
  const unstated = new Set<number>()
  for (const interest of network.interests) {
    const owner = numberOf.get(interest.owner)
    const owned = numberOf.get(interest.owned)
    if (owner === undefined || owned === undefined) continue
    const value = partOfValue(interest, network)
    const vote = partOfVotes(interest)
    if (value !== null) count(shares[owned] as Map<number, Counted>, owner, value)
    if (vote !== null) count(votes[owned] as Map<number, Counted>, owner, vote)
    if ((basis === 'shares' ? value : (vote ?? value)) === unknownShare) unstated.add(owned)
  }
  const votesFromShares: number[] = []
  const overOwned: number[] = []
  const heldBy = parties.map((_, owned) => {
    const ofVotes = votes[owned] as Map<number, Counted>
    const ofShares = shares[owned] as Map<number, Counted>
    if (basis === 'votes' && ofVotes.size === 0 && ofShares.size > 0) votesFromShares.push(owned)
    const counted = basis === 'votes' && ofVotes.size > 0 ? ofVotes : ofShares
    const { holdings, isOver } = fitted([...counted.values()].sort((one, other) => one.owner - other.owner))
    if (isOver) overOwned.push(owned)
    return holdings
  })
  return {
    parties,
    target: numberOf.get(network.target) ?? -1,
    heldBy,
    overOwned,
    unstated: [...unstated].sort((one, other) => one - other),
    votesFromShares,
  }
}
