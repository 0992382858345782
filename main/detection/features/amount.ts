import { amountScale } from '../../../shared/schema/activity.ts'

/** Steps of the logarithmic scale to one doubling. */
export const scaleSteps = 1_024

/** An amount as a whole number of ten-thousandths. */
export const exactAmount = (amount: number): number => Math.round(amount * amountScale)

/**
 * An amount (in ten-thousandths) on a logarithmic scale, as a whole number: sums and squares of it are exact, and a
 * single huge amount does not drown the others.
 */
export const scaledAmount = (amount: number): number =>
  Math.round(scaleSteps * Math.log2(1 + Math.abs(amount) / amountScale))
