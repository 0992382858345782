import { useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import * as api from '../../../shared/api/screening.ts'
import type { ScreenedRef, ScreeningHit } from '../../../shared/schema/screening.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { cursorList } from '../paging/cursorList.ts'
import type { PagedList } from '../paging/rows.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterAlertChange } from './alerts.ts'
import { keys } from './keys.ts'

const statusMs = 8_000

/** The hits that a query names, in its order, walked by cursor. */
export const hitList = (query: DetectionQuery): PagedList<ScreeningHit, string> =>
  cursorList({
    lists: keys.hitLists,
    pageKey: (page) => keys.hitPage(query, page),
    probeKey: (page) => keys.hitProbe(query, page),
    walk: (rows, signal) =>
      call(api.listHits, { query: { ...query, ...rows }, ...(signal === undefined ? {} : { signal }) }),
    idOf: (item) => item.id,
    stampOf: (item) =>
      `${item.state}${item.last_found_at}${item.score}${item.reopened_because ?? ''}${item.no_longer_fits_since ?? ''}${item.look_again}`,
  })

/** Lists in force with their ages, counts of hits, and the re-screening under way. */
export const useScreeningStatus = () =>
  useQuery({
    queryKey: keys.screeningStatus,
    queryFn: ({ signal }) => call(api.readScreeningStatus, { signal }),
    select: (answer) => answer.data,
    staleTime: 2_000,
    refetchInterval: statusMs,
  })

/** One hit with both sides. */
export const useHit = (id: string | null) =>
  useQuery({
    queryKey: keys.hit(id ?? ''),
    queryFn: ({ signal }) => call(api.readHit, { params: { id: id ?? '' }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    staleTime: 5_000,
  })

/** A subject of the register with its hits and history. */
export const useScreenedSubject = (ref: ScreenedRef | null) =>
  useQuery({
    queryKey: keys.screenedSubject(ref?.kind ?? '', ref?.id ?? ''),
    queryFn: ({ signal }) => call(api.readSubject, { params: ref ?? { kind: 'customer', id: '' }, signal }),
    select: (answer) => answer.data,
    enabled: ref !== null,
    staleTime: 5_000,
  })

const screeningsShown = 25

/** All screenings of a subject, the newest first, page by page. */
export const useScreeningsOf = ({ kind, id }: ScreenedRef) =>
  useInfiniteQuery({
    queryKey: keys.screenings(kind, id),
    queryFn: ({ signal, pageParam }) =>
      call(api.listScreenings, {
        query: {
          subject_kind: kind,
          subject_id: id,
          size: screeningsShown,
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    staleTime: 5_000,
  })

/** One screening with what it found then. */
export const useScreening = (id: string) =>
  useQuery({
    queryKey: keys.screeningOnce(id),
    queryFn: ({ signal }) => call(api.readScreening, { params: { id }, signal }),
    select: (answer) => answer.data,
    staleTime: 30_000,
  })

/** Who changed the policy of screening, newest first. */
export const useScreeningPolicyChanges = () =>
  useQuery({
    queryKey: keys.screeningPolicyChanges,
    queryFn: ({ signal }) => call(api.listScreeningPolicyChanges, { signal }),
    select: (answer) => answer.data,
  })

/** What a policy of screening would do, tried when asked. */
export const usePreviewScreeningPolicy = () =>
  useSending({
    mutationFn: (body: BodyOf<typeof api.previewScreeningPolicy>) => call(api.previewScreeningPolicy, { body }),
  })

/** Subjects of the register, each with its hits and history; one that it does not know refuses as `not_found`. */
export const useScreenedSubjects = (refs: readonly ScreenedRef[]) =>
  useQueries({
    queries: refs.map((ref) => ({
      queryKey: keys.screenedSubject(ref.kind, ref.id),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => call(api.readSubject, { params: ref, signal }),
      select: (answer: AnswerOf<typeof api.readSubject>) => answer.data,
      staleTime: 5_000,
      retry: false,
    })),
  })

const useScreeningWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: send,
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: keys.screening }), refreshAfterAlertChange(client)]),
  })
}

export const useDisposeHits = () =>
  useScreeningWrite((body: BodyOf<typeof api.disposeHits>) => call(api.disposeHits, { body }))
export const useChangeScreeningPolicy = () =>
  useScreeningWrite((body: BodyOf<typeof api.changeScreeningPolicy>) => call(api.changeScreeningPolicy, { body }))
export const useScreenSomebody = () =>
  useScreeningWrite((body: Omit<BodyOf<typeof api.screenSomebody>, 'mode' | 'threshold' | 'lists'>) =>
    call(api.screenSomebody, { body }),
  )
