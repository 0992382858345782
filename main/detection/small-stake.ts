import type { Activity } from '../../shared/schema/activity.ts'
import { amountText, minorDigits } from '../../shared/text/money.ts'
import type { Reason } from './ports.ts'

/**
 * Amount from which a model's score counts in full, in units of a currency with two decimals. Of one without any it is
 * a hundred times as much, of one with three a tenth.
 */
export const fullStake = 20

/** Name of the reason that tells of the adjustment. */
export const smallStakeSignal = 'small_stake'

/** What a model's score was taken down to, because little can be lost. */
export interface SmallStake {
  readonly amount: number
  readonly currency: string
  readonly from: number
  readonly score: number
}

const fullIn = (currency: string): number => fullStake * 10 ** (2 - minorDigits(currency))

/**
 * What a score counts as where little can be lost. The shipped model learnt that cards are tried out with small
 * amounts; most small payments try out nothing, so that by itself it would call them graver than whatever an
 * institution can lose. So the part of its score above its base rate counts in proportion to the amount:
 * `base + (score - base) * amount / 20`. Rules say by themselves what many small payments mean.
 *
 * @param baseRate what the model scores on average, 0 to 1
 * @returns null where the score counts as it is: the amount is large enough or unknown, or the score is not above the
 * base rate
 */
export const smallStakeOf = (
  { amount, currency = '' }: Pick<Activity, 'amount' | 'currency'>,
  score: number,
  baseRate: number,
): SmallStake | null => {
  if (amount === undefined || !(score > baseRate)) return null
  const part = Math.abs(amount) / fullIn(currency)
  return part >= 1 ? null : { amount, currency, from: score, score: baseRate + (score - baseRate) * part }
}

const percent = (score: number): string => `${(score * 100).toFixed(1)} %`

/** The adjustment in words. It raises nothing, so it has no share of the risk. */
export const smallStakeReason = ({ amount, currency, from, score }: SmallStake): Reason => {
  const text = (value: number): string =>
    `${amountText(value, currency, 'en-GB')}${currency === '' ? '' : ` ${currency}`}`
  return {
    signal: smallStakeSignal,
    text: `Little can be lost (${text(amount)}; the shipped model’s score counts in full from ${text(fullIn(currency))} on): its ${percent(from)} counts as ${percent(score)}.`,
    share: 0,
    source: 'model',
  }
}
