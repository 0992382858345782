import { describe, expect, it } from 'vitest'
import { checkMapping, choicesOf, chooseField, guessSource, mappingOf, progressOf, timeZones } from '../../../../renderer/features/import/mapping.ts'

describe('the mapping of an import', () => {
  it('shows the guess by column and gives it back unchanged', () => {
    const guess = { title: 2, reference: 0 }
    const choices = choicesOf(guess, 3)
    expect(choices).toEqual(['reference', null, 'title'])
    expect(mappingOf(choices)).toEqual(guess)
  })

  it('drops a guess that points outside the file', () => {
    expect(choicesOf({ title: 9 }, 2)).toEqual([null, null])
  })

  it('moves a field from the column that had it', () => {
    expect(chooseField(['title', null], 1, 'title')).toEqual([null, 'title'])
    expect(chooseField(['title', 'notes'], 0, null)).toEqual([null, 'notes'])
  })

  it('says what is missing', () => {
    expect(checkMapping(['notes', null])).toEqual({ missingTitle: true, noReference: true, leftOut: 1 })
    expect(checkMapping(['title', 'reference'])).toEqual({ missingTitle: false, noReference: false, leftOut: 0 })
  })

  it.each([
    ['nightline_cases_2026-11-20.csv', 'nightline cases'],
    ['Ärzte-Export.CSV', 'Ärzte-Export'],
    ['20261120.csv', '20261120'],
  ])('guesses a source from %s', (file, source) => {
    expect(guessSource(file)).toBe(source)
  })

  it('measures progress over all rows, whatever became of them', () => {
    const job = { rows: 10, created: 3, already_there: 1, duplicates: 1, rejected: 0 }
    expect(progressOf(job)).toBe(0.5)
    expect(progressOf({ ...job, rows: 0 })).toBeNull()
  })

  it('offers UTC first', () => {
    expect(timeZones()[0]).toBe('UTC')
    expect(timeZones()).toContain('Europe/Berlin')
  })
})
