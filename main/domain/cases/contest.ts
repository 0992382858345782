import { asTheyCount } from './voided.ts'

/** What an entry of a case says, as far as the rules of contest read it. */
export interface ContestFact {
  /** The entry's id, lower-case hex. */
  readonly id: string
  readonly type: string
  readonly refs: readonly string[]
  readonly pub: Readonly<Record<string, unknown>>
}

/** What of a case only one can set at a time: its state and its owner, each with the entry that set it. */
export interface ContestedValues {
  readonly status: string
  readonly statusEntry: string
  readonly ownerUid: string
  readonly ownerEntry: string
}

/** An entry that was overtaken: what it wanted to set, and the entry that had set it before. */
export interface Superseded {
  readonly kind: 'transition' | 'assignment'
  readonly winner: string
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Y-42: whether what the writer saw is still what is set. */
const stands = (fact: ContestFact, from: unknown, present: string, setBy: string): boolean => {
  const [seen] = fact.refs
  return seen === undefined ? from === present : seen === setBy
}

/**
 * Y-42: whether an entry of a case in hub order was overtaken.
 *
 * @param holding the case as the entries before this one left it
 */
export const supersededBy = (holding: ContestedValues, fact: ContestFact): Superseded | null => {
  if (fact.type === 'status.changed' && !stands(fact, fact.pub['from'], holding.status, holding.statusEntry))
    return { kind: 'transition', winner: holding.statusEntry }
  if (fact.type === 'owner.assigned' && !stands(fact, fact.pub['from_uid'], holding.ownerUid, holding.ownerEntry))
    return { kind: 'assignment', winner: holding.ownerEntry }
  return null
}

/**
 * What is set after an entry; null before the one that opens the case. An entry that was overtaken, or a second
 * opening, sets nothing.
 */
export const holdAfter = (holding: ContestedValues | null, fact: ContestFact): ContestedValues | null => {
  if (holding === null) {
    return fact.type === 'case.opened'
      ? {
          status: text(fact.pub['status']),
          statusEntry: fact.id,
          ownerUid: text(fact.pub['owner']),
          ownerEntry: fact.id,
        }
      : null
  }
  if (supersededBy(holding, fact) !== null) return holding
  if (fact.type === 'status.changed') return { ...holding, status: text(fact.pub['to']), statusEntry: fact.id }
  if (fact.type === 'owner.assigned') return { ...holding, ownerUid: text(fact.pub['to_uid']), ownerEntry: fact.id }
  return holding
}

/** An entry that was overtaken, and what settled it (Y-44). */
export interface Contested extends Superseded {
  readonly loser: string
  readonly settled: { readonly entry: string; readonly how: 'kept' | 'redecided' } | null
}

/**
 * The conflicts of a case in the order in which they arose: of each entry that was overtaken, what by, and the first
 * entry of a person that settles it.
 *
 * @param facts the entries of the case that fit their forms, in hub order; of those without effect (Y-95) only changes
 *   of state are conflicts
 */
export const contestedIn = (facts: Iterable<ContestFact>): readonly Contested[] => {
  const found = new Map<string, Contested>()
  let holding: ContestedValues | null = null
  for (const fact of asTheyCount(facts)) {
    const superseded = holding === null ? null : supersededBy(holding, fact)
    const { settles } = fact.pub
    const open = typeof settles === 'string' && superseded === null ? found.get(settles) : undefined
    if (superseded !== null) found.set(fact.id, { ...superseded, loser: fact.id, settled: null })
    else if (open?.settled === null)
      found.set(open.loser, {
        ...open,
        settled: { entry: fact.id, how: fact.type === 'conflict.settled' ? 'kept' : 'redecided' },
      })
    holding = holdAfter(holding, fact)
  }
  return [...found.values()]
}
