import type { AccessKind } from '../../../shared/schema/access-log.ts'
import type { AccessLogFilters } from '../../data/queries/accessLog.ts'

/** The case that the log is narrowed to. */
export interface ChosenCase {
  readonly id: number
  readonly number: string
}

/** What a person has chosen above the log. Days are those of their own clock; '' and null narrow nothing. */
export interface AccessLogChoice {
  readonly person: string | null
  readonly kind: AccessKind | null
  readonly case: ChosenCase | null
  readonly from: string
  readonly to: string
}

export const nothingChosen: AccessLogChoice = { person: null, kind: null, case: null, from: '', to: '' }

/** Whether the days are a range that does not end before it begins. */
export const isRange = ({ from, to }: Pick<AccessLogChoice, 'from' | 'to'>): boolean =>
  from === '' || to === '' || from <= to

const midnight = (day: string, later = 0): string => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}

/** The choice as the API takes it; the last day is in it. */
export const filtersOfChoice = ({ person, kind, case: chosen, from, to }: AccessLogChoice): AccessLogFilters => ({
  ...(person === null ? {} : { person_id: person }),
  ...(kind === null ? {} : { kind }),
  ...(chosen === null ? {} : { case_id: String(chosen.id) }),
  ...(from === '' ? {} : { from: midnight(from) }),
  ...(to === '' ? {} : { to: midnight(to, 1) }),
})
