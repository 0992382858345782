import { overviewLimits } from '../../../../shared/schema/case-overview.ts'
import type { CaseOverview, DayTotal } from '../../../../shared/schema/case-overview.ts'
import { dayMs, utcDay } from '../../../../shared/text/days.ts'
import { amountOf } from '../../../domain/transactions/amounts.ts'
import type { SyncStatements } from '../../sqlite/statements.ts'
import { momentOfMs, msOf } from '../../transactions/moments.ts'
import { entityTerm, matchAll } from '../../transactions/terms.ts'
import { countedAlerts } from './money.ts'
import type { SubjectRef } from './subject-values.ts'

type Payments = CaseOverview['payments']

/** Activities that one look reads; others are served after it. */
const look = 1_000
/** Days that are shown after the last flagged payment: what followed it matters, and what came long after less. */
const daysAfter = 14

interface Payment {
  readonly at: number
  readonly amount: number
  readonly currency: string
}
type Flagged = Payment & { readonly row: number | null }

const flaggedSql = `select max(t.transaction_row) as row, t.at, t.amount, coalesce(t.currency, '') as currency
  from alerts a join alert_transactions t on t.alert_id = a.id where ${countedAlerts} and t.amount >= 0 group by t.transaction_id`

const firstSql = 'select rowid as moment from activity_terms where activity_terms match ? order by rowid limit 1'
const lastSql = 'select rowid as moment from activity_terms where activity_terms match ? order by rowid desc limit 1'
const betweenSql =
  'select rowid as moment from activity_terms where activity_terms match ? and rowid >= ? and rowid < ? order by rowid desc limit ?'
const rowsSql = `select a.n as row, a.at_ms as at, a.amount, coalesce(a.currency, '') as currency
  from json_each(?) c cross join activities a on a.moment = c.value where a.amount >= 0`

const dayOf = (ms: number): number => Math.floor(ms / dayMs)

/** The days that are counted, both inclusive, as numbers since 1970. */
interface Span {
  readonly first: number
  readonly last: number
}

/** Where what was flagged lies, with what followed it; the newest days where nothing was flagged. */
const spanOf = (
  flagged: readonly Flagged[],
  ends: { readonly first: number; readonly last: number } | null,
): Span | null => {
  const days = flagged.map(({ at }) => dayOf(at))
  const all = ends === null ? days : [...days, ends.first, ends.last]
  if (all.length === 0) return null
  const newest = all.reduce((a, b) => Math.max(a, b))
  const last = days.length === 0 ? newest : Math.min(newest, days.reduce((a, b) => Math.max(a, b)) + daysAfter)
  const oldest = all.reduce((a, b) => Math.min(a, b))
  return { first: Math.max(oldest, last - overviewLimits.days + 1), last }
}

interface Sum {
  count: number
  flagged: number
  amount: number
  flaggedAmount: number
}

const addTo = <Key>(sums: Map<Key, Sum>, key: Key, amount: number, isFlagged: boolean): void => {
  let sum = sums.get(key)
  if (sum === undefined) sums.set(key, (sum = { count: 0, flagged: 0, amount: 0, flaggedAmount: 0 }))
  sum.count += 1
  sum.amount += amount
  if (!isFlagged) return
  sum.flagged += 1
  sum.flaggedAmount += amount
}

const totalOf = (currency: string, { count, flagged, amount, flaggedAmount }: Sum): DayTotal => ({
  currency,
  count,
  flagged,
  amount: amountOf(amount),
  flagged_amount: amountOf(flaggedAmount),
})

/** The payments of days by day and currency. */
const createDays = () => {
  const days = new Map<number, Map<string, Sum>>()
  const currencies = new Map<string, Sum>()
  return {
    add: ({ at, amount, currency }: Payment, isFlagged: boolean): void => {
      const day = dayOf(at)
      const sums = days.get(day) ?? new Map<string, Sum>()
      days.set(day, sums)
      addTo(sums, currency, amount, isFlagged)
      addTo(currencies, currency, amount, isFlagged)
    },
    totals: (): Pick<Payments, 'days' | 'currencies' | 'other_currencies'> => {
      const byCount = [...currencies].sort(([, a], [, b]) => b.count - a.count)
      const shown = byCount.slice(0, overviewLimits.currencies).map(([currency]) => currency)
      return {
        days: [...days]
          .sort(([a], [b]) => a - b)
          .map(([day, sums]) => ({
            day: utcDay(day * dayMs),
            totals: shown.flatMap((currency) => {
              const sum = sums.get(currency)
              return sum === undefined ? [] : [totalOf(currency, sum)]
            }),
          })),
        currencies: byCount.slice(0, overviewLimits.currencies).map(([currency, sum]) => totalOf(currency, sum)),
        other_currencies: byCount.slice(overviewLimits.currencies).reduce((sum, [, { count }]) => sum + count, 0),
      }
    },
  }
}

const endsOf = (sql: SyncStatements, match: string): { readonly first: number; readonly last: number } | null => {
  const [first, last] = [firstSql, lastSql].map((text) => sql.get<{ moment: number }>(text, match)?.moment)
  return first === undefined || last === undefined ? null : { first: dayOf(msOf(first)), last: dayOf(msOf(last)) }
}

/**
 * Payments of the customers and accounts of a case by day, and those that its open and confirmed alerts flag, whoever
 * they name. It stops after each look, so that others can have their turn.
 *
 * @param subjects those of the case; others than customers and accounts are left out
 */
export function* readPayments(
  sql: SyncStatements,
  caseId: number,
  subjects: readonly SubjectRef[],
): Generator<undefined, Payments> {
  const flagged = sql.all<Flagged>(flaggedSql, caseId)
  const terms = subjects.flatMap(({ kind, id }) =>
    kind === 'customer' || kind === 'account' ? [entityTerm(kind, id)] : [],
  )
  const match = terms.length === 0 ? null : matchAll([terms])
  const ends = match === null ? null : endsOf(sql, match)
  const span = spanOf(flagged, ends)
  const days = createDays()
  if (span === null)
    return {
      subjects: terms.length,
      from: null,
      to: null,
      complete: true,
      earlier: false,
      later: false,
      flagged_outside: 0,
      ...days.totals(),
    }
  const inSpan = flagged.filter(({ at }) => dayOf(at) >= span.first && dayOf(at) <= span.last)
  for (const one of inSpan) days.add(one, true)
  const most = overviewLimits.payments
  const moments =
    match === null
      ? []
      : sql
          .all<{ moment: number }>(
            betweenSql,
            match,
            momentOfMs(span.first * dayMs),
            momentOfMs((span.last + 1) * dayMs),
            most + 1,
          )
          .map(({ moment }) => moment)
  const counted = new Set(inSpan.map(({ row }) => row))
  for (let at = 0; at < Math.min(most, moments.length); at += look) {
    const part = moments.slice(at, Math.min(most, at + look))
    for (const one of sql.all<Payment & { readonly row: number }>(rowsSql, JSON.stringify(part)))
      if (!counted.has(one.row)) days.add(one, false)
    yield
  }
  return {
    subjects: terms.length,
    from: utcDay(span.first * dayMs),
    to: utcDay(span.last * dayMs),
    complete: moments.length <= most,
    earlier: ends !== null && ends.first < span.first,
    later: ends !== null && ends.last > span.last,
    flagged_outside: flagged.length - inSpan.length,
    ...days.totals(),
  }
}
