import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Content-addressed files below `DIR/blobs/sha256/ab/...`. */
export interface BlobStore {
  /** Where the blob with this SHA-256 (lower-case hex) lies or would lie. */
  pathOf(sha256: string): string
  has(sha256: string): Promise<boolean>
  /** The SHA-256 of what is stored under this name, streamed; null where nothing is. */
  hashOf(sha256: string): Promise<string | null>
}

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const streamChunk = 1_048_576

/** Opens the store of a folder; it need not exist yet. Throws RangeError on a name that is no SHA-256. */
export const openBlobs = (folder: string): BlobStore => {
  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new RangeError('a blob is named by 64 lower-case hexadecimal digits')
    return path.join(folder, 'sha256', sha256.slice(0, 2), sha256)
  }
  return {
    pathOf,
    has: async (sha256) => {
      try {
        return (await stat(pathOf(sha256))).isFile()
      } catch (error) {
        if (isAbsent(error)) return false
        throw error
      }
    },
    hashOf: async (sha256) => {
      const hash = createHash('sha256')
      try {
        await pipeline(createReadStream(pathOf(sha256), { highWaterMark: streamChunk }), hash)
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
      return hash.digest('hex')
    },
  }
}
