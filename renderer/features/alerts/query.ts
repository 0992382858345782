import { alertFilters, alertSorts } from '../../../shared/api/alerts.ts'
import { onlyNamed } from '../../state/filters.ts'
import type { DetectionQuery } from '../../state/route.ts'

export type AlertSort = (typeof alertSorts)[number]

/** The heads of columns that order the list. */
export type AlertSortColumn = 'score' | 'age' | 'due'

const filterNames = Object.keys(alertFilters.shape)

const known = (sort: string | undefined): AlertSort | undefined => alertSorts.find((one) => one === sort)

/** The order that a query asks for; else the one that the person last chose; else by score. */
export const alertSort = (query: DetectionQuery, remembered: string): AlertSort =>
  known(query['sort']) ?? known(remembered) ?? 'score'

/** The filters of an address that the service understands; the rest is dropped. */
export const filtersOfAlerts = (query: DetectionQuery): DetectionQuery => onlyNamed(query, filterNames)

export const hasAlertFilters = (query: DetectionQuery): boolean => Object.keys(filtersOfAlerts(query)).length > 0

/** The order as the heads of the columns show it: a column, or that after a minus for the highest first. */
export const shownSort = (sort: AlertSort): string =>
  ({ score: '-score', newest: 'age', oldest: '-age', due: 'due' })[sort]

/** The order after a press on a column's head. */
export const nextAlertSort = (current: AlertSort, column: AlertSortColumn): AlertSort => {
  if (column === 'age') return current === 'newest' ? 'oldest' : 'newest'
  return column
}
