import { open } from 'node:fs/promises'
import { assertWithin } from '../zip/byte-range.ts'
import type { ByteRange } from '../zip/byte-range.ts'

/** The bytes of a file. Rejects with the system's error where it cannot be opened. */
export const fileRange = async (file: string): Promise<ByteRange> => {
  const handle = await open(file, 'r')
  const { size } = await handle.stat()
  return {
    size,
    async read(position, length) {
      assertWithin(position, length, size)
      const buffer = Buffer.allocUnsafe(length)
      for (let done = 0; done < length;) {
        const { bytesRead } = await handle.read(buffer, done, length - done, position + done)
        if (bytesRead === 0) throw new RangeError('the file became shorter while it was read')
        done += bytesRead
      }
      return buffer
    },
    close: () => handle.close(),
  }
}
