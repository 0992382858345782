import { codeOf } from '../platform/system-error.ts'

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  ELOOP: 'a link leads in a circle',
  ENOSPC: 'the disk is full',
  EROFS: 'the file system is read-only',
  EDQUOT: 'the quota of the disk is used up',
  EIO: 'the disk could not be read or written',
  EEXIST: 'it exists already',
  ENOTEMPTY: 'it exists already',
  SQLITE_FULL: 'the disk is full',
  SQLITE_CANTOPEN: 'the database file cannot be opened, or made where it is to be',
  SQLITE_READONLY: 'the database file or its folder is read-only',
  SQLITE_PERM: 'permission denied',
  SQLITE_IOERR: 'the disk could not be read or written',
  SQLITE_BUSY: 'another process keeps the database busy',
}

/** Why a file system said no, in words; undefined where it is something else that went wrong. */
export const fileFault = (error: unknown): string | undefined => {
  const code = codeOf(error)
  // SQLite tells more of some: SQLITE_IOERR_WRITE, SQLITE_READONLY_DIRECTORY.
  return reasons[code] ?? reasons[code.split('_').slice(0, 2).join('_')]
}
