import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import * as api from '../../../shared/api/hub.ts'
import type { BodyOf } from '../../../shared/api/operation.ts'
import type { GrantSubject } from '../../../shared/schema/hub.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

const followMs = 10_000

export const useHubCodes = () =>
  useQuery({
    queryKey: keys.hubCodes,
    queryFn: ({ signal }) => call(api.listEnrolmentCodes, { signal }),
    select: (answer) => answer.data,
    refetchInterval: followMs,
  })
export const useHubDevices = (enabled = true) =>
  useQuery({
    queryKey: keys.hubDevices,
    queryFn: ({ signal }) => call(api.listHubDevices, { signal }),
    select: (answer) => answer.data,
    refetchInterval: followMs,
    enabled,
  })
export const useHubLog = () =>
  useQuery({
    queryKey: keys.hubLog,
    queryFn: ({ signal }) => call(api.readHubLog, { signal }),
    select: (answer) => answer.data,
    refetchInterval: followMs,
  })

export const quarantinePageSize = 20
export const useQuarantine = (page: number) =>
  useQuery({
    queryKey: keys.quarantine(page),
    queryFn: ({ signal }) => call(api.listQuarantined, { query: { page, size: quarantinePageSize }, signal }),
    select: ({ data, pagination }) => ({ entries: data, total: pagination.total, pages: pagination.total_pages }),
    placeholderData: keepPreviousData,
    refetchInterval: followMs,
  })

const useHubWrite = <V, A>(run: (value: V) => Promise<A>, stale: readonly unknown[]) => {
  const client = useQueryClient()
  return useSending({ mutationFn: run, onSettled: () => client.invalidateQueries({ queryKey: stale }) })
}

export const useCreateCode = () =>
  useHubWrite(
    async (body: BodyOf<typeof api.createEnrolmentCode>) => (await call(api.createEnrolmentCode, { body })).data,
    keys.hubCodes,
  )
export const useWithdrawCode = () =>
  useHubWrite((id: string) => call(api.withdrawEnrolmentCode, { params: { code_id: id } }), keys.hubCodes)
export const useEndDevice = () =>
  useHubWrite(
    ({ id, how, reason, force }: { id: string; how: 'revoke' | 'remove'; reason: string; force: boolean }) =>
      how === 'revoke'
        ? call(api.revokeHubDevice, { params: { device_id: id }, body: { reason } })
        : call(api.removeHubDevice, { params: { device_id: id }, body: { reason, force } }),
    keys.hubDevices,
  )

/** With whom a case is shared; asked of a hub alone. */
export const useGrants = (caseId: number, enabled: boolean) =>
  useQuery({
    queryKey: keys.grants(caseId),
    queryFn: ({ signal }) => call(api.listGrants, { params: { id: caseId }, signal }),
    select: (answer) => answer.data,
    enabled,
    staleTime: 5_000,
  })
export const useGiveGrant = (caseId: number) =>
  useHubWrite((body: GrantSubject) => call(api.giveGrant, { params: { id: caseId }, body }), keys.grants(caseId))
export const useEndGrant = (caseId: number) =>
  useHubWrite(
    (body: GrantSubject & { readonly force: boolean }) => call(api.endGrant, { params: { id: caseId }, body }),
    keys.grants(caseId),
  )
