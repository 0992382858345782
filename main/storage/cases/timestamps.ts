import { toTimestamp } from '../../../shared/schema/text.ts'
import { dayMs } from '../../../shared/text/days.ts'

const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'))

/** Days whose text is kept: the deadlines on a page lie within few. */
const maxDays = 1_000

/**
 * Writes the interface's timestamps as `toTimestamp` does, several times faster for times of the same days: a page of a
 * list has dozens of them.
 */
export const createTimestamps = (): ((ms: number) => string) => {
  const days = new Map<number, string>()
  const dayText = (day: number): string => {
    const known = days.get(day)
    if (known !== undefined) return known
    const text = toTimestamp(day * dayMs).slice(0, 11)
    if (days.size >= maxDays) days.clear()
    days.set(day, text)
    return text
  }
  return (ms) => {
    const day = Math.floor(ms / dayMs)
    const rest = ms - day * dayMs
    const seconds = Math.floor(rest / 1_000)
    const minutes = Math.floor(seconds / 60)
    const milliseconds = String(rest - seconds * 1_000).padStart(3, '0')
    return `${dayText(day)}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${milliseconds}+00:00`
  }
}
