import { describe, expect, it } from 'vitest'
import {
  choicesFrom,
  chosen,
  columnsLeftOut,
  mappingFrom,
  missingFrom,
} from '../../../../renderer/features/import/choices.ts'

describe('what each column of a file becomes', () => {
  it('shows the guess by column and gives it back unchanged', () => {
    const guess = { 0: 'transaction_id', 2: 'at' } as const
    const choices = choicesFrom(guess, 3)
    expect(choices).toEqual(['transaction_id', null, 'at'])
    expect(mappingFrom(choices)).toEqual(guess)
  })

  it('drops a guess that points outside the file', () => {
    expect(choicesFrom({ 9: 'at' }, 2)).toEqual([null, null])
  })

  it('moves a field from the column that had it, but several columns can be kept by their names', () => {
    expect(chosen(['at', null], 1, 'at')).toEqual([null, 'at'])
    expect(chosen(['title', null], 0, null)).toEqual([null, null])
    expect(chosen(['metadata', null], 1, 'metadata', 'metadata')).toEqual(['metadata', 'metadata'])
    expect(chosen<string>(['at', 'metadata'], 1, 'at', 'metadata')).toEqual([null, 'at'])
  })

  it('says which required fields no column fills', () => {
    const required = ['transaction_id', 'at'] as const
    expect(missingFrom<string, 'transaction_id' | 'at'>(['amount', 'at'], required)).toEqual(['transaction_id'])
    expect(missingFrom<string, 'transaction_id' | 'at'>(['transaction_id', 'at'], required)).toEqual([])
  })

  it('counts what is left out', () => {
    expect(columnsLeftOut([null, 'at', null])).toBe(2)
  })
})
