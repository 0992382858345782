import { describe, expect, it } from 'vitest'
import { cursorList, type CursorQuery } from '../../../../../renderer/data/paging/cursorList.ts'
import { totalOf } from '../../../../../renderer/data/paging/rows.ts'

type Row = { readonly id: number }

/**
 * A service that walks `rows` by cursor: the id of the last row given. One request looks at so many rows at most, of
 * which each `passing`th is of the list.
 */
const serviceOf = (
  rows: Row[],
  { examined = Infinity, passing = 1 }: { readonly examined?: number; readonly passing?: number } = {},
) => {
  const asked: CursorQuery[] = []
  let isDown = false
  const walk = async (query: CursorQuery) => {
    asked.push(query)
    await Promise.resolve()
    if (isDown) throw new Error('down')
    const from = rows.findIndex((row) => row.id > Number(query.after ?? 0))
    const looked = from < 0 ? [] : rows.slice(from, from + examined)
    const found = looked.filter((row) => row.id % passing === 0)
    const skipped = Math.min(query.skip ?? 0, found.length)
    const data = found.slice(skipped, skipped + query.size)
    const last = found.length > skipped + query.size ? data.at(-1) : looked.at(-1)
    return { data, next: last === undefined || rows.at(-1) === last ? null : String(last.id), skipped }
  }
  const list = cursorList<Row, number>({
    lists: ['x'],
    pageKey: (page) => ['x', page],
    probeKey: (page) => ['p', page],
    idOf: (row) => row.id,
    stampOf: (row) => String(row.id),
    walk,
  })
  const goDown = (down: boolean): void => {
    isDown = down
  }
  return { list, asked, goDown }
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

describe('a list that is walked by cursor, read by page numbers', () => {
  it('a page is fetched after the end of the one before it, and is not walked twice', async () => {
    const { list, asked } = serviceOf(rows(250))
    expect((await list.fetch(1)).items).toHaveLength(100)
    expect((await list.fetch(2)).items[0]).toEqual({ id: 101 })
    expect(asked).toEqual([{ size: 100 }, { after: '100', size: 100 }])
  })

  it('what of a page is found is told while the rest of it is looked for, with at least one row more', async () => {
    const { list } = serviceOf(rows(1_000), { examined: 300, passing: 250 })
    const told: unknown[] = []
    const page = await list.fetch(1, undefined, (soFar) => told.push(soFar))
    expect(told).toEqual([
      { items: [{ id: 250 }], total: 2, more: true },
      { items: [{ id: 250 }, { id: 500 }], total: 3, more: true },
      { items: [{ id: 250 }, { id: 500 }, { id: 750 }], total: 4, more: true },
    ])
    expect(page).toEqual({ items: [250, 500, 750, 1_000].map((id) => ({ id })), total: 4 })
  })

  it('a page far down is walked to', async () => {
    const { list } = serviceOf(rows(250))
    expect((await list.fetch(3)).items.map((row) => row.id)).toEqual(
      rows(250)
        .slice(200)
        .map((row) => row.id),
    )
  })

  it('until its end is seen it has at least one page more; then its number is exact', async () => {
    const { list } = serviceOf(rows(250))
    expect(await list.fetch(1)).toMatchObject({ total: 200, more: true })
    const last = await list.fetch(3)
    expect(last.total).toBe(250)
    expect(last.more).toBeUndefined()
    expect(await list.fetch(4)).toEqual({ items: [], total: 250 })
  })

  it('read again together after a row went, no row stands on two pages', async () => {
    const all = rows(250)
    const { list } = serviceOf(all)
    await list.fetch(1)
    await list.fetch(2)
    all.splice(4, 1)
    const [first, second] = await Promise.all([list.fetch(1), list.fetch(2)])
    expect(first?.items.at(-1)).toEqual({ id: 101 })
    expect(second?.items[0]).toEqual({ id: 102 })
  })

  it('a page that failed is asked for again, and the one after it with it', async () => {
    const { list, goDown } = serviceOf(rows(150))
    goDown(true)
    await expect(list.fetch(2)).rejects.toThrow('down')
    goDown(false)
    expect((await list.fetch(2)).items[0]).toEqual({ id: 101 })
  })

  it('a page far down is come to by passing over what lies before, and leads to those around it', async () => {
    const { list, asked } = serviceOf(rows(30_000))
    expect((await list.fetch(300)).items.map((row) => row.id)).toEqual(
      rows(30_000)
        .slice(29_900)
        .map((row) => row.id),
    )
    expect(asked).toEqual([
      { skip: 20_000, size: 1 },
      { after: '20001', skip: 9_898, size: 1 },
      { after: '29900', size: 100 },
    ])
    expect((await list.fetch(299)).items.at(-1)).toEqual({ id: 29_900 })
    expect(await list.fetch(301)).toEqual({ items: [], total: 30_000 })
  })

  it('is counted to its end', async () => {
    for (const size of [1, 100, 101, 250, 20_001, 50_000])
      expect(await serviceOf(rows(size)).list.count?.()).toEqual({ items: [], total: size })
  })

  it('is counted no further than a window can scroll', async () => {
    const endless = cursorList<Row, number>({
      lists: ['x'],
      pageKey: (page) => ['x', page],
      probeKey: (page) => ['p', page],
      idOf: (row) => row.id,
      stampOf: (row) => String(row.id),
      walk: ({ skip = 0 }) => Promise.resolve({ data: [{ id: 1 }], next: '1', skipped: skip }),
    })
    expect(await endless.count?.()).toEqual({ items: [], total: 1_000_000, more: true })
  })

  it('what one request leaves short is asked for until a page is whole: no place in it stays empty', async () => {
    const { list } = serviceOf(rows(1_050), { examined: 70, passing: 3 })
    const thirds = rows(1_050).filter((row) => row.id % 3 === 0)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list.fetch(page)))
    expect(pages.map(({ items }) => items)).toEqual([
      thirds.slice(0, 100),
      thirds.slice(100, 200),
      thirds.slice(200, 300),
      thirds.slice(300),
    ])
    expect(await serviceOf(rows(1_050), { examined: 70, passing: 3 }).list.count?.()).toEqual({ items: [], total: 350 })
    expect((await serviceOf(rows(1_050), { examined: 70, passing: 3 }).list.fetch(4)).items).toEqual(thirds.slice(300))
  })

  it('where the list has changed, what was known of later pages is not', async () => {
    const all = rows(1_000)
    const { list } = serviceOf(all)
    await list.fetch(1)
    await list.fetch(9)
    all.splice(4, 1)
    await list.fetch(1)
    expect((await list.fetch(9)).items[0]).toEqual({ id: 802 })
  })
})

describe('how many rows a list has', () => {
  it('an exact number wins over one that is only a beginning', () => {
    expect(
      totalOf(
        [
          { items: [], total: 200, more: true },
          { items: [], total: 150 },
        ],
        400,
      ),
    ).toBe(150)
  })

  it('what was walked before stays known', () => {
    expect(totalOf([{ items: [], total: 200, more: true }], 437)).toBe(437)
    expect(totalOf([], null)).toBeNull()
  })
})
