import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listCases } from '../../../shared/api/cases.ts'
import type { CaseStatus } from '../../../shared/schema/case.ts'
import { call } from '../client.ts'
import { fitsTyped } from '../fitsTyped.ts'
import { keys } from './keys.ts'

const pauseMs = 180

type Asked = {
  readonly size: number
  readonly isEnabled?: boolean
  /** Where there are fewer characters than this nothing is asked. */ readonly least?: number
  readonly statuses?: readonly CaseStatus[]
}

/**
 * Cases that fit what was typed; those that were touched last where nothing was. While `isCurrent` is false they fit an
 * older text: they may be shown, and nobody may take one.
 */
export const useFoundCases = (typed: string, { size, isEnabled = true, least = 0, statuses }: Asked) => {
  const wanted = typed.trim()
  const [q] = useDebouncedValue(wanted, pauseMs)
  const answer = useQuery({
    queryKey: [...keys.cases, 'found', size, statuses ?? null, q],
    queryFn: ({ signal }) =>
      call(listCases, {
        query: {
          sort: '-updated',
          size,
          ...(statuses === undefined ? {} : { status: statuses.join(',') }),
          ...(q === '' ? {} : { q }),
        },
        signal,
      }),
    select: ({ data }) => data,
    enabled: isEnabled && q.length >= least,
    placeholderData: keepPreviousData,
    gcTime: 30_000,
  })
  const isAsked = isEnabled && wanted.length >= least
  return { cases: isAsked ? (answer.data ?? []) : [], isCurrent: !isAsked || fitsTyped(wanted, q, answer) }
}
