import { describe, expect, it } from 'vitest'
import { cursorList } from '../../../../../renderer/data/paging/cursorList.ts'
import { pageSize, totalOf } from '../../../../../renderer/data/paging/rows.ts'

type Row = { readonly id: number }

/** A service that walks `rows` by cursor: the id of the last row given. */
const serviceOf = (rows: Row[]) => {
  const asked: (string | null)[] = []
  const after = async (cursor: string | null) => {
    asked.push(cursor)
    await Promise.resolve()
    const from = cursor === null ? 0 : rows.findIndex((row) => row.id > Number(cursor))
    const data = from < 0 ? [] : rows.slice(from, from + pageSize)
    const last = data.at(-1)
    return { data, next: last === undefined || rows.at(-1) === last ? null : String(last.id) }
  }
  const list = cursorList<Row, number>({ lists: ['x'], pageKey: (page) => ['x', page], probeKey: (page) => ['p', page], idOf: (row) => row.id, stampOf: (row) => String(row.id), after })
  return { list, asked }
}

const rows = (count: number): Row[] => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

describe('a list that is walked by cursor, read by page numbers', () => {
  it('a page is fetched after the end of the one before it, and is not walked twice', async () => {
    const { list, asked } = serviceOf(rows(250))
    expect((await list.fetch(1)).items).toHaveLength(100)
    expect((await list.fetch(2)).items[0]).toEqual({ id: 101 })
    expect(asked).toEqual([null, '100'])
  })

  it('a page far down is walked to', async () => {
    const { list } = serviceOf(rows(250))
    expect((await list.fetch(3)).items.map((row) => row.id)).toEqual(rows(250).slice(200).map((row) => row.id))
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
    let broken = true
    const list = cursorList<Row, number>({ lists: ['x'], pageKey: (page) => ['x', page], probeKey: (page) => ['p', page], idOf: (row) => row.id, stampOf: (row) => String(row.id), after: (cursor) => (broken ? Promise.reject(new Error('down')) : Promise.resolve({ data: [{ id: cursor === null ? 1 : 2 }], next: cursor === null ? '1' : null })) })
    await expect(list.fetch(2)).rejects.toThrow('down')
    broken = false
    expect(await list.fetch(2)).toMatchObject({ items: [{ id: 2 }] })
  })
})

describe('how many rows a list has', () => {
  it('an exact number wins over one that is only a beginning', () => {
    expect(totalOf([{ items: [], total: 200, more: true }, { items: [], total: 150 }], 400)).toBe(150)
  })

  it('what was walked before stays known', () => {
    expect(totalOf([{ items: [], total: 200, more: true }], 437)).toBe(437)
    expect(totalOf([], null)).toBeNull()
  })
})
