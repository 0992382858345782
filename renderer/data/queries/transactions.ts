import { useQuery, useQueryClient } from '@tanstack/react-query'
import { readAccount, readCustomer } from '../../../shared/api/entity-profiles.ts'
import {
  labelTransaction,
  listTransactions,
  readTransaction,
  type TransactionItem,
} from '../../../shared/api/transactions.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { cursorList } from '../paging/cursorList.ts'
import type { PagedList } from '../paging/rows.ts'
import { useSending } from '../useSending.ts'

/** Keys of what is known of activities. */
const transactionKeys = {
  all: ['transactions'] as const,
  lists: ['transactions', 'list'] as const,
  page: (query: DetectionQuery, page: number) => ['transactions', 'list', query, page] as const,
  probe: (query: DetectionQuery, page: number) => ['transactions', 'probe', query, page] as const,
  one: (id: string) => ['transactions', 'one', id] as const,
  entity: (kind: ProfiledKind, id: string, query: ProfileQuery) => ['transactions', 'entity', kind, id, query] as const,
}

/** Kinds of entity that have a page of their own. */
export const profiledKinds = ['customer', 'account'] as const
export type ProfiledKind = (typeof profiledKinds)[number]

/** What an entity's page is narrowed to. */
export type ProfileQuery = { readonly bucket: 'hour' | 'day' | 'week'; readonly from?: string; readonly to?: string }

/** The activities that a query names, newest first, walked by cursor. */
export const transactionList = (query: DetectionQuery): PagedList<TransactionItem, string> =>
  cursorList({
    lists: transactionKeys.lists,
    pageKey: (page) => transactionKeys.page(query, page),
    probeKey: (page) => transactionKeys.probe(query, page),
    walk: ({ after, ...rows }, signal) =>
      call(listTransactions, {
        query: { ...query, ...rows, ...(after === undefined ? {} : { cursor: after }) },
        ...(signal === undefined ? {} : { signal }),
      }),
    idOf: (item) => item.transaction_id,
    stampOf: (item) => `${item.score}${item.label?.is_fraud ?? ''}`,
  })

/** The newest activities that a query names, for a short list. */
export const useFraudsAt = (query: DetectionQuery, size: number) =>
  useQuery({
    queryKey: [...transactionKeys.lists, 'short', query, size],
    queryFn: ({ signal }) => call(listTransactions, { query: { ...query, size }, signal }),
    select: (answer) => answer.data,
    staleTime: 10_000,
  })

/** One activity with all that is known of it; nothing is asked for null. */
export const useTransaction = (id: string | null) =>
  useQuery({
    queryKey: transactionKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(readTransaction, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    staleTime: 10_000,
  })

/** Records what a person found of an activity. */
export const useLabelTransaction = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: ({ id, isFraud, notes }: { readonly id: string; readonly isFraud: boolean; readonly notes: string }) =>
      call(labelTransaction, { params: { id }, body: { is_fraud: isFraud, ...(notes === '' ? {} : { notes }) } }),
    onSuccess: () => client.invalidateQueries({ queryKey: transactionKeys.all }),
  })
}

/** What the activities of a customer or an account say of it. */
export const useEntityPage = (kind: ProfiledKind, id: string, query: ProfileQuery) =>
  useQuery({
    queryKey: transactionKeys.entity(kind, id, query),
    queryFn: ({ signal }) => call(kind === 'account' ? readAccount : readCustomer, { params: { id }, query, signal }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    staleTime: 15_000,
  })
