import { describe, expect, it, test } from 'vitest'
import { checkText } from '../../../../main/detection/rules/check.ts'
import { newProfile, profileOf } from '../../../../main/detection/profiles/profile.ts'
import { fields } from '../../../../main/detection/rules/fields.ts'
import type { RuleCheck } from '../../../../shared/schema/rules.ts'

const against = {
  features: new Set(['customer_count_1h']),
  lists: new Set(['mules']),
  rules: new Set(['large', 'night']),
}
const logic = (text: string, key?: string): RuleCheck => checkText(text, 'logic', against, key)
const faults = (check: RuleCheck): (readonly [string, string])[] =>
  check.faults.map(({ pointer, message }) => [pointer, message])

describe('a text that is checked', () => {
  it('tells every fault at once, each with its pointer, line and column', () => {
    const check = logic(
      '{\n  "and": [\n    {"abuve": [{"var": "event.amount"}, 500]},\n    {"equals": [{"var": "event.amont"}, 1]},\n    {"feature": ["customer_count_2h"]}\n  ]\n}',
    )
    expect(check.ok).toBe(false)
    expect(check.faults).toEqual([
      { pointer: '/and/0', line: 3, column: 5, message: '"abuve" is no operator; did you mean "above"?' },
      {
        pointer: '/and/1/equals/0/var',
        line: 4,
        column: 25,
        message: 'reads "event.amont", which an activity does not have; did you mean "event.amount"?',
      },
      {
        pointer: '/and/2/feature/0',
        line: 5,
        column: 18,
        message: 'names the feature "customer_count_2h", which does not exist; did you mean "customer_count_1h"?',
      },
    ])
  })

  it('tells what it names', () => {
    const check = logic(
      '{"and": [{"rule": ["large"]}, {"in_list": [{"var": "event.ip"}, "mules"]}, {"above": [{"feature": ["customer_count_1h"]}, 3]}]}',
    )
    expect(check).toMatchObject({
      ok: true,
      faults: [],
      rules: ['large'],
      lists: ['mules'],
      features: ['customer_count_1h'],
      reads: ['event.ip', 'features.customer_count_1h'],
    })
  })

  test.each([
    ['', 'ends where a value is expected'],
    ['{"var": "event.amount"', 'expects , or } after a member of an object'],
    ['{"above": [1, 2], "above": [3, 4]}', 'is named twice in one object'],
    ['{"__proto__": {"var": "event.amount"}}', 'is a name that nothing takes'],
    ['{"a": 1e999}', 'is a number too large to be kept'],
    ['{"a": "\\ud800"}', 'holds a lone surrogate: it is not valid Unicode text'],
    ['[1, 2] x', 'goes on after its end'],
    ['{"a": 01}', 'expects , or } after a member of an object'],
    ["{'a': 1}", 'expects the name of a member in double quotes'],
  ])('%s is refused: %s', (text, message) => {
    expect(logic(text).faults).toMatchObject([{ message }])
  })

  it('refuses what is too deep or too large, once, without walking on', () => {
    expect(faults(logic(`${'{"!":['.repeat(40)}1${']}'.repeat(40)}`))).toEqual([
      [expect.any(String), 'nests deeper than 64 levels'],
    ])
    expect(faults(logic(`${'{"!":['.repeat(20)}{"var":"event.amount"}${']}'.repeat(20)}`))[0]?.[1]).toBe(
      'nests deeper than 28 levels',
    )
    expect(faults(logic(`{"or": [${Array.from({ length: 1_200 }, () => 'true').join(',')}]}`))[0]?.[1]).toMatch(
      /larger than 1000 operators/,
    )
    expect(faults(logic(`{"equals": [{"var": "event.ip"}, "${'x'.repeat(1_001)}"]}`))[0]?.[1]).toMatch(
      /text of more than 1000/,
    )
  })

  test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
    '%s is no operator',
    (name) => {
      expect(faults(logic(`{"${name}": ["return process"]}`))[0]?.[1]).toMatch(/is no operator/)
    },
  )

  it.each([
    ['profile.customer.nonsense', 'reads "profile.customer.nonsense", which a profile does not have'],
    [
      'profile.customer.countrys',
      'reads "profile.customer.countrys", which a profile does not have; did you mean "profile.customer.countries"?',
    ],
    [
      'profile.account.hours.x',
      'reads "profile.account.hours.x", which a profile does not have; did you mean "profile.account.hours"?',
    ],
    [
      'profile.account.activities.0',
      'reads "profile.account.activities.0", which a profile does not have; did you mean "profile.account.activities"?',
    ],
    [
      'profile.terminal.activities',
      'reads "profile.terminal.activities", but profiles are of customer and account alone',
    ],
    [
      'profile.somebody.activities',
      'reads "profile.somebody.activities", but profiles are of customer and account alone',
    ],
  ])('refuses %s, of which no profile knows', (path, message) => {
    const {
      faults: [fault],
    } = logic(JSON.stringify({ above: [{ var: path }, 1] }))
    expect([fault?.pointer, fault?.message.startsWith(message)]).toEqual(['/above/0/var', true])
    const rule = {
      key: 'r_one',
      name: 'x',
      why: 'x',
      logic: { above: [{ var: 'event.amount' }, 1] },
      signal: 'r_one',
      weight: 0,
      reason: `It was {${path}}.`,
    }
    expect(checkText(JSON.stringify(rule), 'rule', against).faults.map(({ pointer }) => pointer)).toEqual(['/reason'])
  })

  it('takes every member of a profile', () => {
    const members = Object.keys(profileOf(newProfile('2026-01-01T00:00:00.000+00:00', 0)))
    const paths = ['customer', 'account'].flatMap((of) => [
      `profile.${of}`,
      ...members.map((name) => `profile.${of}.${name}`),
      `profile.${of}.hours.23`,
    ])
    expect(faults(logic(JSON.stringify({ and: paths.map((path) => ({ known: [{ var: path }] })) })))).toEqual([])
    expect(fields.map(({ path }) => path).filter((path) => path.startsWith('profile.'))).toHaveLength(
      2 * members.length,
    )
  })

  it('does not let a rule read itself', () => {
    expect(faults(logic('{"rule": ["night"]}', 'night'))).toEqual([
      ['/rule/0', 'reads the rule "night", which is not there to be read'],
    ])
    expect(logic('{"rule": ["night"]}', 'large').ok).toBe(true)
  })

  it('hints at what may not be meant', () => {
    expect(logic('{"<": [{"var": "event.amount"}, 5]}').hints).toMatchObject([
      { pointer: '/</0', message: expect.stringContaining('counts as 0 where it is missing') as string },
    ])
    expect(logic('{"equals": [{"var": "event.customer_id"}, "4711"]}').hints).toMatchObject([
      { pointer: '/equals', message: expect.stringContaining('list') as string },
    ])
    expect(logic('{"above": [{"var": "event.amount"}, 5]}').hints).toEqual([])
  })

  it('refuses logic that reads nothing', () => {
    expect(faults(logic('true'))).toEqual([['', 'holds always or never: it reads nothing']])
  })
})

describe('a set that is checked', () => {
  const rule = (key: string, text: string): object => ({
    key,
    name: key,
    why: 'A test.',
    logic: JSON.parse(text) as object,
    signal: key,
    weight: 0.1,
    reason: '{event.amount}',
  })
  const set = (rules: readonly object[], rest: object = {}): RuleCheck =>
    checkText(JSON.stringify({ format: 'fieldseal-rules', version: 1, rules, ...rest }), 'set', against)

  it('may name what it brings', () => {
    const check = set([rule('aa', '{"rule": ["bb"]}'), rule('bb', '{"in_list": [{"var": "event.ip"}, "fresh"]}')], {
      lists: [{ key: 'fresh', name: 'Fresh', why: 'A test.' }],
    })
    expect(check.faults).toEqual([])
  })

  it('tells circles, doubles and faults of each rule with pointers from the top', () => {
    const check = set([rule('aa', '{"rule": ["bb"]}'), rule('bb', '{"rule": ["aa"]}'), rule('bb', '{"nope": 1}')])
    expect(faults(check).map(([pointer]) => pointer)).toEqual([
      '/rules/2/key',
      '/rules/2/logic',
      '/rules/0/logic',
      '/rules/1/logic',
    ])
  })

  it('tells fields that are missing, unknown or of the wrong kind', () => {
    const check = set([{ ...rule('aa', '{"var": "event.amount"}'), weight: 7, colour: 'red' }])
    expect(
      faults(check)
        .map(([pointer]) => pointer)
        .sort(),
    ).toEqual(['/rules/0', '/rules/0/weight'])
  })

  it('tells a sentence that reads what there is not', () => {
    const check = checkText(
      JSON.stringify({ ...rule('aa', '{"var": "event.amount"}'), reason: '{event.nothing} and {open' }),
      'rule',
      against,
    )
    expect(faults(check).map(([pointer]) => pointer)).toEqual(['/reason', '/reason'])
  })
})
