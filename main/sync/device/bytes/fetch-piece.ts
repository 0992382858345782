import { refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { BytesLink, ComingBytes } from '../../bytes-link.ts'
import { deviceFault, linkFault } from './attempt.ts'
import type { Attempt, Sessions, TransferFault } from './attempt.ts'
import type { ByteRun } from './flight.ts'
import { fly } from './fly.ts'
import { folderFault } from './piece-files.ts'
import type { OpenPiece, PieceFiles } from './piece-files.ts'
import { partsMost } from './stride.ts'
import type { Stride } from './stride.ts'
import type { TravellingPiece } from './transfer-store.ts'
import type { Pace } from './waiting.ts'

/** What fetching stands on. */
export interface FetchParts {
  readonly link: BytesLink
  readonly sessions: Sessions
  readonly files: PieceFiles
  readonly pace: Pace
  readonly stride: Stride
  /** Told of bytes that came. */
  readonly onBytes: (count: number) => void
  /** Told how far a piece is here. */
  readonly onReached: (piece: TravellingPiece, offset: number) => void
}

const otherSize = refusal(
  'hash_mismatch',
  'The hub has another number of bytes than was sealed. Nothing of them was kept. Tell the hub’s administrator.',
)

/** A piece that comes, with its file. */
interface Coming {
  readonly piece: TravellingPiece
  readonly current: OpenPiece
  readonly signal: AbortSignal
}

/** Writes what comes of one range to the file; answers how far it stands. */
const takeRange = async (
  { files, pace, stride, onBytes, onReached }: FetchParts,
  { piece, current, signal }: Coming,
  { offset, length }: ByteRun,
  coming: ComingBytes,
): Promise<Result<number, TransferFault>> => {
  const { partial } = current
  const end = offset + length
  if (coming.size !== piece.size) return await files.discard(piece, current, otherSize)
  for await (const chunk of coming.bytes) {
    const after = partial.taken() + chunk.length
    if (after > end) return await files.discard(piece, current, otherSize)
    onBytes(chunk.length)
    stride.arrived(chunk.length)
    await partial.append(chunk, after < piece.size)
    onReached(piece, after)
    await pace.pass(chunk.length, signal)
    if (signal.aborted) return fail({ kind: 'left' })
  }
  const broken =
    coming.fault() ??
    (partial.taken() < end ? { kind: 'cut' as const, message: 'The hub’s answer was cut off.' } : null)
  return broken === null ? ok(end) : fail(linkFault(broken, signal))
}

/** Asks for ranges ahead: the next ones come while one is written. Any hub gives several at once. */
const receive = async (
  parts: FetchParts,
  piece: TravellingPiece,
  current: OpenPiece,
  signal: AbortSignal,
): Promise<Result<void, TransferFault>> => {
  const { link, sessions, stride } = parts
  const name = { case: piece.caseUid, sha256: piece.sha256 }
  const from = current.partial.taken()
  const received = await fly<ComingBytes>(
    { size: piece.size, from },
    {
      stride,
      most: partsMost,
      begin: async (part, _follows, own) => {
        const asked = await sessions.call((token) => link.read(token, name, part, own), own)
        return asked.ok ? asked : fail(linkFault(asked.error, signal))
      },
      take: (part, coming) => takeRange(parts, { piece, current, signal }, part, coming),
      onReached: () => undefined,
    },
    signal,
  )
  if (received.ok) return ok(undefined)
  // A connection that had ended while it rested brought nothing, and cost nothing.
  if (current.partial.taken() > from) stride.broke()
  return received
}

/** Fetches the bytes of a piece by ranges, from where they stand (Y-61). */
export const fetchPiece = async (parts: FetchParts, piece: TravellingPiece, signal: AbortSignal): Promise<Attempt> => {
  const { files } = parts
  let reached = -1
  try {
    const adopted = await files.adopt(piece)
    if (!adopted.ok) return { reached, end: fail(folderFault(adopted.error)) }
    if (adopted.value) {
      await files.letGo(piece)
      return { reached: piece.size, end: ok(undefined) }
    }
    const opened = await files.open(piece)
    if (!opened.ok) return { reached, end: opened }
    const received = await receive(parts, piece, opened.value, signal)
    reached = opened.value.partial.taken()
    return { reached, end: received.ok ? await files.finish(piece, opened.value) : received }
  } catch (error) {
    await files.letGo(piece)
    return { reached, end: fail(deviceFault(error)) }
  }
}
