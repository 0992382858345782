import { describe, expect, it } from 'vitest'
import { choicesOf, mappingOf } from '../../../../../renderer/features/import/cases/mapping.ts'

describe('the mapping of an import of cases', () => {
  it('shows the guess by column and gives it back unchanged', () => {
    const guess = { title: 2, reference: 0 }
    const choices = choicesOf(guess, 3)
    expect(choices).toEqual(['reference', null, 'title'])
    expect(mappingOf(choices)).toEqual(guess)
  })

  it('drops a guess that points outside the file', () => {
    expect(choicesOf({ title: 9 }, 2)).toEqual([null, null])
  })
})
