import { describe, expect, test } from 'vitest'
import { firstRows } from '../../../../../renderer/data/paging/firstRows.ts'
import { pageSize, type Page } from '../../../../../renderer/data/paging/rows.ts'

const rowsOf = (count: number): readonly number[] => Array.from({ length: count }, (_, row) => row)

/** A list that the service counts, and one that it walks by cursor: there each page says only that more follow. */
const counted =
  (all: readonly number[]) =>
  (page: number): Promise<Page<number>> =>
    Promise.resolve({ items: all.slice((page - 1) * pageSize, page * pageSize), total: all.length })
const walked =
  (all: readonly number[]) =>
  (page: number): Promise<Page<number>> => {
    const items = all.slice((page - 1) * pageSize, page * pageSize)
    const more = page * pageSize < all.length
    return Promise.resolve(
      more ? { items, total: (page + 1) * pageSize, more } : { items, total: (page - 1) * pageSize + items.length },
    )
  }

describe.each([
  ['that is counted', counted],
  ['that is walked by cursor', walked],
])('the first rows of a list %s', (_, listOf) => {
  test.each([0, 1, pageSize, 250, 400])('are all of %i, which fit', async (count) => {
    const all = rowsOf(count)
    expect(await firstRows(listOf(all), 400)).toEqual({ items: all, isCut: false })
  })

  test.each([
    [401, 400],
    [5_773, 1_000],
    [151, 150],
  ])('of %i are the first %i, and it is told that more match', async (count, most) => {
    const all = rowsOf(count)
    expect(await firstRows(listOf(all), most)).toEqual({ items: all.slice(0, most), isCut: true })
  })
})
