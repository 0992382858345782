/** The least part of a hundred that so many decimals can show. */
const stepOf = (digits: number): number => 10 ** -digits

/**
 * A part of a hundred as it may be written with so many decimals: between which bounds, where rounding would say all or
 * none.
 */
const boundOf = (percent: number, digits: number): { readonly sign: '' | '< ' | '> '; readonly value: number } => {
  const step = stepOf(digits)
  if (percent > 0 && percent < step) return { sign: '< ', value: step }
  if (percent < 100 && percent > 100 - step) return { sign: '> ', value: 100 - step }
  return { sign: '', value: percent }
}

/**
 * A percentage in words of our own, `12 %`: what is not nothing is never written as 0 %, and what is not all never as
 * 100 %.
 */
export const percentageText = (percent: number, digits = 0): string => {
  const { sign, value } = boundOf(percent, digits)
  return `${sign}${Number(value.toFixed(digits))} %`
}

/** The same of a share of one. */
export const shareText = (share: number, digits = 0): string => percentageText(share * 100, digits)

/** The same in the manner of a language. */
export const localPercentage = (percent: number, language: string, digits: number): string => {
  const { sign, value } = boundOf(percent, digits)
  return `${sign}${new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(value / 100)}`
}
