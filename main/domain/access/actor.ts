import type { Role } from '../../../shared/schema/user.ts'

/** Who acts. */
export interface Actor {
  readonly userId: number
  /** The pseudonymous id that entries name. */
  readonly userUid: string
  readonly role: Role
}
