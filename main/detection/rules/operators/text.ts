import { RE2JS } from 're2js'
import { ruleLimits } from '../../../../shared/schema/rules.ts'
import type { JsonValue } from '../../../seal/canonical.ts'
import { operator, takes } from '../operator.ts'
import type { Operator, CompiledArgument, RulePlace } from '../operator.ts'
import { RuleFault, charge, chargeText } from '../run.ts'
import type { RuleRun } from '../run.ts'
import { countedValue, toNumber, toText } from '../values.ts'

const group = 'text'

/** Longest text that a pattern is held against. */
const maxMatched = 1_024

const tooLongToMatch = new RuleFault(`holds a pattern against a text of more than ${maxMatched} characters`)

/** A text, or a number as its digits; null for everything that is neither. */
const plainText = (value: JsonValue): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

const held = (name: string, said: string, holds: (text: string, part: string) => boolean): Operator =>
  operator(
    {
      name,
      group,
      arguments: takes(['text', 'text'], ['part', 'text']),
      gives: 'truth',
      summary: `${said} Case-sensitive; \`lower\` both texts to ignore case. False if one is missing.`,
      example: { [name]: [{ lower: [{ var: 'metadata.description' }] }, 'crypto'] },
    },
    {
      build: ([text, part]) => {
        if (text === undefined || part === undefined) return null
        return (run, here) => {
          const whole = plainText(text.node(run, here))
          const piece = plainText(part.node(run, here))
          if (whole === null || piece === null) return false
          chargeText(run, whole)
          return holds(whole, piece)
        }
      },
    },
  )

const changed = (name: string, summary: string, change: (text: string) => string): Operator =>
  operator(
    {
      name,
      group,
      arguments: takes(['text', 'text']),
      gives: 'text',
      summary,
      example: { [name]: [{ var: 'metadata.description' }] },
    },
    {
      build: ([part]) => {
        if (part === undefined) return null
        return (run, here) => {
          const text = plainText(part.node(run, here))
          if (text === null) return null
          chargeText(run, text)
          return change(text)
        }
      },
    },
  )

const patternOf = (part: CompiledArgument, place: RulePlace): RE2JS | null => {
  const { constant } = part
  if (typeof constant !== 'string') return null
  if (constant.length > ruleLimits.pattern) {
    place.fault(part.pointer, `is a pattern of more than ${ruleLimits.pattern} characters`)
    return null
  }
  try {
    return RE2JS.compile(constant)
  } catch (error) {
    place.fault(part.pointer, `is no pattern of RE2: ${error instanceof Error ? error.message : 'it cannot be read'}`)
    return null
  }
}

/** The work of RE2 grows with text times pattern, and with nothing else. */
const chargeMatch = (run: RuleRun, text: string, weight: number): void =>
  charge(run, 1 + Math.ceil((text.length * weight) / 16))

const matches: Operator = operator(
  {
    name: 'matches',
    group,
    arguments: takes(['text', 'text'], ['pattern', 'pattern!']),
    gives: 'truth',
    summary:
      'The pattern (RE2: no back references, no look-around) is in the text; ^ and $ match its ends. False if the text is missing.',
    example: { matches: [{ var: 'metadata.email' }, '^[a-z]+[0-9]{4,}@'] },
  },
  {
    build: ([text, pattern], place) => {
      if (text === undefined || pattern === undefined) return null
      const re = patternOf(pattern, place)
      if (re === null) return null
      const weight = Math.max(1, re.programSize())
      return (run, here) => {
        const given = plainText(text.node(run, here))
        if (given === null) return false
        if (given.length > maxMatched) throw tooLongToMatch
        chargeMatch(run, given, weight)
        return re.test(given)
      }
    },
  },
)

const joined = (run: RuleRun, values: readonly JsonValue[]): JsonValue => {
  let text = ''
  for (const value of values) text += toText(run, value)
  chargeText(run, text)
  return text
}

const lengthOf = (value: JsonValue): number | null =>
  typeof value === 'string' || Array.isArray(value) ? (value as string | readonly JsonValue[]).length : null

const substring = (run: RuleRun, values: readonly JsonValue[]): JsonValue => {
  const text = toText(run, values[0] ?? null)
  const from = Math.trunc(toNumber(values[1] ?? 0))
  const start = from < 0 ? Math.max(0, text.length + from) : from
  if (values.length < 3) return text.slice(start)
  const length = Math.trunc(toNumber(values[2] ?? 0))
  return length < 0 ? text.slice(start).slice(0, length) : text.slice(start, countedValue(start + length))
}

/** Texts. */
export const textOperators: readonly Operator[] = [
  held('contains', 'The text contains the part.', (text, part) => text.includes(part)),
  held('starts_with', 'The text begins with the part.', (text, part) => text.startsWith(part)),
  held('ends_with', 'The text ends with the part.', (text, part) => text.endsWith(part)),
  matches,
  changed('lower', 'The text in lower case; null if missing.', (text) => text.toLowerCase()),
  changed('upper', 'The text in upper case; null if missing.', (text) => text.toUpperCase()),
  changed('trim', 'The text without white space at its ends; null if missing.', (text) => text.trim()),
  operator(
    {
      name: 'length',
      group,
      arguments: takes(['value', 'any']),
      gives: 'number',
      summary: 'The characters (UTF-16 units) of a text or elements of an array; null for anything else.',
      example: { length: [{ var: 'metadata.description' }] },
    },
    { build: ([part]) => (part === undefined ? null : (run, here) => lengthOf(part.node(run, here))) },
  ),
  operator(
    {
      name: 'cat',
      group,
      standard: true,
      more: true,
      arguments: takes(['text', 'any']),
      gives: 'text',
      summary: 'The texts joined; missing ones are left out.',
      example: { cat: [{ var: 'event.country' }, '-', { var: 'event.channel' }] },
    },
    {
      least: 1,
      build: (parts) => (run, here) =>
        joined(
          run,
          parts.map(({ node }) => node(run, here)),
        ),
      spread: joined,
    },
  ),
  operator(
    {
      name: 'substr',
      group,
      standard: true,
      arguments: takes(['text', 'text'], ['from', 'number'], ['length', 'number?']),
      gives: 'text',
      summary: 'A part of a text; a negative start counts from the end, a negative length leaves out that many there.',
      example: { substr: [{ var: 'event.ip' }, 0, 3] },
    },
    {
      build: (parts) => (run, here) =>
        substring(
          run,
          parts.map(({ node }) => node(run, here)),
        ),
    },
  ),
]
