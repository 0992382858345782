import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'

/** Deepest nesting that a request may have; the interface's own bodies need four. */
export const maxDepth = 32

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const quote = 0x22
const backslash = 0x5c
const minus = 0x2d

/** Where the string that opens at `start` ends (index of its closing quote), or the length of the bytes. */
const endOfString = (bytes: Uint8Array, start: number): number => {
  let end = bytes.indexOf(quote, start + 1)
  while (end !== -1) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
    end = bytes.indexOf(quote, end + 1)
  }
  return bytes.length
}

/** Counts member names (colons outside strings) and the deepest nesting, in one pass and without a stack. */
const scan = (bytes: Uint8Array): { members: number; depth: number } => {
  let members = 0
  let open = 0
  let depth = 0
  for (let index = 0; index < bytes.length; index += 1) {
    switch (bytes[index]) {
      case quote:
        index = endOfString(bytes, index)
        break
      case 0x3a: // :
        members += 1
        break
      case 0x7b: // {
      case 0x5b: // [
        open += 1
        if (open > depth) depth = open
        break
      case 0x7d: // }
      case 0x5d: // ]
        open -= 1
        break
      default:
    }
  }
  return { members, depth }
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
const numberByte = /[\d.eE+-]/

/** Whether writing the number again gives the digits that were sent. */
const isKept = (digits: string): boolean =>
  String(Number(digits)) === digits || BigInt(Number(digits)) === BigInt(digits)

/** What became of the first whole number, written in digits alone, that JSON.parse has rounded; null: of none. */
const roundedInteger = (bytes: Uint8Array): number | null => {
  for (let index = 0; index < bytes.length; index += 1) {
    if (bytes[index] === quote) index = endOfString(bytes, index)
    else if (isDigit(bytes[index])) {
      const start = index
      while (index < bytes.length && numberByte.test(String.fromCharCode(bytes[index] as number))) index += 1
      const literal = Buffer.from(bytes.subarray(start, index)).toString('latin1')
      if (literal.length >= 16 && /^\d+$/.test(literal) && !isKept(literal))
        return bytes[start - 1] === minus ? -Number(literal) : Number(literal)
    }
  }
  return null
}

interface Walk {
  members: number
  fault: { readonly path: string; readonly message: string } | null
  /** Whole numbers beyond those that doubles count one by one: some of them were rounded perhaps. */
  readonly large: { readonly path: string; readonly value: number }[]
}

/**
 * Field names come from the caller: shown short and escaped, so that no control character reaches a log or a terminal.
 */
export const showName = (name: string): string => {
  const short = name.length > 60 ? `${name.slice(0, 60)}...` : name
  return /^[\w-]+$/.test(short) ? short : JSON.stringify(short.toWellFormed())
}

const walk = (value: unknown, path: string, state: Walk): void => {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) state.fault ??= { path, message: 'holds a lone surrogate: it is not valid Unicode text' }
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) state.fault ??= { path, message: 'is a number too large to be kept exactly' }
    else if (Number.isInteger(value) && !Number.isSafeInteger(value)) state.large.push({ path, value })
  } else if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) walk(value[index], `${path}[${index}]`, state)
  } else if (typeof value === 'object' && value !== null) {
    for (const name of Object.keys(value)) {
      state.members += 1
      const here = `${path}.${showName(name)}`
      if (name === '__proto__' || !name.isWellFormed())
        state.fault ??= { path: here, message: 'is a field name that no operation takes' }
      walk((value as Record<string, unknown>)[name], here, state)
    }
  }
}

/** The whole number that does not survive being read; looked for only where there is one that may not. */
const roundedFault = (bytes: Uint8Array, { large }: Walk): Walk['fault'] => {
  const rounded = large.length === 0 ? null : roundedInteger(bytes)
  if (rounded === null) return null
  const place = large.find(({ value }) => value === rounded)
  return {
    path: place?.path ?? 'body',
    message: 'is a whole number with more digits than are kept exactly (up to 9007199254740991); send it as text',
  }
}

/**
 * Parses a request body as strict JSON: UTF-8 without a byte order mark, RFC 8259, no member named twice (I-JSON, RFC
 * 7493), no `__proto__`, no lone surrogates, no number beyond the doubles, no whole number that would be rounded, no
 * nesting deeper than `maxDepth`.
 */
export const parseStrictJson = (bytes: Uint8Array): Result<unknown, Refusal> => {
  const scanned = scan(bytes)
  if (scanned.depth > maxDepth) {
    return fail(refusal('malformed_json', `The body nests deeper than ${maxDepth} levels.`))
  }
  let value: unknown
  try {
    value = JSON.parse(strictUtf8.decode(bytes))
  } catch {
    return fail(
      refusal(
        'malformed_json',
        bytes.length === 0 ? 'The body is empty; send a JSON object.' : 'The body is not valid JSON in UTF-8.',
      ),
    )
  }
  const state: Walk = { members: 0, fault: null, large: [] }
  walk(value, 'body', state)
  if (state.members !== scanned.members)
    return fail(refusal('malformed_json', 'The body names a field twice in one object.'))
  const fault = state.fault ?? roundedFault(bytes, state)
  if (fault !== null) return fail(fieldRefused(fault.path, fault.message))
  return ok(value)
}
