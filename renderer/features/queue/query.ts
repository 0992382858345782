import { caseFilters, caseSorts } from '../../../shared/api/cases.ts'
import type { QueueQuery } from '../../state/route.ts'

export type CaseSort = (typeof caseSorts)[number]
export type SortColumn = 'sla' | 'created' | 'updated' | 'priority' | 'number'
export type FilterName = keyof typeof caseFilters.shape

const filterNames = Object.keys(caseFilters.shape) as FilterName[]

/** What of an address the service understands: the known filters and a known order. The rest is dropped. */
export const cleanQuery = (query: QueueQuery): QueueQuery => {
  const entries = filterNames.flatMap((name) => {
    const value = query[name]
    return value === undefined || value === '' ? [] : [[name, value] as const]
  })
  const sort = sortOf(query)
  return Object.fromEntries(sort === 'sla' ? entries : [...entries, ['sort', sort] as const])
}

/** The order that a query asks for; soonest deadline first unless it says otherwise. */
export const sortOf = (query: QueueQuery): CaseSort => caseSorts.find((sort) => sort === query.sort) ?? 'sla'

/** The filters of a query without its order: what an export takes. */
export const filtersOf = (query: QueueQuery): QueueQuery => {
  const { sort: _, ...filters } = cleanQuery(query)
  return filters
}

export const hasFilters = (query: QueueQuery): boolean => Object.keys(filtersOf(query)).length > 0

/** The values of a filter that takes several. */
export const valuesOf = (query: QueueQuery, name: FilterName): readonly string[] => {
  const value = query[name] ?? ''
  return value === '' ? [] : value.split(',')
}

/** The query with one filter set; an empty value removes it. */
export const withFilter = (query: QueueQuery, name: FilterName | 'sort', value: string): QueueQuery => {
  const { [name]: _, ...others } = query
  return value === '' ? others : { ...others, [name]: value }
}

/** The query with one value of a filter switched on or off. */
export const toggled = (query: QueueQuery, name: FilterName, value: string): QueueQuery => {
  const values = valuesOf(query, name)
  const next = values.includes(value) ? values.filter((other) => other !== value) : [...values, value]
  return withFilter(query, name, next.join(','))
}

/** The order after a press on a column's header: the column, then its reverse, then the default again. */
export const nextSort = (current: CaseSort, column: SortColumn): CaseSort => {
  if (column === 'sla') return 'sla'
  const first: CaseSort = column === 'number' ? 'number' : `-${column}`
  const second: CaseSort = column === 'number' ? '-number' : column
  if (current === first) return second
  return current === second ? 'sla' : first
}
