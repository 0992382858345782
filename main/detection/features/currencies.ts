import type { Activity } from '../../../shared/schema/activity.ts'
import { amountScale } from '../../../shared/schema/activity.ts'
import type { Currencies } from '../../../shared/schema/detection-policy.ts'
import { dayMs } from '../../../shared/text/days.ts'
import { exactAmount } from './amount.ts'

/** The currencies by which was counted, and the one that was counted in. */
export interface CountedCurrencies {
  readonly told: Currencies
  /** null: no activity had an amount in a currency yet, and none is told. */
  readonly base: string | null
}

/** The one currency in which amounts are counted (F-10). */
export interface BaseCurrency {
  /** What is counted in; null until an activity has an amount in a currency, where none is told. */
  code(): string | null
  /**
   * An amount in units of the base, by the rate in force at a time in milliseconds; NaN where its currency has no rate
   * then. One without a currency is of the base.
   */
  unitsOf(amount: number, currency: string | undefined, atMs: number): number
  /** Settles the base by an activity that is counted. */
  settle(event: Activity): void
  counted(): CountedCurrencies
}

const dateMs = (date: string): number => Date.parse(`${date}T00:00:00Z`)

/** By currency its rates, the newest first. */
const ratesOf = ({
  rates,
}: Currencies): ReadonlyMap<string, readonly { readonly fromMs: number; readonly rate: number }[]> => {
  const byCurrency = new Map<string, { fromMs: number; rate: number }[]>()
  for (const { currency, rate, from } of rates) {
    const own = byCurrency.get(currency)
    if (own === undefined) byCurrency.set(currency, [{ fromMs: dateMs(from), rate }])
    else own.push({ fromMs: dateMs(from), rate })
  }
  for (const own of byCurrency.values()) own.sort((one, other) => other.fromMs - one.fromMs)
  return byCurrency
}

/** Begins with what is told; `base` is what was settled on before. */
export const createBaseCurrency = (told: Currencies, base: string | null = null): BaseCurrency => {
  const rates = ratesOf(told)
  let code = told.base ?? base
  return {
    code: () => code,
    unitsOf: (amount, currency, atMs) => {
      if (currency === undefined || code === null || currency === code) return amount
      const rate = rates.get(currency)?.find(({ fromMs }) => fromMs <= atMs)?.rate
      return rate === undefined ? Number.NaN : exactAmount(amount * rate) / amountScale
    },
    settle: ({ amount, currency }) => {
      if (code === null && amount !== undefined && currency !== undefined) code = currency
    },
    counted: () => ({ told, base: code }),
  }
}

/** Whether an activity has an amount that is not counted, because its currency has no rate at its time. */
export const hasNoRate = (base: Pick<BaseCurrency, 'unitsOf'>, { amount, currency }: Activity, atMs: number): boolean =>
  amount !== undefined && Number.isNaN(base.unitsOf(amount, currency, atMs))

const until = ({ rates }: Currencies, untilMs: number): readonly string[] =>
  rates
    .filter(({ from }) => dateMs(from) <= untilMs)
    .map(({ currency, rate, from }) => `${currency} ${from} ${rate}`)
    .sort()

/**
 * Whether all that was counted would be counted the same by what is told now.
 *
 * @param clockMs how far the clock of what was counted has come; an activity may lie a day ahead of it
 */
export const isCountedBy = ({ told, base }: CountedCurrencies, now: Currencies, clockMs: number): boolean => {
  if (clockMs === Number.NEGATIVE_INFINITY) return true
  const isSameBase = base === null || now.base === base || (now.base === null && told.base === null)
  const [then, since] = [until(told, clockMs + dayMs), until(now, clockMs + dayMs)]
  return isSameBase && then.length === since.length && then.every((rate, place) => rate === since[place])
}
