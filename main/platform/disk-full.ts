import { statfsSync } from 'node:fs'
import { codeOf } from './system-error.ts'

const fullCodes = [
  'SQLITE_FULL',
  'SQLITE_IOERR_WRITE',
  'SQLITE_IOERR_FSYNC',
  'SQLITE_IOERR_TRUNCATE',
  'ENOSPC',
  'EDQUOT',
]

/** Whether an error says that the disk is full, by the system or by SQLite. */
export const isDiskFull = (error: unknown): boolean => fullCodes.includes(codeOf(error))

/**
 * Below it SQLite cannot make the index of its log, and says no more than that the disk could not be written
 * (SQLITE_IOERR_SHMSIZE, https://sqlite.org/rescode.html).
 */
const leastRoomBytes = 262_144

/** Bytes that are free for this user on the disk of a folder. */
export const freeBytes = (dir: string): number => {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** Whether an error of a database in `dir` comes of a full disk, those of SQLite's that do not say so included. */
export const isOfFullDisk = (error: unknown, dir: string): boolean =>
  isDiskFull(error) || (codeOf(error).startsWith('SQLITE_IOERR') && freeBytes(dir) < leastRoomBytes)
