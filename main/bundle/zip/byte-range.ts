/** Bytes that can be read at any place. */
export interface ByteRange {
  readonly size: number
  /**
   * Exactly `length` bytes from `position` on.
   *
   * @throws RangeError where they reach beyond the end
   */
  read(position: number, length: number): Promise<Uint8Array>
  close(): Promise<void>
}

/** Throws RangeError where a place is none within `size` bytes. Hostile archives state any number at all. */
export const assertWithin = (position: number, length: number, size: number): void => {
  const isPlace = Number.isSafeInteger(position) && Number.isSafeInteger(length) && position >= 0 && length >= 0
  if (!isPlace || position + length > size) throw new RangeError('it reaches beyond the end of the file')
}

/** The bytes from `start` up to before `end`, in parts of at most `step`. */
export async function* partsOfRange(
  range: ByteRange,
  start: number,
  end: number,
  step = 256 * 1024,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += step) yield await range.read(at, Math.min(step, end - at))
}
