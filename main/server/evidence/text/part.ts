import type { Step, TextLack } from '../../../domain/evidence/passage.ts'
import type { ByteSource } from './byte-source.ts'
import type { Found } from './messages.ts'

/** A piece, or what lies within one, that is read. */
export interface Part {
  readonly source: ByteSource
  readonly way: readonly Step[]
  /** What lies within it, read as a piece of its own; `at` is where it lies, where that is not the way of this part. */
  readonly within: (step: Step, source: ByteSource, at?: readonly Step[]) => AsyncGenerator<Found>
}

/** Reads one format. */
export type PartReader = (part: Part) => AsyncGenerator<Found>

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
  return { kind: 'damaged', message: (error instanceof Error ? error.message : String(error)).slice(0, 200) }
}

const mebibytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MiB`

/** The bytes of a part in one piece. Throws a PartLack where they are more than `max`. */
export const wholeOf = async (source: ByteSource, max: number): Promise<Uint8Array> => {
  if (source.size > max) throw new PartLack({ kind: 'too_large', limit: mebibytes(max) })
  return await source.read(0, source.size)
}
