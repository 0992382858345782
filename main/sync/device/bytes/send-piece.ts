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
import type { PieceSource } from './piece-source.ts'
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
  /** The hub has a kept piece, as its answer shows: answers whether this device may let the bytes go, and did. */
  readonly letGo: (piece: TravellingPiece, state: BlobState) => Promise<Result<void, Refusal>>
}

/** Between two questions whether the hub has put whole bytes in their place. */
const askAgainMs = 2_000

const damaged = refusal(
  'evidence_damaged',
  'The stored bytes of this evidence are missing or were altered on this device, and were not sent. Verify the case.',
)
const otherSize = refusal('hash_mismatch', 'The hub knows another size for these bytes than this device.')

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

const sendRun = async (
  parts: SendParts,
  piece: TravellingPiece,
  offset: number,
  signal: AbortSignal,
): Promise<Result<number, TransferFault>> => {
  const blob = await parts.source.open(piece)
  if (blob?.length !== piece.size) {
    await blob?.close()
    return fail({ kind: 'piece', refusal: damaged })
  }
  let isDamaged = false
  const end = Math.min(piece.size, offset + parts.stride.bytes())
  const name = { case: piece.caseUid, sha256: piece.sha256, entry: piece.entryId }
  try {
    const sent = await parts.sessions.call(
      (token) =>
        parts.link.send(
          token,
          name,
          {
            offset,
            length: end - offset,
            bytes: chunksOf(parts, blob.read(offset, end), signal, () => (isDamaged = true)),
          },
          signal,
        ),
      signal,
    )
    if (isDamaged) return fail({ kind: 'piece', refusal: damaged })
    if (sent.ok) {
      parts.stride.arrived(sent.value - offset)
      return sent
    }
    parts.stride.broke()
    // Whoever stands elsewhere than was thought is asked again.
    return sent.error.code === 'offset_mismatch' ? ok(-1) : fail(linkFault(sent.error, signal))
  } finally {
    await blob.close()
  }
}

/**
 * Sends one run after another; answers where the bytes stand when they are through, or -1 where the hub has to be
 * asked.
 */
const sendRuns = async (
  parts: SendParts,
  piece: TravellingPiece,
  from: number,
  signal: AbortSignal,
  onReached: (offset: number) => void,
): Promise<Result<void, TransferFault>> => {
  for (let offset = from; offset >= 0 && offset < piece.size;) {
    const sent = await sendRun(parts, piece, offset, signal)
    if (!sent.ok) return sent
    offset = sent.value
    onReached(offset)
  }
  return ok(undefined)
}

const arrived = async ({ letGo }: SendParts, piece: TravellingPiece, state: BlobState): Promise<Attempt['end']> => {
  const done = piece.kept === true ? await letGo(piece, state) : ok(undefined)
  return done.ok ? done : fail({ kind: 'piece', refusal: done.error })
}

/** Brings the bytes of a piece to the hub, from where they stand, until it has sealed that they arrived (Y-61). */
export const sendPiece = async (parts: SendParts, piece: TravellingPiece, signal: AbortSignal): Promise<Attempt> => {
  const name = { case: piece.caseUid, sha256: piece.sha256, entry: piece.entryId }
  let reached = -1
  while (!signal.aborted) {
    const offered = await parts.sessions.call(
      (token) => parts.link.offer(token, piece.kept === true ? { ...name, prove: true } : name, signal),
      signal,
    )
    if (!offered.ok) return { reached, end: fail(linkFault(offered.error, signal)) }
    const { size, offset, received, retry_after: again } = offered.value
    if (size !== piece.size) return { reached, end: fail({ kind: 'piece', refusal: otherSize }) }
    reached = offset
    if (received) return { reached, end: await arrived(parts, piece, offered.value) }
    if (offset >= size) {
      await waitFor(parts.scheduler, again === undefined ? askAgainMs : again * 1_000, signal)
      continue
    }
    const sent = await sendRuns(parts, piece, offset, signal, (at) => (reached = Math.max(reached, at)))
    if (!sent.ok) return { reached, end: sent }
  }
  return { reached, end: fail({ kind: 'left' }) }
}
