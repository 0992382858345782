import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readAccessLog } from '../../../shared/api/access-log.ts'
import type { AnswerOf, QueryInputOf } from '../../../shared/api/operation.ts'
import { call } from '../client.ts'
import { keys } from './keys.ts'

/** What the access log is narrowed to. */
export type AccessLogFilters = Omit<QueryInputOf<typeof readAccessLog>, 'page' | 'size'>

export type LoggedAccess = AnswerOf<typeof readAccessLog>['data'][number]

/** A page of the access log. It is asked once: every look is a row of its own. */
export const useAccessLog = (filters: AccessLogFilters, page: number) =>
  useQuery({
    queryKey: keys.accessLog(filters, page),
    queryFn: ({ signal }) => call(readAccessLog, { query: { ...filters, page: String(page), size: '50' }, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
