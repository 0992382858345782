import { skipToken, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { totalOf, type Page, type PagedList, type RowId } from './rows.ts'

/** Pages of which some rows are found, and the rest is looked for. */
type Begun<T> = { readonly list: unknown; readonly pages: ReadonlyMap<number, Page<T>> }

type Held = { readonly list: unknown; readonly total: number; readonly isExact: boolean }

/**
 * What is known of the size of a list: it is exact, is being counted, could not be counted, is not asked for yet, or
 * lies beyond what is counted.
 */
export type SizeState = 'exact' | 'sought' | 'unknown' | 'open' | 'beyond'

export type Pages<T> = {
  readonly pages: ReadonlyMap<number, Page<T>>
  /** Number of matching rows; null until the first answer. */
  readonly total: number | null
  /** Whether the service has counted them, or the end was seen; else there are at least so many. */
  readonly isExact: boolean
  readonly size: SizeState
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
  const [begun, setBegun] = useState<Begun<T>>({ list, pages: new Map() })
  const begin = (page: number, soFar: Page<T>): void =>
    setBegun((before) => ({ list, pages: new Map(before.list === list ? before.pages : []).set(page, soFar) }))
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: list.pageKey(page),
      queryFn: ({ signal }: { signal: AbortSignal }) => list.fetch(page, signal, (soFar) => begin(page, soFar)),
      staleTime: Infinity,
    })),
  })
  const pages = new Map(
    results.flatMap((result, index) => {
      const page = wanted[index] ?? 1
      // Rows that take long to find are shown as they are found.
      const shown = result.data ?? (result.isFetching && begun.list === list ? begun.pages.get(page) : undefined)
      return shown === undefined ? [] : [[page, shown] as const]
    }),
  )
  // Whoever looks past the first page wants to know how far the list goes.
  const { count } = list
  const isCounted = count !== undefined && wanted.some((page) => page > 1)
  const counted = useQuery({
    queryKey: list.pageKey(0),
    queryFn: isCounted ? ({ signal }: { signal: AbortSignal }) => count(signal) : skipToken,
    staleTime: Infinity,
  })
  const [held, setHeld] = useState<Held | null>(null)
  const before = held?.list === list ? held : null
  const shown = [...(counted.data === undefined ? [] : [counted.data]), ...pages.values()]
  const total = totalOf(shown, before?.total ?? null)
  const isExact = shown.some(({ more }) => more !== true) || (before?.isExact === true && before.total === total)
  if (total !== null && (total !== before?.total || isExact !== before.isExact)) setHeld({ list, total, isExact })

  const { lists } = list
  const size = isExact
    ? 'exact'
    : counted.isFetching
      ? 'sought'
      : counted.isError
        ? 'unknown'
        : counted.data === undefined
          ? 'open'
          : 'beyond'
  const retry = useCallback(() => void client.refetchQueries({ queryKey: lists, type: 'active' }), [client, lists])
  const reload = useCallback(async () => {
    client.removeQueries({ queryKey: lists, type: 'inactive' })
    await client.invalidateQueries({ queryKey: lists })
  }, [client, lists])
  return {
    pages,
    total,
    isExact,
    size,
    error: results.find((result) => result.error !== null)?.error ?? null,
    retry,
    reload,
  }
}
