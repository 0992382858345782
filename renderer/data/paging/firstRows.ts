import { pageSize, type Page } from './rows.ts'

/** The first rows of a list, and whether more match than those. */
export type FirstRows<T> = { readonly items: readonly T[]; readonly isCut: boolean }

/** Walks a list from its first page until `most` rows are there or it ends; `fetch` takes page numbers from 1. */
export const firstRows = async <T>(fetch: (page: number) => Promise<Page<T>>, most: number): Promise<FirstRows<T>> => {
  const items: T[] = []
  for (let page = 1; ; page += 1) {
    const { items: rows, total, more = false } = await fetch(page)
    items.push(...rows)
    const isEnd = !more && page * pageSize >= total
    if (isEnd || items.length >= most) return { items: items.slice(0, most), isCut: !isEnd || items.length > most }
  }
}
