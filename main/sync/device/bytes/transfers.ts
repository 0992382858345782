import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { BlobStore } from '../../../blobs/file-store.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.ts'
import type { Random } from '../../../platform/random.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import type { BytesLink } from '../../bytes-link.ts'
import type { Attempt, Sessions } from './attempt.ts'
import { bySize, createAskedAgain } from './asked-again.ts'
import { createCarriedEvidence } from './carried-evidence.ts'
import type { CarriedEvidence } from './carried-evidence.ts'
import { fetchPiece } from './fetch-piece.ts'
import { createLane } from './lane.ts'
import { transferKey } from './transfer-store.ts'
import { withModelFiles } from './model-files.ts'
import type { ModelFileStore } from './model-files.ts'
import { createPieceFiles } from './piece-files.ts'
import type { FetchedBytes } from './piece-files.ts'
import { evidenceSource } from './piece-source.ts'
import { sendPiece } from './send-piece.ts'
import type { SendParts } from './send-piece.ts'
import { createMovement } from './movement.ts'
import type { ByteMovement, MovingBytes } from './movement.ts'
import { createStride } from './stride.ts'
import type { TransferStore, TravellingPiece, WaitingBytes } from './transfer-store.ts'
import { createPace, waitFor } from './waiting.ts'

/** What people chose, as transfers need it. */
export interface TransferChoices {
  readonly metered: boolean
  readonly evidencePolicy: 'none' | 'small' | 'all'
  /** Bytes a second, each way; null: as many as go. */
  readonly rateCap: number | null
}

export interface ByteTransferParts {
  readonly store: TransferStore
  readonly models: ModelFileStore
  readonly blobs: BlobStore
  readonly fetched: FetchedBytes
  readonly link: BytesLink
  readonly sessions: Sessions
  readonly clock: Clock
  readonly random: Pick<Random, 'bytes'>
  readonly scheduler: Scheduler
  readonly log: Pick<Log, 'error' | 'warn'>
  readonly choices: () => TransferChoices
  /** Why nothing may move now; null: it may. */
  readonly halted: () => Refusal | null
  /** Whether nothing but kept pieces may go: the hub has removed this device (Y-77). */
  readonly onlyKept: () => boolean
  /** Lets the bytes of a kept piece go, where the hub's answer shows its seal over them. */
  readonly letGo: SendParts['letGo']
  readonly onChange: () => void
  /** Told of bytes that moved. */
  readonly onBytes: (sent: number, received: number) => void
  /** Told what a person must know: the hub gave other bytes than were sealed, or those here were altered. */
  readonly onAlarm: (why: Refusal) => void
}

/** The bytes of evidence between a device and its hub (Y-60 to Y-62). */
export interface Transfers {
  waiting(): WaitingBytes
  /** What moves now, each way; null: nothing does. */
  moving(): { readonly send: MovingBytes | null; readonly fetch: MovingBytes | null }
  /** Whether bytes wait only because the network is metered. */
  heldBack(): boolean
  /** Whether the hub had no room when it was last offered bytes. */
  hubFull(): boolean
  /** Whether bytes may move may have changed. */
  poke(): void
  /** What waits may have changed: the ledger grew, or a choice was made. */
  changed(): void
  /** A person asked for sync: whatever was put off is tried now. */
  hurry(): void
  /** The hub may lack what it had sealed as received: it is asked (Y-55). */
  hubRestored(): void
  /** Brings bytes here now, metered or not, and answers when they are here. */
  fetch(caseUid: string, sha256: string, signal?: AbortSignal): Promise<Result<void, Refusal>>
  /** Everything of a case is to come when it can. */
  fetchAll(caseUid: string): Promise<Result<void, Refusal>>
  /** Bytes that go by a file in place of the network. */
  readonly carried: CarriedEvidence
  close(): Promise<void>
}

/** What `small` means. */
export const smallMost = 8 * 1_048_576

/** Longest piece that comes by itself. */
export const upToOf = ({ evidencePolicy }: Pick<TransferChoices, 'evidencePolicy'>): number =>
  evidencePolicy === 'none' ? -1 : evidencePolicy === 'small' ? smallMost : Number.MAX_SAFE_INTEGER

/** A person who waits is told after so many tries in a row that brought nothing. */
const triesWhileWaited = 3
const betweenTriesMs = 250
const changeMs = 300

const noPiece = refusal('not_found', 'The case has no such evidence on this device.')
const notSentYet = refusal(
  'evidence_elsewhere',
  'The device that acquired these bytes has not sent them to the hub yet. Their hash and facts are sealed. They come here by themselves once the hub has them; sync that device to hurry them.',
)
const leftBy = refusal('unavailable', 'Fetching these bytes was stopped. What has arrived is kept.')
const goesOn = ' Nothing is lost; the bytes come by themselves once the hub can be reached.'

/** Lets a try count as under way until it has ended. */
const measured = async (
  movement: ByteMovement,
  piece: TravellingPiece,
  attempt: Promise<Attempt>,
): Promise<Attempt> => {
  movement.began()
  let isThrough = true
  try {
    const { end } = await attempt
    isThrough = end.ok || end.error.kind === 'piece'
    return await attempt
  } finally {
    movement.ended(piece, isThrough)
  }
}

/** Makes the transfers of a device; `poke` sets them going. */
export const createTransfers = (parts: ByteTransferParts): Transfers => {
  const {
    store,
    link,
    sessions,
    clock,
    random,
    scheduler,
    choices,
    halted,
    onlyKept,
    letGo,
    onChange,
    onBytes,
    onAlarm,
    log,
  } = parts
  const closing = new AbortController()
  const cap = (): number | null => choices().rateCap
  const paceUp = createPace(clock, scheduler, cap)
  const paceDown = createPace(clock, scheduler, cap)
  const sending = createMovement(clock)
  const coming = createMovement(clock)
  const strideUp = createStride(cap, sending.rate)
  const strideDown = createStride(cap, coming.rate)
  const travelling = withModelFiles(
    {
      store,
      source: evidenceSource(store, parts.blobs),
      files: createPieceFiles({ store, blobs: parts.blobs, fetched: parts.fetched }),
    },
    parts.models,
  )
  const { source, files } = travelling
  const fetchParts = {
    link,
    sessions,
    files,
    pace: paceDown,
    stride: strideDown,
    onBytes: (count: number) => onBytes(0, count),
    onReached: (piece: TravellingPiece, offset: number) => coming.reached(piece, offset),
  }
  /** While a file that was carried here brings bytes, none are fetched: both would write to the same files. */
  let stillness: Promise<void> | null = null
  const fetching = new Map<string, Promise<Attempt>>()
  let counted: { readonly upTo: number; readonly waiting: WaitingBytes } | null = null

  let hubFull = false

  const moving = new Set<Promise<Attempt>>()

  const mayMove = (): boolean => stillness === null && halted() === null && !choices().metered
  const maySend = (): boolean => mayMove() || (stillness === null && onlyKept() && !choices().metered)

  const fetchWhenMoving = async (piece: TravellingPiece, signal: AbortSignal): Promise<Attempt> => {
    while (stillness !== null) await stillness
    const fetched = measured(coming, piece, fetchPiece(fetchParts, piece, signal))
    moving.add(fetched)
    return await fetched.finally(() => moving.delete(fetched))
  }

  /** Ends what is fetched, and lets nothing begin until it is called back. */
  const still = async (): Promise<() => void> => {
    while (stillness !== null) await stillness
    let end = (): void => undefined
    stillness = new Promise((resolve) => {
      end = resolve
    })
    poke()
    await Promise.allSettled(moving)
    return () => {
      stillness = null
      end()
      counted = null
      poke()
      onChange()
    }
  }

  /** The same bytes are fetched once, whoever asks. */
  const fetchOnce = (piece: TravellingPiece, signal: AbortSignal): Promise<Attempt> => {
    const under = fetching.get(transferKey(piece))
    if (under !== undefined) return under
    const begun = fetchWhenMoving(piece, signal).finally(() => fetching.delete(transferKey(piece)))
    fetching.set(transferKey(piece), begun)
    return begun
  }

  const ended = (_piece: TravellingPiece, end: Attempt['end']): void => {
    counted = null
    if (
      !end.ok &&
      end.error.kind === 'piece' &&
      (end.error.refusal.code === 'hash_mismatch' ||
        end.error.refusal.code === 'evidence_damaged' ||
        end.error.refusal.code === 'file_refused')
    )
      onAlarm(end.error.refusal)
    onChange()
  }

  const onError = (error: unknown): void => log.error({ err: error }, 'bytes of evidence could not be moved')
  const laneParts = { clock, random, scheduler, mayMove, onEnd: ended, onError }
  const again = createAskedAgain({
    link,
    sessions,
    store: travelling.store,
    scheduler,
    mayMove,
    onFound: () => up.hurry(),
    onError,
  })
  const up = createLane({
    ...laneParts,
    mayMove: maySend,
    list: (after, limit) => {
      if (onlyKept()) return store.toSendKept(after, limit)
      const asked = again.pieces(after)
      const waits = travelling.store.toSend(after, limit)
      return asked.length === 0 ? waits : [...waits, ...asked].sort(bySize).slice(0, limit)
    },
    onEnd: (piece, end) => {
      if (end.ok) again.sent(piece)
      hubFull = !end.ok && end.error.kind === 'link' && end.error.hubFull
      ended(piece, end)
    },
    attempt: (piece, signal) =>
      measured(
        sending,
        piece,
        sendPiece(
          {
            link,
            sessions,
            source,
            pace: paceUp,
            stride: strideUp,
            scheduler,
            letGo,
            onBytes: (count) => onBytes(count, 0),
            onReached: (sent, offset) => sending.reached(sent, offset),
          },
          piece,
          signal,
        ),
      ),
  })
  const down = createLane({
    ...laneParts,
    list: (after, limit) => travelling.store.toFetch(upToOf(choices()), after, limit),
    attempt: fetchOnce,
  })

  const waiting = (): WaitingBytes => {
    const upTo = upToOf(choices())
    // Y-99: the hub and people are told what a wiped device still keeps; little is left to count, and no old count may do.
    if (onlyKept()) return store.waiting(upTo)
    if (counted?.upTo !== upTo) counted = { upTo, waiting: store.waiting(upTo) }
    return counted.waiting
  }

  /** Tries until the bytes are here, nobody waits any more, or nothing moves. */
  const fetchNow = async (piece: TravellingPiece, signal: AbortSignal): Promise<Result<void, Refusal>> => {
    let reached = 0
    for (let tries = 0; ;) {
      const attempt = await fetchOnce(piece, signal)
      ended(piece, attempt.end)
      if (attempt.end.ok) return ok(undefined)
      const fault = attempt.end.error
      if (signal.aborted) return fail(leftBy)
      if (fault.kind === 'piece' || fault.kind === 'device') return fail(fault.refusal)
      const why = halted()
      if (why !== null) return fail(why)
      tries = attempt.reached > reached ? 0 : tries + 1
      reached = Math.max(reached, attempt.reached)
      if (tries >= triesWhileWaited)
        return fail(fault.kind === 'link' ? { ...fault.refusal, message: `${fault.refusal.message}${goesOn}` } : leftBy)
      await waitFor(scheduler, betweenTriesMs, signal)
    }
  }

  const poke = (): void => {
    again.begin()
    up.poke()
    down.poke()
  }

  /** Whoever writes a lot does not have what waits counted each time. */
  let cancelChange: (() => void) | null = null
  const changed = (): void => {
    cancelChange ??= scheduler.after(changeMs, () => {
      cancelChange = null
      counted = null
      poke()
      onChange()
    })
  }

  return {
    waiting,
    moving: () => {
      const { sendBytes, fetchBytes } = waiting()
      return { send: sending.view(sendBytes), fetch: coming.view(fetchBytes) }
    },
    heldBack: () => {
      if (!choices().metered) return false
      const { send, fetch } = waiting()
      return send + fetch > 0
    },
    hubFull: () => hubFull,
    poke,
    changed,
    hurry: () => {
      counted = null
      up.hurry()
      down.hurry()
      again.ask()
    },
    hubRestored: () => again.ask(),
    fetch: async (caseUid, sha256, signal) => {
      const why = halted()
      if (why !== null) return fail(why)
      const piece = store.piece(caseUid, sha256)
      if (piece === null) return fail(noPiece)
      if (piece.here) return ok(undefined)
      const wanted = await store.want(caseUid, sha256, true)
      if (!wanted.ok) return wanted
      if (!piece.received) return fail(notSentYet)
      const fetched = await fetchNow(
        piece,
        signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]),
      )
      // Who leaves does not want them any more; who only waited in vain does.
      if (signal?.aborted === true && !fetched.ok) await store.want(caseUid, sha256, false)
      return fetched
    },
    fetchAll: async (caseUid) => {
      const wanted = await store.want(caseUid, null, true)
      if (wanted.ok) changed()
      return wanted
    },
    carried: createCarriedEvidence({ store: travelling.store, source, files, still, onAlarm }),
    close: async () => {
      closing.abort()
      cancelChange?.()
      await Promise.all([up.close(), down.close(), again.close()])
      await Promise.allSettled(fetching.values())
      await files.close()
      link.close()
    },
  }
}
