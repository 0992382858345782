import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { fetchQueuePage, type QueuePage } from '../../data/queries/cases.ts'
import { keys } from '../../data/queries/keys.ts'
import type { QueueQuery } from '../../state/route.ts'

type Held = { readonly query: QueueQuery; readonly total: number }

export type QueuePages = {
  readonly pages: ReadonlyMap<number, QueuePage>
  /** Number of matching cases; null until the first answer. */
  readonly total: number | null
  readonly error: unknown
  readonly isFetching: boolean
  readonly retry: () => void
  /** Drops what is off the screen and asks for the rest again. */
  readonly reload: () => Promise<void>
}

/**
 * The pages of the queue that are on the screen, fetched as they come into view. Pages seen before stay in the cache for
 * a few minutes, so going back costs nothing.
 */
export const useQueuePages = (query: QueueQuery, wanted: readonly number[]): QueuePages => {
  const client = useQueryClient()
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: keys.casePage(query, page),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchQueuePage(query, page, signal),
      staleTime: Infinity,
    })),
  })
  const pages = new Map(results.flatMap((result, index) => (result.data === undefined ? [] : [[wanted[index] ?? 1, result.data] as const])))
  const latest = results.findLast((result) => result.data !== undefined)?.data?.total
  const [held, setHeld] = useState<Held | null>(null)
  if (latest !== undefined && (held === null || held.query !== query || held.total !== latest)) setHeld({ query, total: latest })
  const total = latest ?? (held?.query === query ? held.total : null)

  const retry = useCallback(() => void client.refetchQueries({ queryKey: keys.caseLists, type: 'active' }), [client])
  const reload = useCallback(async () => {
    client.removeQueries({ queryKey: keys.caseLists, type: 'inactive' })
    await client.invalidateQueries({ queryKey: keys.caseLists })
  }, [client])
  return {
    pages,
    total,
    error: results.find((result) => result.error !== null)?.error ?? null,
    isFetching: results.some((result) => result.isFetching),
    retry,
    reload,
  }
}
