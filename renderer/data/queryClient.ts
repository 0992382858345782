import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query'
import { keys } from './queries/keys.ts'
import { isRefusal, isSignedOut, NetworkError } from './errors.ts'

/** What the window does when any call shows that the session or the service is gone, or that it is back. */
export type ConnectionEvents = {
  readonly onSignedOut: () => void
  readonly onLocked: () => void
  readonly onReachable: (reachable: boolean) => void
}

/**
 * A query that has no data yet keeps its fetch in flight when it is invalidated (`cancelRefetch` holds for queries with
 * data alone), and would then show for good what was there before the change. Here what that fetch brings is shown, and
 * asked for once more.
 */
class FreshQueryClient extends QueryClient {
  readonly #onceMore = new WeakMap<Query, Promise<void>>()

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const begun = this.getQueryCache()
      .findAll(filters)
      .filter((query) => query.isActive() && query.state.fetchStatus === 'fetching' && query.state.data === undefined)
    await Promise.all([super.invalidateQueries(filters, options), ...begun.map((query) => this.#askOnceMore(query))])
  }

  /** However often it is asked for while the first fetch is under way. */
  #askOnceMore(query: Query): Promise<void> {
    const asked = this.#onceMore.get(query)
    if (asked !== undefined) return asked
    const again = (): Promise<void> => {
      this.#onceMore.delete(query)
      return super.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    const asking = Promise.resolve(query.promise).then(again, again)
    this.#onceMore.set(query, asking)
    return asking
  }
}

/**
 * The cache of server state. `networkMode: 'always'`: the service is on this machine, so the browser's idea of being
 * offline says nothing about it. Refusals are never retried; a broken connection is, twice.
 */
export const makeQueryClient = ({ onSignedOut, onLocked, onReachable }: ConnectionEvents): QueryClient => {
  const onError = (error: unknown): void => {
    if (isSignedOut(error)) onSignedOut()
    if (isRefusal(error, 'window_locked')) onLocked()
    // What is asked of this person is in `me`, by which the window knows what to show.
    if (isRefusal(error, 'second_factor_setup_required')) void client.invalidateQueries({ queryKey: keys.me })
    onReachable(!(error instanceof NetworkError))
  }
  const onSuccess = (): void => onReachable(true)
  // By its own choice it tells in a timer, and a browser hands over waiting keys and clicks before its timers: what is
  // confirmed twice while the screen is slow to answer would be sent twice.
  notifyManager.setScheduler(queueMicrotask)
  const client: QueryClient = new FreshQueryClient({
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
  return client
}
