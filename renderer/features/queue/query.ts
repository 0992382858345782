import { caseFilters, caseSorts } from '../../../shared/api/cases.ts'
import { onlyNamed } from '../../state/filters.ts'
import type { QueueQuery } from '../../state/route.ts'

export type CaseSort = (typeof caseSorts)[number]
export type QueueSortColumn = 'sla' | 'created' | 'updated' | 'priority' | 'number'

const filterNames = Object.keys(caseFilters.shape)

/** What of an address the service understands: the known filters and a known order. The rest is dropped. */
export const cleanQuery = (query: QueueQuery): QueueQuery => {
  const named = onlyNamed(query, filterNames)
  const sort = queueSort(query)
  return sort === 'sla' ? named : { ...named, sort }
}

/** The order that a query asks for; soonest deadline first unless it says otherwise. */
export const queueSort = (query: QueueQuery): CaseSort => caseSorts.find((sort) => sort === query.sort) ?? 'sla'

/** The filters of a query without its order: what an export takes. */
export const queueFilters = (query: QueueQuery): QueueQuery => {
  const { sort: _, ...filters } = cleanQuery(query)
  return filters
}

/** A range such as `4-24` or `72-` in words. */
export const rangeWords = (range: string, words: (from: string, to: string | null) => string): string => {
  const [from = '', to = ''] = range.split('-')
  return words(from, to === '' ? null : to)
}

export const hasQueueFilters = (query: QueueQuery): boolean => Object.keys(queueFilters(query)).length > 0

/** The order after a press on a column's header: the column, then its reverse, then the default again. */
export const nextQueueSort = (current: CaseSort, column: QueueSortColumn): CaseSort => {
  if (column === 'sla') return 'sla'
  const first: CaseSort = column === 'number' ? 'number' : `-${column}`
  const second: CaseSort = column === 'number' ? '-number' : column
  if (current === first) return second
  return current === second ? 'sla' : first
}
