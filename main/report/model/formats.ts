/** A moment in UTC, as a day and a time of day with milliseconds. */
export const dayAndTime = (ms: number): { readonly date: string; readonly time: string } => {
  const text = new Date(ms).toISOString()
  const [date = '', time = ''] = text.split('T')
  return { date, time: time.slice(0, 12) }
}

/** A moment in UTC to the second: `2026-03-12 14:03:07 UTC`. */
export const moment = (ms: number): string => {
  const { date, time } = dayAndTime(ms)
  return `${date} ${time.slice(0, 8)} UTC`
}

/** A sealed time as a moment; a text that is no time stays as it is. */
export const momentOfText = (text: string): string => {
  const ms = Date.parse(text)
  return Number.isFinite(ms) ? moment(ms) : text
}

const units = ['kB', 'MB', 'GB', 'TB', 'PB'] as const

const grouped = new Intl.NumberFormat('en-GB')

/** A count in groups of three: `1,234,567`. */
export const countText = (n: number): string => grouped.format(n)

/** Bytes, exactly and in decimal units: `1,234,567 bytes (1.2 MB)`. */
export const bytesInWords = (n: number): string => {
  const exact = `${countText(n)} ${n === 1 ? 'byte' : 'bytes'}`
  const power = Math.min(units.length, Math.floor(Math.log10(Math.max(n, 1)) / 3))
  return power === 0 ? exact : `${exact} (${(n / 1000 ** power).toFixed(1)} ${units[power - 1] as string})`
}

/** `1 entry`, `2 entries`. */
export const countedText = (n: number, one: string, many: string): string => `${countText(n)} ${n === 1 ? one : many}`
