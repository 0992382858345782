import { readFileSync } from 'node:fs'
import { link } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { codeOf, filesOfError, isAbsent, isBusy } from '../../../main/platform/system-error.ts'
import { errorText } from '../../../shared/text/error-text.ts'

const thrownBy = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

describe('what was thrown', () => {
  it('tells its code, and whether that says that a file is not there', () => {
    const absent = thrownBy(() => readFileSync('/nowhere/at-all'))
    expect([codeOf(absent), isAbsent(absent), isBusy(absent)]).toEqual(['ENOENT', true, false])
    const notReached = thrownBy(() => readFileSync('/'))
    expect([codeOf(notReached), isAbsent(notReached)]).toEqual(['EISDIR', false])
    expect(isBusy(Object.assign(new Error('locked'), { code: 'SQLITE_BUSY_SNAPSHOT' }))).toBe(true)
  })

  it('has no code where it is no error, or its code is no text', () => {
    for (const thrown of [
      undefined,
      null,
      'ENOENT',
      { code: 'ENOENT' },
      new Error('a bug'),
      Object.assign(new Error('aborted'), { code: 20 }),
    ])
      expect([codeOf(thrown), isAbsent(thrown)]).toEqual(['', false])
  })

  it('names the files that it was about', async () => {
    const error: unknown = await link('/nowhere/from', '/nowhere/to').catch((thrown: unknown) => thrown)
    expect(filesOfError(error)).toEqual({ path: '/nowhere/from', dest: '/nowhere/to' })
    for (const thrown of [null, 'x', new Error('a bug'), Object.assign(new Error('odd'), { path: 7 })])
      expect(filesOfError(thrown)).toEqual({ path: undefined, dest: undefined })
  })

  it('is told in words, whatever it is', () => {
    expect([errorText(new Error('a bug')), errorText('only text'), errorText(undefined)]).toEqual([
      'a bug',
      'only text',
      'undefined',
    ])
  })
})
