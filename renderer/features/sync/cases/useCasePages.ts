import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { CaseSync } from '../../../../shared/schema/sync.ts'
import { keys } from '../../../data/queries/keys.ts'
import { fetchCaseSyncPage, syncPageSize, type CaseSyncPage } from '../../../data/queries/sync.ts'
import type { SyncQuery } from '../../../state/route.ts'

/** The pages (from 1) that rows `first` to `last` need. */
export const caseSyncPagesFor = (first: number, last: number, total: number | null): readonly number[] => {
  const end = total === null ? last : Math.min(last, Math.max(0, total - 1))
  const pageOf = (index: number): number => Math.floor(Math.max(0, index) / syncPageSize) + 1
  const from = pageOf(first)
  return Array.from({ length: Math.max(1, pageOf(end) - from + 1) }, (_, step) => from + step)
}

/** The row at an index, when its page is at hand. */
export const caseSyncRowAt = (pages: ReadonlyMap<number, CaseSyncPage>, index: number): CaseSync | undefined =>
  pages.get(Math.floor(index / syncPageSize) + 1)?.items[index % syncPageSize]

const followMs = 6_000

/** The pages of the list that are on the screen; those are asked for again as sync goes on. */
export const useCasePages = (query: SyncQuery, wanted: readonly number[]) => {
  const results = useQueries({
    queries: wanted.map((page) => ({
      queryKey: keys.syncCasePage(query, page),
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchCaseSyncPage(query, page, signal),
      staleTime: 2_000,
      refetchInterval: followMs,
    })),
  })
  const pages = new Map(
    results.flatMap(({ data }, index) => (data === undefined ? [] : [[wanted[index] ?? 1, data] as const])),
  )
  const latest = results.findLast(({ data }) => data !== undefined)?.data?.total
  const [held, setHeld] = useState<number | null>(null)
  if (latest !== undefined && latest !== held) setHeld(latest)
  return {
    pages,
    total: latest ?? held,
    error: results.find(({ error }) => error !== null)?.error ?? null,
    retry: () => results.forEach((result) => void result.refetch()),
  }
}
