import { afterEach, expect, test, vi } from 'vitest'
import { someOf, tries } from '../../support/tries.ts'

const asked = (): number => tries('FIELDSEAL_TRIES_OF_THIS_TEST', { everyday: 5, full: 50 })

afterEach(() => void vi.unstubAllEnvs())

test('people’s own runs try less often than those that ask for the full depth; a figure of its own overrules both', () => {
  vi.stubEnv('FIELDSEAL_DEPTH', undefined)
  expect(asked()).toBe(5)
  vi.stubEnv('FIELDSEAL_DEPTH', 'full')
  expect(asked()).toBe(50)
  vi.stubEnv('FIELDSEAL_TRIES_OF_THIS_TEST', '2')
  expect(asked()).toBe(2)
})

test('of a long row of like cases people’s own runs take every nth, the full depth all', () => {
  const row = [1, 2, 3, 4, 5, 6, 7]
  vi.stubEnv('FIELDSEAL_DEPTH', undefined)
  expect(someOf(row, 3)).toEqual([1, 4, 7])
  vi.stubEnv('FIELDSEAL_DEPTH', 'full')
  expect(someOf(row, 3)).toEqual(row)
})
