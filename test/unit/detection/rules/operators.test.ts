import { describe, expect, it, test } from 'vitest'
import { operators } from '../../../../main/detection/rules/catalogue.ts'
import type { JsonValue } from '../../../../main/seal/canonical.ts'
import { factsOf, tried, vocabularyOf } from '../../../support/rules.ts'
import { cpuMs } from '../../../support/cpu-time.ts'

const m = (name: string): JsonValue => ({ var: `metadata.${name}` })
const value = (logic: JsonValue, metadata: Record<string, JsonValue> = {}): JsonValue | string => {
  const { value: given, fault } = tried(logic, { metadata, event: { at: '2031-03-05T23:30:00.000+00:00' } })
  return fault ?? given
}

describe('what is missing', () => {
  test.each(['above', 'at_least', 'below', 'at_most', 'equals'])('%s does not hold for it', (name) => {
    expect(value({ [name]: [m('absent'), 5] })).toBe(false)
    expect(value({ [name]: [5, m('absent')] })).toBe(false)
    expect(value({ [name]: [m('text'), m('text2')] }, { text: {}, text2: [] })).toBe(false)
  })

  it('counts as 0 for <, as JsonLogic has it, and the checker says so', () => {
    expect(value({ '<': [m('absent'), 5] })).toBe(true)
  })

  it('is told by known, and gets a value by default', () => {
    expect(value({ known: [m('absent')] })).toBe(false)
    expect(value({ known: [m('empty')] }, { empty: '' })).toBe(false)
    expect(value({ known: [m('zero')] }, { zero: 0 })).toBe(true)
    expect(value({ default: [m('absent'), 7] })).toBe(7)
  })

  it('makes ratio and distance nothing instead of a fault', () => {
    expect(value({ ratio: [m('a'), m('b')] }, { a: 6, b: 0 })).toBeNull()
    expect(value({ ratio: [m('a'), m('b')] }, { a: 6, b: 4 })).toBe(1.5)
    expect(value({ distance_km: [m('a'), 0, 0, 0] })).toBeNull()
  })
})

describe('comparisons', () => {
  it('take a text that is a number for the number', () => {
    expect(value({ above: [m('a'), 5] }, { a: '6' })).toBe(true)
    expect(value({ equals: [m('a'), 5] }, { a: '5' })).toBe(true)
    expect(value({ one_of: [m('a'), ['4', '5']] }, { a: 5 })).toBe(true)
  })

  it.each([
    ['above', [false, false, true]],
    ['>', [false, false, true]],
    ['at_least', [false, true, true]],
    ['>=', [false, true, true]],
    ['below', [true, false, false]],
    ['<', [true, false, false]],
    ['at_most', [true, true, false]],
    ['<=', [true, true, false]],
  ])('%s holds below its limit, at it and above it as its name says, be the limit written or a fact', (name, holds) => {
    const given = [4.99, 5, 5.01]
    expect(given.map((a) => value({ [name]: [m('a'), 5] }, { a }))).toEqual(holds)
    expect(given.map((a) => value({ [name]: [m('a'), m('limit')] }, { a, limit: 5 }))).toEqual(holds)
  })

  it('between takes both ends', () => {
    expect([899, 900, 950, 999, 1_000].map((a) => value({ between: [m('a'), 900, 999] }, { a }))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
  })

  it('tell a fault where an array is compared with an order', () => {
    expect(value({ '>': [m('a'), 1] }, { a: [2] })).toMatch(/no order/)
  })
})

describe('texts', () => {
  it('are searched as they are', () => {
    const metadata = { text: 'Payment for Crypto wallet' }
    expect(value({ contains: [m('text'), 'Crypto'] }, metadata)).toBe(true)
    expect(value({ contains: [m('text'), 'crypto'] }, metadata)).toBe(false)
    expect(value({ contains: [{ lower: [m('text')] }, 'crypto'] }, metadata)).toBe(true)
    expect(value({ starts_with: [m('text'), 'Pay'] }, metadata)).toBe(true)
    expect(value({ ends_with: [m('text'), 'wallet'] }, metadata)).toBe(true)
  })

  it('are held against patterns that never become slow', () => {
    expect(value({ matches: [m('text'), '^[a-z]+[0-9]{4,}@'] }, { text: 'qwert12345@mail.example' })).toBe(true)
    const started = cpuMs()
    expect(value({ matches: [m('text'), '^(a+)+$'] }, { text: `${'a'.repeat(1_000)}!` })).toBe(false)
    expect(cpuMs() - started).toBeLessThan(5_000)
  })

  it('refuse patterns that are no RE2, and those that no budget allows', () => {
    expect(value({ matches: [m('text'), '(a)\\1'] }, { text: 'aa' })).toMatch(
      /^refused \/matches\/1 is no pattern of RE2/,
    )
    expect(value({ matches: [m('text'), '(a{0,100}){0,100}'] }, { text: 'a'.repeat(1_024) })).toMatch(
      /^refused|takes too long/,
    )
    expect(value({ matches: [m('text'), 'a'] }, { text: 'a'.repeat(1_025) })).toMatch(/more than 1024/)
    expect(value({ matches: [m('text'), m('pattern')] }, { text: 'a', pattern: 'a' })).toMatch(/written as it is/)
  })
})

describe('times', () => {
  const at = { var: 'event.at' }

  it('are read on the clocks of a zone', () => {
    expect(value({ hour: [at] })).toBe(23)
    expect(value({ hour: [at, 'Europe/Berlin'] })).toBe(0)
    expect(value({ weekday: [at] })).toBe(3)
    expect(value({ weekday: [at, 'Europe/Berlin'] })).toBe(4)
    expect(value({ hour: ['2031-07-05T23:30:00.000+00:00', 'Europe/Berlin'] })).toBe(1)
  })

  it('follow the clocks where they are changed', () => {
    const berlin = (time: string): JsonValue | string => value({ hour: [m('time'), 'Europe/Berlin'] }, { time })
    expect(berlin('2031-03-30T00:59:59.000+00:00')).toBe(1)
    expect(berlin('2031-03-30T01:00:00.000+00:00')).toBe(3)
    expect(berlin('2031-10-26T00:59:59.000+00:00')).toBe(2)
    expect(berlin('2031-10-26T01:00:00.000+00:00')).toBe(2)
    expect(berlin('2031-10-26T02:00:00.000+00:00')).toBe(3)
  })

  it('lie between hours also over midnight', () => {
    expect(value({ between_hours: [at, '23:00', '05:00'] })).toBe(true)
    expect(value({ between_hours: [at, '05:00', '23:00'] })).toBe(false)
    expect(value({ between_hours: [at, '23:30', '23:31'] })).toBe(true)
    expect(value({ between_hours: [m('absent'), '00:00', '23:59'] })).toBe(false)
    expect(value({ between_hours: [at, '25:00', '05:00'] })).toMatch(/time of day/)
    expect(value({ between_hours: [at, '23:00', '05:00', 'Middle/Earth'] })).toMatch(/time zone/)
  })

  it('are so and so long ago', () => {
    expect(value({ age: [m('then'), 'hours'] }, { then: '2031-03-05T22:00:00+00:00' })).toBe(1.5)
    expect(value({ age: [m('then'), 'days'] }, { then: '2031-03-04T23:30:00.000Z' })).toBe(1)
    expect(value({ age: [m('then'), 'days'] }, { then: 'yesterday' })).toBeNull()
  })

  it('of other operators are none where the text is no time', () => {
    expect([
      value({ hour: [m('then')] }, { then: 'foo 12' }),
      value({ weekday: [m('then')] }, { then: '01.12.2026 10:00' }),
      value({ between_hours: [m('then'), '00:00', '23:59'] }, { then: '10:00' }),
    ]).toEqual([null, null, false])
    expect([
      value({ hour: [m('then')] }, { then: '2026-01-12 20:15' }),
      value({ hour: [m('then')] }, { then: 1_768_248_000_000 }),
      value({ hour: [m('then')] }, { then: 1_768_248_000 }),
    ]).toEqual([20, 20, null])
    expect(
      tried(
        { age: [{ var: 'metadata.then' }, 'hours'] },
        { event: { at: '2026-01-12T21:00:00' }, metadata: { then: '2026-01-12T20:00:00Z' } },
      ).value,
    ).toBe(1)
  })
})

describe('lists', () => {
  const vocabulary = vocabularyOf({ lists: { mules: ['A1', '17'] } })
  const on = (logic: JsonValue, counterparty: JsonValue) =>
    tried(logic, { event: { counterparty_id: counterparty } }, vocabulary).value

  it('hold texts and numbers', () => {
    const logic: JsonValue = { in_list: [{ var: 'event.counterparty_id' }, 'mules'] }
    expect([on(logic, 'A1'), on(logic, 17), on(logic, 'a1'), on(logic, null), on(logic, ['A1'])]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('must be there', () => {
    expect(tried({ in_list: [{ var: 'event.counterparty_id' }, 'mule'] }, {}, vocabulary).fault).toMatch(
      /list "mule", which does not exist; did you mean "mules"/,
    )
    expect(tried({ in_list: [{ var: 'event.counterparty_id' }, 'constructor'] }, {}, vocabulary).fault).toMatch(
      /does not exist/,
    )
  })
})

describe('likeness', () => {
  // The pairs of Winkler’s own papers (1990, 1994), rounded to three digits.
  test.each([
    ['MARTHA', 'MARHTA', 0.961],
    ['DWAYNE', 'DUANE', 0.84],
    ['DIXON', 'DICKSONX', 0.813],
    ['same', 'same', 1],
    ['abc', 'xyz', 0],
  ])('of %s and %s by Jaro and Winkler is %f', (a, b, like) => {
    expect(value({ similarity: [a, m('b')] }, { b })).toBeCloseTo(like, 3)
    expect(value({ similarity: [m('b'), a] }, { b })).toBeCloseTo(like, 3)
  })

  test.each([
    ['kitten', 'sitting', 3],
    ['flaw', 'lawn', 2],
    ['', 'a', null],
    ['Zoë', 'zoë ', 0],
  ])('%s and %s differ in %s letters', (a, b, away) => {
    expect(value({ edit_distance: [m('a'), m('b')] }, { a, b })).toBe(away)
  })

  it('is bounded', () => {
    expect(value({ similarity: [m('a'), 'x'] }, { a: 'x'.repeat(257) })).toMatch(/more than 256/)
  })
})

describe('places', () => {
  it('lie as far apart as the great circle says', () => {
    expect(value({ distance_km: [52.52, 13.405, m('lat'), m('lon')] }, { lat: 48.8566, lon: 2.3522 })).toBeCloseTo(
      877.46,
      1,
    )
    expect(value({ distance_km: [0, 0, m('lat'), m('lon')] }, { lat: 0, lon: 180 })).toBeCloseTo(20_015.1, 0)
    expect(value({ distance_km: [91, 0, m('lat'), m('lon')] }, { lat: 0, lon: 0 })).toBeNull()
  })

  it('cannot be reached faster than an airliner flies', () => {
    const travelled = (speed: number | null, way: number | null) =>
      tried({ impossible_travel: ['customer'] }, { features: { customer_speed_kmh: speed, customer_distance_km: way } })
        .value
    expect([
      travelled(1_200, 800),
      travelled(1_200, 50),
      travelled(300, 800),
      travelled(null, 800),
      travelled(1_200, null),
    ]).toEqual([true, false, false, false, false])
  })
})

describe('arrays', () => {
  const metadata = { items: [{ price: 3 }, { price: 30 }] }

  it('let a rule read the activity from within', () => {
    const logic: JsonValue = { filter: [m('items'), { above: [{ var: 'price' }, { fact: 'event.amount' }] }] }
    expect(tried(logic, { metadata, event: { amount: 10 } }).value).toEqual([{ price: 30 }])
  })

  it('are no more than a rule may look at', () => {
    expect(
      value({ some: [m('items'), { above: [{ var: '' }, 1] }] }, { items: new Array<number>(30_000).fill(0) }),
    ).toMatch(/takes too long/)
    const doubling: JsonValue = {
      reduce: [m('items'), { merge: [{ var: 'accumulator' }, { var: 'accumulator' }] }, [1, 2]],
    }
    expect(value(doubling, { items: new Array<number>(40).fill(0) })).toMatch(/takes too long/)
    const longer: JsonValue = { reduce: [m('items'), { cat: [{ var: 'accumulator' }, { var: 'accumulator' }] }, 'xx'] }
    expect(value(longer, { items: new Array<number>(60).fill(0) })).toMatch(/takes too long/)
  })
})

describe('the catalogue', () => {
  it.each([...operators.values()].map(({ entry }) => [entry.name, entry] as const))(
    '%s has an example that compiles, and runs on an activity of which nothing is known',
    (_name, { example }) => {
      const vocabulary = {
        ...vocabularyOf({
          features: [
            'customer_count_1h',
            'customer_sum_1d',
            'customer_mean_30d',
            'customer_speed_kmh',
            'customer_distance_km',
          ],
          lists: { mule_accounts: [] },
        }),
        ruleAt: () => 0,
      }
      const { fault } = tried(example, factsOf(), vocabulary)
      expect(fault?.startsWith('refused') ?? false, fault ?? '').toBe(false)
    },
  )
})

describe('paths that are given step by step', () => {
  it.each<[JsonValue, string]>([
    [{ val: ['event.amount'] }, 'give each step by itself, ["event","amount"]'],
    [{ val: [[1], 'name'] }, 'read the activity with `fact`'],
    [{ exists: [{ var: 'event.amount' }] }, 'must be written as it is'],
    [{ val: [null, 'x'] }, 'must be a name or a place in an array'],
    [{ val: ['metadata', ...Array.from({ length: 8 }, () => 'x')] }, 'is one step more than 8'],
    [{ val: ['event', 'amuont'] }, 'did you mean "event.amount"?'],
  ])('refuses %j, and says how to write it', (logic, words) => {
    expect(tried(logic).fault).toContain(words)
  })

  it('lets no rule go on by try that has taken too long', () => {
    const long: JsonValue = { map: [{ val: ['metadata', 'many'] }, { map: [{ fact: 'metadata.many' }, 1] }] }
    const many = Array.from({ length: 300 }, () => 1)
    expect(tried({ try: [long, true] }, { metadata: { many } }).fault).toContain('takes too long')
  })
})
