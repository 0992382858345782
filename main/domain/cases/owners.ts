import type { Role } from '../../../shared/schema/user.ts'

/** An active user who may own cases, with the unfinished ones owned now. */
export interface OwnerCandidate {
  readonly id: number
  readonly uid: string
  readonly name: string
  readonly role: Role
  readonly unfinished: number
}

/** New cases go to investigators; to supervisors, then admins, only where there are none. */
const order: readonly Role[] = ['investigator', 'supervisor', 'admin']

/**
 * The least-loaded candidate of the first role that has any; ties go to the lowest id. Null where nobody may own cases.
 */
export const leastLoaded = (candidates: readonly OwnerCandidate[]): OwnerCandidate | null => {
  for (const role of order) {
    const [first, ...rest] = candidates.filter((candidate) => candidate.role === role)
    if (first === undefined) continue
    return rest.reduce(
      (best, next) =>
        next.unfinished < best.unfinished || (next.unfinished === best.unfinished && next.id < best.id) ? next : best,
      first,
    )
  }
  return null
}
