import type { Workspace } from '../../storage/ledger/workspace.ts'
import type { ThingKind } from '../../domain/access/named-things.ts'
import { uidOfHolder } from '../auth/holder.ts'
import type { Holder } from '../auth/holder.ts'

/** An event as far as who may read it follows from it. */
export interface ReadableEvent {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Which members of an event name something of a case. */
const named: Readonly<Record<string, ThingKind>> = {
  case_id: 'case',
  alert_id: 'alert',
  decision_id: 'decision',
  other_uid: 'case_uid',
}

/** Told to auditors, whatever the rule of the case says: nobody breaks a glass unseen (L-102). */
const toldToAuditors = 'case.glass_broken'

/** Makes the check whether somebody may read an event: not where it tells of a case that they may not know. */
export const createMayRead =
  ({ hides, caseOf, access }: Pick<Workspace, 'hides' | 'caseOf' | 'access'>) =>
  (holder: Holder, { type, data }: ReadableEvent): boolean => {
    const uid = uidOfHolder(holder)
    if (type === toldToAuditors && access.userByUid(uid)?.role === 'auditor') return true
    return Object.entries(named).every(([member, kind]) => {
      const id = data[member]
      if (typeof id !== 'number' && typeof id !== 'string') return true
      const caseId = kind === 'case' && typeof id === 'number' ? id : caseOf({ kind, id })
      return caseId === null || !hides(uid, caseId)
    })
  }
