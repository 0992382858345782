/** A span of seconds in the unit that people would say it in. */
export const wordedSpan = (
  seconds: number,
): { readonly unit: 'seconds' | 'minutes' | 'hours' | 'days'; readonly count: number } => {
  if (seconds < 90) return { unit: 'seconds', count: Math.round(seconds) }
  if (seconds < 90 * 60) return { unit: 'minutes', count: Math.round(seconds / 60) }
  return seconds < 36 * 3_600
    ? { unit: 'hours', count: Math.round(seconds / 3_600) }
    : { unit: 'days', count: Math.round(seconds / 86_400) }
}
