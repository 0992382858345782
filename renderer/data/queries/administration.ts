import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addTeam,
  addUser,
  changeTeam,
  changeUser,
  createKey,
  listDevices,
  listKeys,
  listTeams,
  attestClock,
  revokeDevice,
  revokeKey,
} from '../../../shared/api/access.ts'
import type { AnswerOf, BodyOf, Operation } from '../../../shared/api/operation.ts'
import { changePolicy } from '../../../shared/api/workspace.ts'
import { call, newIdempotencyKey, type CallOptions } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

export type ApiKey = AnswerOf<typeof listKeys>['data'][number]
export type Device = AnswerOf<typeof listDevices>['data'][number]

export const useTeams = () =>
  useQuery({
    queryKey: keys.teams,
    queryFn: ({ signal }) => call(listTeams, { signal }),
    select: (answer) => answer.data,
  })
export const useApiKeys = () =>
  useQuery({
    queryKey: keys.apiKeys,
    queryFn: ({ signal }) => call(listKeys, { signal }),
    select: (answer) => answer.data,
  })
export const useDevices = () =>
  useQuery({
    queryKey: keys.devices,
    queryFn: ({ signal }) => call(listDevices, { signal }),
    select: (answer) => answer.data,
  })

/** A change of the workspace that makes one cached list stale. */
const useChange = <O extends Operation, V>(
  operation: O,
  stale: readonly string[],
  options: (value: V) => CallOptions<O>,
) => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (value: V) => call(operation, options(value)),
    onSuccess: () => client.invalidateQueries({ queryKey: stale }),
  })
}

export const useAddUser = () =>
  useChange(addUser, keys.users, (body: BodyOf<typeof addUser>) => ({ body, idempotencyKey: newIdempotencyKey() }))
export const useChangeUser = () =>
  useChange(changeUser, keys.users, ({ id, ...body }: { id: number } & BodyOf<typeof changeUser>) => ({
    params: { id },
    body,
  }))
/** Makes a team, or, with an id, changes one. */
export const useSaveTeam = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: ({ id, ...body }: { id: string | null } & BodyOf<typeof addTeam>) =>
      id === null ? call(addTeam, { body }) : call(changeTeam, { params: { team_id: id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.teams }),
  })
}
export const useChangePolicy = () =>
  useChange(changePolicy, keys.workspace, (body: BodyOf<typeof changePolicy>) => ({ body }))
export const useCreateKey = () =>
  useChange(createKey, keys.apiKeys, (body: BodyOf<typeof createKey>) => ({
    body,
    idempotencyKey: newIdempotencyKey(),
  }))
export const useRevokeKey = () => useChange(revokeKey, keys.apiKeys, (id: string) => ({ params: { id } }))
export const useAttestClock = () =>
  useChange(attestClock, keys.devices, ({ id, body }: { id: string; body: BodyOf<typeof attestClock> }) => ({
    params: { id },
    body,
  }))
export const useRevokeDevice = () =>
  useChange(revokeDevice, keys.devices, ({ id, reason }: { id: string; reason: string }) => ({
    params: { id },
    body: { reason },
  }))
