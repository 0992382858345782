import type { JsonValue } from '../../seal/canonical.ts'
import { RuleFault, charge, chargeText } from './run.ts'
import type { RuleRun } from './run.ts'

/** Deepest array that is written as text. */
const maxDepth = 16

const notComparable = new RuleFault('compares an array or an object with < or >, which have no order')
const notEqualable = new RuleFault('compares an array or an object with ==; read one value of it')
const notANumber = new RuleFault('counts with a value that is no number')
const tooDeep = new RuleFault('writes a deeply nested array as text')

/** What JsonLogic takes for true: everything but false, null, 0, the empty text and the empty array. */
export const truthy = (value: JsonValue): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

const isCompound = (value: JsonValue): value is readonly JsonValue[] | { readonly [name: string]: JsonValue } =>
  typeof value === 'object' && value !== null

/**
 * The number that a value is, NaN where it is none; null and the empty text are 0, as in JavaScript. Nothing of an
 * object is called for it.
 */
export const numberOfValue = (value: JsonValue): number => {
  if (typeof value === 'number') return value
  return isCompound(value) ? Number.NaN : Number(value)
}

/** A number to count with. Throws a fault where the value is none. */
export const toNumber = (value: JsonValue): number => {
  const number = numberOfValue(value)
  if (Number.isNaN(number)) throw notANumber
  return number
}

/** What was counted, where it still is a number. */
export const countedValue = (value: number): number => {
  if (!Number.isFinite(value)) throw notANumber
  return value
}

/**
 * Whether `a` stands before `b`: texts by their UTF-16 units, everything else as numbers; what is no number stands
 * nowhere.
 */
export const isBelow = (a: JsonValue, b: JsonValue): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return a < b
  if (isCompound(a) || isCompound(b)) throw notComparable
  return typeof a === 'string' && typeof b === 'string' ? a < b : numberOfValue(a) < numberOfValue(b)
}

/** The same, or equal. */
export const isAtMost = (a: JsonValue, b: JsonValue): boolean => {
  if (typeof a === 'number' && typeof b === 'number') return a <= b
  if (isCompound(a) || isCompound(b)) throw notComparable
  return typeof a === 'string' && typeof b === 'string' ? a <= b : numberOfValue(a) <= numberOfValue(b)
}

/** JavaScript's == on plain values: a text that is a number equals it, null equals null alone. */
export const isLooselyEqual = (a: JsonValue, b: JsonValue): boolean => {
  if (a === b) return true
  if (a === null || b === null) return false
  if (isCompound(a) || isCompound(b)) throw notEqualable
  return typeof a === 'string' && typeof b === 'string' ? false : numberOfValue(a) === numberOfValue(b)
}

const textAt = (run: RuleRun, value: JsonValue, depth: number): string => {
  if (typeof value === 'string') {
    chargeText(run, value)
    return value
  }
  if (value === null) return ''
  if (Array.isArray(value)) {
    if (depth >= maxDepth) throw tooDeep
    charge(run, value.length)
    return (value as readonly JsonValue[]).map((item) => textAt(run, item, depth + 1)).join(',')
  }
  return typeof value === 'object' ? '[object Object]' : String(value)
}

/** A value as JavaScript writes it; null as nothing. Its length is counted. */
export const toText = (run: RuleRun, value: JsonValue): string => textAt(run, value, 0)
