import { useQuery } from '@tanstack/react-query'
import { readTimeline } from '../../../../shared/api/case-entries.ts'
import type { TimelineEntry } from '../../../../shared/schema/timeline.ts'
import { call } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'

const pageSize = 100
/** Pages that are asked for at the same time. */
const together = 4

const readPage = (id: number, page: number, signal: AbortSignal) =>
  call(readTimeline, { params: { id }, query: { order: 'oldest', page, size: pageSize }, signal })

const readAll = async (id: number, signal: AbortSignal): Promise<readonly TimelineEntry[]> => {
  const first = await readPage(id, 1, signal)
  const pages = Array.from({ length: Math.max(0, first.pagination.total_pages - 1) }, (_, index) => index + 2)
  const entries: TimelineEntry[] = [...first.data]
  while (pages.length > 0) {
    const answers = await Promise.all(pages.splice(0, together).map((page) => readPage(id, page, signal)))
    entries.push(...answers.flatMap(({ data }) => data))
  }
  return entries
}

/** The whole timeline of a case, oldest first, read while someone chooses what to leave out of a bundle. */
export const useWholeTimeline = (caseId: number, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.timeline(caseId), 'whole'],
    queryFn: ({ signal }) => readAll(caseId, signal),
    enabled,
    gcTime: 0,
  })
