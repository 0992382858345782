import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { pointerTo } from './pointer.ts'

/** Deepest nesting of a file: a set holds rules, whose logic has a limit of its own. */
const maxDepth = 64

/** A place in a text, from 1. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** A text that was read, and where each of its values stands. */
export interface ReadJson {
  readonly value: JsonValue
  /** Where the value under a JSON pointer begins; the nearest value around it where there is none. */
  readonly placeOf: (pointer: string) => TextPlace
}

/** Why a text is not JSON as it is taken here, and where. */
export interface JsonFault extends TextPlace {
  readonly pointer: string
  readonly message: string
}

class Unreadable extends Error {
  readonly offset: number
  readonly pointer: string

  constructor(message: string, offset: number, pointer: string) {
    super(message)
    this.offset = offset
    this.pointer = pointer
  }
}

const placeAt = (text: string, offset: number): TextPlace => {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

const blank = /[ \t\n\r]*/uy
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/uy

const quoted = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy
const word = /true|false|null/uy

const words: Readonly<Record<string, JsonValue>> = { true: true, false: false, null: null }

/**
 * Reads JSON with places: RFC 8259, no member named twice, no `__proto__`, no lone surrogates, no number beyond the
 * doubles, no deep nesting.
 */
const createReader = (text: string) => {
  const places = new Map<string, number>()
  let at = 0

  const token = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0] ?? null
    if (found !== null) at += found.length
    return found
  }
  const skip = (): void => void token(blank)
  const stop = (message: string, pointer: string, offset = at): never => {
    throw new Unreadable(message, offset, pointer)
  }

  const readText = (pointer: string): string => {
    const start = at
    const raw = token(quoted)
    if (raw === null) return stop('is a text that is not closed, or holds a line break or a wrong escape', pointer)
    const value = JSON.parse(raw) as string
    return value.isWellFormed() ? value : stop('holds a lone surrogate: it is not valid Unicode text', pointer, start)
  }

  const readArray = (pointer: string, depth: number): JsonValue => {
    const items: JsonValue[] = []
    at += 1
    skip()
    if (text[at] === ']') {
      at += 1
      return items
    }
    for (;;) {
      items.push(readValue(pointerTo(pointer, String(items.length)), depth + 1))
      skip()
      const next = text[at]
      if (next !== ',' && next !== ']') return stop('expects , or ] after a value of an array', pointer)
      at += 1
      if (next === ']') return items
    }
  }

  const readObject = (pointer: string, depth: number): JsonValue => {
    const members = new Map<string, JsonValue>()
    at += 1
    skip()
    if (text[at] === '}') {
      at += 1
      return {}
    }
    for (;;) {
      skip()
      const start = at
      if (text[at] !== '"') return stop('expects the name of a member in double quotes', pointer)
      const name = readText(pointer)
      const here = pointerTo(pointer, name)
      if (name === '__proto__') return stop('is a name that nothing takes', here, start)
      if (members.has(name)) return stop('is named twice in one object', here, start)
      skip()
      if (text[at] !== ':') return stop('expects : after the name of a member', here)
      at += 1
      members.set(name, readValue(here, depth + 1))
      skip()
      const next = text[at]
      if (next !== ',' && next !== '}') return stop('expects , or } after a member of an object', pointer)
      at += 1
      if (next === '}') return Object.fromEntries(members)
    }
  }

  const readValue = (pointer: string, depth: number): JsonValue => {
    skip()
    if (depth > maxDepth) return stop(`nests deeper than ${maxDepth} levels`, pointer)
    places.set(pointer, at)
    const first = text[at]
    if (first === '{') return readObject(pointer, depth)
    if (first === '[') return readArray(pointer, depth)
    if (first === '"') return readText(pointer)
    const start = at
    const digits = token(number)
    if (digits !== null) {
      const value = Number(digits)
      return Number.isFinite(value) ? value : stop('is a number too large to be kept', pointer, start)
    }
    const found = token(word)
    return found === null
      ? stop(first === undefined ? 'ends where a value is expected' : 'is no JSON value', pointer)
      : (words[found] ?? null)
  }

  const readAll = (): JsonValue => {
    const value = readValue('', 1)
    skip()
    return at < text.length ? stop('goes on after its end', '') : value
  }
  return { readAll, places }
}

/** Reads a text as strict JSON; what is wrong is told with its place. */
export const readJson = (text: string): Result<ReadJson, JsonFault> => {
  const { readAll, places } = createReader(text)
  try {
    const value = readAll()
    const placeOf = (pointer: string): TextPlace => {
      for (let wanted = pointer; wanted !== ''; wanted = wanted.slice(0, wanted.lastIndexOf('/'))) {
        const offset = places.get(wanted)
        if (offset !== undefined) return placeAt(text, offset)
      }
      return placeAt(text, places.get('') ?? 0)
    }
    return ok({ value, placeOf })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return fail({ pointer: error.pointer, message: error.message, ...placeAt(text, error.offset) })
  }
}
