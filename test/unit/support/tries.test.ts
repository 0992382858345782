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

test('of a long row of like cases people’s own runs take one of every n, the full depth all', () => {
  const row = [1, 2, 3, 4, 5, 6, 7]
  vi.stubEnv('FIELDSEAL_DEPTH', undefined)
  for (const seed of ['1', '2', '20261126']) {
    vi.stubEnv('FIELDSEAL_SEED', seed)
    expect(someOf(row, 3).map((one) => Math.floor((one - 1) / 3))).toEqual([0, 1, 2])
    expect(someOf(row, 3)).toEqual(someOf(row, 3))
  }
  vi.stubEnv('FIELDSEAL_DEPTH', 'full')
  expect(someOf(row, 3)).toEqual(row)
})

test('which ones follows from the seed of the run, and each comes up in the end', () => {
  const row = Array.from({ length: 12 }, (_, n) => n)
  vi.stubEnv('FIELDSEAL_DEPTH', undefined)
  const seen = Array.from({ length: 40 }, (_, seed) => {
    vi.stubEnv('FIELDSEAL_SEED', String(seed))
    return someOf(row, 4)
  })
  expect([...new Set(seen.flat())].sort((a, b) => a - b)).toEqual(row)
})

test('of every kind at least one is taken', () => {
  const row = ['a1', 'b1', 'a2', 'a3', 'c1', 'a4', 'a5']
  vi.stubEnv('FIELDSEAL_DEPTH', undefined)
  for (const seed of ['1', '2', '3']) {
    vi.stubEnv('FIELDSEAL_SEED', seed)
    const taken = someOf(row, 5, (one) => one.slice(0, 1))
    expect(taken.map((one) => one.slice(0, 1)).sort()).toEqual(['a', 'b', 'c'])
    expect(row.filter((one) => taken.includes(one))).toEqual(taken)
  }
})
