import { create } from 'zustand'
import type { EntityKind } from '../../shared/schema/activity.ts'
import { nodeKinds, type EntityRef } from '../../shared/schema/network.ts'
import { screenedKinds, type ScreenedRef } from '../../shared/schema/screening.ts'

/**
 * Filters of the case list as they stand in the address: names and texts of the interface's `caseFilters`, plus `sort`.
 */
export type QueueQuery = Readonly<Record<string, string>>

/**
 * What a list of evidence is narrowed to and how it is shown, as it stands in the address: `q`, `kind`, `tag`, `known`, `sort`,
 * `view`; `in` and `words` where words are looked for in the text, and `page` of a piece that is open.
 */
export type EvidenceQuery = Readonly<Record<string, string>>

export const settingsSections = [
  'account',
  'users',
  'policy',
  'screening',
  'known',
  'keys',
  'webhooks',
  'devices',
  'access',
  'updates',
] as const
export type SettingsSection = (typeof settingsSections)[number]

export const syncTabs = ['overview', 'cases', 'conflicts', 'connect', 'hub'] as const
export type SyncTab = (typeof syncTabs)[number]

/** What a tab of the sync centre is narrowed to, as it stands in the address. */
export type SyncQuery = Readonly<Record<string, string>>

/** What a list or a screen of the detection is narrowed to, as it stands in the address. */
export type DetectionQuery = Readonly<Record<string, string>>

/** Screens of the detection: each has an address of its own, and most can hold one thing that is open, by its id. */
export const detectionPlaces = [
  'alerts',
  'decisions',
  'screening',
  'transactions',
  'network',
  'customers',
  'businesses',
  'lists',
  'rules',
  'model',
  'effectiveness',
  'reports',
] as const
export type DetectionPlace = (typeof detectionPlaces)[number]

/** Screens that take rows from a file: cases, transactions, alerts of another system. */
export const importPlaces = ['import', 'import-transactions', 'import-alerts'] as const
export type ImportPlace = (typeof importPlaces)[number]

/**
 * A screen of the detection. `open` is the alert, decision, transaction, customer or rule that is open on it, as the
 * interface names it.
 */
export type DetectionRoute = {
  readonly name: DetectionPlace
  readonly open: string | null
  readonly query: DetectionQuery
}

/** Where the window is. The address (`location.hash`) is the truth; it survives a reload and can be bookmarked. */
export type Route =
  /** What is due, what waits and what has changed. */
  | { readonly name: 'home' }
  | { readonly name: 'queue'; readonly query: QueueQuery }
  /** A case: its overview, or its timeline where an entry of it is open. */
  | { readonly name: 'case'; readonly id: number; readonly entry: string | null }
  | { readonly name: 'timeline'; readonly id: number }
  /** The evidence of a case; `query` narrows the list, and stays while one piece of it is open. */
  | { readonly name: 'evidence'; readonly id: number; readonly piece: number | null; readonly query: EvidenceQuery }
  | { readonly name: 'tasks'; readonly id: number }
  | DetectionRoute
  /** Everything that is known of an entity of the network. */
  | ({ readonly name: 'entity' } & EntityRef)
  /** Everything about the screening of one subject of the register. */
  | ({ readonly name: 'screened' } & ScreenedRef)
  | { readonly name: 'verify' }
  | { readonly name: ImportPlace }
  | { readonly name: 'sync'; readonly tab: SyncTab; readonly query: SyncQuery }
  | { readonly name: 'settings'; readonly section: SettingsSection }
  | { readonly name: 'unknown' }

const isSection = (value: string | undefined): value is SettingsSection =>
  settingsSections.some((section) => section === value)

const isSyncTab = (value: string | undefined): value is SyncTab => syncTabs.some((tab) => tab === value)

const isDetectionPlace = (value: string | undefined): value is DetectionPlace =>
  detectionPlaces.some((place) => place === value)

/** Whether a name is that of a screen that takes rows from a file. */
export const isImportPlace = (value: string): value is ImportPlace => importPlaces.some((place) => place === value)

const idPart = /^[1-9][0-9]{0,15}$/
const isId = (value: string | undefined): value is string => value !== undefined && idPart.test(value)

const parseCase = (id: number, [third, fourth]: readonly string[], query: URLSearchParams): Route => {
  if (third === undefined) return { name: 'case', id, entry: query.get('entry') }
  if (third === 'timeline' && fourth === undefined) return { name: 'timeline', id }
  if (third === 'tasks' && fourth === undefined) return { name: 'tasks', id }
  if (third !== 'evidence') return { name: 'unknown' }
  if (fourth !== undefined && !isId(fourth)) return { name: 'unknown' }
  return { name: 'evidence', id, piece: fourth === undefined ? null : Number(fourth), query: Object.fromEntries(query) }
}

/** A part of the address as the text that it stands for; null where it stands for none. */
const textOf = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

const parseDetection = (name: DetectionPlace, parts: readonly string[], query: URLSearchParams): Route => {
  const [second] = parts
  if (parts.length > 1) return { name: 'unknown' }
  if (second === undefined) return { name, open: null, query: Object.fromEntries(query) }
  const open = textOf(second)
  return open === null ? { name: 'unknown' } : { name, open, query: Object.fromEntries(query) }
}

const parseEntity = (parts: readonly string[]): Route => {
  const [kind, id] = [nodeKinds.find((one) => one === parts[0]), textOf(parts[1] ?? '')]
  return kind === undefined || id === null || id === '' || parts.length !== 2
    ? { name: 'unknown' }
    : { name: 'entity', kind, id }
}

const parseScreened = (parts: readonly string[]): Route => {
  const [kind, id] = [screenedKinds.find((one) => one === parts[0]), textOf(parts[1] ?? '')]
  return kind === undefined || id === null || id === '' || parts.length !== 2
    ? { name: 'unknown' }
    : { name: 'screened', kind, id }
}

/** Reads a route from a hash such as `#/cases?status=open` or `#/cases/17`. */
export const parseRoute = (hash: string): Route => {
  const [path = '', search = ''] = hash.replace(/^#/, '').split('?')
  const parts = path.split('/').filter((part) => part !== '')
  const query = new URLSearchParams(search)
  const [head, second] = parts
  if (head === undefined) return { name: 'queue', query: {} }
  if (head === 'home' && second === undefined) return { name: 'home' }
  if (head === 'cases' && second === undefined) return { name: 'queue', query: Object.fromEntries(query) }
  if (head === 'cases' && isId(second)) return parseCase(Number(second), parts.slice(2), query)
  if (head === 'entities') return parseEntity(parts.slice(1))
  if (head === 'screened') return parseScreened(parts.slice(1))
  if (isDetectionPlace(head)) return parseDetection(head, parts.slice(1), query)
  if (head === 'verify') return { name: 'verify' }
  if (isImportPlace(head)) return { name: head }
  if (head === 'sync' && (second === undefined || isSyncTab(second)))
    return { name: 'sync', tab: second ?? 'overview', query: Object.fromEntries(query) }
  if (head === 'settings' && (second === undefined || isSection(second)))
    return { name: 'settings', section: second ?? 'account' }
  return { name: 'unknown' }
}

const withQuery = (path: string, values: Readonly<Record<string, string>>): string => {
  const query = new URLSearchParams(Object.entries(values).filter(([, value]) => value !== '')).toString()
  return query === '' ? path : `${path}?${query}`
}

/** The address of the timeline of a case. */
export const timelineHref = (id: number): string => `#/cases/${id}/timeline`

/** Writes a route as the hash of the address. */
export const hrefOf = (route: Route): string => {
  switch (route.name) {
    case 'queue':
      return withQuery('#/cases', route.query)
    case 'evidence':
      return withQuery(`#/cases/${route.id}/evidence${route.piece === null ? '' : `/${route.piece}`}`, route.query)
    case 'tasks':
      return `#/cases/${route.id}/tasks`
    case 'case':
      return route.entry === null
        ? `#/cases/${route.id}`
        : `#/cases/${route.id}?entry=${encodeURIComponent(route.entry)}`
    case 'timeline':
      return timelineHref(route.id)
    case 'alerts':
    case 'decisions':
    case 'screening':
    case 'transactions':
    case 'network':
    case 'customers':
    case 'businesses':
    case 'lists':
    case 'rules':
    case 'model':
    case 'effectiveness':
    case 'reports':
      return withQuery(`#/${route.name}${route.open === null ? '' : `/${encodeURIComponent(route.open)}`}`, route.query)
    case 'entity':
      return `#/entities/${route.kind}/${encodeURIComponent(route.id)}`
    case 'screened':
      return `#/screened/${route.kind}/${encodeURIComponent(route.id)}`
    case 'sync':
      return withQuery(route.tab === 'overview' ? '#/sync' : `#/sync/${route.tab}`, route.query)
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
  /** The queue as it was last seen: its order is that in which cases follow each other. */
  readonly lastQueue: QueueQuery
  /** The screen from which a case was opened, to which Escape returns; the queue where it was opened by its address. */
  readonly beforeCase: Route
}

/** What shows a case, whichever part of it. */
export type CaseRoute = Extract<Route, { readonly name: 'case' | 'timeline' | 'evidence' | 'tasks' }>

/** Whether a route shows a case. */
export const isOfCase = (route: Route): route is CaseRoute =>
  route.name === 'case' || route.name === 'timeline' || route.name === 'evidence' || route.name === 'tasks'

/** The state on a route: what was seen before is remembered. */
const arrived = (
  route: Route,
  { lastQueue, beforeCase }: Pick<RouteState, 'lastQueue' | 'beforeCase'>,
): RouteState => ({
  route,
  lastQueue: route.name === 'queue' ? route.query : lastQueue,
  beforeCase: isOfCase(route) || route.name === 'unknown' ? beforeCase : route,
})

export const useRoute = create<RouteState>(() =>
  arrived(parseRoute(window.location.hash), { lastQueue: {}, beforeCase: { name: 'queue', query: {} } }),
)

/** Keeps the store in step with the address; called once, returns how to stop. */
export const followAddress = (): (() => void) => {
  const read = (): void => useRoute.setState((before) => arrived(parseRoute(window.location.hash), before))
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
  useRoute.setState((before) => arrived(route, before))
}

/** The address of a screen of the detection, with one thing open on it where there is one. */
export const detectionHref = (name: DetectionPlace, open: string | null = null, query: DetectionQuery = {}): string =>
  hrefOf({ name, open, query })

/** The address of all that is known of an entity. */
export const entityHref = ({ kind, id }: EntityRef): string => hrefOf({ name: 'entity', kind, id })

/** The address of what is usual for a customer or an account; null for whatever else, which has no such page. */
export const profileHref = ({ kind, id }: { readonly kind: string; readonly id: string }): string | null => {
  if (kind === 'customer') return detectionHref('customers', id)
  return kind === 'account' ? detectionHref('customers', id, { kind }) : null
}

/** An entity as activities name it. */
export type NamedEntity = { readonly kind: EntityKind; readonly id: string }

/** The address of the transactions that name all of these entities. */
export const transactionsHref = (...entities: readonly NamedEntity[]): string =>
  detectionHref(
    'transactions',
    null,
    Object.fromEntries(entities.map(({ kind, id }) => [kind === 'ip' ? 'ip' : `${kind}_id`, id])),
  )

/** What stands in an address for a rule that is not written yet. */
export const newRule = '+new'

/** The address at which a rule is written that begins from a transaction. */
export const ruleLikeHref = (transactionId: string): string => detectionHref('rules', newRule, { like: transactionId })

/** The address of all screenings of a subject. */
export const screenedHref = ({ kind, id }: ScreenedRef): string => hrefOf({ name: 'screened', kind, id })

/** The address of the network around an entity. */
export const networkHref = ({ kind, id }: EntityRef): string => detectionHref('network', `${kind}:${id}`)

/** Goes to a screen of the detection. */
export const goToDetection = (name: DetectionPlace, open: string | null = null, query: DetectionQuery = {}): void =>
  navigate({ name, open, query })

/** The address of a tab of the sync centre. */
export const syncHref = (tab: SyncTab, query: SyncQuery = {}): string => hrefOf({ name: 'sync', tab, query })

/** Opens a case. */
export const openCase = (id: number): void => navigate({ name: 'case', id, entry: null })

/** Returns from a case to where it was opened: a queue with its filters, an alert, a list of transactions. */
export const backFromCase = (): void => navigate(useRoute.getState().beforeCase)
