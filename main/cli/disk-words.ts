import { isDiskFull } from '../platform/disk-full.ts'
import { codeOf, filesOfError } from '../platform/system-error.ts'
import { damageOf, damaged } from '../storage/sqlite/damage.ts'
import { fileFault } from './file-errors.ts'

const wrongPlace = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'EACCES',
  'EPERM',
  'EROFS',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
])

const whatToDo = (error: unknown, code: string): string => {
  if (isDiskFull(error)) return 'Free space, or choose another disk, and run it again.'
  if (code === 'EEXIST' || code === 'ENOTEMPTY') return 'Choose another name.'
  if (wrongPlace.has(code)) return 'Choose a folder that you may write to, and run it again.'
  if (code === 'SQLITE_BUSY') return 'Run it again.'
  return 'Look at the disk, and run it again.'
}

/**
 * What a person is told where a disk or a database stops work with files: what happened, what is safe, what to do.
 * Undefined where something else went wrong, which is a bug.
 *
 * @param place the file that was being written, where the error names none
 * @param safe what is as it was
 */
export const diskWords = (error: unknown, place: string, safe: string): string | undefined => {
  const damage = damageOf(error)
  if (damage !== null) return damaged(damage).message
  const reason = fileFault(error)
  if (reason === undefined) return undefined
  const code = codeOf(error)
  const { path: named, dest } = filesOfError(error)
  // Of a copy that fails, `path` is what was read.
  return `${dest === undefined ? (named ?? place) : place}: ${reason} (${code}). ${safe} ${whatToDo(error, code)}`
}
