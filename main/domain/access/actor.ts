import type { Origin } from '../../../shared/schema/origin.ts'
import type { Role } from '../../../shared/schema/user.ts'

/** What acts on somebody's answer, other than he himself or the program that holds a key. */
export interface Acting {
  readonly origin: Origin
  /** Of an import: the name of the file, which may name persons. */
  readonly file?: string
}

/** Who acts. */
export interface Actor {
  readonly userId: number
  /** The pseudonymous id that entries name. */
  readonly userUid: string
  readonly role: Role
  /** Absent: the actor acts by his own hand. */
  readonly acting?: Acting
}
