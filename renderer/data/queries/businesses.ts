import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api/kyb.ts'
import type { BodyOf, QueryInputOf } from '../../../shared/api/operation.ts'
import type { PartyItem } from '../../../shared/schema/kyb.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { cursorList } from '../paging/cursorList.ts'
import type { PagedList } from '../paging/rows.ts'
import { useSending } from '../useSending.ts'

/** Keys of what is known of businesses. */
const businessKeys = {
  all: ['businesses'] as const,
  lists: ['businesses', 'list'] as const,
  page: (query: DetectionQuery, page: number) => ['businesses', 'list', query, page] as const,
  probe: (query: DetectionQuery, page: number) => ['businesses', 'probe', query, page] as const,
  one: (id: string) => ['businesses', 'one', id] as const,
  owners: (id: string, query: OwnersQuery) => ['businesses', 'owners', id, query] as const,
  check: (id: string) => ['businesses', 'check', id] as const,
  datasets: ['businesses', 'datasets'] as const,
  import: (id: string) => ['businesses', 'import', id] as const,
}

/** How owners are asked for. */
export type OwnersQuery = Omit<QueryInputOf<typeof api.readBusinessOwners>, 'as_of'>

/** Businesses that a query names, by name, walked by cursor. */
export const businessList = (query: DetectionQuery): PagedList<PartyItem, string> =>
  cursorList({
    lists: businessKeys.lists,
    pageKey: (page) => businessKeys.page(query, page),
    probeKey: (page) => businessKeys.probe(query, page),
    walk: (rows, signal) =>
      call(api.listBusinesses, { query: { ...query, ...rows }, ...(signal === undefined ? {} : { signal }) }),
    idOf: (item) => item.id,
    stampOf: (item) => `${item.name}${item.last_check?.id ?? ''}`,
  })

/** One business with its identifiers, addresses, direct owners and checks. */
export const useBusiness = (id: string) =>
  useQuery({
    queryKey: businessKeys.one(id),
    queryFn: ({ signal }) => call(api.readBusiness, { params: { id }, signal }),
    select: (answer) => answer.data,
    staleTime: 15_000,
  })

/** Who owns a business in the end, and the tree of its owners. */
export const useBusinessOwners = (id: string, query: OwnersQuery) =>
  useQuery({
    queryKey: businessKeys.owners(id, query),
    queryFn: ({ signal }) => call(api.readBusinessOwners, { params: { id }, query, signal }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    staleTime: 15_000,
  })

/** A check as it was made; nothing is asked for null. */
export const useBusinessCheck = (id: string | null) =>
  useQuery({
    queryKey: businessKeys.check(id ?? ''),
    queryFn: ({ signal }) => call(api.readBusinessCheck, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    staleTime: 15_000,
  })

export const useOwnershipDatasets = () =>
  useQuery({
    queryKey: businessKeys.datasets,
    queryFn: ({ signal }) => call(api.listOwnershipDatasets, { signal }),
    select: (answer) => answer.data,
    staleTime: 15_000,
  })

const useWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({ mutationFn: send, onSuccess: () => client.invalidateQueries({ queryKey: businessKeys.all }) })
}

export const useCheckBusiness = () =>
  useWrite((body: BodyOf<typeof api.checkBusiness>) => call(api.checkBusiness, { body }))
export const useConcludeCheck = () =>
  useWrite(({ id, body }: { readonly id: string; readonly body: BodyOf<typeof api.concludeBusinessCheck> }) =>
    call(api.concludeBusinessCheck, { params: { id }, body }),
  )
export const useImportOwnership = () =>
  useWrite(({ file, shares }: { readonly file: File; readonly shares?: 'percent' | 'fraction' }) =>
    call(api.importOwnership, { query: { file_name: file.name.slice(0, 255), shares }, body: file }),
  )

const pollMs = 500

/** An import as it goes on; asked again until it has ended. */
export const useOwnershipImport = (id: string | null) =>
  useQuery({
    queryKey: businessKeys.import(id ?? ''),
    queryFn: ({ signal }) => call(api.readOwnershipImport, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? pollMs : false),
  })

/** Lets lists and pages be read again once an import has ended. */
export const useBusinessesChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: businessKeys.all })
}
