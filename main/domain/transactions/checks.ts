import { activityIdMax, amountScale } from '../../../shared/schema/activity.ts'
import { isVisible } from '../../../shared/schema/text.ts'

/**
 * The checks of `shared/schema/activity.ts`, written by hand: an import runs them a hundred million times, where zod
 * takes longer than all else together.
 * A property test holds them against the schema. Each answers why a value cannot be taken, in words that continue "the
 * value ...", or null.
 */
export type FieldCheck = (value: unknown) => string | null

// What lineOfText of shared/schema/text.ts forbids; plain ASCII, the usual case, is passed at once.
const plainLine = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/
const forbiddenInLine = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/

/** One line of text of 1 to `max` UTF-16 units. */
export const lineFault = (value: unknown, max: number): string | null => {
  if (typeof value !== 'string') return 'must be text'
  if (value.length > max) return `must be at most ${max} characters long`
  if (plainLine.test(value)) return null
  if (!value.isWellFormed()) return 'holds a lone surrogate: it is not valid Unicode text'
  if (forbiddenInLine.test(value)) return 'holds a control character, a line break or a text-direction override'
  if (value.trim() === '') return 'must not be empty or only white space'
  return isVisible(value) ? null : 'holds no character that can be seen'
}

/** An identifier: one line of text, or a whole number. */
export const idFault: FieldCheck = (value) => {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0
      ? null
      : 'must be text or a whole number from 0 to 9007199254740991'
  return typeof value === 'string' ? lineFault(value, activityIdMax) : 'must be text or a whole number'
}

const range =
  (least: number, most: number): FieldCheck =>
  (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number'
    return value < least || value > most ? `must be from ${least} to ${most}` : null
  }

export const latitudeFault = range(-90, 90)
export const longitudeFault = range(-180, 180)

const amountRange = range(-1e11, 1e11)

/** An amount with at most four decimals. */
export const amountFault: FieldCheck = (value) => {
  const out = amountRange(value)
  if (out !== null) return out
  const amount = value as number
  return Math.abs(Math.round(amount * amountScale) / amountScale - amount) < 1e-9 * Math.max(1, Math.abs(amount))
    ? null
    : 'has more than four decimals'
}

const capitals = (length: number, what: string): FieldCheck => {
  const expression = new RegExp(`^[A-Z]{${length}}$`)
  return (value) => (typeof value === 'string' && expression.test(value) ? null : `must be ${what}`)
}

export const currencyFault = capitals(3, 'three capital letters (ISO 4217)')
export const countryFault = capitals(2, 'two capital letters (ISO 3166-1)')

export const booleanFault: FieldCheck = (value) => (typeof value === 'boolean' ? null : 'must be true or false')
