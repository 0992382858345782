import { create } from 'zustand'

/** Filters of the case list as they stand in the address: names and texts of the interface's `caseFilters`, plus `sort`. */
export type QueueQuery = Readonly<Record<string, string>>

export const settingsSections = ['account', 'users', 'policy', 'keys', 'devices'] as const
export type SettingsSection = (typeof settingsSections)[number]

/** Where the window is. The address (`location.hash`) is the truth; it survives a reload and can be bookmarked. */
export type Route =
  | { readonly name: 'queue'; readonly query: QueueQuery }
  | { readonly name: 'case'; readonly id: number; readonly entry: string | null }
  | { readonly name: 'verify' }
  | { readonly name: 'import' }
  | { readonly name: 'settings'; readonly section: SettingsSection }
  | { readonly name: 'unknown' }

const isSection = (value: string | undefined): value is SettingsSection => settingsSections.some((section) => section === value)

/** Reads a route from a hash such as `#/cases?status=open` or `#/cases/17`. */
export const parseRoute = (hash: string): Route => {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?')
  const parts = path.split('/').filter((part) => part !== '')
  const query = new URLSearchParams(search)
  const [head, second] = parts
  if (head === undefined) return { name: 'queue', query: {} }
  if (head === 'cases' && second === undefined) return { name: 'queue', query: Object.fromEntries(query) }
  if (head === 'cases' && /^[1-9][0-9]{0,15}$/.test(second ?? '')) return { name: 'case', id: Number(second), entry: query.get('entry') }
  if (head === 'verify') return { name: 'verify' }
  if (head === 'import') return { name: 'import' }
  if (head === 'settings' && (second === undefined || isSection(second))) return { name: 'settings', section: second ?? 'account' }
  return { name: 'unknown' }
}

/** Writes a route as the hash of the address. */
export const hrefOf = (route: Route): string => {
  switch (route.name) {
    case 'queue': {
      const query = new URLSearchParams(Object.entries(route.query).filter(([, value]) => value !== '')).toString()
      return query === '' ? '#/cases' : `#/cases?${query}`
    }
    case 'case':
      return route.entry === null ? `#/cases/${route.id}` : `#/cases/${route.id}?entry=${encodeURIComponent(route.entry)}`
    case 'settings':
      return `#/settings/${route.section}`
    case 'unknown':
      return '#/cases'
    default:
      return `#/${route.name}`
  }
}

/** The address of a case. */
export const caseHref = (id: number): string => hrefOf({ name: 'case', id, entry: null })

type RouteState = {
  readonly route: Route
  /** The queue as it was last seen, so that Escape from a case returns to the same filters. */
  readonly lastQueue: QueueQuery
}

export const useRoute = create<RouteState>(() => {
  const route = parseRoute(window.location.hash)
  return { route, lastQueue: route.name === 'queue' ? route.query : {} }
})

/** Keeps the store in step with the address; called once, returns how to stop. */
export const followAddress = (): (() => void) => {
  const read = (): void => {
    const route = parseRoute(window.location.hash)
    useRoute.setState(route.name === 'queue' ? { route, lastQueue: route.query } : { route })
  }
  window.addEventListener('hashchange', read)
  read()
  return () => window.removeEventListener('hashchange', read)
}

/** Goes to a route; `replace` leaves no step in the history (for filters that are being typed). */
export const navigate = (route: Route, how: 'push' | 'replace' = 'push'): void => {
  const href = hrefOf(route)
  if (how === 'push') {
    window.location.hash = href
    return
  }
  window.history.replaceState(null, '', href)
  useRoute.setState(route.name === 'queue' ? { route, lastQueue: route.query } : { route })
}

/** Opens a case. */
export const openCase = (id: number): void => navigate({ name: 'case', id, entry: null })

/** Returns to the queue with the filters it had. */
export const backToQueue = (): void => navigate({ name: 'queue', query: useRoute.getState().lastQueue })
