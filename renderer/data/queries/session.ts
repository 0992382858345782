import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  changePassword,
  listUsers,
  lockWindow,
  logout,
  me,
  openSession,
  unlockWindow,
} from '../../../shared/api/access.ts'
import { readWorkspace } from '../../../shared/api/workspace.ts'
import type { AnswerOf, BodyOf } from '../../../shared/api/operation.ts'
import type { User } from '../../../shared/schema/user.ts'
import { markLocked, markSignedIn } from '../../state/session.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { storeDrafts } from './drafts.ts'
import { keys } from './keys.ts'

export type Me = AnswerOf<typeof me>['data']

/** Who is signed in, with the role that the credential grants. */
export const useMe = () =>
  useQuery({
    queryKey: keys.me,
    queryFn: ({ signal }) => call(me, { signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

/** The workspace, its policy, and the device it lives on. */
export const useWorkspace = () =>
  useQuery({
    queryKey: keys.workspace,
    queryFn: ({ signal }) => call(readWorkspace, { signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

/** Where the desktop keeps the workspace key; null in a browser, which does not know. */
export const useKeyPlace = (enabled: boolean) =>
  useQuery({
    queryKey: keys.keyPlace,
    queryFn: async () => (await window.fieldseal?.keyPlace()) ?? null,
    enabled,
    staleTime: 0,
  })

/** The folder in which the desktop keeps the workspace; null in a browser, whose machine may be another. */
export const useDataFolder = (enabled: boolean) =>
  useQuery({
    queryKey: keys.dataFolder,
    queryFn: async () => (await window.fieldseal?.dataFolder()) ?? null,
    enabled,
    staleTime: Infinity,
  })

/** All users of the workspace, by name. */
export const useUsers = () =>
  useQuery({
    queryKey: keys.users,
    queryFn: ({ signal }) => call(listUsers, { signal }),
    select: (answer) => answer.data,
    staleTime: 60_000,
  })

/** Whether a user may own cases: active, and no auditor. */
export const mayOwnCases = (user: User): boolean => user.active && user.role !== 'auditor'

/** Signs the served window in; afterwards everything that was refused is asked for again. */
export const useSignIn = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: BodyOf<typeof openSession>) => call(openSession, { body }),
    onSuccess: async () => {
      markSignedIn()
      await client.invalidateQueries()
    },
  })
}

/** Locks the window at the service, once what is typed is kept; whatever that answers, the window hides what it shows. */
export const useLockWindow = () =>
  useSending({
    mutationFn: async () => {
      await storeDrafts().catch(() => undefined)
      return await call(lockWindow, {})
    },
    onSettled: markLocked,
  })

/** Opens a locked window again; afterwards everything that was refused meanwhile is asked for again. */
export const useUnlockWindow = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: (body: BodyOf<typeof unlockWindow>) => call(unlockWindow, { body }),
    onSuccess: async () => {
      markSignedIn()
      await storeDrafts().catch(() => undefined)
      await client.invalidateQueries()
    },
  })
}

/** Signs out, once what is typed is kept, and forgets everything that was read. */
export const useSignOut = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: async () => {
      // What could not be kept is asked about by the reload.
      await storeDrafts().catch(() => undefined)
      return await call(logout, { body: {} })
    },
    onSuccess: () => {
      window.sessionStorage.clear()
      client.clear()
      window.location.reload()
    },
  })
}

export const useChangePassword = () =>
  useSending({ mutationFn: (body: BodyOf<typeof changePassword>) => call(changePassword, { body }) })
