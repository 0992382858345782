import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf, Operation } from '../../../shared/api/operation.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../shared/api/second-factor.ts'
import { call, type CallOptions } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

/** Whether whoever looks has a second factor. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: keys.secondFactor,
    queryFn: ({ signal }) => call(readSecondFactor, { signal }),
    select: (answer) => answer.data,
    staleTime: 0,
  })

/** A step with the second factor, after which it is read again, and where one is signed in. */
const useStep = <O extends Operation>(operation: O) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: BodyOf<O>) => call(operation, { body } as CallOptions<O>),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.secondFactor })
      await client.invalidateQueries({ queryKey: keys.signIns })
    },
  })
}

export const useBeginSecondFactor = () => useStep(beginSecondFactor)
export const useConfirmSecondFactor = () => useStep(confirmSecondFactor)
export const useRenewRecoveryCodes = () => useStep(renewRecoveryCodes)
export const useRemoveSecondFactor = () => useStep(removeSecondFactor)
