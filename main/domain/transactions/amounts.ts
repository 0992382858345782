import { amountScale } from '../../../shared/schema/activity.ts'

/** An amount as it is kept: in ten-thousandths. */
export function storedAmount(amount: number): number
export function storedAmount(amount: number | undefined): number | null
export function storedAmount(amount: number | undefined): number | null {
  return amount === undefined ? null : Math.round(amount * amountScale)
}

/** An amount in units of its currency. */
export const amountOf = (stored: number): number => stored / amountScale
