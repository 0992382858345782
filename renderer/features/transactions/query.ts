import { transactionFilters } from '../../../shared/api/transactions.ts'
import { onlyNamed } from '../../state/filters.ts'
import type { DetectionQuery } from '../../state/route.ts'
import { utcDay } from '../../../shared/text/days.ts'

const dayMs = 86_400_000

const filterNames = Object.keys(transactionFilters.shape)

/** The filters of an address that the service understands; the rest is dropped. */
export const activityFilters = (query: DetectionQuery): DetectionQuery => onlyNamed(query, filterNames)

export const hasActivityFilters = (query: DetectionQuery): boolean => Object.keys(activityFilters(query)).length > 0

/** Filters that name one entity; an address sets them, a chip takes them away. */
export const entityFilters = ['customer_id', 'account_id', 'counterparty_id', 'device_id', 'ip', 'terminal_id'] as const
export type EntityFilter = (typeof entityFilters)[number]

/** A day as the service's filter of times takes it, in UTC: its beginning, or the beginning of the day after. */
export const dayStart = (day: string): string => `${day}T00:00:00.000+00:00`
export const dayEnd = (day: string): string => dayStart(utcDay(Date.parse(`${day}T00:00:00Z`) + dayMs))

const dayAt = (at: string | undefined, backMs: number): string =>
  at === undefined || !Number.isFinite(Date.parse(at)) ? '' : utcDay(Date.parse(at) - backMs)

/** The day of a filter that `dayStart` or `dayEnd` made; '' for none. */
export const dayOfStart = (at: string | undefined): string => dayAt(at, 0)
export const dayOfEnd = (at: string | undefined): string => dayAt(at, dayMs)

/** Whether the last day of a filter lies before its first. */
export const isReversed = ({ from, to }: DetectionQuery): boolean =>
  from !== undefined && to !== undefined && Date.parse(to) <= Date.parse(from)
