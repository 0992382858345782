import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { readEffectiveness } from '../../../shared/api/metrics.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { keys } from './keys.ts'

const followMs = 20_000

/**
 * The figures of a period; `boundsOf` says its ends each time they are read, so that a period that ends now goes on.
 */
export const useEffectiveness = (
  query: DetectionQuery,
  boundsOf: () => { readonly from: string; readonly to?: string },
) =>
  useQuery({
    queryKey: keys.effectiveness(query),
    queryFn: ({ signal }) => call(readEffectiveness, { query: boundsOf(), signal }),
    select: (answer) => answer.data,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    refetchInterval: followMs,
  })
