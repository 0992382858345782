import { sealedAccess } from '../../../shared/schema/case-access.ts'
import type { CaseAccessRule, SealedAccess } from '../../../shared/schema/case-access.ts'

/** Who may know a case, as its entries left it. People and teams are named by their uids. */
export interface CaseAccess {
  readonly rule: CaseAccessRule
  readonly team: string | null
  readonly people: readonly string[]
  /** Who broke the glass since the rule was set. */
  readonly brokeGlass: readonly string[]
}

/** Who wants to know: a user, or an API key, which is in no team. */
export interface Knower {
  readonly uid: string
  readonly teams: ReadonlySet<string>
}

/** The rule of a case that no entry says anything of. */
export const openToEveryone: CaseAccess = { rule: 'everyone', team: null, people: [], brokeGlass: [] }

/**
 * L-100: whether somebody may know that a case exists. The service, sync and the hub ask this, and nothing else decides.
 * No role passes a rule by itself; the owner always does.
 */
export const mayKnowCase = (access: CaseAccess, ownerUid: string, { uid, teams }: Knower): boolean =>
  access.rule === 'everyone' ||
  uid === ownerUid ||
  access.people.includes(uid) ||
  access.brokeGlass.includes(uid) ||
  (access.rule === 'team' && access.team !== null && teams.has(access.team))

/** A rule that was just set: nobody has broken the glass since. */
export const accessOf = ({ rule, team, people = [] }: SealedAccess): CaseAccess => ({
  rule,
  team: team ?? null,
  people: [...new Set(people)].sort(),
  brokeGlass: [],
})

/** Whether two rules let the same people know a case, those who broke the glass included. */
export const isSameAccess = (one: CaseAccess, other: CaseAccess): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** What of an entry says who may know its case. */
interface AccessFact {
  readonly type: string
  readonly actor: string
  readonly pub: Readonly<Record<string, unknown>>
}

/** L-101: who may know a case after one more entry, in the order of its chain: the last rule that was set holds. */
export const accessAfter = (present: CaseAccess, { type, actor, pub }: AccessFact): CaseAccess => {
  if (type === 'glass.broken')
    return present.rule === 'everyone' || present.brokeGlass.includes(actor)
      ? present
      : { ...present, brokeGlass: [...present.brokeGlass, actor].sort() }
  const said = type === 'access.set' ? pub : type === 'case.opened' ? pub['access'] : undefined
  const read = said === undefined ? null : sealedAccess.safeParse(said)
  return read?.success === true ? accessOf(read.data) : present
}
