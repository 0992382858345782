import type { AccessTerms, ReadingKind } from '../../../shared/schema/access-log.ts'
import { loggedReadings } from './readings.ts'
import type { LoggedReading } from './readings.ts'

/** The parts of a request, checked. */
export interface ReadRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** What a request reads, as the log keeps it. */
export interface ReadOf {
  readonly kind: ReadingKind
  readonly case: { readonly by: 'id' | 'number' | 'report'; readonly value: string | number } | null
  readonly terms: AccessTerms | null
}

/** A term is kept as long as this: the names of a thousand people screened at once are cut. */
const termMax = 2_000

const valueAt = (request: ReadRequest, place: string): unknown => {
  const [part = '', name = ''] = place.split('.')
  const values = request[part as keyof ReadRequest]
  return typeof values === 'object' && values !== null ? (values as Record<string, unknown>)[name] : undefined
}

/** Cut where a character ends: half of one has no form in which it is hashed. */
const cut = (text: string): string => {
  const whole = text.toWellFormed()
  return whole.length > termMax
    ? `${whole
        .slice(0, termMax)
        .toWellFormed()
        .replace(/\uFFFD$/u, '')}…`
    : whole
}

const termOf = (value: unknown): string | number | null => {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) return null
  if (typeof value === 'number') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return cut(value.join(', '))
  return cut(typeof value === 'string' ? value : JSON.stringify(value))
}

const termsOf = (request: ReadRequest, places: readonly string[]): AccessTerms | null => {
  const terms = places.flatMap((place) => {
    const term = termOf(valueAt(request, place))
    return term === null ? [] : [[place.slice(place.indexOf('.') + 1), term] as const]
  })
  return terms.length === 0 ? null : Object.fromEntries(terms)
}

const caseOf = (request: ReadRequest, named: LoggedReading['case']): ReadOf['case'] => {
  const value = named === undefined ? undefined : valueAt(request, named.at)
  return named !== undefined && (typeof value === 'number' || typeof value === 'string')
    ? { by: named.by, value }
    : null
}

/** L-93: what a request to an operation leaves in the access log; null: nothing. */
export const readingOfCall = (operation: string, request: ReadRequest): ReadOf | null => {
  const readings = Object.hasOwn(loggedReadings, operation) ? loggedReadings[operation] : undefined
  for (const { kind, case: named, terms: places = [], onlyWithTerms = false, onlyWithCase = false } of readings ?? []) {
    const terms = termsOf(request, places)
    const asked = caseOf(request, named)
    if ((!onlyWithTerms || terms !== null) && (!onlyWithCase || asked !== null)) return { kind, case: asked, terms }
  }
  return null
}
