import { asksForSecondFactor } from '../../../shared/schema/policy.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import type { Caller } from '../http/call.ts'

/**
 * L-121: whether somebody signed in with a password alone in a role for which policy asks for a second factor. What
 * rests on the folder's key (the desktop window, `fieldseal token`) is no sign-in.
 */
export const lacksFactor = (
  access: Pick<AccessStore, 'policy' | 'hasSecondFactor'>,
  { family, byProvider, userUid, role }: Pick<Caller, 'family' | 'byProvider' | 'userUid' | 'role'>,
): boolean =>
  family !== null && !byProvider && asksForSecondFactor(access.policy(), role) && !access.hasSecondFactor(userUid)
