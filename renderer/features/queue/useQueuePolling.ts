import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { fetchQueuePage, type QueuePage } from '../../data/queries/cases.ts'
import { keys } from '../../data/queries/keys.ts'
import type { QueueQuery } from '../../state/route.ts'
import { compare } from './rows.ts'

const periodMs = 15_000

type Watch = {
  readonly query: QueueQuery
  readonly wanted: readonly number[]
  /** Whether the list may change under the reader without taking anything from him: at its top, nothing selected. */
  readonly mayReplace: boolean
}

/**
 * Looks from time to time whether the pages on the screen still hold. Changed values are filled in where they stand;
 * another order waits for a press on the hint, because rows that jump under a hand lead to the wrong case.
 */
export const useQueuePolling = ({ query, wanted, mayReplace }: Watch): { readonly stale: boolean; readonly settled: () => void } => {
  const client = useQueryClient()
  const [staleFor, setStaleFor] = useState<QueueQuery | null>(null)

  const look = useEffectEvent(async (): Promise<void> => {
    if (document.visibilityState === 'hidden') return
    const shown = wanted.map((page) => client.getQueryData<QueuePage>(keys.casePage(query, page)))
    if (shown.some((page) => page === undefined)) return
    const fresh = await Promise.all(wanted.map((page) => client.fetchQuery({ queryKey: keys.caseProbe(query, page), queryFn: ({ signal }) => fetchQueuePage(query, page, signal), staleTime: 0, gcTime: 0 })))
    const change = compare(shown.filter((page) => page !== undefined), fresh)
    if (change === 'values' || (change === 'order' && mayReplace)) {
      fresh.forEach((page, index) => client.setQueryData(keys.casePage(query, wanted[index] ?? 1), page))
    }
    if (change === 'order' && mayReplace) client.removeQueries({ queryKey: keys.caseLists, type: 'inactive' })
    setStaleFor(change === 'order' && !mayReplace ? query : null)
  })

  useEffect(() => {
    const timer = setInterval(() => void look().catch(() => undefined), periodMs)
    return () => clearInterval(timer)
  }, [])

  return { stale: staleFor === query, settled: () => setStaleFor(null) }
}
