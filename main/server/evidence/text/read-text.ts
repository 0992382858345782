import type { TextPassage, TextLack, TextRead } from '../../../domain/evidence/passage.ts'
import { characterMap } from './character-maps.ts'
import { workMs } from './limits.ts'
import { openThread } from './thread.ts'

/** A piece of evidence whose text is read. */
export interface TextPiece {
  readonly name: string
  /** In bytes. */
  readonly size: number
  /** The bytes from `start` up to before `end`; throws where the store cannot give them. */
  readonly read: (start: number, end: number) => AsyncIterable<Uint8Array>
}

const bytesOf = async (piece: TextPiece, start: number, end: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  for await (const part of piece.read(start, end)) parts.push(part)
  // A copy of its own: it is handed over to the thread.
  const bytes = Uint8Array.from(parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts))
  if (bytes.length !== end - start) throw new Error(`the store gave ${bytes.length} bytes of ${end - start}`)
  return bytes
}

/**
 * Reads the text of a piece in a thread of its own, which has no keys, no network and no environment, and is ended where
 * it takes too much memory or time. Yields passages in batches, in the order of the piece, and returns what came of it;
 * what was read before a limit stays. Throws where the store gives no bytes, and the signal's reason where it is aborted.
 *
 * @param limitMs milliseconds that the thread may work on it
 */
export async function* readTextApart(
  piece: TextPiece,
  signal: AbortSignal,
  limitMs = workMs(piece.size),
): AsyncGenerator<readonly TextPassage[], TextRead> {
  signal.throwIfAborted()
  const thread = openThread({ name: piece.name, size: piece.size }, signal, limitMs)
  const lacks: { way: TextPassage['way']; lack: TextLack }[] = []
  let format = 'unknown'
  let passages = 0
  const told = (): TextRead => ({ format, passages, lacks })
  try {
    for (;;) {
      const reply = await thread.next()
      switch (reply.kind) {
        case 'end':
          return told()
        case 'bytes':
          thread.answer(await bytesOf(piece, reply.start, reply.end))
          break
        case 'character_map':
          thread.answer(await characterMap(reply.name))
          break
        case 'format':
          format = reply.format
          thread.answer(null)
          break
        case 'found': {
          const texts = reply.found.filter((one) => 'text' in one)
          lacks.push(...reply.found.filter((one) => 'lack' in one))
          passages += texts.length
          if (texts.length > 0) yield texts
          thread.answer(null)
          break
        }
        default:
          lacks.push({ way: [], lack: reply })
          return told()
      }
    }
  } finally {
    await thread.close()
  }
}
