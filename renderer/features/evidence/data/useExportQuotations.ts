import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { findExportQuotations } from '../../../../shared/api/exports.ts'
import { call } from '../../../data/client.ts'
import { keys } from '../../../data/queries/keys.ts'

/**
 * Which versions of reports quote what is to be left out of a bundle; asked anew for each choice, since reports change
 * meanwhile.
 */
export const useExportQuotations = (caseId: number, except: ReadonlySet<string>, isAsked: boolean) =>
  useQuery({
    queryKey: [...keys.exports(caseId), 'quotations', [...except].sort()],
    queryFn: ({ signal }) =>
      call(findExportQuotations, { params: { id: caseId }, body: { except: [...except] }, signal }),
    select: (answer) => answer.data.quoted_in,
    enabled: isAsked && except.size > 0,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
