import { minorDigits } from '../../../shared/text/money.ts'

/** Amounts are summed exactly, in millionths. */
const decimals = 6

/** A decimal number with a point in millionths; null where it is none, or has more decimals. */
export const unitsOf = (text: string): bigint | null => {
  const found = /^([+-]?)(\d{1,18})(?:\.(\d{0,6}))?$/u.exec(text)
  if (found === null) return null
  const units = BigInt((found[2] ?? '') + (found[3] ?? '').padEnd(decimals, '0'))
  return found[1] === '-' ? -units : units
}

/** Millionths as a decimal number, with two decimals at least. */
export const decimalOf = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0{1,4}$/u, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${fraction}`
}

/** Whether three digits behind the only point or comma may be thousands: no format groups them, but banks do. */
export const isTwoWays = (text: string, currency: string): boolean =>
  /^\s*[+-]?[1-9]\d{0,2}[.,]\d{3}\s*$/u.test(text) && minorDigits(currency) !== 3

/** A number that is written with a comma or a point before its decimals and without groups, with a point. */
export const withPoint = (text: string): string | null => {
  const plain = text
    .trim()
    .replace(',', '.')
    .replace(/\.$/u, '')
    .replace(/^([+-]?)\./u, '$10.')
    .replace(/^([+-]?)0+(?=\d)/u, '$1')
  return /^[+-]?\d{1,18}(?:\.\d{1,6})?$/u.test(plain) ? plain : null
}
