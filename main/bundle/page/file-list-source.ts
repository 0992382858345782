import { errorText } from '../../../shared/text/error-text.ts'
import { UnreadableFile } from '../check/source.ts'
import type { BundleSource } from '../check/source.ts'
import { topFolderOf } from '../check/tidied.ts'
import { blobRange } from './blob-range.ts'
import { partsOfRange } from '../zip/byte-range.ts'

/** A file of a folder that was chosen, with its path from that folder on. */
export interface ChosenFile {
  readonly path: string
  readonly file: File
}

async function* readFile(file: File): AsyncGenerator<Uint8Array> {
  const parts = partsOfRange(blobRange(file), 0, file.size, 1024 * 1024)
  for (;;) {
    let next: IteratorResult<Uint8Array>
    try {
      next = await parts.next()
    } catch (error) {
      throw new UnreadableFile(errorText(error))
    }
    if (next.done === true) return
    yield next.value
  }
}

/** The folder, with its slash, in which the bag lies: that which was chosen, or one within it. */
const topOf = (paths: readonly string[]): string => {
  const [first = ''] = paths
  return topFolderOf(paths) ?? first.slice(0, first.indexOf('/') + 1)
}

/**
 * A bundle that was unpacked, as a browser hands out its files (B-72). What lies beside the bag's folder is no part of
 * it.
 */
export const fileListSource = (chosen: readonly ChosenFile[]): BundleSource => {
  const top = topOf(chosen.map(({ path }) => path))
  const byPath = new Map(
    chosen.filter(({ path }) => path.startsWith(top)).map(({ path, file }) => [path.slice(top.length), file]),
  )
  return {
    files: [...byPath].map(([path, { size }]) => ({ path, size })),
    problems: [],
    hidesLinks: true,
    read: (path) => {
      const file = byPath.get(path)
      if (file === undefined) throw new TypeError(`the bundle has no file ${path}`)
      return readFile(file)
    },
  }
}
