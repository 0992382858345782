import { useQuery } from '@tanstack/react-query'
import { readCaseOverview } from '../../../shared/api/case-overview.ts'
import { call } from '../client.ts'
import { keys } from './keys.ts'

/** What a case is about and what it asks for. */
export const useCaseOverview = (id: number, enabled = true) =>
  useQuery({
    queryKey: keys.caseOverview(id),
    queryFn: ({ signal }) => call(readCaseOverview, { params: { id }, signal }),
    select: ({ data }) => data,
    refetchInterval: 30_000,
    enabled,
  })
