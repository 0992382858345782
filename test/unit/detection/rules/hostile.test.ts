import { describe, expect, it } from 'vitest'
import { operators } from '../../../../main/detection/rules/catalogue.ts'
import { createRuleBook } from '../../../../main/detection/rules/rule-book.ts'
import type { BookRule } from '../../../../main/detection/rules/readable.ts'
import type { RuleFacts } from '../../../../main/detection/ports.ts'
import type { JsonValue } from '../../../../main/seal/canonical.ts'
import { seededRandom } from '../../../support/random.ts'
import { vocabularyOf } from '../../../support/rules.ts'
import { tries } from '../../../support/tries.ts'

const trees = tries('FIELDSEAL_HOSTILE_RULES', { everyday: 20_000, full: 100_000 })
/** Rules of one book: they read each other by name, in circles too. */
const together = 20
const keys = Array.from({ length: together }, (_none, index) => `r${index}`)

const secret = 'what lies outside the data'
const inherited = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  '__lookupGetter__',
  'isPrototypeOf',
  'then',
  'length',
  'push',
  'fieldsealSecret',
]
const paths = [
  '',
  '.',
  '..',
  '../',
  '../../event',
  'event',
  'event.amount',
  'event.at',
  'event.country',
  'metadata',
  'metadata.items',
  'metadata.deep.deep.deep',
  'metadata.text',
  'metadata.huge',
  'metadata.items.0',
  'metadata.items.-1',
  'metadata.items.length',
  'metadata.items.1e3',
  'features.customer_count_1h',
  'profile.customer.devices',
  'model.score',
  'accumulator',
  'current',
  'accumulator.accumulator',
  'a'.repeat(300),
  'x.'.repeat(50),
  ...inherited.flatMap((name) => [
    name,
    `event.${name}`,
    `metadata.${name}`,
    `metadata.${name}.${name}`,
    `features.${name}`,
    `profile.${name}`,
    `metadata.items.${name}`,
    `metadata.text.${name}`,
    `constructor.constructor.${name}`,
  ]),
]
const texts = [
  '',
  '0',
  '-0',
  'NaN',
  'Infinity',
  '1e400',
  '\u0000',
  '\ud83d\ude00',
  '\u202e',
  '${process.exit(1)}',
  '"); process.exit(1); ("',
  '`',
  '\\',
  "';--",
  '<script>',
  '(a+)+$',
  '((a*)*)*b',
  '(?=a)',
  '\\p{L}{1000}',
  'Europe/Berlin',
  'hours',
  '23:00',
  'customer',
  'customer_count_1h',
  'mules',
  'x'.repeat(1_000),
  ...keys.slice(0, 5),
  ...inherited,
]
const numbers = [0, -0, 1, -1, 0.1, 2 ** 53, -(2 ** 53), Number.MAX_VALUE, Number.MIN_VALUE, 1e21, 100]

const grown = (random: () => number, depth: number): JsonValue => {
  const pick = <T>(among: readonly T[]): T => among[Math.floor(random() * among.length)] as T
  const kind = random()
  if (depth <= 0 || kind < 0.22) {
    const leaf = random()
    if (leaf < 0.45) return { [pick(['var', 'fact', 'missing'])]: pick(paths) }
    if (leaf < 0.7) return pick(texts)
    return leaf < 0.9 ? pick(numbers) : pick<JsonValue>([null, true, false, [], [1, 'a', null]])
  }
  if (kind < 0.26) return { rule: [pick(keys)] }
  if (kind < 0.3)
    return Array.from({ length: Math.floor(random() ** 4 * 200) }, () => (random() < 0.5 ? pick(numbers) : pick(texts)))
  if (kind < 0.32)
    return Object.fromEntries(
      Array.from({ length: Math.floor(random() * 3) }, () => [pick(inherited), grown(random, depth - 1)]),
    )
  const name = kind < 0.36 ? pick(inherited) : pick(operatorNames)
  const count = Math.floor(random() * 4)
  return {
    [name]: random() < 0.12 ? grown(random, depth - 1) : Array.from({ length: count }, () => grown(random, depth - 1)),
  }
}

const operatorNames = [...operators.keys()]

/** Well-formed more often than chance would have it, so that most of what is tried also runs. */
const fitting = (random: () => number, depth: number): JsonValue => {
  const pick = <T>(among: readonly T[]): T => among[Math.floor(random() * among.length)] as T
  if (depth <= 0)
    return random() < 0.6
      ? {
          var: pick([
            'event.amount',
            'metadata.items',
            'metadata.text',
            'metadata.deep',
            'metadata.huge',
            'metadata.constructor',
            'features.customer_count_1h',
          ]),
        }
      : random() < 0.5
        ? pick(numbers)
        : pick(texts)
  const operator = operators.get(pick(operatorNames))
  if (operator === undefined) return null
  const { entry, least } = operator
  const count = entry.more ? least + Math.floor(random() * 3) : entry.arguments.length
  const given = Array.from({ length: count }, (_none, index): JsonValue => {
    const wanted = entry.arguments[Math.min(index, entry.arguments.length - 1)]
    if (wanted?.kind === 'rule_key') return pick(keys)
    if (wanted?.kind === 'list_key') return 'mules'
    if (wanted?.kind === 'zone') return pick(['UTC', 'Europe/Berlin', 'Asia/Kolkata'])
    if (wanted?.kind === 'unit') return pick(['hours', 'days'])
    if (wanted?.kind === 'pattern') return pick(['(a+)+$', '^[a-z]+[0-9]{4,}@', '((a*)*)*b', '.*.*.*=.*', '(x|xx)*y'])
    if (wanted?.kind === 'feature') return 'customer_count_1h'
    if (wanted?.literal === true)
      return entry.name === 'between_hours'
        ? pick(['23:00', '05:00'])
        : entry.name === 'one_of'
          ? [1, 'a']
          : entry.name === 'impossible_travel'
            ? 'customer'
            : pick(['metadata.items', 'event.amount', 'metadata.text'])
    if (wanted?.kind === 'logic') return fitting(random, depth - 1)
    return fitting(random, depth - 1)
  })
  return { [entry.name]: given }
}

const nested = (depth: number): JsonValue => (depth === 0 ? 'bottom' : [nested(depth - 1)])

const facts: RuleFacts = {
  event: { event_type: 'transfer', at: '2031-03-04T12:00:00.000+00:00', amount: 412.5, country: 'DE' },
  metadata: {
    items: [{ price: 3 }, { price: 30 }, null, 'x', [1, [2]]],
    text: `${'a'.repeat(900)}!`,
    huge: Array.from({ length: 30_000 }, (_none, index) => index),
    deep: nested(200),
    ...(JSON.parse(
      '{"constructor": "own", "__proto__": {"polluted": true}, "toString": 5, "valueOf": {"then": 1}}',
    ) as Record<string, JsonValue>),
  },
  features: { customer_count_1h: 3, customer_speed_kmh: null, customer_distance_km: 12 },
  profile: { customer: { devices: ['D1'] } },
  graph: {},
  model: { score: 0.4 },
}

const contents = (logic: JsonValue, key: string): BookRule => ({
  version: 1,
  shadow: false,
  content: {
    key,
    name: key,
    why: 'A trial.',
    applies_to: [],
    logic: logic as BookRule['content']['logic'],
    signal: key,
    weight: 0.1,
    action: 'allow',
    reason: '{event.amount} {metadata.text|none}',
  },
})

/** Processor time in milliseconds; what another thread or a collection took by chance it does not take four times. */
const leastTime = (work: () => void): number => {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 4 && least > 5; attempt += 1) {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

describe(`${trees} rules of somebody who means ill`, () => {
  it('neither crash, nor take longer than they may, nor reach anything but the data', () => {
    const random = seededRandom(5_011)
    const before = JSON.stringify(facts)
    const reached: string[] = []
    // Whoever reads what an object inherits finds this, and is found out by it.
    Object.defineProperty(Object.prototype, 'fieldsealSecret', {
      configurable: true,
      get: () => {
        reached.push('get')
        return secret
      },
    })
    let [slowest, ran, broken, hits] = [0, 0, 0, 0]
    try {
      for (let tree = 0; tree < trees; tree += together) {
        const rules = keys.map((key, index) =>
          contents(
            index % 2 === 0
              ? grown(random, 2 + Math.floor(random() * 6))
              : fitting(random, 1 + Math.floor(random() * 4)),
            key,
          ),
        )
        const made = createRuleBook(
          rules,
          vocabularyOf({
            features: ['customer_count_1h', 'customer_speed_kmh', 'customer_distance_km'],
            lists: { mules: ['A1'] },
          }),
        )
        const { hits: found, faults } = made.book.evaluate(facts)
        slowest = Math.max(
          slowest,
          leastTime(() => made.book.evaluate(facts)),
        )
        broken += made.broken.size
        ran += rules.length - made.broken.size
        hits += found.length
        for (const { reason } of found) expect(reason).toMatch(/^412\.50 a{80}…$/)
        for (const { message } of faults) expect(message).not.toBe('failed')
      }
    } finally {
      delete (Object.prototype as { fieldsealSecret?: unknown }).fieldsealSecret
    }
    expect(reached).toEqual([])
    expect(JSON.stringify(facts)).toBe(before)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    // Processor time of twenty rules together: one alone takes less still.
    expect(slowest).toBeLessThan(50)
    expect(ran).toBeGreaterThan(0.3 * trees)
    expect(broken).toBeGreaterThan(0.3 * trees)
    expect(hits).toBeGreaterThan(0.05 * trees)
  }, 120_000)

  it('stay within bounds where they are as large as a rule may be', () => {
    const deep = Array.from({ length: 12 }).reduce<JsonValue>((inner) => ({ '!': [inner] }), { var: 'event.amount' })
    const wide: JsonValue = {
      or: Array.from({ length: 190 }, (_none, index) => ({ above: [{ var: `metadata.m${index}` }, index] })),
    }
    const costly: JsonValue = {
      some: [
        {
          map: [
            { var: 'metadata.some' },
            { map: [{ fact: 'metadata.some' }, { similarity: [{ fact: 'metadata.text' }, 'x'.repeat(250)] }] },
          ],
        },
        { var: '' },
      ],
    }
    const made = createRuleBook(
      [contents(deep, 'deep'), contents(wide, 'wide'), contents(costly, 'costly')],
      vocabularyOf(),
    )
    expect([...made.broken]).toEqual([])
    const { faults } = made.book.evaluate({
      ...facts,
      metadata: { some: new Array<string>(5_000).fill('y'.repeat(250)), text: 'z'.repeat(250) },
    })
    expect(faults).toEqual([{ rule: 'costly', message: expect.stringContaining('takes too long') as string }])
  })
})
