import type { X509Certificate } from 'node:crypto'
import { jitteredMs } from '../../platform/backoff.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'
import { rollOf } from '../../platform/random.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import {
  completedToken,
  listAddressesOf,
  openTimestamp,
  timestampRequest,
  tokenOfAnswer,
} from '../../seal/timestamp.ts'
import type { Timestamp, TimestampFault } from '../../seal/timestamp.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { RevocationListLink, TimestampLink, TimestampLinkFault } from '../link/timestamp-link.ts'
import { HubStoreFault } from './store-fault.ts'
import type { HubStore } from './store.ts'

/** How a hub has the heads of its log stamped (Y-54). */
export interface TimeStampChoices {
  /** Between two stamps, at least. */
  readonly everyMs: number
  /** Certificates to which a stamp's signer must lead; empty: any signer is taken that is one for time stamps. */
  readonly authorities: readonly X509Certificate[]
  /** Addresses of the revocation lists of those certificates; what they hold is kept in the token. */
  readonly lists: readonly string[]
  /** Whether to stamp what a witness has cosigned: the two proofs are then of one head. */
  readonly cosigned: boolean
}

export interface TimeStampParts extends TimeStampChoices {
  readonly store: Pick<HubStore, 'reading' | 'exclusively'>
  readonly ask: TimestampLink
  readonly fetchList: RevocationListLink
  readonly clock: Pick<Clock, 'nowMs'>
  readonly random: Pick<Random, 'bytes'>
  readonly scheduler: Scheduler
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** Told how each attempt ended: `stored`, or a code. */
  readonly onAttempt?: (outcome: 'stored' | TimeStampFault['code']) => void
}

export type TimeStampFault =
  | TimestampFault
  | TimestampLinkFault
  | { readonly code: 'store_unavailable'; readonly message: string }

/** How often a hub looks whether its log has grown. */
const lookMs = 60_000
const backoff = { first: 30_000, longest: 3_600_000 }
const nonceBytes = 16

interface Head {
  readonly size: number
  readonly note: string
}

/** 16 bytes that stand as they are in an INTEGER: neither negative nor with a leading zero. */
const newNonce = (random: Pick<Random, 'bytes'>): Uint8Array => {
  const bytes = Buffer.from(random.bytes(nonceBytes))
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x40
  return bytes
}

type Asking = Pick<TimeStampParts, 'ask' | 'fetchList' | 'lists' | 'random' | 'authorities' | 'log'>
type Stamped = Timestamp & { readonly token: Uint8Array }

/** The lists that can be had; one that cannot costs no stamp. */
const fetchLists = async (
  { lists, fetchList, log }: Pick<Asking, 'lists' | 'fetchList' | 'log'>,
  signal: AbortSignal,
): Promise<readonly Uint8Array[]> => {
  const found = await Promise.all(lists.map((address) => fetchList(address, signal)))
  const missing = found.flatMap((one) => (one.ok ? [] : [one.error]))
  if (missing.length > 0) log.warn({ missing }, 'a revocation list of the time-stamping authority cannot be had')
  return found.flatMap((one) => (one.ok ? [one.value] : []))
}

/**
 * The stamp with what a later reader needs of its certificates. A list that says that one was revoked refuses it; where
 * nothing speaks about its signer it is kept as it came, and told.
 */
const completed = async (
  asking: Asking,
  stamp: Stamped,
  open: (token: Uint8Array) => Result<Timestamp, TimestampFault>,
  signal: AbortSignal,
): Promise<Result<Stamped, TimeStampFault>> => {
  const token = completedToken(stamp.token, {
    authorities: asking.authorities,
    crls: await fetchLists(asking, signal),
  })
  const opened = token === null ? null : open(token)
  if (opened !== null && !opened.ok) return opened
  const named = listAddressesOf(stamp.token)
  const isKept = opened !== null && opened.value.unrevokedAsOfMs !== null
  if (!isKept && asking.lists.length + named.length > 0)
    asking.log.warn(
      { lists: named },
      'no revocation list is kept with the time stamp: FIELDSEAL_TSA_CRL names where the authority has it',
    )
  return ok(token === null || opened === null ? stamp : { ...opened.value, token })
}

/** Asks for a stamp over a head and checks it in full; nothing is kept. */
export const stampHead = async (
  asking: Asking,
  head: Head,
  signal: AbortSignal,
): Promise<Result<Stamped, TimeStampFault>> => {
  const { ask, random, authorities } = asking
  const message = Buffer.from(head.note, 'utf8')
  const nonce = newNonce(random)
  const answered = await ask(timestampRequest(message, nonce), signal)
  if (!answered.ok) return answered
  const token = tokenOfAnswer(answered.value)
  if (!token.ok) return token
  const open = (given: Uint8Array): Result<Timestamp, TimestampFault> =>
    openTimestamp(given, message, { nonce, ...(authorities.length === 0 ? {} : { authorities }) })
  const opened = open(token.value)
  return opened.ok ? await completed(asking, { ...opened.value, token: token.value }, open, signal) : opened
}

/** What is to be stamped now; null with the time to wait where nothing is. */
const nextHead = async ({
  store,
  clock,
  everyMs,
  cosigned,
}: TimeStampParts): Promise<Head | { readonly waitMs: number }> =>
  await store.reading(async (tx) => {
    const head = cosigned ? await tx.logCheckpoint('cosigned') : await tx.logHead()
    const last = await tx.logCheckpoint('timestamped')
    if (head === null || (last !== null && head.size <= last.size)) return { waitMs: Math.min(lookMs, everyMs) }
    const opened =
      last === null ? null : openTimestamp(last.timestamp ?? new Uint8Array(0), Buffer.from(last.note, 'utf8'))
    // The authority's time, so that several processes, and one that was started anew, keep to one stamp in the
    // interval.
    const passedMs = opened?.ok === true ? Math.max(0, clock.nowMs() - opened.value.atMs) : everyMs
    return passedMs >= everyMs ? { size: head.size, note: head.note } : { waitMs: Math.min(lookMs, everyMs - passedMs) }
  })

/**
 * Has the heads of the log stamped from now on (Y-54), beside everything else: an authority that is down, lies or never
 * ends costs the hub a failed attempt, which is told and tried again with full jitter, doubling up to an hour.
 *
 * @returns ends it; resolves when nothing is under way any more
 */
export const startTimeStamps = (parts: TimeStampParts): (() => Promise<void>) => {
  const { store, scheduler, log, random, onAttempt } = parts
  const ended = new AbortController()
  let cancel = (): void => undefined
  let running: Promise<void> = Promise.resolve()
  let failures = 0

  const failed = (fault: TimeStampFault): number => {
    failures += 1
    const waitMs = Math.max(1_000, jitteredMs(backoff, failures, rollOf(random)))
    onAttempt?.(fault.code)
    log.warn(
      { code: fault.code, message: fault.message, failures, waitMs: Math.round(waitMs) },
      'the log got no time stamp',
    )
    return waitMs
  }

  const attempt = async (): Promise<number> => {
    const next = await nextHead(parts)
    if ('waitMs' in next) return next.waitMs
    const stamped = await stampHead(parts, next, ended.signal)
    if (ended.signal.aborted) return lookMs
    if (!stamped.ok) return failed(stamped.error)
    await store.exclusively((tx) => tx.setTimestamp(next.size, stamped.value.token))
    failures = 0
    onAttempt?.('stored')
    log.info(
      { size: next.size, at: new Date(stamped.value.atMs).toISOString(), signer: stamped.value.signer },
      'the log got a time stamp',
    )
    return Math.min(lookMs, parts.everyMs)
  }

  const guarded = async (): Promise<number> => {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof HubStoreFault)) log.error({ err: error }, 'the log could not be stamped')
      return failed({ code: 'store_unavailable', message: 'the store of the hub did not answer' })
    }
  }

  const wait = (ms: number): void => {
    if (ended.signal.aborted) return
    cancel = scheduler.after(ms, () => {
      running = guarded().then(wait)
    })
  }
  wait(0)
  return async () => {
    ended.abort()
    cancel()
    await running
  }
}
