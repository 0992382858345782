import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '../../../shared/api/operation.ts'
import {
  endOtherSignIns,
  endOwnSignIn,
  endSignInOfUser,
  endSignInsOfUser,
  listOwnSignIns,
  listSignInsOfUser,
} from '../../../shared/api/sign-ins.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

export type LiveSignIn = AnswerOf<typeof listOwnSignIns>['data'][number]

/** Where a user is signed in; null: whoever looks. */
export const useSignIns = (userId: number | null) =>
  useQuery({
    queryKey: keys.signInsOf(userId),
    queryFn: ({ signal }) =>
      userId === null ? call(listOwnSignIns, { signal }) : call(listSignInsOfUser, { params: { id: userId }, signal }),
    select: (answer) => answer.data,
    staleTime: 0,
  })

/** Ends one sign-in, or with `null` all but the one that asks. */
export const useEndSignIn = (userId: number | null) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (signInId: string | null) => {
      if (userId === null)
        return signInId === null ? call(endOtherSignIns, {}) : call(endOwnSignIn, { params: { sign_in_id: signInId } })
      return signInId === null
        ? call(endSignInsOfUser, { params: { id: userId } })
        : call(endSignInOfUser, { params: { id: userId, sign_in_id: signInId } })
    },
    // One that had ended already is gone from the list too.
    onSettled: () => client.invalidateQueries({ queryKey: keys.signIns }),
  })
}
