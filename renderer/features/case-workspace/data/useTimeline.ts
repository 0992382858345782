import { useQueries } from '@tanstack/react-query'
import { readTimeline } from '../../../../shared/api/cases.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { call } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'
import { pageOfPosition, timelinePageSize } from '../model/timelinePages.ts'

export type TimelinePages = {
  /** The entry at an arrival position, or undefined while its page is not here. */
  readonly at: (position: number) => TimelineEntry | undefined
  /** All entries that are here, oldest first. */
  readonly loaded: readonly TimelineEntry[]
  readonly error: Error | null
  readonly retry: () => void
}

/** Reads these pages (1-based, by arrival order) of a case's timeline. */
export const useTimeline = (caseId: number, pages: readonly number[]): TimelinePages => {
  const results = useQueries({
    queries: pages.map((page) => ({
      queryKey: [...keys.timeline(caseId), page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(readTimeline, { params: { id: caseId }, query: { order: 'oldest', page, size: timelinePageSize }, signal }),
    })),
  })
  const byPage = new Map(pages.map((page, index) => [page, results[index]?.data?.data ?? []] as const))
  const failed = results.filter((result) => result.isError && result.data === undefined)
  return {
    at: (position) => byPage.get(pageOfPosition(position))?.[position % timelinePageSize],
    loaded: [...byPage.values()].flat(),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const result of failed) void result.refetch()
    },
  }
}
