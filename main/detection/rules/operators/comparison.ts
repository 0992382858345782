import type { JsonValue } from '../../../seal/canonical.ts'
import { operator, takes } from '../operator.ts'
import type { Operator, CompiledArgument, RulePlace } from '../operator.ts'
import { unread } from '../run.ts'
import type { Node } from '../run.ts'
import { isAtMost, isBelow, isLooselyEqual } from '../values.ts'

type Holds = (a: JsonValue, b: JsonValue) => boolean

const group = 'comparison'

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** A number that is known; a text that is a number counts as one. */
const plainNumber = (value: JsonValue): number => {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
}

/** The commonest of all: a fact beside a number that stands in the rule. */
const besideNumber = (
  part: CompiledArgument,
  limit: number,
  ofNumbers: (a: number, b: number) => boolean,
  otherwise: Holds,
): Node => {
  const { slot, node } = part
  if (slot === undefined) {
    return (run, here) => {
      const value = node(run, here)
      return typeof value === 'number' ? ofNumbers(value, limit) : otherwise(value, limit)
    }
  }
  return (run, here) => {
    const kept = run.slots[slot]
    const value = kept === unread || kept === undefined ? node(run, here) : kept
    return typeof value === 'number' ? ofNumbers(value, limit) : otherwise(value, limit)
  }
}

const pair =
  (holds: Holds, ofNumbers: (a: number, b: number) => boolean) =>
  (parts: readonly CompiledArgument[]): Node | null => {
    const [a, b, c] = parts
    if (a === undefined || b === undefined) return null
    if (c !== undefined) {
      return (run, here) => {
        const middle = b.node(run, here)
        return holds(a.node(run, here), middle) && holds(middle, c.node(run, here))
      }
    }
    if (isNumber(b.constant)) return besideNumber(a, b.constant, ofNumbers, holds)
    return (run, here) => holds(a.node(run, here), b.node(run, here))
  }

/**
 * Null counts as 0 in JsonLogic, so that what is missing is small: worth a look where a rule asks for something small.
 */
const hintMissing = (part: CompiledArgument | undefined, place: RulePlace, instead: string): void => {
  if (part !== undefined && !part.literal)
    place.hint(part.pointer, `counts as 0 where it is missing, so that this holds; \`${instead}\` does not hold then`)
}

const standard = (
  name: string,
  holds: Holds,
  ofNumbers: (a: number, b: number) => boolean,
  said: string,
  instead: string,
): Operator =>
  operator(
    {
      name,
      group,
      standard: true,
      arguments: takes(['a', 'any'], ['b', 'any'], ...(name.startsWith('<') ? [['c', 'any?'] as const] : [])),
      gives: 'truth',
      summary: `${said} Missing counts as 0; \`${instead}\` is false then.`,
      example: { [name]: [{ var: 'features.customer_count_1h' }, 5] },
    },
    {
      build: (parts, place) => {
        if (name.startsWith('<')) hintMissing(parts[0], place, instead)
        if (name.startsWith('>') && parts[0]?.literal === true) hintMissing(parts[1], place, instead)
        return pair(holds, ofNumbers)(parts)
      },
    },
  )

const equality = (name: string, holds: Holds, summary: string): Operator =>
  operator(
    {
      name,
      group,
      standard: true,
      arguments: takes(['a', 'any'], ['b', 'any']),
      gives: 'truth',
      summary,
      example: { [name]: [{ var: 'event.currency' }, 'EUR'] },
    },
    {
      build: ([a, b]) =>
        a === undefined || b === undefined ? null : (run, here) => holds(a.node(run, here), b.node(run, here)),
    },
  )

const ofKnown = (name: string, said: string, holds: (a: number, b: number) => boolean): Operator =>
  operator(
    {
      name,
      group,
      arguments: takes(['value', 'number'], ['limit', 'number']),
      gives: 'truth',
      summary: `${said} False if one is missing or no number.`,
      example: { [name]: [{ var: 'event.amount' }, 500] },
    },
    { build: pair((a, b) => holds(plainNumber(a), plainNumber(b)), holds) },
  )

const sameText = (a: JsonValue, b: JsonValue): boolean => {
  if (a === null || b === null || typeof a === 'object' || typeof b === 'object') return false
  return a === b || String(a) === String(b)
}

/** Only literals of the plain kinds can be told apart by their texts. */
const textsOf = (values: JsonValue | undefined): ReadonlySet<string> | null => {
  if (!Array.isArray(values) || values.some((value) => typeof value === 'object')) return null
  return new Set((values as readonly JsonValue[]).map(String))
}

const oneOf: Operator = operator(
  {
    name: 'one_of',
    group,
    arguments: takes(['value', 'any'], ['values', 'array!']),
    gives: 'truth',
    summary: 'One of the listed values; a number equals its text. False if missing.',
    example: { one_of: [{ var: 'event.country' }, ['NG', 'RU', 'KP']] },
  },
  {
    build: ([value, values], place) => {
      const texts = textsOf(values?.constant)
      if (value === undefined || values === undefined) return null
      if (texts === null) {
        place.fault(values.pointer, 'must be an array of texts, numbers or truths, written as they are')
        return null
      }
      return (run, here) => {
        const given = value.node(run, here)
        return given !== null && typeof given !== 'object' && texts.has(String(given))
      }
    },
  },
)

const between: Operator = operator(
  {
    name: 'between',
    group,
    arguments: takes(['value', 'number'], ['from', 'number'], ['to', 'number']),
    gives: 'truth',
    summary: 'From the first limit to the second, both included. False if one is missing or no number.',
    example: { between: [{ var: 'event.amount' }, 900, 999.99] },
  },
  {
    build: ([value, from, to]) => {
      if (value === undefined || from === undefined || to === undefined) return null
      return (run, here) => {
        const given = plainNumber(value.node(run, here))
        return given >= plainNumber(from.node(run, here)) && given <= plainNumber(to.node(run, here))
      }
    },
  },
)

/** Comparisons: those of JsonLogic, and those of analysts, which do not hold for what is missing. */
export const comparisonOperators: readonly Operator[] = [
  equality('==', isLooselyEqual, 'Equal; a number equals its text. Missing equals only missing.'),
  equality('!=', (a, b) => !isLooselyEqual(a, b), 'Not equal; see ==.'),
  equality('===', (a, b) => a === b, 'Equal and of the same type.'),
  equality('!==', (a, b) => a !== b, 'Not equal, or not of the same type.'),
  standard(
    '>',
    (a, b) => isBelow(b, a),
    (a, b) => a > b,
    'Greater.',
    'above',
  ),
  standard(
    '>=',
    (a, b) => isAtMost(b, a),
    (a, b) => a >= b,
    'Greater or equal.',
    'at_least',
  ),
  standard('<', isBelow, (a, b) => a < b, 'Less; of three values, the second is between the others.', 'below'),
  standard(
    '<=',
    isAtMost,
    (a, b) => a <= b,
    'Less or equal; of three values, the second is between the others.',
    'at_most',
  ),
  operator(
    {
      name: 'equals',
      group,
      arguments: takes(['a', 'any'], ['b', 'any']),
      gives: 'truth',
      summary: 'The same text or number; a number equals its text. False if one is missing.',
      example: { equals: [{ var: 'event.channel' }, 'web'] },
    },
    {
      build: ([a, b]) => {
        if (a === undefined || b === undefined) return null
        const { constant } = b
        if (typeof constant === 'string') {
          return (run, here) => {
            const value = a.node(run, here)
            return value === constant || (typeof value === 'number' && String(value) === constant)
          }
        }
        return (run, here) => sameText(a.node(run, here), b.node(run, here))
      },
    },
  ),
  ofKnown('above', 'The value is greater than the limit.', (a, b) => a > b),
  ofKnown('at_least', 'The value is the limit or greater.', (a, b) => a >= b),
  ofKnown('below', 'The value is less than the limit.', (a, b) => a < b),
  ofKnown('at_most', 'The value is the limit or less.', (a, b) => a <= b),
  between,
  oneOf,
]
