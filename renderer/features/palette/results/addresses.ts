import { entityKinds, type EntityKind } from '../../../../shared/schema/activity.ts'
import { alertStatuses } from '../../../../shared/schema/alerts.ts'
import { screenedKinds, type ScreenedRef } from '../../../../shared/schema/screening.ts'
import type { FoundOf, SearchGroup, SearchResult } from '../../../../shared/schema/search.ts'
import {
  caseHref,
  detectionHref,
  entityHref,
  hrefOf,
  profileHref,
  screenedHref,
  timelineHref,
  transactionsHref,
} from '../../../state/route.ts'

const everyStatus = alertStatuses.join(',')
const isEntityKind = (kind: string): kind is EntityKind => entityKinds.some((one) => one === kind)
const isScreenedKind = (kind: string): kind is ScreenedRef['kind'] => screenedKinds.some((one) => one === kind)

const entityAddress = ({ entity_kind: kind, id, active, screened }: FoundOf<'entity'>): string => {
  if (active && isEntityKind(kind)) return profileHref({ kind, id }) ?? entityHref({ kind, id })
  if (screened && isScreenedKind(kind)) return screenedHref({ kind, id })
  return detectionHref('alerts', null, { entity_kind: kind, entity_id: id, status: everyStatus })
}

/** The address of the screen that shows a result. */
export const resultHref = (result: SearchResult, typed: string): string => {
  switch (result.kind) {
    case 'case':
      return result.reason.field === 'note' ? timelineHref(result.id) : caseHref(result.id)
    case 'entity':
      return entityAddress(result)
    case 'alert':
      return detectionHref('alerts', String(result.id))
    case 'transaction':
      return detectionHref('transactions', result.transaction_id)
    case 'evidence':
      return hrefOf({ name: 'evidence', id: result.case_id, piece: result.evidence_id, query: {} })
    case 'evidence_text':
      return hrefOf({ name: 'evidence', id: result.case_id, piece: null, query: { in: 'text', words: typed } })
    case 'report':
      return detectionHref('reports', result.id)
    case 'list_entry':
      return detectionHref('lists', result.list, { view: 'entries', entry: result.id })
    case 'list':
      return result.holds === 'names' ? detectionHref('lists', result.list) : detectionHref('rules')
    case 'business':
      return detectionHref('businesses', result.id)
  }
}

/** The address of the list that shows all results of a group; null where no list can be narrowed so. */
export const moreHref = ({ area, items }: SearchGroup, typed: string): string | null => {
  const reason = items[0]?.reason
  if (area === 'case' || area === 'evidence') return hrefOf({ name: 'queue', query: { q: typed } })
  if (area === 'business') return detectionHref('businesses', null, { q: typed })
  if (area === 'transaction' && reason?.how === 'exact' && isEntityKind(reason.field) && reason.text !== null)
    return transactionsHref({ kind: reason.field, id: reason.text })
  if (
    area === 'alert' &&
    reason !== undefined &&
    reason.text !== null &&
    (reason.field === 'title' || isEntityKind(reason.field))
  )
    return detectionHref('alerts', null, { q: typed, status: everyStatus })
  return null
}
