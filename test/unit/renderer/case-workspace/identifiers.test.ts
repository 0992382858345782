import { describe, expect, it } from 'vitest'
import { neighboursOf, parseIdentifiers } from '../../../../renderer/features/case-workspace/model/identifiers.ts'

describe('identifiers typed into the link dialog', () => {
  it('takes a pasted column, commas and semicolons, each once', () => {
    expect(parseIdentifiers('17, 18;19\n17\t20')).toEqual({ ids: [17, 18, 19, 20], bad: [] })
  })

  it('names the parts that are no identifiers', () => {
    expect(parseIdentifiers('0 -3 A7 1.5 9007199254740993')).toEqual({
      ids: [],
      bad: ['0', '-3', 'A7', '1.5', '9007199254740993'],
    })
  })
})

describe('the cases beside one in the queue', () => {
  it('gives both, or null at an end or outside', () => {
    expect(neighboursOf([4, 9, 2], 9)).toEqual({ previous: 4, next: 2 })
    expect(neighboursOf([4, 9, 2], 4)).toEqual({ previous: null, next: 9 })
    expect(neighboursOf([4, 9, 2], 7)).toEqual({ previous: null, next: null })
  })
})
