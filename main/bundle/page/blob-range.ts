import { assertWithin } from '../zip/byte-range.ts'
import type { ByteRange } from '../zip/byte-range.ts'

const windowBytes = 1024 * 1024

/**
 * The bytes of a file in a browser, read ahead by a MiB: an archive's directory is read in thousands of small steps.
 */
export const blobRange = (blob: Blob): ByteRange => {
  let start = 0
  let held = new Uint8Array(0)
  return {
    size: blob.size,
    async read(position, length) {
      assertWithin(position, length, blob.size)
      if (position < start || position + length > start + held.length) {
        held = new Uint8Array(await blob.slice(position, position + Math.max(length, windowBytes)).arrayBuffer())
        start = position
        if (held.length < length) throw new RangeError('the file became shorter while it was read')
      }
      return held.subarray(position - start, position - start + length)
    },
    close: () => Promise.resolve(),
  }
}
