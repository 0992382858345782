import { supersededBy } from '../../domain/cases/contest.ts'
import { isApiKey } from '../../domain/decisions/four-eyes.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { CaseHead } from './case-head.ts'
import { rolesFor } from './type-roles.ts'
import type { WorkspaceHead } from './workspace-head.ts'

/** What is known where a case is moved. */
export interface FourEyesFacts {
  readonly workspace: Pick<WorkspaceHead, 'users' | 'fourEyes'>
  readonly caseHead: Pick<CaseHead, 'holding' | 'statusBy'> | null
}

const secondRoles = rolesFor('decision.approved')

/**
 * Y-32: why a case may not be moved by whoever moves it, where the policy asks for a second person; null where it may.
 * A move that was overtaken (Y-42) has no effect, and nobody is asked about it.
 *
 * @param id of the entry that moves it
 */
export const fourEyesFault = (
  id: string,
  { type, actor, refs, pub }: Pick<EntryPayload, 'type' | 'actor' | 'refs' | 'pub'>,
  { workspace, caseHead }: FourEyesFacts,
): string | null => {
  const { to } = pub
  const holding = caseHead?.holding ?? null
  if (
    type !== 'status.changed' ||
    typeof to !== 'string' ||
    holding === null ||
    caseHead === null ||
    !workspace.fourEyes.includes(to)
  )
    return null
  if (supersededBy(holding, { id, type, refs, pub }) !== null) return null
  const role = Object.hasOwn(workspace.users, actor) ? workspace.users[actor]?.role : undefined
  const mayBeSecond = !isApiKey(actor) && role !== undefined && secondRoles?.includes(role) === true
  if (mayBeSecond && actor !== holding.ownerUid && actor !== caseHead.statusBy) return null
  return `To make a case ${to}, policy asks for a supervisor or admin who neither owns it nor made its last change of state.`
}
