import type { SyncRefusalCode } from '../../../shared/protocol/sync.ts'
import { protocolVersions } from '../../../shared/protocol/sync.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { encodeJson, protocolOf } from '../wire.ts'
import type { WireFault } from '../wire.ts'

/** What a call is answered with: bytes, as HTTP and every other way carries them. */
export interface HubAnswer {
  /** HTTP status. */
  readonly status: number
  readonly body: Uint8Array
  readonly retryAfterMs?: number
}

/** Why a call is refused. */
export interface CallRefusal {
  readonly code: SyncRefusalCode
  readonly message: string
  readonly retryAfterMs?: number
  /** With `version`: the ones that the hub speaks. */
  readonly versions?: readonly number[]
}

const statusOf: Readonly<Record<SyncRefusalCode, number>> = {
  session_expired: 401,
  revoked: 403,
  removed: 403,
  not_granted: 403,
  code_invalid: 403,
  not_found: 404,
  device_forked: 409,
  code_used: 409,
  offset_mismatch: 409,
  gone: 410,
  too_large: 413,
  invalid_request: 400,
  hash_mismatch: 422,
  version: 426,
  busy: 429,
  unavailable: 503,
  storage_full: 507,
}

/** A refusal as a result. */
export const refuseCall = (code: SyncRefusalCode, message: string, retryAfterMs?: number): Result<never, CallRefusal> =>
  fail({ code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })

/** A message that cannot be read, as a refusal. */
export const refuseMessage = ({ code, message }: WireFault): Result<never, CallRefusal> =>
  refuseCall(code === 'too_large' ? 'too_large' : 'invalid_request', message)

/**
 * Y-27: refuses a message of a version that this hub does not speak, whatever else is in it; null where it is none
 * such.
 */
export const versionRefusal = (
  body: Uint8Array,
  versions: readonly number[] = protocolVersions,
): Result<never, CallRefusal> | null => {
  const protocol = protocolOf(body)
  return protocol === null || versions.includes(protocol)
    ? null
    : fail({ code: 'version', message: 'This hub does not speak that version of the protocol.', versions })
}

/** The bytes of a refusal. */
export const answerRefusal = ({ code, message, retryAfterMs, versions }: CallRefusal): HubAnswer => {
  const error = {
    code,
    message,
    ...(versions === undefined ? {} : { versions }),
    ...(retryAfterMs === undefined ? {} : { retry_after: retryAfterMs / 1_000 }),
  }
  return {
    status: statusOf[code],
    body: encodeJson({ error }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  }
}
