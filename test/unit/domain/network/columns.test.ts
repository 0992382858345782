import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amounts, createKeyIndex, marks, places } from '../../../../main/domain/network/columns.ts'

describe('a column', () => {
  it.each([
    ['places', places, -1],
    ['amounts', amounts, 0],
    ['marks', marks, 0],
  ] as const)('of %s reads blank where nothing was set, however far it has grown', (_, make, blank) => {
    const column = make()
    column.set(5_000, 7)
    expect([column.get(0), column.get(4_999), column.get(5_000), column.get(5_001), column.get(1e6)]).toEqual([
      blank,
      blank,
      7,
      blank,
      blank,
    ])
    column.add(5_000, 2)
    expect(column.get(5_000)).toBe(9)
    column.clear()
    expect(column.get(5_000)).toBe(blank)
  })
})

describe('an index of keys', () => {
  it('finds what was put, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.nat(50), fc.nat(50), fc.integer({ min: -1, max: 3 })), {
          selector: String,
          maxLength: 400,
        }),
        (keys) => {
          const index = createKeyIndex((place, a, b, c) => String(keys[place]) === String([a, b, c]))
          keys.forEach(([a, b, c], place) => {
            expect(index.find(a, b, c)).toBe(-1)
            index.put(a, b, c, place)
          })
          keys.forEach(([a, b, c], place) => expect(index.find(a, b, c)).toBe(place))
          expect(index.find(99, 99, 99)).toBe(-1)
        },
      ),
    )
  })

  it('holds 100,000 keys', () => {
    const index = createKeyIndex((place, a) => place === a)
    for (let key = 0; key < 100_000; key += 1) index.put(key, 0, 0, key)
    for (let key = 0; key < 100_000; key += 997) expect(index.find(key, 0, 0)).toBe(key)
    expect(index.find(100_000, 0, 0)).toBe(-1)
  })
})
