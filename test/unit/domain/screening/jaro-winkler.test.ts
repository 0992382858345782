import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonPrefix, jaroWinkler, jaroWinklerAtMost } from '../../../../main/domain/screening/jaro-winkler.ts'

// Winkler, "String Comparator Metrics and Enhanced Decision Rules in the Fellegi-Sunter Model of Record Linkage"
// (1990), table 1.
test.each([
  ['SHACKLEFORD', 'SHACKELFORD', 0.982],
  ['DUNNINGHAM', 'CUNNIGHAM', 0.896],
  ['NICHLESON', 'NICHULSON', 0.956],
  ['MARTHA', 'MARHTA', 0.961],
  ['DIXON', 'DICKSONX', 0.813],
  ['JERALDINE', 'GERALDINE', 0.926],
  ['MICHELLE', 'MICHAEL', 0.921],
  ['DWAYNE', 'DUANE', 0.84],
])('%s and %s', (a, b, similarity) => {
  expect(jaroWinkler(a, b)).toBeCloseTo(similarity, 3)
})

test('what has no letter in common is not alike, and two empty texts are the same', () => {
  expect(jaroWinkler('abc', 'xyz')).toBe(0)
  expect(jaroWinkler('', 'xyz')).toBe(0)
  expect(jaroWinkler('', '')).toBe(1)
})

describe('for any texts', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '語'), maxLength: 12 })
  test('it lies between 0 and 1, and is 1 for the same alone', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const similarity = jaroWinkler(a, b)
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(similarity === 1).toBe(a === b)
      }),
    )
  })
  test('it is never more than what the units that two texts share allow', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const left = [...b]
        const shared = [...a].filter((unit) => {
          const at = left.indexOf(unit)
          if (at !== -1) left.splice(at, 1)
          return at !== -1
        }).length
        const most = a === b ? 1 : jaroWinklerAtMost(shared, a.length, b.length, commonPrefix(a, b))
        expect(jaroWinkler(a, b)).toBeLessThanOrEqual(most + 1e-9)
      }),
    )
  })
})
