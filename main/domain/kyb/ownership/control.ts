import type { InterestKind, MetBy } from '../../../../shared/schema/kyb.ts'
import type { HoldingGraph } from './holdings.ts'
import type { Interest, Network } from './parties.ts'
import { meets } from './threshold.ts'

/** More than half of the votes. */
const majority = { percent: 50, comparator: 'over' } as const

/** Interests that are control by themselves, and those that may be: influence is not yet a majority. */
const controlBy: Readonly<Partial<Record<InterestKind, MetBy>>> = {
  appointment_of_board: 'yes',
  control_by_articles: 'yes',
  control_by_law: 'yes',
  trustee: 'yes',
  other_influence_or_control: 'possible',
  rights_by_contract: 'possible',
  settlor: 'possible',
  protector: 'possible',
}

/** What an interest says of control; an appointment of half of the board or less is none. */
export const declaredControl = ({ kind, share, direct }: Interest): MetBy => {
  const word = controlBy[kind] ?? 'no'
  if (word !== 'yes' || direct === 'indirect' || share === null || kind === 'trustee')
    return direct === 'indirect' && word === 'yes' ? 'possible' : word
  return meets(
    { min: share.min / 100, max: share.max / 100, aboveMin: share.above_min, belowMax: share.below_max },
    majority,
  )
}

interface Reverse {
  readonly owned: number
  readonly min: number
  readonly max: number
  readonly aboveMin: boolean
}

/**
 * Who controls what: a party controls a company where it and those whom it controls have more than half of its votes
 * together, or where control is declared. Votes of companies that are controlled count whole, as in consolidated
 * accounts (IFRS 10), so that a chain of bare majorities controls, whatever part of the value it is.
 */
export interface Control {
  /** Whether a party controls the target. */
  readonly of: (party: number) => MetBy
}

/** Works out control over one network; the graph must hold votes. */
export const controlIn = (graph: HoldingGraph, network: Network): Control => {
  const numberOf = new Map(graph.parties.map(({ key }, at) => [key, at]))
  const holds = graph.parties.map((): Reverse[] => [])
  for (const [owned, holdings] of graph.heldBy.entries())
    for (const { owner, min, max, aboveMin } of holdings) holds[owner]?.push({ owned, min, max, aboveMin })
  const declared = graph.parties.map((): { owned: number; word: MetBy }[] => [])
  for (const interest of network.interests) {
    const owner = numberOf.get(interest.owner)
    const owned = numberOf.get(interest.owned)
    const word = declaredControl(interest)
    if (owner !== undefined && owned !== undefined && word !== 'no') declared[owner]?.push({ owned, word })
  }

  /**
   * Whether the target is among those that a party controls; `loosely` takes the upper bounds and what may be control.
   */
  const reaches = (party: number, loosely: boolean): boolean => {
    const votes = new Float64Array(graph.parties.length)
    const more = new Uint8Array(graph.parties.length)
    const controlled = new Set([party])
    const waiting = [party]
    const take = (owned: number): void => {
      if (controlled.has(owned)) return
      controlled.add(owned)
      waiting.push(owned)
    }
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (next === graph.target) return true
      for (const { owned, word } of declared[next] ?? []) if (word === 'yes' || loosely) take(owned)
      for (const { owned, min, max, aboveMin } of holds[next] ?? []) {
        votes[owned] = (votes[owned] as number) + (loosely ? max : min)
        if (!loosely && aboveMin) more[owned] = 1
        const bounds = { min: votes[owned], max: 1, aboveMin: more[owned] === 1, belowMax: false }
        if (meets(bounds, majority) === 'yes') take(owned)
      }
    }
    return false
  }

  return {
    of: (party) =>
      party === graph.target ? 'no' : reaches(party, false) ? 'yes' : reaches(party, true) ? 'possible' : 'no',
  }
}
