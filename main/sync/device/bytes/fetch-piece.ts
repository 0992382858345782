import { refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { BytesLink } from '../../bytes-link.ts'
import { deviceFault, linkFault } from './attempt.ts'
import type { Attempt, Sessions, TransferFault } from './attempt.ts'
import { folderFault } from './piece-files.ts'
import type { OpenPiece, PieceFiles } from './piece-files.ts'
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
}

const otherSize = refusal(
  'hash_mismatch',
  'The hub has another number of bytes than was sealed. Nothing of them was kept. Tell the hub’s administrator.',
)

/** One range of them. */
const receiveRun = async (
  { link, sessions, files, pace, stride, onBytes }: FetchParts,
  piece: TravellingPiece,
  current: OpenPiece,
  signal: AbortSignal,
): Promise<Result<void, TransferFault>> => {
  const { partial } = current
  const from = partial.taken()
  const length = Math.min(piece.size - from, stride.bytes())
  const asked = await sessions.call(
    (token) => link.read(token, { case: piece.caseUid, sha256: piece.sha256 }, { offset: from, length }, signal),
    signal,
  )
  if (!asked.ok) return fail(linkFault(asked.error, signal))
  const { size, bytes } = asked.value
  if (size !== piece.size) return await files.discard(piece, current, otherSize)
  for await (const chunk of bytes) {
    const after = partial.taken() + chunk.length
    if (after > from + length) return await files.discard(piece, current, otherSize)
    onBytes(chunk.length)
    await partial.append(chunk, after < piece.size)
    await pace.pass(chunk.length, signal)
    if (signal.aborted) return fail({ kind: 'left' })
  }
  const broken =
    asked.value.fault() ??
    (partial.taken() < from + length ? { kind: 'cut' as const, message: 'The hub’s answer was cut off.' } : null)
  if (broken !== null) return fail(linkFault(broken, signal))
  stride.arrived(length)
  return ok(undefined)
}

const receive = async (
  parts: FetchParts,
  piece: TravellingPiece,
  current: OpenPiece,
  signal: AbortSignal,
): Promise<Result<void, TransferFault>> => {
  while (current.partial.taken() < piece.size) {
    const received = await receiveRun(parts, piece, current, signal)
    if (received.ok) continue
    parts.stride.broke()
    return received
  }
  return ok(undefined)
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
