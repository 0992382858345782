import { periodWidths, type PeriodWidth } from '../../../../shared/schema/period.ts'
import type { MoneyQuery } from '../../../data/queries/accountMoney.ts'
import type { DetectionQuery } from '../../../state/route.ts'
import { movedDay } from '../../../ui/typed-day.ts'

const balanceForm = /^-?\d{1,11}(?:\.\d{1,4})?$/u

/** A balance as a person types it, with a point or a comma before its decimals; null where it is none. */
export const readBalance = (typed: string): string | null => {
  const plain = typed.trim().replace('−', '-').replace(',', '.')
  return balanceForm.test(plain) ? plain : null
}

const isDay = (text: string | undefined): text is string => text !== undefined && /^\d{4}-\d{2}-\d{2}$/u.test(text)

/** The width of the periods that an address names. */
export const periodWidthOf = (query: DetectionQuery): PeriodWidth =>
  periodWidths.find((one) => one === query['period']) ?? 'month'

/** What an address asks of an account's money, as the interface takes it. Days are those of UTC, both included. */
export const moneyQueryOf = (query: DetectionQuery): MoneyQuery => {
  const { from, to, currency, opening = '', sides } = query
  const balance = readBalance(opening)
  return {
    period: periodWidthOf(query),
    ...(isDay(from) ? { from: `${from}T00:00:00Z` } : {}),
    ...(isDay(to) ? { to: `${movedDay(to, { days: 1 })}T00:00:00Z` } : {}),
    ...(currency === undefined ? {} : { currency }),
    ...(balance === null ? {} : { opening_balance: balance }),
    ...(sides === 'both' ? { sides } : {}),
  }
}
