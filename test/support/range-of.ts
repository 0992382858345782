import { assertWithin, type ByteRange } from '../../main/bundle/zip/byte-range.ts'

/** Bytes in memory, read as a file is. */
export const rangeOf = (bytes: Uint8Array): ByteRange => ({
  size: bytes.length,
  read: async (position, length) => {
    assertWithin(position, length, bytes.length)
    return await Promise.resolve(bytes.subarray(position, position + length))
  },
  close: () => Promise.resolve(),
})
