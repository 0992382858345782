import type { JsonValue } from '../../../seal/canonical.ts'
import { operator, takes } from '../operator.ts'
import type { Operator } from '../operator.ts'
import { RuleFault, charge, chargeText } from '../run.ts'
import type { Node, RuleRun } from '../run.ts'
import { truthy } from '../values.ts'

const group = 'array'

const noArray = new RuleFault('looks through a value that is no array')

const partOfText = new RuleFault('looks for an array or an object within a text')

/** The elements of an array; none of what is missing. Each costs a step before it is looked at. */
const elements = (value: JsonValue): readonly JsonValue[] => {
  if (Array.isArray(value)) return value as readonly JsonValue[]
  if (value === null) return []
  throw noArray
}

type OverEach = (run: RuleRun, items: readonly JsonValue[], each: Node) => JsonValue

const hits = (run: RuleRun, item: JsonValue, each: Node): boolean => {
  charge(run, 1)
  return truthy(each(run, item))
}

const overEach = (name: string, gives: 'array' | 'truth', summary: string, over: OverEach): Operator =>
  operator(
    {
      name,
      group,
      standard: true,
      arguments: takes(['array', 'array'], ['each', 'logic']),
      gives,
      summary: `${summary} \`var\` reads the element ("": the element itself), \`fact\` the activity.`,
      example: { [name]: [{ var: 'metadata.items' }, { above: [{ var: 'price' }, 100] }] },
    },
    {
      each: 1,
      build: ([array, each]) =>
        array === undefined || each === undefined
          ? null
          : (run, here) => over(run, elements(array.node(run, here)), each.node),
    },
  )

const reduce: Operator = operator(
  {
    name: 'reduce',
    group,
    standard: true,
    arguments: takes(['array', 'array'], ['each', 'logic'], ['first', 'any?']),
    gives: 'any',
    summary:
      'Combines the elements one by one: `var` reads `current` and `accumulator`, which starts as the third value.',
    example: { reduce: [{ var: 'metadata.items' }, { '+': [{ var: 'accumulator' }, { var: 'current.price' }] }, 0] },
  },
  {
    each: 1,
    build: ([array, each, first]) => {
      if (array === undefined || each === undefined) return null
      return (run, here) => {
        let accumulator = first === undefined ? null : first.node(run, here)
        for (const current of elements(array.node(run, here))) {
          charge(run, 1)
          accumulator = each.node(run, { accumulator, current })
        }
        return accumulator
      }
    },
  },
)

const merged = (run: RuleRun, values: readonly JsonValue[]): JsonValue => {
  const all: JsonValue[] = []
  for (const value of values) {
    const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
    charge(run, items.length + 1)
    all.push(...items)
  }
  return all
}

const within = (run: RuleRun, item: JsonValue, whole: JsonValue): boolean => {
  if (typeof whole === 'string') {
    chargeText(run, whole)
    if (typeof item === 'object' && item !== null) throw partOfText
    return whole !== '' && (typeof item === 'string' || typeof item === 'number') && whole.includes(String(item))
  }
  if (!Array.isArray(whole)) return false
  charge(run, 1 + (whole.length >> 4))
  return whole.includes(item)
}

/** Arrays, which come in an activity's metadata. */
export const arrayOperators: readonly Operator[] = [
  overEach('some', 'truth', 'True of at least one element.', (run, items, each) =>
    items.some((item) => hits(run, item, each)),
  ),
  overEach(
    'all',
    'truth',
    'True of every element, and there is one.',
    (run, items, each) => items.length > 0 && items.every((item) => hits(run, item, each)),
  ),
  overEach('none', 'truth', 'True of no element.', (run, items, each) => !items.some((item) => hits(run, item, each))),
  overEach('filter', 'array', 'The elements for which it is true.', (run, items, each) =>
    items.filter((item) => hits(run, item, each)),
  ),
  overEach('map', 'array', 'The result for each element.', (run, items, each) =>
    items.map((item) => {
      charge(run, 1)
      return each(run, item)
    }),
  ),
  reduce,
  operator(
    {
      name: 'merge',
      group,
      standard: true,
      more: true,
      arguments: takes(['array', 'any']),
      gives: 'array',
      summary: 'The arrays joined into one.',
      example: { merge: [{ var: 'metadata.tags' }, ['card']] },
    },
    {
      least: 0,
      build: (parts) => (run, here) =>
        merged(
          run,
          parts.map(({ node }) => node(run, here)),
        ),
    },
  ),
  operator(
    {
      name: 'in',
      group,
      standard: true,
      arguments: takes(['value', 'any'], ['whole', 'array']),
      gives: 'truth',
      summary: 'The value is an element of the array or a part of the text.',
      example: { in: [{ var: 'event.country' }, ['NG', 'RU']] },
    },
    {
      build: ([item, whole]) => {
        if (item === undefined || whole === undefined) return null
        const { constant } = whole
        if (Array.isArray(constant)) {
          const values: ReadonlySet<JsonValue> = new Set(constant as readonly JsonValue[])
          return (run, here) => values.has(item.node(run, here))
        }
        return (run, here) => within(run, item.node(run, here), whole.node(run, here))
      },
    },
  ),
]
