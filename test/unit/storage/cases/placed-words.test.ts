import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placedWords } from '../../../../main/storage/cases/placed-words.ts'
import { searchWords } from '../../../../main/storage/cases/search-text.ts'

/** What is written in the scripts of which the folding takes special care (L-70), beside whatever else there is. */
const signs = fc.oneof(
  fc.constantFrom(
    ...'aZ09 .-_ßæŁéé\u0301\u00adﬁΣς½№一あｶﾞ한ᄒ\u1161\u11abㅎㅏㄴกิ\u0e48\u202eıİ٣क्षी\ue000😀'.split(/(?:)/u),
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const texts = fc.array(signs, { maxLength: 40 }).map((all) => all.join(''))

test('L-70: the words are those of the index, in their order, and stand where it is said', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const placed = placedWords(text)
      expect(placed.map(({ word }) => word)).toEqual(searchWords(text))
      let before = 0
      for (const { start, end } of placed) {
        expect(start).toBeGreaterThanOrEqual(0)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        expect(start).toBeGreaterThanOrEqual(before)
        before = start
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['Zu Zürich, Straße 5', 'strasse', 'Straße'],
  ['co\u00adoperate now', 'cooperate', 'co\u00adoperate'],
  ['Zu\u0308rich', 'zurich', 'Zu\u0308rich'],
  ['ｶﾞｽ', 'カ\u3099', 'ｶﾞ'],
  ['die ﬁrma', 'firma', 'ﬁrma'],
  ['ٱلرِّيَاض', 'الرياض', 'ٱلرِّيَاض'],
])('in %j the word %j stands at %j', (text, word, place) => {
  const found = placedWords(text).find((one) => one.word.normalize('NFD') === word.normalize('NFD'))
  expect(text.slice(found?.start, found?.end)).toBe(place)
})
