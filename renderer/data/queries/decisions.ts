import { useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api/decisions.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { DecisionQueueItem, ManualDecision } from '../../../shared/schema/decisions.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { cursorList } from '../paging/cursorList.ts'
import type { PagedList } from '../paging/rows.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterAlertChange } from './alerts.ts'
import { refreshAfterCaseChange } from './cases.ts'
import { keys } from './keys.ts'

/** What an item that awaits a person is called in an address: `alert:17`. */
export const subjectKey = (item: Pick<DecisionQueueItem, 'alert_id' | 'transaction_id' | 'assessment_id'>): string => {
  if (item.alert_id !== null) return `alert:${item.alert_id}`
  return item.transaction_id === null ? `assessment:${item.assessment_id ?? ''}` : `transaction:${item.transaction_id}`
}

/** What awaits a person, walked by cursor. */
export const decisionQueueList = (query: DetectionQuery): PagedList<DecisionQueueItem, string> =>
  cursorList({
    lists: keys.decisionQueues,
    pageKey: (page) => keys.decisionQueuePage(query, page),
    probeKey: (page) => keys.decisionQueueProbe(query, page),
    walk: (rows, signal) =>
      call(api.decisionQueue, { query: { ...query, ...rows }, ...(signal === undefined ? {} : { signal }) }),
    idOf: subjectKey,
    stampOf: (item) => `${item.needs}${item.score}${item.overdue}${item.proposal?.id ?? ''}${item.may_decide}`,
  })

/** What an alert awaits of a person, as it stands in the queue; null where it awaits nothing. */
export const useAwaitedOf = (alertId: number) =>
  useQuery({
    queryKey: keys.awaitedOf(alertId),
    queryFn: ({ signal }) => call(api.decisionQueue, { query: { alert_id: String(alertId), size: 1 }, signal }),
    select: ({ data }) => data[0] ?? null,
    staleTime: 5_000,
    refetchInterval: 20_000,
  })

/** What was decided, newest first, walked by cursor. */
export const decisionHistoryList = (query: DetectionQuery): PagedList<ManualDecision, string> =>
  cursorList({
    lists: keys.decisionHistories,
    pageKey: (page) => keys.decisionHistoryPage(query, page),
    probeKey: (page) => keys.decisionHistoryProbe(query, page),
    walk: (rows, signal) =>
      call(api.listDecisions, { query: { ...query, ...rows }, ...(signal === undefined ? {} : { signal }) }),
    idOf: (item) => item.id,
    stampOf: (item) => `${item.state}${item.reason}`,
  })

const useDecisionWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: send,
    onSettled: () => Promise.all([refreshAfterAlertChange(client), refreshAfterCaseChange(client)]),
  })
}

export const useRecordDecision = () =>
  useDecisionWrite(({ key, ...sent }: { body: BodyOf<typeof api.recordDecision>; key: string; ifMatch?: number }) =>
    call(api.recordDecision, { ...sent, idempotencyKey: key }),
  )
export const useSettleDecision = () =>
  useDecisionWrite(({ id, body }: { id: string; body: BodyOf<typeof api.settleDecision> }) =>
    call(api.settleDecision, { params: { id }, body }),
  )
