import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance } from '../../../../main/domain/screening/edit-distance.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 8 })

test.each([
  ['', '', 0],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['petrov', 'petrvo', 1],
  ['ca', 'abc', 3],
])('%s and %s are %i edits apart', (a, b, edits) => {
  expect(editDistance(a, b, 20)).toBe(edits)
})

describe('for any words', () => {
  test('it is symmetric, 0 for the same alone, and at most the longer length', () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        const edits = editDistance(a, b, 20)
        expect(edits).toBe(editDistance(b, a, 20))
        expect(edits === 0).toBe(a === b)
        expect(edits).toBeLessThanOrEqual(Math.max(a.length, b.length))
      }),
    )
  })

  test('a bound changes nothing below it, and answers one more beyond it', () => {
    fc.assert(
      fc.property(word, word, fc.nat(6), (a, b, bound) => {
        expect(editDistance(a, b, bound)).toBe(Math.min(editDistance(a, b, 20), bound + 1))
      }),
    )
  })

  test('two neighbours that changed places are one edit', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 2, maxLength: 12 }), fc.nat(), (text, at) => {
        const place = at % (text.length - 1)
        const swapped = text.slice(0, place) + (text[place + 1] ?? '') + (text[place] ?? '') + text.slice(place + 2)
        expect(editDistance(text, swapped, 5)).toBe(swapped === text ? 0 : 1)
      }),
    )
  })
})
