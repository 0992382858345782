import { useQuery } from '@tanstack/react-query'
import { readAccountMoney, traceAccountMoney } from '../../../shared/api/tracing.ts'
import type { BodyOf, QueryInputOf } from '../../../shared/api/operation.ts'
import { call } from '../client.ts'

/** What of an account's money is asked for. */
export type MoneyQuery = QueryInputOf<typeof readAccountMoney>

/** Which payments are followed, and how. */
export type TraceRequest = BodyOf<typeof traceAccountMoney>

/** Where an account's money came from and went to. */
export const useAccountMoney = (account: string, query: MoneyQuery) =>
  useQuery({
    queryKey: ['transactions', 'money', account, query],
    queryFn: ({ signal }) => call(readAccountMoney, { params: { id: account }, query, signal }),
    select: (answer) => answer.data,
    placeholderData: (before) => before,
    staleTime: 15_000,
  })

/** A sum that is followed through an account; nothing is asked for null. */
export const useTrace = (account: string, request: TraceRequest | null) =>
  useQuery({
    queryKey: ['transactions', 'trace', account, request],
    queryFn: ({ signal }) =>
      call(traceAccountMoney, { params: { id: account }, body: request as TraceRequest, signal }),
    select: (answer) => answer.data,
    enabled: request !== null,
    staleTime: 15_000,
  })
