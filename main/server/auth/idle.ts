import { idleLockMinutesOf } from '../../../shared/schema/policy.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import type { Caller } from '../http/call.ts'

type Access = Pick<AccessStore, 'policy' | 'hasPassword' | 'windowLocks'>

/** The desktop window is no sign-in, and there is one of it. */
const desktopWindow = 'desktop'

/**
 * The window that a request comes from, by which it is locked; null: from none. A window whose person has nothing that
 * could open it again is not locked.
 */
export const windowOf = (
  access: Pick<Access, 'hasPassword'>,
  { via, family, byProvider, userUid }: Caller,
): string | null => {
  if (byProvider) return family
  if (!access.hasPassword(userUid)) return null
  if (via === 'desktop') return desktopWindow
  return via === 'session' ? family : null
}

/** After how many minutes the window of a request locks; null: never. */
export const idleMinutesOf = (access: Pick<Access, 'policy' | 'hasPassword'>, caller: Caller): number | null =>
  windowOf(access, caller) === null ? null : idleLockMinutesOf(access.policy())

/** Makes the check whether the window of a request is locked (L-120); asking counts as use of one that is not. */
export const createIdleCheck =
  (access: Access) =>
  (caller: Caller): boolean => {
    const window = windowOf(access, caller)
    return window !== null && access.windowLocks.isLocked(window, idleLockMinutesOf(access.policy()))
  }
