import type { Scheduler } from '../../../platform/scheduler.ts'
import type { BytesLink } from '../../bytes-link.ts'
import type { Sessions } from './attempt.ts'
import { transferKey } from './transfer-store.ts'
import type { Cursor, TransferStore, TravellingPiece } from './transfer-store.ts'

/** What asking stands on. */
export interface AskedAgainParts {
  readonly link: Pick<BytesLink, 'lacking'>
  readonly sessions: Sessions
  readonly store: Pick<TransferStore, 'piece'>
  readonly scheduler: Scheduler
  /** Whether bytes may move now. */
  readonly mayMove: () => boolean
  /** Told where there is something to send again. */
  readonly onFound: () => void
  /** Told of a bug. */
  readonly onError: (error: unknown) => void
}

/**
 * Bytes that the hub has sealed as received and lacks, as after a backup that did not have them (Y-55): those that are
 * here are sent again.
 */
export interface AskedAgain {
  /** Asks the hub once after a start; then it asks by itself, now and then. */
  begin(): void
  /** Asks now: a person wants sync, or has said that the hub was restored. */
  ask(): void
  /** Pieces to be sent again, in order of size, after a place. */
  pieces(after: Cursor): readonly TravellingPiece[]
  sent(piece: TravellingPiece): void
  close(): Promise<void>
}

/** A hub lacks something seldom; whoever waits for the bytes waits as long as this at most. */
const againMs = 3_600_000
/** After a question that nobody answered. */
const retryMs = 60_000

export const isAfter = (piece: TravellingPiece, after: Cursor): boolean =>
  after === null || piece.size > after.size || (piece.size === after.size && piece.id > after.id)

export const bySize = (a: TravellingPiece, b: TravellingPiece): number => a.size - b.size || a.id - b.id

export const createAskedAgain = ({
  link,
  sessions,
  store,
  scheduler,
  mayMove,
  onFound,
  onError,
}: AskedAgainParts): AskedAgain => {
  const abort = new AbortController()
  const asked = new Map<string, TravellingPiece>()
  let asking: Promise<void> | null = null
  let cancel: (() => void) | null = null
  let begun = false

  const look = async (): Promise<number> => {
    const told = await sessions.call((token) => link.lacking(token, abort.signal), abort.signal)
    // A hub of an earlier release has no such address.
    if (!told.ok) return told.error.kind === 'refused' ? againMs : retryMs
    const here = told.value.blobs.flatMap(({ case: caseUid, sha256 }) => {
      const piece = store.piece(caseUid, sha256)
      return piece?.here === true && piece.received ? [piece] : []
    })
    for (const piece of here) asked.set(transferKey(piece), piece)
    if (here.length > 0) onFound()
    return told.value.retry_after === undefined
      ? againMs
      : Math.min(againMs, Math.max(1_000, told.value.retry_after * 1_000))
  }

  const ask = (): void => {
    if (abort.signal.aborted || asking !== null || !mayMove()) return
    cancel?.()
    asking = look()
      .catch((error: unknown) => {
        onError(error)
        return againMs
      })
      .then((ms) => {
        asking = null
        if (!abort.signal.aborted) cancel = scheduler.after(ms, ask)
      })
  }

  return {
    begin: () => {
      if (begun || !mayMove()) return
      begun = true
      ask()
    },
    ask,
    pieces: (after) => [...asked.values()].filter((piece) => isAfter(piece, after)).sort(bySize),
    sent: (piece) => void asked.delete(transferKey(piece)),
    close: async () => {
      abort.abort()
      cancel?.()
      await asking
    },
  }
}
