import type { OperatorEntry } from '../../../../shared/schema/rules.ts'
import type { JsonValue } from '../../../seal/canonical.ts'
import { operator, takes } from '../operator.ts'
import type { Operator } from '../operator.ts'
import { RuleFault, charge } from '../run.ts'
import type { RuleRun } from '../run.ts'
import { countedValue, toNumber } from '../values.ts'

const byNothing = new RuleFault('divides by nothing')
const ofNothing = new RuleFault('asks for the greatest or least where a value is missing')

type Count = (values: readonly JsonValue[]) => number

const ofAll = (
  name: string,
  arity: { readonly least: number; readonly most: number },
  summary: string,
  count: Count,
  example: OperatorEntry['example'],
): Operator =>
  operator(
    {
      name,
      group: 'number',
      standard: true,
      more: arity.most > 2,
      arguments: takes(
        ['a', 'number'],
        ...(arity.least === 1 ? [['b', 'number?'] as const] : [['b', 'number'] as const]),
      ),
      gives: 'number',
      summary,
      example: { [name]: example },
    },
    {
      ...arity,
      build: (parts) => {
        const [a, b] = parts
        if (parts.length === 2 && a !== undefined && b !== undefined)
          return (run, here) => count([a.node(run, here), b.node(run, here)])
        return (run, here) => count(parts.map(({ node }) => node(run, here)))
      },
      spread: (run: RuleRun, values) => {
        charge(run, values.length)
        return count(values)
      },
    },
  )

const sum: Count = (values) => {
  let total = 0
  for (const value of values) total += toNumber(value)
  return countedValue(total)
}

const product: Count = (values) => {
  let total = 1
  for (const value of values) total *= toNumber(value)
  return countedValue(total)
}

const difference: Count = ([first = 0, ...rest]) => {
  if (rest.length === 0) return countedValue(-toNumber(first))
  let left = toNumber(first)
  for (const value of rest) left -= toNumber(value)
  return countedValue(left)
}

const quotient: Count = ([first = 0, ...rest]) => {
  if (rest.length === 0) return quotient([1, first])
  let left = toNumber(first)
  for (const value of rest) {
    const by = toNumber(value)
    if (by === 0) throw byNothing
    left /= by
  }
  return countedValue(left)
}

const remainder: Count = ([first = 0, ...rest]) => {
  let left = toNumber(first)
  for (const value of rest) {
    const by = toNumber(value)
    if (by === 0) throw byNothing
    left %= by
  }
  return countedValue(left)
}

/** What is missing is not 0 here: the least of amounts of which one is unknown is unknown. */
const extreme =
  (isBetter: (a: number, b: number) => boolean): Count =>
  (values) => {
    let best: number | undefined
    for (const value of values) {
      if (value === null) throw ofNothing
      const number = toNumber(value)
      if (best === undefined || isBetter(number, best)) best = number
    }
    if (best === undefined) throw ofNothing
    return best
  }

const many = { least: 1, most: Number.POSITIVE_INFINITY }
const twice: OperatorEntry['example'] = [{ var: 'event.amount' }, 2]

/** Counting. What is missing counts as 0; what is no number is a fault of the rule, told beside the hits. */
export const numberOperators: readonly Operator[] = [
  ofAll('+', many, 'Sum. Missing counts as 0.', sum, [{ var: 'features.customer_sum_1d' }, { var: 'event.amount' }]),
  ofAll('-', many, 'Difference; of one value, its negative.', difference, [{ var: 'event.amount' }, 100]),
  ofAll('*', many, 'Product.', product, twice),
  ofAll('/', many, 'Quotient. Dividing by 0 or a missing value is a fault; `ratio` gives null then.', quotient, twice),
  ofAll('%', { least: 2, most: Number.POSITIVE_INFINITY }, 'Remainder.', remainder, twice),
  ofAll(
    'max',
    many,
    'The greatest. A missing value is a fault; `default` gives one.',
    extreme((a, b) => a > b),
    [{ var: 'event.amount' }, 100],
  ),
  ofAll(
    'min',
    many,
    'The least. A missing value is a fault; `default` gives one.',
    extreme((a, b) => a < b),
    [{ var: 'event.amount' }, 100],
  ),
  operator(
    {
      name: 'ratio',
      group: 'number',
      arguments: takes(['a', 'number'], ['b', 'number']),
      gives: 'number',
      summary: 'The first divided by the second; null if one is missing or no number, or the second is 0.',
      example: { ratio: [{ var: 'event.amount' }, { var: 'features.customer_mean_30d' }] },
    },
    {
      build: ([a, b]) => {
        if (a === undefined || b === undefined) return null
        return (run, here) => {
          const over = a.node(run, here)
          const under = b.node(run, here)
          return typeof over === 'number' && typeof under === 'number' && under !== 0 && Number.isFinite(over / under)
            ? over / under
            : null
        }
      },
    },
  ),
]
