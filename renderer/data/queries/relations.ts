import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  bulkRelate,
  listCaseRelations,
  relateCases,
  suggestRelations,
  unrelateCases,
} from '../../../shared/api/case-relations.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterCaseChange, type BulkOutcome } from './cases.ts'
import { keys } from './keys.ts'

/** The first relations of a case, and how many there are. */
export const useRelations = (id: number, size: number) =>
  useQuery({
    queryKey: [...keys.relations(id), size],
    queryFn: ({ signal }) => call(listCaseRelations, { params: { id }, query: { size }, signal }),
    select: ({ data, pagination }) => ({ items: data, total: pagination.total }),
    placeholderData: (previous) => previous,
    refetchInterval: 30_000,
  })

/** Cases that share identifiers with one. */
export const useRelationSuggestions = (id: number) =>
  useQuery({
    queryKey: [...keys.relations(id), 'suggestions'],
    queryFn: ({ signal }) => call(suggestRelations, { params: { id }, signal }),
    select: ({ data }) => data,
  })

/**
 * A change of two cases: both are read again, also after a refusal, which often means that one is not what the window
 * thought.
 */
const useChangeOfTwo = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: send,
    onSuccess: () => refreshAfterCaseChange(client),
    onError: () => void refreshAfterCaseChange(client),
  })
}

type Decided<Body> = { readonly body: Body; readonly revision: number }

export const useRelateCases = (id: number) =>
  useChangeOfTwo(
    ({ body, revision, idempotencyKey }: Decided<BodyOf<typeof relateCases>> & { readonly idempotencyKey: string }) =>
      call(relateCases, { params: { id }, body, ifMatch: revision, idempotencyKey }),
  )

export const useUnrelateCases = (id: number) =>
  useChangeOfTwo(({ body, revision }: Decided<BodyOf<typeof unrelateCases>>) =>
    call(unrelateCases, { params: { id }, body, ifMatch: revision }),
  )

/** One slice of relating many cases to one; the caller marks what it altered once all are through. */
export const sendBulkRelate = async (body: BodyOf<typeof bulkRelate>): Promise<BulkOutcome> =>
  (await call(bulkRelate, { body })).data
