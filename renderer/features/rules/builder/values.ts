import type { Json } from './logic.ts'

/** The path that a value reads; null of a value that is written in the rule. A feature is named with its section. */
export const pathOf = (value: Json): string | null => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const [entry] = Object.entries(value)
  if (entry === undefined) return null
  const [name, of] = entry
  const text = Array.isArray(of) ? (of as readonly Json[])[0] : of
  return typeof text !== 'string' ? null : name === 'feature' ? `features.${text}` : text
}

/** Reads a path, as the rules that come with the workspace do. */
export const readOf = (path: string): Json =>
  path.startsWith('features.') ? { feature: [path.slice('features.'.length)] } : { var: path }

/** Takes a text for the number that it is, where it is one. What begins with a nought is a code. */
export const numberOrText = (text: string): number | string =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/u.test(text) ? Number(text) : text

/** Takes a text for the number or the truth that it is, where it is one. */
export const literalOf = (text: string): number | string | boolean =>
  text === 'true' ? true : text === 'false' ? false : numberOrText(text)

/** A value that is written in the rule, as it is typed. */
export const textOf = (value: Json): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
