import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { bulkAssign, bulkStatus } from '../../../shared/api/case-bulk.ts'
import { caseStats, createCase, listCases, readCase } from '../../../shared/api/cases.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import type { CaseQueueItem } from '../../../shared/schema/case.ts'
import type { QueueQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { pageSize, type Page } from '../paging/rows.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

export type BulkOutcome = AnswerOf<typeof bulkStatus>['data']
export type NewCase = BodyOf<typeof createCase>

export type QueuePage = Page<CaseQueueItem>

/** Fetches one page of the queue (`page` counts from 1). */
export const fetchQueuePage = async (query: QueueQuery, page: number, signal?: AbortSignal): Promise<QueuePage> => {
  const answer = await call(listCases, { query: { ...query, view: 'queue', page, size: pageSize }, signal })
  return { items: answer.data as CaseQueueItem[], total: answer.pagination.total }
}

/** Counts over the whole workspace. */
export const useCaseStats = () =>
  useQuery({
    queryKey: keys.caseStats,
    queryFn: ({ signal }) => call(caseStats, { signal }),
    select: (answer) => answer.data,
    refetchInterval: 30_000,
  })

/** One case with all its fields. */
export const useCase = (id: number) =>
  useQuery({
    queryKey: keys.caseFull(id),
    queryFn: ({ signal }) => call(readCase, { params: { id }, signal }),
    select: (answer) => answer.data,
    refetchInterval: 30_000,
  })

/** Marks all that a change of one case can have altered: the case, the lists, the counts and the owners' loads. */
export const refreshAfterCaseChange = async (client: QueryClient, id?: number): Promise<void> => {
  await Promise.all([
    id === undefined
      ? client.invalidateQueries({ queryKey: ['cases', 'one'] })
      : client.invalidateQueries({ queryKey: keys.case(id) }),
    client.invalidateQueries({ queryKey: keys.caseLists }),
    client.invalidateQueries({ queryKey: keys.caseStats }),
    client.invalidateQueries({ queryKey: keys.users }),
  ])
}

export const useCreateCase = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: ({ body, idempotencyKey }: { body: NewCase; idempotencyKey: string }) =>
      call(createCase, { body, idempotencyKey }),
    onSuccess: () => refreshAfterCaseChange(client),
  })
}

/** One slice of a change of many cases; the caller marks what it altered once all are through. */
export const sendBulkStatus = async (body: BodyOf<typeof bulkStatus>): Promise<BulkOutcome> =>
  (await call(bulkStatus, { body })).data
export const sendBulkAssign = async (body: BodyOf<typeof bulkAssign>): Promise<BulkOutcome> =>
  (await call(bulkAssign, { body })).data
