import { ruleOf } from '../../../shared/entries/catalogue.ts'
import { erasureType } from '../../../shared/entries/evidence-erasure.ts'

/** What of an entry the rules of this page read. */
interface CountedFact {
  readonly id: string
  readonly type: string
  readonly refs: readonly string[]
  readonly pub: Readonly<Record<string, unknown>>
}

/**
 * Y-95: the hub's word that the act that follows it has no effect: whoever made it might have when they did, and may
 * not as the hub has it. It stands before the act, so that the order alone says what holds.
 */
export const voidedType = 'act.voided'

/**
 * Whether an act of a type that its author may not do any more has its place without effect: what takes a supervisor,
 * what policy asks a second person for, and who may know a case (Y-109). An erasure has not: its author's device destroyed what it names.
 */
export const canBeVoided = (type: string): boolean => {
  const by = ruleOf(type)?.by
  return (
    type === 'status.changed' ||
    type === 'access.set' ||
    (type !== 'redaction.applied' && type !== erasureType && Array.isArray(by) && by.includes('supervisor'))
  )
}

/** The act that such a word names; null where the entry is none. */
export const voidedBy = ({ type, pub }: Pick<CountedFact, 'type' | 'pub'>): string | null =>
  type === voidedType && typeof pub['entry'] === 'string' ? pub['entry'] : null

/** Names no entry: what is seen there is never what is set. */
const nothingSeen = 'voided'

/** A change of state without effect is one that was overtaken by what holds: an open conflict, to be settled (Y-44). */
export const overtaken = <Fact extends CountedFact>(fact: Fact): Fact => ({ ...fact, refs: [nothingSeen] })

/** An act without effect as it counts; null: for nothing. */
export const asVoided = <Fact extends CountedFact>(fact: Fact): Fact | null =>
  fact.type === 'status.changed' ? overtaken(fact) : null

/**
 * The entries of a chain as they count, of which some have no effect.
 *
 * @param facts in hub order
 */
export function* asTheyCount<Fact extends CountedFact>(facts: Iterable<Fact>): Generator<Fact> {
  const voided = new Set<string>()
  for (const fact of facts) {
    const named = voidedBy(fact)
    if (named !== null) voided.add(named)
    const counts = voided.has(fact.id) ? asVoided(fact) : fact
    if (counts !== null) yield counts
  }
}
