import canonicalize from 'canonicalize'

/** Any value that JSON can carry. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [name: string]: JsonValue }

/** Strict UTF-8: malformed bytes throw, and a byte order mark stays in the text so that parsing refuses it. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Refuses what JSON.stringify would silently drop, convert or round: the sealed bytes must say what the caller said.
 */
const assertJson = (value: unknown, ancestors: unknown[]): void => {
  switch (typeof value) {
    case 'string':
      if (!value.isWellFormed()) throw new TypeError('a string holds a lone surrogate')
      return
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError('a number is not finite')
      return
    case 'boolean':
      return
    case 'object':
      break
    case 'undefined':
    case 'bigint':
    case 'symbol':
    case 'function':
    default:
      throw new TypeError(`${typeof value} has no JSON form`)
  }
  if (value === null) return
  if (ancestors.includes(value)) throw new TypeError('the value contains itself')
  ancestors.push(value)
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) assertJson(item, ancestors)
  } else {
    const prototype: unknown = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null)
      throw new TypeError('only plain objects and arrays have a JSON form')
    for (const name of Object.keys(value)) {
      if (!name.isWellFormed()) throw new TypeError('a member name holds a lone surrogate')
      assertJson((value as Record<string, unknown>)[name], ancestors)
    }
  }
  ancestors.pop()
}

/**
 * The RFC 8785 (JCS) text of a JSON value.
 *
 * @throws TypeError on anything that JSON cannot carry unchanged: lone surrogates, NaN and infinities, undefined,
 *   bigint, functions, symbols, class instances, cycles.
 */
export const canonicalJson = (value: unknown): string => {
  assertJson(value, [])
  return canonicalize(value) as string
}

/** The UTF-8 bytes of `canonicalJson`. Throws as it does. */
export const canonicalBytes = (value: unknown): Uint8Array => Buffer.from(canonicalJson(value), 'utf8')

/** What reading bytes as canonical JSON gave: a value and whether the bytes are its canonical form. */
export interface CanonicalReading {
  readonly value: JsonValue
  /**
   * The canonical text of the value, made when it is asked for; the bytes are canonical exactly if they are its UTF-8
   * form. Null where the value nests too deep for one to be made.
   */
  readonly canonicalText: () => string | null
  readonly canonical: boolean
}

/** Whether every object within a value lists its members in UTF-16 code unit order. */
const isSorted = (value: JsonValue): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSorted)
  let last: string | null = null
  for (const [name, member] of Object.entries(value as Record<string, JsonValue>)) {
    if ((last !== null && name <= last) || !isSorted(member)) return false
    last = name
  }
  return true
}

/**
 * Whether a text is written as JSON.stringify writes it, without lone surrogates (which that escapes): strings and
 * numbers as RFC 8785 has them, members in the order of the text.
 * Only that order is left then, which is looked at for a third of the cost of canonicalising, and for a tenth of it
 * where strangers order them so that it says no.
 */
const isPlain = (text: string, value: JsonValue): boolean => JSON.stringify(value) === text && !text.includes('\\ud')

const orNull = (value: JsonValue): string | null => {
  try {
    return canonicalize(value) as string
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/**
 * Reads bytes as JSON and compares them with their canonical form.
 *
 * @returns null where the bytes are no UTF-8, no JSON, or JSON without a canonical form (lone surrogates, 1e400).
 */
export const readCanonical = (bytes: Uint8Array): CanonicalReading | null => {
  try {
    const text = strictUtf8.decode(bytes)
    const value = JSON.parse(text) as JsonValue
    if (isPlain(text, value))
      return isSorted(value)
        ? { value, canonicalText: () => text, canonical: true }
        : { value, canonicalText: () => orNull(value), canonical: false }
    // Parsed JSON is plain by construction; canonicalize itself refuses lone surrogates and infinities.
    const canonicalText = canonicalize(value) as string
    return { value, canonicalText: () => canonicalText, canonical: canonicalText === text }
  } catch {
    return null
  }
}

/**
 * Whether bytes are the canonical form of the JSON that they hold: valid UTF-8 that parses and whose RFC 8785 form is
 * these very bytes. Duplicate member names, a byte order mark, `-0`, needless escapes, white space and lone surrogates
 * fail.
 */
export const isCanonical = (bytes: Uint8Array): boolean => readCanonical(bytes)?.canonical ?? false
