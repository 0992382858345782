import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { syncFolder } from '../platform/private-files.ts'
import { unsentFiles } from '../sync/device/unsent-file.ts'
import { isThere, linkOrCopy } from './new-file.ts'

/** What became of the files of a removed laptop that hold what its hub never got (docs/spec/sync.md, Y-100). */
export interface UnsentTaken {
  readonly files: number
  readonly bytes: number
  /** How many of the files were at the other place already. */
  readonly present: number
}

const sizeOf = async (file: string): Promise<number> => (await stat(file)).size

/**
 * Brings such files from one folder to another, as a backup and its restoration do: each as a second name of the same
 * bytes where the file system can. The name says whose work is in it, and such a file never changes, so one of the same
 * name and size is the same. Throws what the disk says.
 *
 * @returns why one cannot be brought, in words
 */
export const bringUnsent = async (from: string, to: string, mark: string): Promise<Result<UnsentTaken, string>> => {
  const files = unsentFiles(from)
  let [bytes, present] = [0, 0]
  if (files.length > 0) await mkdir(to, { recursive: true, mode: 0o700 })
  for (const { path: source } of files) {
    const target = path.join(to, path.basename(source))
    const size = await sizeOf(source)
    bytes += size
    if (!(await isThere(target))) await linkOrCopy(source, target, mark)
    else if ((await sizeOf(target)) === size) present += 1
    else return fail(`${target} is there and is another file than ${source}. Nothing of either was changed.`)
  }
  if (files.length > present) syncFolder(to)
  return ok({ files: files.length, bytes, present })
}
