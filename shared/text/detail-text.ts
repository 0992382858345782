import type { ErrorDetail } from '../api/errors.ts'

/** What a request is made of: no name of a field. */
const places: ReadonlySet<string> = new Set(['body', 'query', 'params', 'header'])

/**
 * What is wrong with a field of a request, for a person: `body.disclosures.except.4` is for programs; a person is told
 * `Except 5`.
 */
export const detailText = ({ path, message }: ErrorDetail): string => {
  const parts = path.split('.')
  const name = parts.findLast((part) => !/^\d+$/u.test(part)) ?? ''
  const last = parts.at(-1) ?? ''
  if (name === '' || places.has(path)) return message
  const words = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll(/[_-]/gu, ' ')}`
  return last === name ? `${words}: ${message}` : `${words} ${Number(last) + 1}: ${message}`
}

/** The sentence of a refusal for a person: without the paths of the fields that it names. */
export const refusalText = (message: string, details: readonly ErrorDetail[]): string =>
  details.reduce(
    (text, detail) => text.replaceAll(`${detail.path} ${detail.message}`, () => detailText(detail)),
    message,
  )
