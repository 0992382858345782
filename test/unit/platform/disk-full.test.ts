import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { isOfFullDisk } from '../../../main/platform/disk-full.ts'

const error = (code: string): Error => Object.assign(new Error(code), { code })

describe('an error that comes of a full disk', () => {
  test('is one that says so, wherever it lies', () => {
    for (const code of ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'SQLITE_IOERR_WRITE'])
      expect(isOfFullDisk(error(code), tmpdir())).toBe(true)
    for (const code of ['SQLITE_CORRUPT', 'EACCES', 'SQLITE_IOERR_SHMSIZE'])
      expect(isOfFullDisk(error(code), tmpdir())).toBe(false)
    expect(isOfFullDisk(new Error('disk I/O error'), tmpdir())).toBe(false)
  })

  // The only disk that is full wherever this runs.
  test.runIf(process.platform === 'linux')('is one of writing, where no room is left', () => {
    expect(isOfFullDisk(error('SQLITE_IOERR_SHMSIZE'), '/proc')).toBe(true)
    expect(isOfFullDisk(error('SQLITE_CORRUPT'), '/proc')).toBe(false)
  })
})
