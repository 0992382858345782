import { dayMs as day, hourMs as hour, minuteMs as minute, utcDay } from '../../shared/text/days.ts'

/** Hours say nothing any more beside so many days. */
const daysAlone = 100

/** A span in two units at most: `4,166d`, `3d 4h`, `23h 12m`, `42m 10s`. Never negative. */
export const formatSpan = (ms: number, language: string): string => {
  const span = Math.max(0, ms)
  if (span >= daysAlone * day) return `${Math.floor(span / day).toLocaleString(language)}d`
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

/** The local day alone: `2026-11-21`. */
export const formatDay = (ms: number): string => formatLocal(ms).slice(0, 10)

/** The day in UTC where the year stands elsewhere, as below a chart: `11-21`. */
export const utcMonthDay = (ms: number): string => utcDay(ms).slice(5)

/** Day and minute in UTC: `2026-11-21 14:05`. Whoever shows it says that it is UTC. */
export const utcMinute = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace('T', ' ')

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

/** How far this machine's clock stands from UTC at an instant: `UTC+01:00`, `UTC−03:30`, `UTC`. */
export const utcOffset = (ms: number): string => {
  const minutes = -new Date(ms).getTimezoneOffset()
  if (minutes === 0) return 'UTC'
  const far = Math.abs(minutes)
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.floor(far / 60))}:${two(far % 60)}`
}

/**
 * The zone in which this machine shows times, and how far it stands from UTC now: an offset alone is wrong for half of
 * the year.
 */
export const localZone = (nowMs: number): { readonly name: string; readonly offset: string } => ({
  name: Intl.DateTimeFormat().resolvedOptions().timeZone,
  offset: utcOffset(nowMs),
})
