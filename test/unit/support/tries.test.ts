import { afterEach, expect, test, vi } from 'vitest'
import { tries } from '../../support/tries.ts'

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
