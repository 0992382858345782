import {
  chmodSync,
  closeSync,
  accessSync,
  constants,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isOfFullDisk } from '../../platform/disk-full.ts'
import { codeOf } from '../../platform/system-error.ts'
import { openReader } from './connection.ts'

/** Where a database can be read. */
export interface ReadableDatabase {
  readonly file: string
  /** Whether it is a copy, which is gone after `release`. */
  readonly isCopy: boolean
  release(): void
}

/** Whether SQLite could not open a file, or had to write one and could not. */
export const isAccessFault = (error: unknown): boolean => /^SQLITE_(?:CANTOPEN|READONLY)/u.test(codeOf(error))

const protections: readonly string[] = ['EROFS', 'EACCES', 'EPERM']

/**
 * Whether a file, or the folder in which it lies, cannot be written: a write blocker, a DVD, a snapshot, or no
 * permission.
 */
export const isWriteProtected = (file: string): boolean => {
  try {
    closeSync(openSync(file, 'r+'))
    accessSync(path.dirname(file), constants.W_OK)
    return false
  } catch (error) {
    return protections.includes(codeOf(error))
  }
}

const copied = (file: string): ReadableDatabase => {
  const dir = mkdtempSync(path.join(tmpdir(), 'fieldseal-read-'))
  const release = (): void => rmSync(dir, { recursive: true, force: true })
  const copy = path.join(dir, path.basename(file))
  try {
    for (const end of ['', '-wal']) {
      if (!existsSync(`${file}${end}`)) continue
      copyFileSync(`${file}${end}`, `${copy}${end}`, constants.COPYFILE_FICLONE)
      chmodSync(`${copy}${end}`, 0o600)
    }
    return { file: copy, isCopy: true, release }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Finds where a database can be read: in its place, or, where that is write-protected or its disk full, in a private
 * copy. To read a database in WAL mode SQLite makes a file beside it (https://sqlite.org/wal.html#readonly), and
 * `immutable=1`, which does without, is an option of URIs, which the driver is built without. The copy lies in the
 * folder for temporary files, encrypted as it is.
 *
 * @param key 32 bytes
 * @throws the driver's error where it is damaged or cannot be opened in a place that can be written; the file system's
 * where there is no room for the copy
 */
export const readableDatabase = (file: string, key: Uint8Array): ReadableDatabase => {
  try {
    openReader(file, key).close()
    return { file, isCopy: false, release: () => undefined }
  } catch (error) {
    const cannotWrite = (isAccessFault(error) && isWriteProtected(file)) || isOfFullDisk(error, path.dirname(file))
    if (!cannotWrite) throw error
    return copied(file)
  }
}
