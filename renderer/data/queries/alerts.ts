import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api/alerts.ts'
import { createCase, linkToCase } from '../../../shared/api/cases.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { AlertItem } from '../../../shared/schema/alerts.ts'
import { useLive } from '../../state/live.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { call } from '../client.ts'
import { cursorList } from '../paging/cursorList.ts'
import type { PagedList } from '../paging/rows.ts'
import { useSending } from '../useSending.ts'
import { refreshAfterCaseChange } from './cases.ts'
import { keys } from './keys.ts'

const statsMs = 8_000
/** While the stream of events tells what changes. */
const toldStatsMs = 60_000

/** The alerts that a query names, in its order, walked by cursor. */
export const alertList = (query: DetectionQuery): PagedList<AlertItem, number> =>
  cursorList({
    lists: keys.alertLists,
    pageKey: (page) => keys.alertPage(query, page),
    probeKey: (page) => keys.alertProbe(query, page),
    walk: (rows, signal) =>
      call(api.listAlerts, { query: { ...query, ...rows }, ...(signal === undefined ? {} : { signal }) }),
    idOf: (item) => item.id,
    stampOf: (item) =>
      `${item.updated_at}${item.transaction_count}${item.score}${item.assignee_name ?? ''}${item.overdue}`,
  })

/** Counts over the whole workspace. */
export const useAlertStats = () => {
  const isOpen = useLive((live) => live.isOpen)
  return useQuery({
    queryKey: keys.alertStats,
    queryFn: ({ signal }) => call(api.countAlerts, { signal }),
    select: (answer) => answer.data,
    staleTime: 2_000,
    refetchInterval: isOpen ? toldStatsMs : statsMs,
  })
}

/** One alert with all that is known of it. */
export const useAlert = (id: number | null) =>
  useQuery({
    queryKey: keys.alert(id ?? 0),
    queryFn: ({ signal }) => call(api.readAlert, { params: { id: id ?? 0 }, signal }),
    select: (answer) => answer.data,
    enabled: id !== null,
    staleTime: 5_000,
    refetchInterval: 20_000,
  })

/** The alerts that a case holds, riskiest first; the first hundred, whatever their state. */
export const useAlertsOfCase = (caseId: number, enabled: boolean) =>
  useQuery({
    queryKey: keys.alertsOfCase(caseId),
    queryFn: ({ signal }) =>
      call(api.listAlerts, {
        query: {
          case_id: String(caseId),
          status: 'new,in_review,escalated,confirmed,false_positive,dismissed',
          size: 100,
        },
        signal,
      }),
    select: (answer) => answer.data,
    enabled,
    retry: false,
  })

/** So many open alerts of a case are read at once. */
const openAlertsRead = 100

/** The open alerts that a case holds, riskiest first; the first hundred. */
export const useOpenAlertsOfCase = (caseId: number, enabled: boolean) =>
  useQuery({
    queryKey: keys.openAlertsOfCase(caseId),
    queryFn: ({ signal }) =>
      call(api.listAlerts, {
        query: { case_id: String(caseId), status: 'new,in_review,escalated', size: openAlertsRead },
        signal,
      }),
    select: (answer) => answer.data,
    enabled,
    retry: false,
  })

export const useDetectionPolicy = () =>
  useQuery({
    queryKey: keys.detectionPolicy,
    queryFn: ({ signal }) => call(api.readDetectionPolicy, { signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

/** Who changed the policy of detection, newest first. */
export const usePolicyChanges = () =>
  useQuery({
    queryKey: keys.detectionPolicyChanges,
    queryFn: ({ signal }) => call(api.listDetectionPolicyChanges, { signal }),
    select: (answer) => answer.data,
  })

export const useChangeDetectionPolicy = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: BodyOf<typeof api.changeDetectionPolicy>) => call(api.changeDetectionPolicy, { body }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.detectionPolicy }),
        client.invalidateQueries({ queryKey: keys.alerts }),
      ]),
  })
}

/** Marks all that a change of alerts can have altered: alerts, what awaits a decision, the figures. */
export const refreshAfterAlertChange = async (client: QueryClient): Promise<void> => {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.alerts }),
    client.invalidateQueries({ queryKey: keys.decisions }),
    client.invalidateQueries({ queryKey: ['detection', 'effectiveness'] }),
  ])
}

const useAlertWrite = <V, A>(send: (value: V) => Promise<A>) => {
  const client = useQueryClient()
  const refresh = () => refreshAfterAlertChange(client)
  return useSending({ mutationFn: send, onSuccess: refresh, onError: () => void refresh() })
}

/** A change decided on one revision of the alert. */
type Decided<Body> = { readonly id: number; readonly revision: number; readonly body: Body }

export const useMoveAlert = () =>
  useAlertWrite(({ id, revision, body }: Decided<BodyOf<typeof api.moveAlert>>) =>
    call(api.moveAlert, { params: { id }, body, ifMatch: revision }),
  )
export const useAssignAlert = () =>
  useAlertWrite(({ id, revision, body }: Decided<BodyOf<typeof api.assignAlert>>) =>
    call(api.assignAlert, { params: { id }, body, ifMatch: revision }),
  )

/** One slice of a change of many alerts; the caller marks what it altered once all are through. */
export const sendTriage = async (body: BodyOf<typeof api.triageAlerts>) => (await call(api.triageAlerts, { body })).data

/** Where alerts are handed up to: a case that is opened for them, or one that is there. */
export type Escalation = {
  readonly alertIds: readonly number[]
  readonly to:
    | { readonly newCase: Omit<BodyOf<typeof createCase>, 'alert_ids'>; readonly key: string }
    | { readonly caseId: number }
}

/** Puts alerts into a case; answers its id and, for a new one, its number. */
export const useEscalate = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: async ({
      alertIds,
      to,
    }: Escalation): Promise<{ readonly id: number; readonly number: string | null }> => {
      if ('newCase' in to) {
        const { data } = await call(createCase, {
          body: { ...to.newCase, alert_ids: [...alertIds] },
          idempotencyKey: to.key,
        })
        return { id: data.id, number: data.case_number }
      }
      await call(linkToCase, { params: { id: to.caseId }, body: { alert_ids: [...alertIds] } })
      return { id: to.caseId, number: null }
    },
    onSettled: () => Promise.all([refreshAfterAlertChange(client), refreshAfterCaseChange(client)]),
  })
}
