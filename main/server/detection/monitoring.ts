import type { Refusal } from '../../../shared/api/errors.ts'
import type { MonitoringEvent } from '../../../shared/api/v4-detection.ts'
import type { TransactionFilters, TransactionItem } from '../../../shared/api/transactions.ts'
import { entityKinds, riskLevels } from '../../../shared/schema/activity.ts'
import type { EntityKind, RiskLevel } from '../../../shared/schema/activity.ts'
import type { AlertEntity, AlertItem } from '../../../shared/schema/alerts.ts'
import { alertStatuses } from '../../../shared/schema/alerts.ts'
import { fieldRefused } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { AlertStore, Walked } from '../../storage/alerts/alert-store.ts'
import { newestAfter } from '../../storage/alerts/list.ts'
import type { TransactionStore } from '../../storage/transactions/transaction-store.ts'
import { listInTurns } from '../transactions/list-in-turns.ts'

/** What narrows a list of monitoring events. */
export interface MonitoringQuery {
  readonly kind?: MonitoringEvent['kind'] | undefined
  readonly level?: RiskLevel | undefined
  readonly entity_kind?: EntityKind | undefined
  readonly entity_id?: string | undefined
  readonly after?: string | undefined
  readonly size: number
}

/** Where a walk over two lists stands: in each, null at its beginning, `end` past its end. */
type Place = string | null

const end = 'end'

const bad = fieldRefused('query.after', 'is no cursor of this list')

const decode = (text: string | undefined): readonly [Place, Place] | null => {
  if (text === undefined) return [null, null]
  try {
    const read = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown
    const isPlace = (value: unknown): value is Place => value === null || typeof value === 'string'
    return Array.isArray(read) &&
      read.length === 2 &&
      isPlace(read[0]) &&
      isPlace(read[1]) &&
      (read[0] === null || /^(end|\d{1,16})$/u.test(read[0]))
      ? [read[0], read[1]]
      : null
  } catch {
    return null
  }
}

const entityOfItem = (item: TransactionItem): AlertEntity | null => {
  for (const kind of entityKinds) {
    const id = kind === 'ip' ? item.ip : item[`${kind}_id`]
    if (id !== null) return { kind, id }
  }
  return null
}

const ofTransaction = (item: TransactionItem): MonitoringEvent => ({
  id: `transaction:${item.transaction_id}`,
  kind: 'transaction_scored',
  at: item.at,
  event_type: item.event_type,
  transaction_id: item.transaction_id,
  alert_id: null,
  entity: entityOfItem(item),
  amount: item.amount,
  currency: item.currency,
  score: item.score,
  risk_level: item.risk_level,
  recommended_action: item.recommended_action,
})

const ofAlert = (item: AlertItem): MonitoringEvent => ({
  id: `alert:${item.id}`,
  kind: 'alert_raised',
  at: item.raised_at,
  event_type: null,
  transaction_id: null,
  alert_id: item.id,
  entity: item.entity,
  amount: item.totals.length === 1 ? (item.totals[0]?.amount ?? null) : null,
  currency: item.totals.length === 1 && item.totals[0]?.currency !== '' ? (item.totals[0]?.currency ?? null) : null,
  score: item.score,
  risk_level: item.risk_level,
  recommended_action: item.recommended_action,
})

const from = (level: RiskLevel): RiskLevel[] => riskLevels.slice(riskLevels.indexOf(level))

const filtersOf = ({ level, entity_kind: kind, entity_id: id }: MonitoringQuery): TransactionFilters => ({
  ...(level === undefined || level === 'low' ? {} : { risk_level: from(level) }),
  ...(kind === undefined || id === undefined ? {} : { [kind === 'ip' ? 'ip' : `${kind}_id`]: id }),
})

interface Sources {
  readonly transactions: Pick<TransactionStore, 'list' | 'find'>
  readonly alerts: Pick<AlertStore, 'list'>
}

/** What each list gives from its place on, and where it stands after each of its items. */
interface Part {
  readonly items: readonly { readonly event: MonitoringEvent; readonly place: Place }[]
  readonly rest: Place
}

const nothing: Part = { items: [], rest: end }

const transactionsFrom = async ({ transactions }: Sources, query: MonitoringQuery, place: Place): Promise<Part> => {
  if (place === end || query.kind === 'alert_raised') return nothing
  const page = await listInTurns(transactions, filtersOf(query), { cursor: place ?? undefined, size: query.size })
  const items = page.items.map((item) => ({
    event: ofTransaction(item),
    place: String(transactions.find(item.transaction_id)?.moment ?? end),
  }))
  return { items, rest: page.next ?? end }
}

const alertsFrom = ({ alerts }: Sources, query: MonitoringQuery, place: Place): Result<Part, Refusal> => {
  if (place === end || query.kind === 'transaction_scored') return ok(nothing)
  const asked = {
    sort: 'newest' as const,
    status: [...alertStatuses],
    ...(query.level === undefined ? {} : { level: from(query.level) }),
    ...(query.entity_kind === undefined ? {} : { entity_kind: query.entity_kind }),
    ...(query.entity_id === undefined ? {} : { entity_id: query.entity_id }),
  }
  const page = alerts.list({ ...asked, after: place ?? undefined, size: query.size })
  if (!page.ok) return page
  return ok({
    items: page.value.data.map((item) => ({ event: ofAlert(item), place: newestAfter(item) })),
    rest: page.value.next ?? end,
  })
}

/** What was scored and what raised an alert, newest first. */
export const listMonitoringEvents = async (
  sources: Sources,
  query: MonitoringQuery,
): Promise<Result<Walked<MonitoringEvent>, Refusal>> => {
  if (query.entity_kind !== undefined && query.entity_id === undefined)
    return fail(fieldRefused('query.entity_id', 'is required with entity_kind'))
  if (query.entity_id !== undefined && query.entity_kind === undefined)
    return fail(fieldRefused('query.entity_kind', 'is required with entity_id'))
  const places = decode(query.after)
  if (places === null) return fail(bad)
  const [transactionPlace, alertPlace] = places
  const alerted = alertsFrom(sources, query, alertPlace)
  if (!alerted.ok) return fail(bad)
  const seen = await transactionsFrom(sources, query, transactionPlace)
  const merged = [...seen.items, ...alerted.value.items]
    .sort((a, b) => (a.event.at < b.event.at ? 1 : a.event.at > b.event.at ? -1 : 0))
    .slice(0, query.size)
  const placeAfter = (part: Part, kind: MonitoringEvent['kind'], before: Place): Place => {
    const taken = merged.filter(({ event }) => event.kind === kind)
    return taken.length === part.items.length ? part.rest : (taken.at(-1)?.place ?? before)
  }
  const after: readonly [Place, Place] = [
    placeAfter(seen, 'transaction_scored', transactionPlace),
    placeAfter(alerted.value, 'alert_raised', alertPlace),
  ]
  const isOver = after[0] === end && after[1] === end
  return ok({
    data: merged.map(({ event }) => event),
    next: isOver ? null : Buffer.from(JSON.stringify(after)).toString('base64url'),
  })
}
