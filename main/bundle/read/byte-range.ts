import { open } from 'node:fs/promises'

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

/** The bytes of a file. Rejects with the system's error where it cannot be opened. */
export const fileRange = async (file: string): Promise<ByteRange> => {
  const handle = await open(file, 'r')
  const { size } = await handle.stat()
  return {
    size,
    async read(position, length) {
      assertWithin(position, length, size)
      const buffer = Buffer.allocUnsafe(length)
      for (let done = 0; done < length; ) {
        const { bytesRead } = await handle.read(buffer, done, length - done, position + done)
        if (bytesRead === 0) throw new RangeError('the file became shorter while it was read')
        done += bytesRead
      }
      return buffer
    },
    close: () => handle.close(),
  }
}

/** The bytes from `start` up to before `end`, in parts. */
export async function* partsOf(range: ByteRange, start: number, end: number): AsyncGenerator<Uint8Array> {
  const step = 256 * 1024
  for (let at = start; at < end; at += step) yield await range.read(at, Math.min(step, end - at))
}
