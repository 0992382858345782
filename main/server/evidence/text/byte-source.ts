/** Bytes of a piece, or of a part of one, that can be read at any place. */
export interface ByteSource {
  readonly size: number
  /** The bytes from `start` up to before `end`, all of them. */
  read(start: number, end: number): Promise<Uint8Array>
}

const stepBytes = 1_048_576

/** The bytes from the start to the end, in parts. */
export async function* partsOf(source: ByteSource, start = 0): AsyncGenerator<Uint8Array> {
  for (let at = start; at < source.size; at += stepBytes)
    yield await source.read(at, Math.min(source.size, at + stepBytes))
}

/** A source over bytes that are held. */
export const heldSource = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
})
