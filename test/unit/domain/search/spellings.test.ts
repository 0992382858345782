import { describe, expect, test } from 'vitest'
import { fitSpelling, plainSpelling, identifierSpellings } from '../../../../main/domain/search/spellings.ts'

describe('the spellings of an identifier', () => {
  test('are with and without blanks and hyphens, in capitals and small letters, the typed one first', () => {
    const spellings = identifierSpellings(' de89 3704-0044 0532 0130 00')
    expect(spellings[0]).toBe('de89 3704-0044 0532 0130 00')
    expect(spellings).toEqual(
      expect.arrayContaining(['DE89370400440532013000', 'de89370400440532013000', 'DE89 3704 0044 0532 0130 00']),
    )
    expect(new Set(spellings).size).toBe(spellings.length)
  })

  test('of what is no account number have no groups of four', () => {
    expect(identifierSpellings('c-1042')).toEqual(['c-1042', 'C-1042', 'c1042', 'C1042'])
    expect(identifierSpellings('4711')).toEqual(['4711'])
  })

  test('are none of what is only blanks and hyphens', () => {
    expect(identifierSpellings('  ')).toEqual([])
    expect(plainSpelling(' – - ')).toBe('')
  })
})

describe('whether an identifier fits what was typed', () => {
  test.each([
    ['DE89370400440532013000', 'de89 3704', { how: 'beginning', end: 8 }],
    ['DE89 3704 0044', 'de893704', { how: 'beginning', end: 9 }],
    ['C-1042', 'c1042', { how: 'exact', end: 6 }],
    ['4711', '4711', { how: 'exact', end: 4 }],
    ['4711', '471', { how: 'beginning', end: 3 }],
    ['４７１１', '4711', { how: 'exact', end: 4 }],
    ['𝔾7', 'g', { how: 'beginning', end: 2 }],
    ['4711', '711', null],
    ['4711', '47110', null],
    ['4711', '-', null],
    ['', '4711', null],
  ])('%s by %s', (stored, typed, fits) => {
    expect(fitSpelling(stored, typed)).toEqual(fits)
  })
})
