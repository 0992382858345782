import { describe, expect, it } from 'vitest'
import { choicesFrom, chosen, mappingFrom, missingFrom } from '../../../../renderer/features/import/transactions/mapping.ts'

describe('the mapping of a file of transactions', () => {
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
    expect(chosen(['metadata', null], 1, 'metadata')).toEqual(['metadata', 'metadata'])
  })

  it('says which required fields no column fills', () => {
    expect(missingFrom(['amount', 'at'])).toEqual(['transaction_id'])
    expect(missingFrom(['transaction_id', 'at'])).toEqual([])
  })
})
