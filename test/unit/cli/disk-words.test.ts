import { describe, expect, test } from 'vitest'
import { diskWords } from '../../../main/cli/disk-words.ts'

const fault = (code: string, path?: string): Error =>
  Object.assign(new Error('as the system says it'), { code, ...(path === undefined ? {} : { path }) })
const words = (error: unknown): string | undefined => diskWords(error, '/backups/b.db', 'The folder is as it was.')

describe('what a disk says', () => {
  test.each([
    [
      fault('SQLITE_FULL'),
      '/backups/b.db: the disk is full (SQLITE_FULL). The folder is as it was. Free space, or choose another disk, and run it again.',
    ],
    [
      fault('ENOSPC', '/backups/b.db.evidence/x'),
      '/backups/b.db.evidence/x: the disk is full (ENOSPC). The folder is as it was. Free space, or choose another disk, and run it again.',
    ],
    [
      fault('SQLITE_CANTOPEN'),
      '/backups/b.db: the database file cannot be opened, or made where it is to be (SQLITE_CANTOPEN). The folder is as it was. Choose a folder that you may write to, and run it again.',
    ],
    [
      fault('SQLITE_IOERR_READ'),
      '/backups/b.db: the disk could not be read or written (SQLITE_IOERR_READ). The folder is as it was. Look at the disk, and run it again.',
    ],
    [
      fault('EEXIST', '/backups/b.db'),
      '/backups/b.db: it exists already (EEXIST). The folder is as it was. Choose another name.',
    ],
  ])('%s', (error, told) => expect(words(error)).toBe(told))

  test('of a copy, the file that was to be written is named', () => {
    expect(words(Object.assign(fault('ENOSPC', '/data/blobs/x'), { dest: '/backups/b.db.evidence/x.1.part' }))).toMatch(
      /^\/backups\/b\.db: the disk is full/,
    )
  })

  test('a damaged database is told as such', () =>
    expect(words(fault('SQLITE_CORRUPT'))).toMatch(/damaged.*fieldseal restore/))
  test('a bug is no fault of a disk', () =>
    expect([words(new TypeError('x')), words(fault('ERR_ASSERTION'))]).toEqual([undefined, undefined]))
})
