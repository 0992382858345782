import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLive } from '../../state/live.ts'
import { compare, type Page, type PagedList, type RowId } from './rows.ts'

type Watch<T, I extends RowId> = {
  readonly list: PagedList<T, I>
  readonly wanted: readonly number[]
  /** Whether the list may change under the reader without taking anything from him: at its top, nothing selected. */
  readonly mayReplace: boolean
  readonly periodMs: number
}

/** While the service tells what happens, looking by itself only catches what no event speaks of. */
const toldPeriodMs = 30_000

/**
 * Looks whether the pages on the screen still hold: when the stream of events says that something changed, and from
 * time to time. Changed values are filled in where they stand;
 * another order waits for a press on the hint, because rows that jump under a hand lead to the wrong one.
 */
export const usePolling = <T, I extends RowId>({
  list,
  wanted,
  mayReplace,
  periodMs,
}: Watch<T, I>): { readonly stale: boolean; readonly settled: () => void } => {
  const client = useQueryClient()
  const isOpen = useLive((live) => live.isOpen)
  const [staleFor, setStaleFor] = useState<PagedList<T, I> | null>(null)

  const look = useEffectEvent(async (): Promise<void> => {
    if (document.visibilityState === 'hidden') return
    const shown = wanted.map((page) => client.getQueryData<Page<T>>(list.pageKey(page)))
    if (shown.some((page) => page === undefined)) return
    const fresh = await Promise.all(
      wanted.map((page) =>
        client.fetchQuery({
          queryKey: list.probeKey(page),
          queryFn: ({ signal }) => list.fetch(page, signal),
          staleTime: 0,
          gcTime: 0,
        }),
      ),
    )
    const change = compare(
      list,
      shown.filter((page) => page !== undefined),
      fresh,
    )
    if (change === 'values' || (change === 'order' && mayReplace)) {
      fresh.forEach((page, index) => client.setQueryData(list.pageKey(wanted[index] ?? 1), page))
    }
    if (change === 'order' && mayReplace) client.removeQueries({ queryKey: list.lists, type: 'inactive' })
    setStaleFor(change === 'order' && !mayReplace ? list : null)
  })

  useEffect(() => {
    const timer = setInterval(
      () => void look().catch(() => undefined),
      isOpen ? Math.max(periodMs, toldPeriodMs) : periodMs,
    )
    return () => clearInterval(timer)
  }, [periodMs, isOpen])

  useEffect(
    () =>
      useLive.subscribe((now, before) => {
        if (now.pulse !== before.pulse) void look().catch(() => undefined)
      }),
    [],
  )

  return { stale: staleFor === list, settled: () => setStaleFor(null) }
}
