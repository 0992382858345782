import { refusal } from '../../../../shared/api/errors.ts'
import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { OpenBlob } from '../../../blobs/file-store.ts'
import type { Scheduler } from '../../../platform/scheduler.ts'
import type { BlobState } from '../../../../shared/protocol/blobs.ts'
import type { BytesLink } from '../../bytes-link.ts'
import { linkFault } from './attempt.ts'
import type { Attempt, Sessions, TransferFault } from './attempt.ts'
import type { ByteRun, Room } from './flight.ts'
import { fly } from './fly.ts'
import type { PieceSource } from './piece-source.ts'
import { partMost, partsMost } from './stride.ts'
import type { Stride } from './stride.ts'
import type { TravellingPiece } from './transfer-store.ts'
import { waitFor } from './waiting.ts'
import type { Pace } from './waiting.ts'

/** What sending stands on. */
export interface SendParts {
  readonly link: BytesLink
  readonly sessions: Sessions
  readonly source: PieceSource
  readonly pace: Pace
  readonly stride: Stride
  readonly scheduler: Scheduler
  /** Told of bytes that left. */
  readonly onBytes: (count: number) => void
  /** Told how far a piece stands at the hub. */
  readonly onReached: (piece: TravellingPiece, offset: number) => void
  /** The hub has a kept piece, as its answer shows: answers whether this device may let the bytes go, and did. */
  readonly letGo: (piece: TravellingPiece, state: BlobState) => Promise<Result<void, Refusal>>
}

/** Between two questions whether the hub has put whole bytes in their place. */
const askAgainMs = 2_000

const damaged = refusal(
  'evidence_damaged',
  'The stored bytes of this evidence are missing or were altered on this device, and were not sent. Verify the case.',
)
/** A hub that says so often that bytes stand where it then does not take them in is tried again later. */
const astrayMost = 4

const lost: TransferFault = {
  kind: 'link',
  refusal: refusal(
    'hub_unreachable',
    'The hub says where bytes of evidence stand, and then refuses to go on from there. Nothing is lost: they stay on this device and are sent again later.',
  ),
  retryAfterMs: 0,
  hubFull: false,
}
const otherSize = refusal('hash_mismatch', 'The hub knows another size for these bytes than this device.')

/** What the stride has room for, within what the hub lets be under way. */
const withinAhead = ({ partBytes, parts }: Room, ahead: number): Room =>
  ahead === 0
    ? // One part after another: the longer each is, the less is waited for answers.
      { partBytes: Math.min(partMost, partBytes * parts), parts: 1 }
    : { partBytes, parts: Math.min(parts, 1 + Math.floor(ahead / partBytes)) }

/** Stored bytes in chunks, at the pace that is permitted; ends early where they were altered. */
async function* chunksOf(
  { pace, onBytes }: SendParts,
  stored: ReturnType<OpenBlob['read']>,
  signal: AbortSignal,
  onDamage: () => void,
): AsyncGenerator<Uint8Array, void> {
  for await (const part of stored) {
    if (!part.ok) {
      onDamage()
      throw new Error('the stored bytes were altered')
    }
    const step = pace.chunkBytes()
    for (let from = 0; from < part.value.length; from += step) {
      const chunk = part.value.subarray(from, from + step)
      await pace.pass(chunk.length, signal)
      if (signal.aborted) return
      onBytes(chunk.length)
      yield chunk
    }
  }
}

/** The request that brings one part; answers where the bytes stand, or -1 where the hub has to be asked. */
const sendPart = async (
  parts: SendParts,
  piece: TravellingPiece,
  sent: ByteRun & { readonly follows: boolean },
  signal: AbortSignal,
): Promise<Result<number, TransferFault>> => {
  const { offset, length } = sent
  const blob = await parts.source.open(piece)
  if (blob?.length !== piece.size) {
    await blob?.close()
    return fail({ kind: 'piece', refusal: damaged })
  }
  let isDamaged = false
  const name = { case: piece.caseUid, sha256: piece.sha256, entry: piece.entryId }
  try {
    const answered = await parts.sessions.call(
      (token) =>
        parts.link.send(
          token,
          name,
          { ...sent, bytes: chunksOf(parts, blob.read(offset, offset + length), signal, () => (isDamaged = true)) },
          signal,
        ),
      signal,
    )
    if (isDamaged) return fail({ kind: 'piece', refusal: damaged })
    if (answered.ok) return answered
    // Whoever stands elsewhere than was thought is asked again.
    return answered.error.code === 'offset_mismatch' ? ok(-1) : fail(linkFault(answered.error, signal))
  } finally {
    await blob.close()
  }
}

/** Where a piece stands that is being sent. */
interface Sending {
  readonly from: number
  /** Bytes that the hub lets be under way beyond where the piece stands; 0: one part after another. */
  readonly ahead: number
}

/** Sends one part after another, and several at once where the hub puts them in order. */
const sendParts = async (
  parts: SendParts,
  piece: TravellingPiece,
  { from, ahead }: Sending,
  signal: AbortSignal,
  onReached: (offset: number) => void,
): Promise<Result<number, TransferFault>> => {
  const { stride } = parts
  let stands = from
  const sent = await fly<number>(
    { size: piece.size, from },
    {
      stride: { ...stride, room: (own) => withinAhead(stride.room(own), ahead) },
      most: partsMost,
      begin: (part, follows, own) => sendPart(parts, piece, { ...part, follows }, own),
      take: (_part, reached) => Promise.resolve(ok(reached)),
      onReached: (reached) => {
        stride.arrived(reached - stands)
        stands = reached
        onReached(reached)
      },
    },
    signal,
  )
  if (!sent.ok || sent.value < 0) stride.broke()
  return sent
}

const arrived = async ({ letGo }: SendParts, piece: TravellingPiece, state: BlobState): Promise<Attempt['end']> => {
  const done = piece.kept === true ? await letGo(piece, state) : ok(undefined)
  return done.ok ? done : fail({ kind: 'piece', refusal: done.error })
}

/** Brings the bytes of a piece to the hub, from where they stand, until it has sealed that they arrived (Y-61). */
export const sendPiece = async (parts: SendParts, piece: TravellingPiece, signal: AbortSignal): Promise<Attempt> => {
  const name = { case: piece.caseUid, sha256: piece.sha256, entry: piece.entryId }
  let reached = -1
  /** How often the hub stood elsewhere than it had said; more than one part at once is then not sent again. */
  let astray = 0
  const stands = (offset: number): void => {
    reached = Math.max(reached, offset)
    parts.onReached(piece, offset)
  }
  while (!signal.aborted) {
    const offered = await parts.sessions.call(
      (token) => parts.link.offer(token, piece.kept === true ? { ...name, prove: true } : name, signal),
      signal,
    )
    if (!offered.ok) return { reached, end: fail(linkFault(offered.error, signal)) }
    const { size, offset, received, retry_after: again, ahead = 0 } = offered.value
    if (size !== piece.size) return { reached, end: fail({ kind: 'piece', refusal: otherSize }) }
    stands(offset)
    if (received) return { reached, end: await arrived(parts, piece, offered.value) }
    if (offset >= size) {
      await waitFor(parts.scheduler, again === undefined ? askAgainMs : again * 1_000, signal)
      continue
    }
    const sent = await sendParts(parts, piece, { from: offset, ahead: astray > 0 ? 0 : ahead }, signal, stands)
    if (!sent.ok) return { reached, end: sent }
    if (sent.value >= 0) continue
    astray += 1
    if (astray >= astrayMost) return { reached, end: fail(lost) }
  }
  return { reached, end: fail({ kind: 'left' }) }
}
