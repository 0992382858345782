import type { FeedFile } from './feed.ts'
import { refused } from './refusal.ts'
import type { UpdateRefusal } from './refusal.ts'

/** What was found of a file that was read to its end; hashes in lower-case hex. */
export interface FoundFile {
  readonly bytes: number
  readonly sha256: string
  readonly sha512: string
}

/** U-50: why a file is not the one that a believed feed names; null where it is. */
export const wrongFile = (found: FoundFile, wanted: FeedFile): UpdateRefusal | null => {
  if (found.bytes < wanted.bytes) return refused('file_cut_off', `${found.bytes} of ${wanted.bytes} bytes`)
  if (found.bytes > wanted.bytes) return refused('file_too_long')
  return found.sha256 === wanted.sha256 && found.sha512 === wanted.sha512 ? null : refused('file_changed')
}
