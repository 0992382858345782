import type { Result } from '../../shared/schema/result.ts'
import type {
  ChallengeCall,
  CopyCall,
  EnrolCall,
  HealthCall,
  NumbersCall,
  PullCall,
  PushCall,
  SessionCall,
} from './calls.ts'

/**
 * A failure to get an answer: no network, a cut in the middle, a hub that is busy. What was sent may or may not have
 * been taken.
 */
export interface LinkFault {
  readonly kind: 'unreachable' | 'cut' | 'refused'
  readonly status?: number
  /** The code of a refusal (`shared/protocol/sync.ts`), where the hub gave one. */
  readonly code?: string
  readonly message: string
  readonly retryAfterMs?: number
  /** With the code `version`: the versions of the protocol that the hub speaks. */
  readonly versions?: readonly number[]
}

/**
 * The way from a device to its hub. Bytes in, bytes out: the same calls go over HTTPS, within one process (Y-2),
 * through a file (Y-70), and through the seeded network of the simulation. An answer may be cut off; its reader must
 * notice.
 */
export interface SyncLink {
  /** Lets go of connections that wait for another call; a link that has none lacks this. */
  reconnect?(): void
  call(
    call: ChallengeCall | SessionCall | EnrolCall | PushCall | PullCall | CopyCall | NumbersCall | HealthCall,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array, LinkFault>>
}
