import type { JsonValue } from '../../../seal/canonical.ts'
import { operator, takes } from '../operator.ts'
import type { Operator, CompiledArgument, RulePlace } from '../operator.ts'
import { follow, maxSteps, splitPath } from '../paths.ts'
import { charge } from '../run.ts'
import type { Node, RuleRun } from '../run.ts'
import { countedValue, toNumber } from '../values.ts'

const group = 'data'

const whole: Node = (_run, here) => here

/** The path that an argument is; null where it is none, which is told. A number is a place in an array. */
const pathOf = (part: CompiledArgument, place: RulePlace): string | null => {
  const { constant } = part
  if (constant === null) return ''
  if (typeof constant === 'number' && Number.isSafeInteger(constant) && constant >= 0) return String(constant)
  if (typeof constant !== 'string') {
    place.fault(part.pointer, 'must be a path as text, written as it is, for example "event.amount"')
    return null
  }
  if (constant.startsWith('../')) {
    place.fault(part.pointer, 'climbs out of an array operator by ../; read the activity with `fact` there')
    return null
  }
  if (splitPath(constant).length > maxSteps) {
    place.fault(part.pointer, `has more than ${maxSteps} steps`)
    return null
  }
  return constant
}

/** Reads of an element, or of the facts by their slot. */
const reading = (path: string, pointer: string, place: RulePlace, ofFacts: boolean): Node => {
  if (path === '') return ofFacts ? (run) => run.facts as unknown as JsonValue : whole
  if (ofFacts) return place.readFacts(path, pointer).node
  const steps = splitPath(path)
  return (_run, here) => follow(here, steps)
}

/** The name that one step of `val` or `exists` is; null where it is none, which is told. */
const stepOf = ({ constant, pointer }: CompiledArgument, place: RulePlace): string | null => {
  if (typeof constant === 'number' && Number.isSafeInteger(constant)) return String(constant)
  if (typeof constant !== 'string') {
    place.fault(
      pointer,
      Array.isArray(constant)
        ? 'climbs out of an array operator; read the activity with `fact` there'
        : 'must be a name or a place in an array, written as it is, for example ["event", "amount"]',
    )
    return null
  }
  if (place.within || !constant.includes('.')) return constant
  const steps = JSON.stringify(splitPath(constant))
  place.fault(pointer, `is one name with a dot in it; give each step by itself, ${steps}, or use \`var\``)
  return null
}

const stepsOf = (parts: readonly CompiledArgument[], place: RulePlace): readonly string[] | null => {
  const [tooFar] = parts.slice(maxSteps)
  if (tooFar !== undefined) place.fault(tooFar.pointer, `is one step more than ${maxSteps}`)
  const steps = parts.flatMap((part) => stepOf(part, place) ?? [])
  return tooFar !== undefined || steps.length < parts.length ? null : steps
}

/** What stands at the end of names that are given one by one, as newer JsonLogic reads. */
const readingSteps = (parts: readonly CompiledArgument[], place: RulePlace, pointer: string): Node | null => {
  const steps = stepsOf(parts, place)
  if (steps === null) return null
  if (!place.within) return reading(steps.join('.'), parts[0]?.pointer ?? pointer, place, true)
  return (_run, here) => follow(here, steps)
}

const orElse = (node: Node, fallback: CompiledArgument | undefined): Node =>
  fallback === undefined ? node : (run, here) => node(run, here) ?? fallback.node(run, here)

const isMissing = (value: JsonValue): boolean => value === null || value === ''

const missingOf = (run: RuleRun, here: JsonValue, keys: readonly JsonValue[]): readonly JsonValue[] => {
  charge(run, keys.length)
  return keys.filter((key) =>
    isMissing(
      follow(here, splitPath(typeof key === 'string' || typeof key === 'number' ? String(key) : '').slice(0, maxSteps)),
    ),
  )
}

const arrayOf = (value: JsonValue): readonly JsonValue[] =>
  Array.isArray(value) ? (value as readonly JsonValue[]) : [value]

/** Reads of what is known. */
export const dataOperators: readonly Operator[] = [
  operator(
    {
      name: 'var',
      group,
      standard: true,
      arguments: takes(['path', 'text!'], ['otherwise', 'any?']),
      gives: 'any',
      summary:
        'The value at a path; null, or the second value, if there is none. In an array operator, of the current element.',
      example: { var: 'event.amount' },
    },
    {
      build: ([path, otherwise], place, pointer) => {
        const text = path === undefined ? '' : pathOf(path, place)
        return text === null ? null : orElse(reading(text, path?.pointer ?? pointer, place, !place.within), otherwise)
      },
      least: 0,
    },
  ),
  operator(
    {
      name: 'fact',
      group,
      arguments: takes(['path', 'text!'], ['otherwise', 'any?']),
      gives: 'any',
      summary: 'Like `var`, always of the activity, also in an array operator.',
      example: { filter: [{ var: 'metadata.items' }, { above: [{ var: 'price' }, { fact: 'event.amount' }] }] },
    },
    {
      build: ([path, otherwise], place) => {
        const text = path === undefined ? null : pathOf(path, place)
        return path === undefined || text === null ? null : orElse(reading(text, path.pointer, place, true), otherwise)
      },
    },
  ),
  operator(
    {
      name: 'val',
      group,
      standard: true,
      more: true,
      arguments: takes(['step', 'text!']),
      gives: 'any',
      summary: 'Like `var`, with the path as separate names; a dot is part of a name. Without a name: everything.',
      example: { val: ['event', 'amount'] },
    },
    { least: 0, build: readingSteps },
  ),
  operator(
    {
      name: 'exists',
      group,
      standard: true,
      more: true,
      arguments: takes(['step', 'text!']),
      gives: 'truth',
      summary: 'The path has a value, even an empty text; null counts as missing.',
      example: { exists: ['metadata', 'session'] },
    },
    {
      build: (parts, place, pointer) => {
        const node = readingSteps(parts, place, pointer)
        return node === null ? null : (run, here) => node(run, here) !== null
      },
    },
  ),
  operator(
    {
      name: 'known',
      group,
      arguments: takes(['value', 'any']),
      gives: 'truth',
      summary: 'The value is neither missing nor an empty text.',
      example: { known: [{ var: 'event.device_id' }] },
    },
    { build: ([part]) => (part === undefined ? null : (run, here) => !isMissing(part.node(run, here))) },
  ),
  operator(
    {
      name: 'default',
      group,
      arguments: takes(['value', 'any'], ['otherwise', 'any']),
      gives: 'any',
      summary: 'The value, or the second one if it is missing.',
      example: { default: [{ var: 'features.customer_mean_30d' }, 0] },
    },
    { build: ([part, otherwise]) => (part === undefined ? null : orElse(part.node, otherwise)) },
  ),
  operator(
    {
      name: 'missing',
      group,
      standard: true,
      more: true,
      arguments: takes(['path', 'text']),
      gives: 'array',
      summary: 'The paths without a value.',
      example: { missing: ['event.device_id', 'event.ip'] },
    },
    {
      least: 0,
      build: (parts) => (run, here) => {
        const keys = parts.map(({ node }) => node(run, here))
        const [first] = keys
        return missingOf(run, here, Array.isArray(first) ? (first as readonly JsonValue[]) : keys)
      },
    },
  ),
  operator(
    {
      name: 'missing_some',
      group,
      standard: true,
      arguments: takes(['needed', 'number'], ['paths', 'array']),
      gives: 'array',
      summary: 'The missing paths if fewer than the needed number are present; else none.',
      example: { missing_some: [1, ['event.device_id', 'event.ip']] },
    },
    {
      build: ([needed, paths]) => {
        if (needed === undefined || paths === undefined) return null
        return (run, here) => {
          const keys = arrayOf(paths.node(run, here))
          const gone = missingOf(run, here, keys)
          return countedValue(keys.length - gone.length) >= toNumber(needed.node(run, here)) ? [] : gone
        }
      },
    },
  ),
]
