import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { LinkFault } from '../link.ts'
import type { WireFault } from '../wire.ts'
import type { HubFault } from './hub-fault.ts'
import type { CallFault } from './machine.ts'
import { ReplicaRefused } from './replica.ts'

/** The call came to nothing on its way, or the hub refused it. */
export const linkFailed = (fault: LinkFault): Result<never, CallFault> => fail({ kind: 'link', fault })

/** The answer is no message of the protocol. */
export const unusable = (fault: Pick<WireFault, 'message'>): Result<never, CallFault> =>
  fail({ kind: 'unusable', message: fault.message })

/** The answer does not hold against what this device knows. */
export const untrusted = (fault: HubFault): Result<never, CallFault> => fail({ kind: 'untrusted', fault })

/** Whether the disk of this device is too full to keep what came. */
export const isFull = (error: unknown): boolean =>
  error instanceof ReplicaRefused && error.refusal.code === 'storage_full'
