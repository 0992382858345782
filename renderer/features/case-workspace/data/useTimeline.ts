import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { readTimeline } from '../../../../shared/api/case-entries.ts'
import type { AnswerOf } from '../../../../shared/api/operation.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { call } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'
import { timelinePageSize } from '../model/timelinePages.ts'

export type TimelinePages = {
  /** The entry at a place of the timeline, or undefined while its page is not here. */
  readonly at: (place: number) => TimelineEntry | undefined
  /** All entries that are here, oldest first. */
  readonly loaded: readonly TimelineEntry[]
  readonly error: Error | null
  readonly retry: () => void
}

/** One stable function, so that what it gives stays the same object while no page changes. */
const combine = (results: UseQueryResult<AnswerOf<typeof readTimeline>>[]): TimelinePages => {
  const loaded = results.flatMap((result) => result.data?.data ?? [])
  const byPlace = new Map(loaded.map((entry) => [entry.place, entry]))
  const failed = results.filter((result) => result.isError && result.data === undefined)
  return {
    at: (place) => byPlace.get(place),
    loaded,
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const result of failed) void result.refetch()
    },
  }
}

/** Reads these pages (1-based, the oldest entries first, ascending) of a case's timeline. */
export const useTimeline = (caseId: number, pages: readonly number[]): TimelinePages =>
  useQueries({
    queries: pages.map((page) => ({
      queryKey: [...keys.timeline(caseId), page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(readTimeline, {
          params: { id: caseId },
          query: { order: 'oldest', page, size: timelinePageSize },
          signal,
        }),
    })),
    combine,
  })
