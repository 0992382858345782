import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isDiskFull } from '../../../platform/disk-full.ts'
import type { CarriedRotations } from '../../entry.ts'
import type { LinkFault, SyncLink } from '../../link.ts'
import { openSession } from '../session.ts'
import type { SyncDevice } from '../session.ts'

/** Why bytes did not come to the end of their way. */
export type TransferFault =
  /** The network, or the hub as a whole: everything waits. */
  | { readonly kind: 'link'; readonly refusal: Refusal; readonly retryAfterMs: number; readonly hubFull: boolean }
  /** These bytes alone: others go on. */
  | { readonly kind: 'piece'; readonly refusal: Refusal }
  /** This device: everything that comes waits. */
  | { readonly kind: 'device'; readonly refusal: Refusal }
  /** Somebody left it. */
  | { readonly kind: 'left' }

/** What one try came to. */
export interface Attempt {
  /** Bytes that are at the other end, or here, and need not travel again; -1: it was not found out. */
  readonly reached: number
  readonly end: Result<void, TransferFault>
}

/** Refusals that speak of these bytes and of nothing else. */
const ofPiece: ReadonlySet<string> = new Set([
  'not_granted',
  'not_found',
  'hash_mismatch',
  'too_large',
  'invalid_request',
])

const words: Readonly<Record<string, string>> = {
  storage_full:
    'The hub has no room for more bytes of evidence. They are safe on this device, and go once its administrator has made room.',
}

/** Turns what a link says into a fault of a transfer. */
export const linkFault = (fault: LinkFault, signal: AbortSignal): TransferFault => {
  if (signal.aborted) return { kind: 'left' }
  const { code = '', message, retryAfterMs = 0 } = fault
  if (ofPiece.has(code))
    return {
      kind: 'piece',
      refusal: refusal(code === 'hash_mismatch' ? 'hash_mismatch' : 'evidence_elsewhere', message),
    }
  return {
    kind: 'link',
    refusal: refusal('hub_unreachable', words[code] ?? message),
    retryAfterMs,
    hubFull: code === 'storage_full',
  }
}

const full = refusal(
  'storage_full',
  'The disk of this computer is full. What has come of the bytes is kept; free some space, and they go on coming.',
)

/** Turns an error of this device's disk into a fault; a bug throws on. */
export const deviceFault = (error: unknown): TransferFault => {
  if (isDiskFull(error)) return { kind: 'device', refusal: full }
  throw error
}

/** Calls with a session, opened when it is needed; one that the hub refuses is opened anew, once. */
export interface Sessions {
  call<T>(job: (token: string) => Promise<Result<T, LinkFault>>, signal: AbortSignal): Promise<Result<T, LinkFault>>
}

/** A session is renewed this long before its end. */
const marginMs = 60_000

/** @param only whether the device may do nothing but bring bytes of evidence: it was removed */
export const createSessions = (
  link: SyncLink,
  device: SyncDevice,
  rotations: () => Promise<CarriedRotations>,
  clock: Pick<Clock, 'monoMs'>,
  only: () => boolean,
): Sessions => {
  let session: { readonly token: string; readonly untilMs: number } | null = null
  let opening: Promise<Result<string, LinkFault>> | null = null

  const openOne = async (signal: AbortSignal): Promise<Result<string, LinkFault>> => {
    const opened = await openSession(link, device, await rotations(), signal, only() ? 'evidence' : undefined)
    if (!opened.ok)
      return fail(
        opened.error.kind === 'link'
          ? opened.error.fault
          : { kind: 'cut', message: 'The hub’s answer cannot be read.' },
      )
    session = { token: opened.value.token, untilMs: clock.monoMs() + opened.value.expiresInMs }
    return ok(session.token)
  }

  const token = async (signal: AbortSignal): Promise<Result<string, LinkFault>> => {
    if (session !== null && session.untilMs - marginMs > clock.monoMs()) return ok(session.token)
    opening ??= openOne(signal).finally(() => (opening = null))
    return await opening
  }

  return {
    call: async (job, signal) => {
      const first = await token(signal)
      if (!first.ok) return first
      const done = await job(first.value)
      if (done.ok || done.error.code !== 'session_expired') return done
      if (session?.token === first.value) session = null
      const second = await token(signal)
      return second.ok ? await job(second.value) : second
    },
  }
}
