import { useQuery, useQueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { fetchQueuePage, type QueuePage } from '../../../data/queries/cases.ts'
import { keys } from '../../../data/queries/keys.ts'
import { useRoute, type QueueQuery } from '../../../state/route.ts'
import { neighboursOf } from '../model/identifiers.ts'

/**
 * The order of the queue when its first case was opened. Working a case moves it within the queue; going to the next
 * one should still mean the next of the list that the person came from.
 */
type Walk = { readonly query: QueueQuery | null; readonly ids: readonly number[] }
const useWalk = create<Walk>(() => ({ query: null, ids: [] }))

const idsOf = (pages: readonly QueuePage[]): number[] => pages.flatMap((page) => page.items.map((item) => item.id))

/**
 * The cases before and after one, in the queue that the person came from; empty after a reload far down a long queue.
 */
export const useCaseNeighbours = (
  caseId: number,
): { readonly previous: number | null; readonly next: number | null } => {
  const client = useQueryClient()
  const query = useRoute((state) => state.lastQueue)
  const walk = useWalk()
  const known = walk.query === query && walk.ids.includes(caseId)
  useQuery({
    queryKey: ['queue-walk', query, caseId],
    enabled: !known,
    queryFn: async ({ signal }) => {
      const cached = client
        .getQueriesData<QueuePage>({ queryKey: [...keys.caseLists, query] })
        .filter(([, page]) => page !== undefined)
        .sort(([left], [right]) => Number(left.at(-1)) - Number(right.at(-1)))
      const ids = idsOf(cached.map(([, page]) => page as QueuePage))
      const found = ids.includes(caseId) ? ids : idsOf([await fetchQueuePage(query, 1, signal)])
      useWalk.setState({ query, ids: found })
      return found
    },
  })
  return neighboursOf(known ? walk.ids : [], caseId)
}
