import { useQuery, useQueryClient } from '@tanstack/react-query'
import { breakGlass, readCaseAccess, setCaseAccess } from '../../../shared/api/case-access.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterCaseChange } from './cases.ts'
import { keys } from './keys.ts'

/** Who may know a case. */
export const useCaseAccess = (id: number) =>
  useQuery({
    queryKey: keys.caseAccess(id),
    queryFn: ({ signal }) => call(readCaseAccess, { params: { id }, signal }),
    select: ({ data }) => data,
  })

/** Sets who may know a case. */
export const useSetCaseAccess = (id: number) => {
  const client = useQueryClient()
  const refresh = () => refreshAfterCaseChange(client, id)
  return useSending({
    mutationFn: ({ body, revision }: { readonly body: BodyOf<typeof setCaseAccess>; readonly revision: number }) =>
      call(setCaseAccess, { params: { id }, body, ifMatch: revision }),
    onSuccess: refresh,
    onError: () => void refresh(),
  })
}

/** Lets whoever is signed in know a case whose rule does not. */
export const useBreakGlass = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: BodyOf<typeof breakGlass>) => call(breakGlass, { body }),
    onSuccess: ({ data }) => refreshAfterCaseChange(client, data.case_id),
  })
}
