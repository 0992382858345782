import type { FileHandle } from 'node:fs/promises'
import type { CiphertextSource } from './encrypted-reader.ts'

/**
 * The bytes of an open file as a reader of ciphertext takes them; a system that reads less than it was asked for is
 * asked again.
 */
export const fileSource = (handle: FileHandle, length: number): CiphertextSource => ({
  length,
  read: async (offset, count) => {
    const buffer = Buffer.allocUnsafe(count)
    let done = 0
    while (done < count) {
      const { bytesRead } = await handle.read(buffer, done, count - done, offset + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return buffer.subarray(0, done)
  },
})
