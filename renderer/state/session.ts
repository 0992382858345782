import { create } from 'zustand'
import { breakGlass } from '../../shared/api/case-access.ts'
import type { Role } from '../../shared/schema/user.ts'
import { writingRoles } from '../../shared/schema/user.ts'

/** Whether the credential still holds and the service can be reached. Who is signed in is server state: `useMe`. */
type Connection = {
  /** The session ended while the window was in use: sign in over it, so that nothing typed is lost. */
  readonly expired: boolean
  /** Nobody used the window for a while, or it was locked by hand: it hides what it shows, and asks for the password. */
  readonly locked: boolean
  readonly reachable: boolean
}

export const useConnection = create<Connection>(() => ({ expired: false, locked: false, reachable: true }))

export const markExpired = (): void => useConnection.setState({ expired: true })
export const markSignedIn = (): void => useConnection.setState({ expired: false, locked: false, reachable: true })
export const markLocked = (): void => useConnection.setState({ locked: true })
export const markReachable = (reachable: boolean): void => {
  if (useConnection.getState().reachable !== reachable) useConnection.setState({ reachable })
}

export const mayWrite = (role: Role | undefined): boolean => role !== undefined && writingRoles.includes(role)
/**
 * Whether somebody may steer the sync of this device: who writes, and at the desktop whoever works there, an auditor
 * too.
 */
export const maySteer = (role: Role | undefined): boolean => mayWrite(role) || window.fieldseal !== undefined
/** Whether somebody may break the glass of a restricted case. */
export const mayBreakGlass = (role: Role | undefined): boolean =>
  role !== undefined && (breakGlass.access as readonly Role[]).includes(role)
export const maySupervise = (role: Role | undefined): boolean => role === 'supervisor' || role === 'admin'
