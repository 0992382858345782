const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** A span in two units at most: `3d 4h`, `23h 12m`, `42m 10s`. Never negative. */
export const formatSpan = (ms: number): string => {
  const span = Math.max(0, ms)
  if (span >= day) return `${Math.floor(span / day)}d ${Math.floor((span % day) / hour)}h`
  if (span >= hour) return `${Math.floor(span / hour)}h ${String(Math.floor((span % hour) / minute)).padStart(2, '0')}m`
  return `${Math.floor(span / minute)}m ${String(Math.floor((span % minute) / 1_000)).padStart(2, '0')}s`
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Local date and time in one unambiguous, sortable form: `2026-11-21 14:05`. */
export const formatLocal = (ms: number, withSeconds = false): string => {
  const at = new Date(ms)
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${date} ${two(at.getHours())}:${two(at.getMinutes())}${withSeconds ? `:${two(at.getSeconds())}` : ''}`
}

/** The exact instant in UTC: `2026-11-21 14:05:09.123 UTC`. */
export const formatUtc = (ms: number): string => `${new Date(ms).toISOString().replace('T', ' ').replace('Z', '')} UTC`

/** How long ago, in words of the language: `5m ago`, `yesterday`. */
export const formatAgo = (ms: number, now: number, language: string): string => {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'narrow' })
  const past = now - ms
  if (Math.abs(past) < minute) return words.format(0, 'second')
  if (Math.abs(past) < hour) return words.format(-Math.round(past / minute), 'minute')
  if (Math.abs(past) < day) return words.format(-Math.round(past / hour), 'hour')
  return words.format(-Math.round(past / day), 'day')
}
