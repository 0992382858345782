import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isSignedOut, NetworkError } from './errors.ts'

/** What the window does when any call shows that the session or the service is gone, or that it is back. */
export type ConnectionEvents = {
  readonly onSignedOut: () => void
  readonly onReachable: (reachable: boolean) => void
}

/**
 * The cache of server state. `networkMode: 'always'`: the service is on this machine, so the browser's idea of being
 * offline says nothing about it. Refusals are never retried; a broken connection is, twice.
 */
export const makeQueryClient = ({ onSignedOut, onReachable }: ConnectionEvents): QueryClient => {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) onSignedOut()
    onReachable(!(error instanceof NetworkError))
  }
  const onSuccess = (): void => onReachable(true)
  return new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError, onSuccess }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 10_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => error instanceof NetworkError && count < 2,
        retryDelay: (attempt) => 400 * 2 ** attempt,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}
