import type { PartyInterest, ShareRange } from '../../shared/schema/kyb.ts'

const decimals = 2

/** Less than all is not written as 100, nor more than nothing as 0. */
const number = (value: number, language: string): string => {
  const least = 10 ** -decimals
  const shown = value > 0 && value < 100 ? Math.min(Math.max(value, least), 100 - least) : value
  return shown.toLocaleString(language, { maximumFractionDigits: decimals })
}

/** A share in percent: one figure where it is known exactly, else its two bounds. */
export const shareRangeText = ({ min, max }: ShareRange, language: string): string =>
  Math.abs(max - min) < 0.005 ? `${number(min, language)} %` : `${number(min, language)}–${number(max, language)} %`

/** A share as it was stated, with whether its ends count. */
export const statedText = (share: PartyInterest['share'], language: string): string | null => {
  if (share === null) return null
  if (share.min === share.max) return `${number(share.min, language)} %`
  return `${share.above_min ? '>' : ''}${number(share.min, language)}–${share.below_max ? '<' : ''}${number(share.max, language)} %`
}
