import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { FeedFile } from '../../update/feed.ts'
import { wrongFile, type FoundFile } from '../../update/check-file.ts'
import type { UpdateRefusal } from '../../update/refusal.ts'

/** What a file on the disk is, read to its end. Throws what the disk says. */
const foundAt = async (file: string): Promise<FoundFile> => {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')]
  let bytes = 0
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    sha256.update(chunk)
    sha512.update(chunk)
  }
  return { bytes, sha256: sha256.digest('hex'), sha512: sha512.digest('hex') }
}

/** U-50: why the file at that place is not the one of the feed; null where it is. Throws what the disk says. */
export const faultAt = async (file: string, wanted: FeedFile): Promise<UpdateRefusal | null> =>
  wrongFile(await foundAt(file), wanted)
