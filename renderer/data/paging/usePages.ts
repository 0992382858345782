import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { totalOf, type Page, type PagedList, type RowId } from './rows.ts'

type Held = { readonly list: unknown; readonly total: number; readonly isExact: boolean }

export type Pages<T> = {
  readonly pages: ReadonlyMap<number, Page<T>>
  /** Number of matching rows; null until the first answer. */
  readonly total: number | null
  /** Whether the service has counted them, or the end was seen; else there are at least so many. */
  readonly isExact: boolean
  readonly error: unknown
  readonly retry: () => void
  /** Drops what is off the screen and asks for the rest again. */
  readonly reload: () => Promise<void>
}

/**
 * The pages of a list that are on the screen, fetched as they come into view. Pages seen before stay in the cache for
 * a few minutes, so going back costs nothing.
 */
export const usePages = <T, I extends RowId>(list: PagedList<T, I>, wanted: readonly number[]): Pages<T> => {
  const client = useQueryClient()
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: list.pageKey(page),
      queryFn: ({ signal }: { signal: AbortSignal }) => list.fetch(page, signal),
      staleTime: Infinity,
    })),
  })
  const pages = new Map(results.flatMap((result, index) => (result.data === undefined ? [] : [[wanted[index] ?? 1, result.data] as const])))
  const [held, setHeld] = useState<Held | null>(null)
  const before = held?.list === list ? held : null
  const shown = [...pages.values()]
  const total = totalOf(shown, before?.total ?? null)
  const isExact = shown.some(({ more }) => more !== true) || (before?.isExact === true && before.total === total)
  if (total !== null && (total !== before?.total || isExact !== before.isExact)) setHeld({ list, total, isExact })

  const { lists } = list
  const retry = useCallback(() => void client.refetchQueries({ queryKey: lists, type: 'active' }), [client, lists])
  const reload = useCallback(async () => {
    client.removeQueries({ queryKey: lists, type: 'inactive' })
    await client.invalidateQueries({ queryKey: lists })
  }, [client, lists])
  return { pages, total, isExact, error: results.find((result) => result.error !== null)?.error ?? null, retry, reload }
}
