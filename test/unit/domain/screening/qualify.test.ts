import { describe, expect, test } from 'vitest'
import { compareQualifiers, shownDate } from '../../../../main/domain/screening/qualify.ts'
import type { PartialDate, Qualifiers } from '../../../../main/domain/screening/subject.ts'

const known = (given: Partial<Qualifiers> = {}): Qualifiers => ({
  dates: [],
  countries: [],
  gender: null,
  identifiers: [],
  ...given,
})
const date = (searched: PartialDate, listed: PartialDate) =>
  compareQualifiers(known({ dates: [searched] }), known({ dates: [listed] }))[0]

test('what one side does not know is not told', () => {
  expect(
    compareQualifiers(
      known({ dates: [{ year: 1962 }], countries: ['RU'], gender: 'male', identifiers: ['X1'] }),
      known(),
    ),
  ).toEqual([])
})

describe('dates', () => {
  test.each<[string, PartialDate, PartialDate, boolean]>([
    ['the same day', { year: 1962, month: 3, day: 21 }, { year: 1962, month: 3, day: 21 }, true],
    ['day and month swapped', { year: 1962, month: 3, day: 11 }, { year: 1962, month: 11, day: 3 }, true],
    ['a year within a span', { year: 1962 }, { year: 1960, toYear: 1965 }, true],
    ['two years apart', { year: 1962 }, { year: 1964 }, true],
    ['five years apart where it is about right only', { year: 1962 }, { year: 1967, circa: true }, true],
    ['three years apart', { year: 1962 }, { year: 1965 }, false],
    ['after a span', { year: 1970 }, { year: 1960, toYear: 1965 }, false],
  ])('%s', (_what, searched, listed, agrees) => {
    expect(date(searched, listed)).toMatchObject({ kind: 'date', agrees })
  })
  test('of several the nearest counts', () => {
    expect(
      compareQualifiers(
        known({ dates: [{ year: 1950 }, { year: 1962 }] }),
        known({ dates: [{ year: 1962 }, { year: 1980 }] }),
      )[0],
    ).toMatchObject({ agrees: true, searched: '1962', listed: '1962' })
  })
  test('speak for a hit where they agree and against it where they do not', () => {
    expect(date({ year: 1962 }, { year: 1962 })?.factor).toBeGreaterThan(1)
    expect(date({ year: 1962 }, { year: 1999 })?.factor).toBeLessThan(1)
  })
  test('are shown as people read them', () => {
    expect(
      [
        { year: 1962, month: 3, day: 1 },
        { year: 1962, circa: true },
        { year: 1960, toYear: 1965 },
      ].map(shownDate),
    ).toEqual(['1962-03-01', 'about 1962', '1960 to 1965'])
  })
})

test('countries, genders and identifiers', () => {
  const found = compareQualifiers(
    known({ countries: ['RU', 'DE'], gender: 'male', identifiers: ['P12345'] }),
    known({ countries: ['DE'], gender: 'female', identifiers: ['X', 'P12345'] }),
  )
  expect(found.map(({ kind, agrees }) => [kind, agrees])).toEqual([
    ['country', true],
    ['gender', false],
    ['identifier', true],
  ])
  expect(
    compareQualifiers(
      known({ countries: ['RU'], identifiers: ['A'] }),
      known({ countries: ['DE'], identifiers: ['B'] }),
    ),
  ).toMatchObject([{ kind: 'country', agrees: false }])
})
