import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as api from '../../../shared/api/sync.ts'
import * as syncCases from '../../../shared/api/sync-cases.ts'
import * as syncConflicts from '../../../shared/api/sync-conflicts.ts'
import * as syncFiles from '../../../shared/api/sync-files.ts'
import * as syncRecovery from '../../../shared/api/sync-recovery.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { CaseNews, CaseSync, SyncState } from '../../../shared/schema/sync.ts'
import { markCases } from '../../state/caseMarks.ts'
import { countNewsFrom, useNewsMemory } from '../../state/news.ts'
import type { SyncQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterCaseChange } from './cases.ts'
import { keys } from './keys.ts'

const busyMs = 700
const idleMs = 3_000

const isBusy = (state: Pick<SyncState, 'state' | 'evidence_moving'> | undefined): boolean =>
  state !== undefined &&
  (state.state === 'syncing' || state.evidence_moving.send !== null || state.evidence_moving.fetch !== null)

/** Where sync stands; asked for often, for it costs little and must be true. */
export const useSyncState = () =>
  useQuery({
    queryKey: keys.syncState,
    queryFn: ({ signal }) => call(api.readSyncState, { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    refetchInterval: (query) => (isBusy(query.state.data?.data) ? busyMs : idleMs),
  })

/** Whether this folder has, or had, a hub. */
export const isJoined = (state: Pick<SyncState, 'state'> | undefined): boolean =>
  state !== undefined && state.state !== 'standalone'

/** Whether this folder is a device of a hub, and not the hub's own. */
export const isDeviceOfHub = (state: Pick<SyncState, 'hub'> | undefined): boolean =>
  /^https?:/u.test(state?.hub?.url ?? '')

const refreshSync = (client: QueryClient) => client.invalidateQueries({ queryKey: keys.sync })

const useSyncWrite = <V, A>(run: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({ mutationFn: run, onSettled: () => refreshSync(client) })
}

export const useSyncNow = () => useSyncWrite(async () => (await call(api.syncNow, {})).data)
export const useSyncSettings = () =>
  useSyncWrite((body: BodyOf<typeof api.changeSyncSettings>) => call(api.changeSyncSettings, { body }))
/** Cases that this device gave back; the hub is asked each time. */
export const useTakeable = (enabled: boolean) =>
  useQuery({
    queryKey: keys.takeable,
    queryFn: ({ signal }) => call(syncCases.listTakeable, { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    enabled,
  })
export const useRetryCase = () =>
  useSyncWrite((uid: string) => call(syncCases.retryCaseSync, { params: { case_uid: uid } }))
/** Brings bytes here; the case's lists say so once they are. */
export const useFetchEvidence = (caseId: number) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (pieceId: number) => call(syncCases.fetchEvidence, { params: { id: caseId, evidence_id: pieceId } }),
    onSettled: () => Promise.all([refreshSync(client), refreshAfterCaseChange(client, caseId)]),
  })
}
export const useTrustRestoredHub = () =>
  useSyncWrite(() => call(syncRecovery.trustRestoredHub, { body: { confirm: 'the hub was restored' } }))
export const useAskHubAgain = () =>
  useSyncWrite(() => call(syncRecovery.askHubAgain, { body: { confirm: 'ask the hub again' } }))
export const useWriteExchange = () =>
  useSyncWrite(
    async (body: BodyOf<typeof syncFiles.writeExchangeFile>) =>
      (await call(syncFiles.writeExchangeFile, { body })).data,
  )

/** What comes over by other ways than the window's own writes changes everything that it shows. */
const useReplacing = <V, A>(run: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({ mutationFn: run, onSuccess: () => client.invalidateQueries() })
}

export const useConnect = () =>
  useReplacing((body: BodyOf<typeof api.connectToHub>) => call(api.connectToHub, { body }))
/** Gives this device another key; the service opens its folder anew for that. */
export const useRotateKey = () =>
  useReplacing(() => call(syncRecovery.rotateKey, { body: { confirm: 'this device gets another key' } }))
export const useBeginNewEpoch = () =>
  useReplacing(() => call(syncRecovery.beginNewEpoch, { body: { confirm: 'this folder is the one to go on with' } }))
export const useSetAside = () =>
  useQuery({
    queryKey: keys.setAside,
    queryFn: ({ signal }) => call(syncRecovery.listSetAside, { signal }),
    select: (answer) => answer.data,
    staleTime: 2_000,
    refetchInterval: 10_000,
  })
export const useForgetSetAside = () =>
  useSyncWrite((entryId: string) => call(syncRecovery.forgetSetAside, { params: { entry_id: entryId } }))
/** Takes evidence in again from bytes that were kept; its case has a piece more then. */
export const useRestoreSetAside = () =>
  useReplacing(
    async (entryId: string) =>
      (await call(syncRecovery.restoreSetAside, { params: { entry_id: entryId }, body: {} })).data,
  )
export const useTakeOffline = () =>
  useReplacing(({ uid, offline }: { uid: string; offline: boolean }) =>
    call(syncCases.takeCaseOffline, { params: { case_uid: uid }, body: { offline } }),
  )
export const useReadExchange = () =>
  useReplacing(async (path: string) => (await call(syncFiles.readExchangeFile, { body: { path } })).data)

export const syncPageSize = 100
export type CaseSyncPage = { readonly items: readonly CaseSync[]; readonly total: number }

/** One page of the cases of this device (`page` counts from 1). */
export const fetchCaseSyncPage = async (query: SyncQuery, page: number, signal: AbortSignal): Promise<CaseSyncPage> => {
  const answer = await call(syncCases.listCaseSync, { query: { ...query, page, size: syncPageSize }, signal })
  return { items: answer.data, total: answer.pagination.total }
}

/** Where one case stands with the hub. */
export const useCaseSync = (caseId: number, enabled: boolean) =>
  useQuery({
    queryKey: keys.caseSync(caseId),
    queryFn: ({ signal }) => call(syncCases.readCaseSync, { params: { id: caseId }, signal }),
    select: (answer) => answer.data,
    enabled,
    staleTime: 2_000,
    refetchInterval: 6_000,
  })

/** Which evidence of a case is on this device; the first hundred pieces, and how many there are. */
export const useEvidencePlaces = (caseId: number) =>
  useQuery({
    queryKey: keys.evidencePlaces(caseId),
    queryFn: ({ signal }) =>
      call(syncCases.listEvidencePlaces, { params: { id: caseId }, query: { size: 100 }, signal }),
    select: ({ data, pagination }) => ({ pieces: data, total: pagination.total }),
    staleTime: 2_000,
  })

const conflictsPerPage = 100

/** Conflicts, newest first, a page at a time. */
export const useConflicts = (state: 'open' | 'settled', caseId: number | null, enabled = true) =>
  useInfiniteQuery({
    queryKey: keys.conflictPages(state, caseId),
    queryFn: ({ pageParam, signal }) =>
      call(syncConflicts.listConflicts, {
        query: {
          state,
          page: pageParam,
          size: conflictsPerPage,
          ...(caseId === null ? {} : { case_id: String(caseId) }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.page < pagination.total_pages ? pagination.page + 1 : undefined),
    select: ({ pages }) => ({ conflicts: pages.flatMap((page) => page.data), total: pages[0]?.pagination.total ?? 0 }),
    staleTime: 2_000,
    refetchInterval: 6_000,
    enabled,
  })

export const useSettleConflict = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: ({ id, body }: { id: string; body: BodyOf<typeof syncConflicts.settleConflict> }) =>
      call(syncConflicts.settleConflict, { params: { conflict_id: id }, body }),
    onSettled: (answer) => Promise.all([refreshSync(client), refreshAfterCaseChange(client, answer?.data.case_id)]),
  })
}

/** Cases with entries of others that this person has not looked at yet. */
export type News = { readonly cases: readonly CaseNews[]; readonly total: number; readonly cursor: number | null }

/**
 * What others sent since this person last looked, and how to say that it was seen. The first answer only marks where to
 * count from.
 */
export const useNews = (): News & { readonly markAllSeen: () => void } => {
  const state = useSyncState().data
  const device = state?.device.id ?? ''
  const memory = useNewsMemory()
  const since = memory.device === device ? memory.since : null
  const query = useQuery({
    queryKey: keys.syncNews(since),
    queryFn: ({ signal }) => call(api.listNews, { query: since === null ? {} : { since: String(since) }, signal }),
    select: (answer) => answer.data,
    enabled: isJoined(state),
    staleTime: 0,
    refetchInterval: idleMs,
  })
  const cursor = query.data?.cursor ?? null
  useEffect(() => {
    if (since === null && cursor !== null && device !== '') countNewsFrom(device, cursor)
  }, [since, cursor, device])
  const unseen = (query.data?.cases ?? []).filter((one) => one.latest > (memory.opened[one.case_id] ?? 0))
  const seen = (query.data?.cases.length ?? 0) - unseen.length
  return {
    cases: unseen,
    total: Math.max(0, (query.data?.total ?? 0) - seen),
    cursor,
    markAllSeen: () => {
      if (cursor !== null) countNewsFrom(device, cursor)
    },
  }
}

const idsIn = (key: string): ReadonlySet<number> =>
  new Set(key === '' ? [] : key.split(',').map((part) => Number(part.split(':')[0])))

/** Reads again what arrived from others, so that the screen shows it without being asked. Mounted once. */
export const useFollowSync = (): void => {
  const client = useQueryClient()
  const { cases, cursor } = useNews()
  const key = cases.map((one) => `${one.case_id}:${one.latest}`).join()
  useEffect(() => {
    if (cursor === null || key === '') return
    for (const part of key.split(','))
      void client.invalidateQueries({ queryKey: keys.case(Number(part.split(':')[0])) })
    void client.invalidateQueries({ queryKey: keys.caseStats })
    void client.invalidateQueries({ queryKey: keys.conflicts })
  }, [client, key, cursor])
  const contested = (useSyncState().data?.conflicts ?? 0) > 0
  const open = useConflicts('open', null, contested).data?.conflicts ?? []
  const conflictKey = contested ? open.map((one) => one.case_id).join() : ''
  useEffect(() => markCases({ news: idsIn(key) }), [key])
  useEffect(() => markCases({ conflicts: idsIn(conflictKey) }), [conflictKey])
}
