import type { PassageStep, TextLack } from '../../../domain/evidence/passage.ts'
import type { ByteSource } from './byte-source.ts'
import { heldMax } from './limits.ts'
import type { ReaderMessage } from './messages.ts'

/** A piece, or what lies within one, that is read. */
export interface TextPart {
  /** Its name, for what the bytes do not tell. */
  readonly name: string
  readonly source: ByteSource
  readonly way: readonly PassageStep[]
  /** What lies within it, read as a piece of its own; `at` is where it lies, where that is not the way of this part. */
  readonly within: (step: PassageStep, source: ByteSource, at?: readonly PassageStep[]) => AsyncGenerator<ReaderMessage>
  /** A character map of PDF by its name; empty where there is none. */
  readonly characterMap: (name: string) => Promise<Uint8Array>
  /** The same bytes, counted against what a piece may unpack to in all; throws a PartLack where they are more. */
  readonly counted: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
}

/** Reads one format. */
export type PartReader = (part: TextPart) => AsyncGenerator<ReaderMessage>

/** Why a part gives no text, or no more: thrown by readers, and told by who reads the part. */
export class PartLack extends Error {
  readonly lack: TextLack

  constructor(lack: TextLack) {
    super(lack.kind)
    this.lack = lack
  }
}

/** What a thrown value says of the part that was read: whatever a reader stumbles over is the fault of the part. */
export const lackOf = (error: unknown): TextLack => {
  if (error instanceof PartLack) return error.lack
  // As PDF.js says it.
  if (error instanceof Error && error.name === 'PasswordException') return { kind: 'password' }
  // What a library trips over, and not what it says of the file: its words mean nothing to a reader.
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError)
    return { kind: 'damaged', message: 'its parts do not fit together' }
  return { kind: 'damaged', message: error.message.slice(0, 200) }
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MiB`

/** Refuses a source that is too long to be held, and can only be read from its start to its end. */
export const assertRandom = ({ isForward = false }: ByteSource): void => {
  if (isForward) throw new PartLack({ kind: 'too_large', limit: `${mebibytes(heldMax)} within an archive` })
}

/** The bytes of a part in one piece. Throws a PartLack where they are more than `max`. */
export const wholeOf = async (source: ByteSource, max: number): Promise<Uint8Array> => {
  if (source.size > max) throw new PartLack({ kind: 'too_large', limit: mebibytes(max) })
  return await source.read(0, source.size)
}
