import { isFinished } from '../../../shared/schema/case.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { holdAfter } from './contest.ts'
import type { ContestFact, ContestedValues } from './contest.ts'
import { asTheyCount, voidedType } from './voided.ts'

/** An entry of a case with whoever made it. */
export interface HandFact extends ContestFact {
  readonly actor: string
}

/** The types of entries that say in whose hands a case was. */
export const handTypes = ['case.opened', 'status.changed', 'owner.assigned', voidedType] as const

const reopens = (before: ContestedValues, after: ContestedValues): boolean =>
  isFinished(before.status as CaseStatus) && !isFinished(after.status as CaseStatus)

/**
 * L-47: who had a case in his hands, and so is no second pair of eyes for it: whoever owned it since it was opened or
 * last reopened, made its last change of state (opening it counts as one), or handed it to somebody since that change.
 * An owner does not become another person by giving the case away. Entries that were overtaken count for nothing.
 *
 * @param facts the entries of the case that have an effect, in the order in which they do
 * @returns uids
 */
export const handsOn = (facts: Iterable<HandFact>): ReadonlySet<string> => {
  const owners = new Set<string>()
  let sinceMove = new Set<string>()
  let before: ContestedValues | null = null
  for (const fact of asTheyCount(facts)) {
    const after: ContestedValues | null = holdAfter(before, fact)
    if (after === null || after === before) continue
    if (before !== null && reopens(before, after)) owners.clear()
    owners.add(after.ownerUid)
    if (fact.type === 'owner.assigned') sinceMove.add(fact.actor)
    else sinceMove = new Set([fact.actor])
    before = after
  }
  return new Set([...owners, ...sinceMove])
}
