import { useQuery, useQueryClient } from '@tanstack/react-query'
import { beginProviderSignIn, openProviderSession, readSignInProvider } from '../../../shared/api/access.ts'
import { markSignedIn } from '../../state/session.ts'
import { call } from '../client.ts'
import { useSending } from '../useSending.ts'
import { keys } from './keys.ts'

/** Under it the tab keeps which attempt is its own: what another page sends here as an answer opens nothing. */
const attemptKey = 'fieldseal.provider-attempt'

/** What the sign-in provider sent the browser back with, to the tab that began; null: nothing. */
const answerHere = (): { readonly attempt: string; readonly answer: string } | null => {
  const attempt = window.sessionStorage.getItem(attemptKey)
  const answer = window.location.search.slice(1)
  return attempt === null || !new URLSearchParams(answer).has('state') ? null : { attempt, answer }
}

/** What the provider of the institution is called; null: people do not sign in by one here. */
export const useSignInProvider = () =>
  useQuery({
    queryKey: keys.signInProvider,
    queryFn: ({ signal }) => call(readSignInProvider, { signal }),
    select: (answer) => answer.data.name,
    staleTime: 60_000,
  })

/** Leaves for the provider. */
export const useBeginProviderSignIn = () =>
  useSending({
    mutationFn: () => call(beginProviderSignIn, {}),
    onSuccess: ({ data }) => {
      window.sessionStorage.setItem(attemptKey, data.attempt)
      window.location.assign(data.address)
    },
  })

/** Signs in with what the provider answered, once; afterwards neither answer nor attempt is kept. */
export const useEndProviderSignIn = () => {
  const client = useQueryClient()
  return useSending({
    mutationFn: async () => {
      const here = answerHere()
      if (here === null) return false
      window.sessionStorage.removeItem(attemptKey)
      window.history.replaceState(null, '', `${window.location.pathname}${window.location.hash}`)
      await call(openProviderSession, { body: here })
      return true
    },
    onSuccess: async (signedIn) => {
      if (!signedIn) return
      markSignedIn()
      await client.invalidateQueries()
    },
  })
}
