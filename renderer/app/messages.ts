import type { FormatterModule } from 'i18next'

/**
 * The formats that a message may name for a value: `plain` is for what names something (an id, a version, the place of
 * an entry), which is never grouped.
 */
export const messageFormats = ['plain'] as const

/**
 * How a value stands in a message: a number is an amount of something and grouped as the language does, `3,102`, unless
 * the message says `{{id, plain}}`.
 * A text stands as it is, for its caller has formatted it; there are no other values.
 */
const format: FormatterModule['format'] = (value: unknown, name, language) => {
  if (typeof value === 'number') return name === 'plain' ? String(value) : value.toLocaleString(language)
  return typeof value === 'string' ? value : ''
}

const nothing = (): void => undefined

/** What i18next asks for each value of a message; it keeps nothing of its own and takes no further formats. */
export const messageValues: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format,
}
