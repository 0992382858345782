import { expect, test } from 'vitest'
import { inLanes } from '../../../scripts/lib/lanes.ts'

/** Work whose end the test decides. */
const held = () => {
  const ends = new Map<string, PromiseWithResolvers<string>>()
  return {
    begun: (): string[] => [...ends.keys()],
    end: async (name: string): Promise<void> => {
      ends.get(name)?.resolve(name.toUpperCase())
      await new Promise(setImmediate)
    },
    work: (name: string): Promise<string> => {
      const end = Promise.withResolvers<string>()
      ends.set(name, end)
      return end.promise
    },
  }
}

test('two at a time; the next begins when one ends; what came of each is in the order of the items', async () => {
  const { begun, end, work } = held()
  const all = inLanes(2, ['a', 'b', 'c', 'd'], work)
  expect(begun()).toEqual(['a', 'b'])
  await end('b')
  expect(begun()).toEqual(['a', 'b', 'c'])
  await end('c')
  expect(begun()).toEqual(['a', 'b', 'c', 'd'])
  await end('d')
  await end('a')
  expect(await all).toEqual(['A', 'B', 'C', 'D'])
})

test('fewer items than lanes, and none', async () => {
  expect(await inLanes(3, [1], (n) => Promise.resolve(n + 1))).toEqual([2])
  expect(await inLanes(3, [], (n) => Promise.resolve(n))).toEqual([])
})

test('what the work throws is thrown', async () => {
  await expect(
    inLanes(2, [1, 2, 3], (n) => (n === 2 ? Promise.reject(new Error('no')) : Promise.resolve(n))),
  ).rejects.toThrow('no')
})
