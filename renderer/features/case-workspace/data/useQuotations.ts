import { useQuery } from '@tanstack/react-query'
import { findQuotations } from '../../../../shared/api/case-erasure.ts'
import { call } from '../../../data/client.ts'

/** Which reports of a case quote values of an entry; asked anew each time, since reports change meanwhile. */
export const useQuotations = (id: number, entryId: string, digests: readonly string[], isAsked: boolean) =>
  useQuery({
    queryKey: ['cases', id, 'quotations', entryId, digests],
    queryFn: ({ signal }) =>
      call(findQuotations, { params: { id }, body: { entry_id: entryId, digests: [...digests] }, signal }),
    select: (answer) => answer.data.also_quoted_in,
    enabled: isAsked,
    gcTime: 0,
    retry: false,
  })
