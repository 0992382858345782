import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  configureWatchlist,
  diffWatchlist,
  discardListImport,
  listListedEntries,
  listWatchlists,
  putVersionInForce,
  readListedEntry,
  readListImport,
  readVersionUse,
  readWatchlist,
  removeVersions,
  runListImport,
  stageList,
  stageListPart,
} from '../../../shared/api/lists.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { ListChange } from '../../../shared/schema/lists.ts'
import { inNaturalOrder } from '../../state/natural-order.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'

const listKeys = {
  all: ['watchlists'] as const,
  list: ['watchlists', 'list'] as const,
  one: (key: string) => ['watchlists', 'one', key] as const,
  diff: (key: string, query: DiffQuery) => ['watchlists', 'diff', key, query] as const,
  entries: (key: string, query: EntriesQuery) => ['watchlists', 'entries', key, query] as const,
  entry: (key: string, version: number, id: string) => ['watchlists', 'entry', key, version, id] as const,
  use: (key: string) => ['watchlists', 'use', key] as const,
  import: (id: string) => ['watchlist-imports', id] as const,
}

/** How often an import is asked how far it is. */
const followMs = 400

export interface DiffQuery {
  readonly from?: number
  readonly to: number
  readonly change?: ListChange['change']
  readonly page: number
}

export const useWatchlists = () =>
  useQuery({
    queryKey: listKeys.list,
    queryFn: ({ signal }) => call(listWatchlists, { signal }),
    select: (answer) => inNaturalOrder(answer.data, ({ title }) => title),
    staleTime: 10_000,
  })

/** A list with its versions. */
export const useWatchlist = (key: string) =>
  useQuery({
    queryKey: listKeys.one(key),
    queryFn: ({ signal }) => call(readWatchlist, { params: { key }, signal }),
    select: (answer) => answer.data,
    staleTime: 10_000,
  })

/** What changed between two versions of a list. */
export const useListDiff = (key: string, query: DiffQuery) =>
  useQuery({
    queryKey: listKeys.diff(key, query),
    queryFn: ({ signal }) => call(diffWatchlist, { params: { key }, query: { ...query, size: 25 }, signal }),
    staleTime: 300_000,
  })

export interface EntriesQuery {
  readonly version: number
  readonly q: string
  readonly page: number
}

/** Entries shown at once. */
export const entriesShown = 50

/** Entries of a version that a text is found in; those before stay while the next are looked for. */
export const useListedEntries = (key: string, query: EntriesQuery) =>
  useQuery({
    queryKey: listKeys.entries(key, query),
    queryFn: ({ signal }) =>
      call(listListedEntries, {
        params: { key },
        query: {
          version: query.version,
          page: query.page,
          size: entriesShown,
          ...(query.q === '' ? {} : { q: query.q }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  })

/** One entry as a version has it, with what became of it. */
export const useListedEntry = (key: string, version: number, id: string) =>
  useQuery({
    queryKey: listKeys.entry(key, version, id),
    queryFn: ({ signal }) => call(readListedEntry, { params: { key }, query: { id, version }, signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

/** What the versions of a list are needed for. */
export const useVersionUse = (key: string) =>
  useQuery({
    queryKey: listKeys.use(key),
    queryFn: ({ signal }) => call(readVersionUse, { params: { key }, signal }),
    select: (answer) => answer.data,
    staleTime: 0,
  })

/** An import of a list; followed while it runs, and the lists are read anew once it has ended. */
export const useListImport = (id: string | null) => {
  const client = useQueryClient()
  return useQuery({
    queryKey: listKeys.import(id ?? ''),
    queryFn: async ({ signal }) => {
      const answer = await call(readListImport, { params: { id: id ?? '' }, signal })
      if (answer.data.version !== null) await client.invalidateQueries({ queryKey: listKeys.all })
      return answer
    },
    select: (answer) => answer.data,
    enabled: id !== null,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? followMs : false),
    staleTime: 0,
  })
}

/** Sends a file to be staged; what the service says of it is followed from then on. */
export const useStageList = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (file: File) => call(stageList, { query: { file_name: file.name.slice(0, 255) }, body: file }),
    onSuccess: (answer) => client.setQueryData(listKeys.import(answer.data.id), answer),
  })
}

export const useStageListPart = (id: string) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: ({ part, file }: { readonly part: 'alt' | 'add'; readonly file: File }) =>
      call(stageListPart, { params: { id }, query: { part, file_name: file.name.slice(0, 255) }, body: file }),
    onSuccess: (answer) => client.setQueryData(listKeys.import(id), answer),
  })
}

export const useRunListImport = (id: string) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: BodyOf<typeof runListImport>) => call(runListImport, { params: { id }, body }),
    onSuccess: (answer) => client.setQueryData(listKeys.import(id), answer),
  })
}

export const useDiscardListImport = () =>
  useSending({ mutationFn: (id: string) => call(discardListImport, { params: { id } }) })

const useListWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({ mutationFn: send, onSettled: () => client.invalidateQueries({ queryKey: listKeys.all }) })
}

export const usePutVersionInForce = (key: string) =>
  useListWrite((body: BodyOf<typeof putVersionInForce>) => call(putVersionInForce, { params: { key }, body }))
export const useConfigureWatchlist = (key: string) =>
  useListWrite((body: BodyOf<typeof configureWatchlist>) => call(configureWatchlist, { params: { key }, body }))
export const useRemoveVersions = (key: string) =>
  useListWrite((body: BodyOf<typeof removeVersions>) => call(removeVersions, { params: { key }, body }))

/** Says of several lists how old they may be, one after another. */
export const useConfigureWatchlists = () =>
  useListWrite(
    async (changed: readonly { readonly key: string; readonly settings: BodyOf<typeof configureWatchlist> }[]) => {
      for (const { key, settings } of changed) await call(configureWatchlist, { params: { key }, body: settings })
    },
  )
