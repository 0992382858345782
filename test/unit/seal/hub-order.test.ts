import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inHubOrder, isGapless } from '../../../main/seal/hub-order.ts'

test('Y-40: what has a place stands by it, then the rest as it stood', () => {
  expect(inHubOrder(['c', 'x', 'a', 'y', 'b'], (item) => ({ a: 0, b: 1, c: 2 })[item])).toEqual([
    'a',
    'b',
    'c',
    'x',
    'y',
  ])
  expect(inHubOrder(['x', 'y'], () => null)).toEqual(['x', 'y'])
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat())), (places) => {
      const ordered = inHubOrder(
        places.map((place, index) => ({ place, index })),
        ({ place }) => place,
      )
      expect([...ordered].map(({ index }) => index).sort((a, b) => a - b)).toEqual(places.map((_, index) => index))
    }),
  )
})

test('B-91: places are 0, 1, 2 ... each once', () => {
  expect([[], [null], [0, null, 1], [2, 0, 1]].map(isGapless)).toEqual([true, true, true, true])
  expect([[1], [0, 0], [0, 2], [null, 1, 2]].map(isGapless)).toEqual([false, false, false, false])
})
