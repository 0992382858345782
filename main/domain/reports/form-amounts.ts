import { amountScale } from '../../../shared/schema/activity.ts'
import { minorDigits } from '../../../shared/text/money.ts'

/** An amount of the form, taken apart; null for none. */
const partsOf = (amount: string): { readonly units: bigint; readonly fraction: string } | null => {
  const found = /^(\d+)(?:\.(\d+))?$/u.exec(amount)
  return found === null ? null : { units: BigInt(found[1] as string), fraction: (found[2] ?? '').replace(/0+$/u, '') }
}

/** An exact amount of ten-thousandths as the form holds it: `0.94`, `1200.5`, with the minor digits of its currency. */
export const formAmount = (amount: number, currency: string): string => {
  const kept = Math.max(0, amount)
  const units = Math.floor(kept / amountScale)
  const fraction = String(kept % amountScale)
    .padStart(4, '0')
    .replace(/0+$/u, '')
  return fraction === '' ? String(units) : `${units}.${fraction.padEnd(minorDigits(currency), '0')}`
}

/** An amount in whole units, rounded up as FinCEN asks; none stays none. */
export const wholeUnits = (amount: string): string => {
  const parts = partsOf(amount)
  return parts === null ? amount : String(parts.units + (parts.fraction === '' ? 0n : 1n))
}

/** Whether the form of FinCEN cannot say an amount as it is. */
export const isRounded = (amount: string): boolean => (partsOf(amount)?.fraction ?? '') !== ''

/** Two amounts that are one: `1200.5` and `1200.50`. */
export const isSameAmount = (a: string, b: string): boolean => {
  const [one, other] = [partsOf(a), partsOf(b)]
  return one !== null && other !== null && one.units === other.units && one.fraction === other.fraction
}
