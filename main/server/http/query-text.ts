import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { fieldRefused } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { showName } from './strict-json.ts'

const noQuery: Readonly<Record<string, string>> = Object.freeze({})

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text.includes('+') ? text.replaceAll('+', ' ') : text)
  } catch {
    return null
  }
}

/**
 * Parses the text after `?` (application/x-www-form-urlencoded). A repeated name, malformed percent encoding and
 * invalid UTF-8 are refused, so that no parameter is quietly dropped or merged.
 */
export const parseQueryString = (text: string): Result<Readonly<Record<string, string>>, Refusal> => {
  if (text === '') return ok(noQuery)
  const found = new Map<string, string>()
  for (const part of text.split('&')) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decode(at === -1 ? part : part.slice(0, at))
    const value = at === -1 ? '' : decode(part.slice(at + 1))
    if (name === null) return fail(fieldRefused('query', 'holds malformed percent encoding'))
    const path = `query.${showName(name)}`
    if (value === null) return fail(fieldRefused(path, 'holds malformed percent encoding or is not UTF-8'))
    if (name === '__proto__') return fail(fieldRefused(path, 'is a name that no operation takes'))
    if (found.has(name)) return fail(fieldRefused(path, 'is given more than once'))
    found.set(name, value)
  }
  return ok(Object.fromEntries(found))
}
