import type { z } from 'zod'
import { protocolVersions } from '../../../shared/protocol/sync.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { LinkFault, SyncLink } from '../link.ts'
import { decodeJson, encodeJson } from '../wire.ts'
import type { WireFault } from '../wire.ts'
import type { Sessions } from './bytes/attempt.ts'

export interface SideCallParts {
  readonly sessions: Sessions
  readonly link: SyncLink
  readonly signal: AbortSignal
  readonly versions?: readonly number[]
  /** Whether the hub may be asked at all. */
  readonly mayAsk: () => boolean
}

/** Calls to the hub besides the rounds of entries. */
export interface SideCalls {
  readonly mayAsk: () => boolean
  /**
   * Sends one message in the newest version of the protocol that the device speaks.
   *
   * @returns what the hub answered; the fault where it was not reached, refused, or sent what is not of this form
   */
  ask<T>(
    name: 'numbers' | 'health',
    message: Readonly<Record<string, unknown>>,
    form: z.ZodType<T>,
  ): Promise<Result<T, LinkFault | WireFault>>
}

export const createSideCalls = ({
  sessions,
  link,
  signal,
  versions = protocolVersions,
  mayAsk,
}: SideCallParts): SideCalls => ({
  mayAsk,
  ask: async (name, message, form) => {
    const body = encodeJson({ protocol: versions[0], ...message })
    const answered = await sessions.call((token) => link.call({ name, token, body }, signal), signal)
    return answered.ok ? decodeJson(form, answered.value) : fail(answered.error)
  },
})
