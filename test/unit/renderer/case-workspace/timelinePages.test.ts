import { describe, expect, it } from 'vitest'
import { pageCount, pagesOfRows, placeOfRow } from '../../../../renderer/features/case-workspace/model/timelinePages.ts'

describe('pages of a long timeline', () => {
  it('reads pages from the oldest on, so that entries that come later never shift them', () => {
    expect(pagesOfRows(0, 20, 1_000, 'oldest')).toEqual([1])
    expect(pagesOfRows(95, 105, 1_000, 'oldest')).toEqual([1, 2])
    expect(pagesOfRows(0, 20, 1_000, 'newest')).toEqual([10])
    expect(pagesOfRows(0, 20, 1_005, 'newest')).toEqual([10, 11])
  })

  it('maps rows to places both ways', () => {
    expect(placeOfRow(0, 5, 'newest')).toBe(4)
    expect(placeOfRow(4, 5, 'oldest')).toBe(4)
  })

  it('asks for nothing of an empty timeline and never past its end', () => {
    expect(pagesOfRows(0, 10, 0, 'oldest')).toEqual([])
    expect(pagesOfRows(0, 500, 3, 'newest')).toEqual([1])
    expect(pageCount(0)).toBe(0)
    expect(pageCount(101)).toBe(2)
  })
})
