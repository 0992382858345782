import { amountText, roundedToMinor } from '../../../shared/text/money.ts'
import { shownScore } from '../../../shared/text/score.ts'
import { localPercentage } from '../../../shared/text/shares.ts'

/** A number at a glance: `1,204`, `18.4K`, `2.1M`. */
export const compact = (value: number, language: string): string =>
  new Intl.NumberFormat(
    language,
    Math.abs(value) >= 10_000 ? { notation: 'compact', maximumFractionDigits: 1 } : { maximumFractionDigits: 2 },
  ).format(value)

/**
 * A share of one as a percentage: `12.4 %` in the manner of the language; what is not nothing is never shown as 0, and
 * what is not all never as 100.
 */
export const percent = (share: number, language: string, digits = 1): string =>
  localPercentage(share * 100, language, digits)

/**
 * A score from 0 to 1 with two decimals; what is less than certain is never shown as 1, nor what is not nothing as 0.
 */
export const score = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(shownScore(value))

/** An amount with the code of its currency, in that currency's minor digits; without one, the number alone. */
export const money = (amount: number, currency: string | null, language: string): string => {
  const plain = amountText(amount, currency ?? '', language)
  return currency === null || currency === '' ? plain : `${plain} ${currency}`
}

/** The same of an amount that was computed, such as a mean: rounded to the minor unit. */
export const computedMoney = (amount: number, currency: string | null, language: string): string =>
  money(roundedToMinor(amount, currency), currency, language)
