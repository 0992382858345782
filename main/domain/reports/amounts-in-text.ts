import { minorDigits } from '../../../shared/text/money.ts'
import { isRounded, isSameAmount, wholeUnits } from './form-amounts.ts'

const arabicIndic = /[\u0660-\u0669\u06f0-\u06f9]/gu

/** Between digits of one number: points, commas, apostrophes, and the Arabic signs for them. */
const joint = "[.,'\\u2019\\u066b\\u066c]"
const grouping = "[ \\u00a0\\u2007\\u2009\\u202f.,'\\u2019\\u066c]"
const decimal = '[.,\\u066b]'

/**
 * A whole number as it stands in a text, never a part of a longer one: in groups of three, in the groups of South Asia,
 * or without any; then a fraction.
 */
const written = new RegExp(
  `(?<!\\d)(?<!\\d${joint})(?<units>\\d{1,3}(?<group>${grouping})\\d{3}(?:\\k<group>\\d{3})*|\\d{1,2}(?:,\\d{2})+,\\d{3}|\\d+)(?:(?<point>${decimal})(?<fraction>\\d{1,4}))?(?!\\d|${joint}\\d)`,
  'gu',
)

/** A fraction of three digits may be a group of thousands, but where the minor unit has as many. */
const mayBeFraction = (fraction: string, currency: string): boolean =>
  fraction.length !== 3 || minorDigits(currency) >= 3

const exactly = (units: string, fraction: string): string =>
  /^0*$/u.test(fraction) ? String(BigInt(units)) : `${BigInt(units)}.${fraction}`

const isOneGroup = /^\d{1,3}[.,]\d{3}$/u

/**
 * What a number may say: one with a single point or comma before three digits is read in both ways where the currency
 * has such fractions.
 */
const readings = (
  units: string,
  group: string | undefined,
  point: string | undefined,
  fraction: string,
  currency: string,
): readonly string[] => {
  if (/^0\d/u.test(units)) return []
  if (point !== undefined)
    return point === (group ?? (units.includes(',') ? ',' : undefined)) || !mayBeFraction(fraction, currency)
      ? []
      : [exactly(units.replace(/\D/gu, ''), fraction)]
  const grouped = units.startsWith('0') && units !== '0' ? [] : [units.replace(/\D/gu, '')]
  const [before = '', after = ''] = units.split(/[.,]/u)
  return isOneGroup.test(units) && mayBeFraction(after, currency) ? [...grouped, exactly(before, after)] : grouped
}

/**
 * Whether a text states an amount, in the ways in which the world writes numbers: `1,234.50`,
 * `1.234,50`, `1 234,50`, `1’234.50`, `12,34,567`, and in Arabic-Indic digits.
 * An amount with a fraction is stated by itself alone; a whole one also by a fraction that rounds up to it, as the form
 * of FinCEN does. Digits within a longer number, or behind leading zeros, state nothing.
 *
 * @param amount digits, and perhaps a point with a fraction
 */
export const statesAmount = (text: string, amount: string, currency: string): boolean => {
  const latin = text.replace(arabicIndic, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
  return [...latin.matchAll(written)].some(({ groups }) =>
    readings(groups?.['units'] ?? '', groups?.['group'], groups?.['point'], groups?.['fraction'] ?? '', currency).some(
      (said) => isSameAmount(said, amount) || (!isRounded(amount) && wholeUnits(said) === amount),
    ),
  )
}
