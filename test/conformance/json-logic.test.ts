import { LogicEngine } from 'json-logic-engine'
import jsonLogic from 'json-logic-js'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../main/seal/canonical.ts'
import { seededRandom } from '../support/random.ts'
import { tried } from '../support/rules.ts'

type Answer = { readonly value: string } | 'fault'

const engine = new LogicEngine(undefined, { disableInterpretedOptimization: true })

const isPlain = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(isPlain)
  return value !== undefined && typeof value !== 'function'
}

const answered = (ask: () => unknown): Answer => {
  try {
    const value = ask()
    // What JSON cannot say (NaN, undefined) no rule engine should answer.
    return isPlain(value) ? { value: JSON.stringify(value) } : 'fault'
  } catch {
    return 'fault'
  }
}

const answers = (
  logic: JsonValue,
  metadata: Record<string, JsonValue>,
): { readonly reference: Answer; readonly peer: Answer; readonly ours: Answer } => {
  const data = { metadata }
  const mine = tried(logic, { metadata })
  return {
    reference: answered(() => jsonLogic.apply(structuredClone(logic), structuredClone(data))),
    peer: answered(() => engine.run(structuredClone(logic), structuredClone(data))),
    ours: mine.fault === null ? { value: JSON.stringify(mine.value) } : 'fault',
  }
}

const v = (path: string): JsonValue => ({ var: `metadata.${path}` })

const metadata: Record<string, JsonValue> = {
  zero: 0,
  one: 1,
  seven: 7.5,
  minus: -3,
  word: 'apple',
  digits: '42',
  empty: '',
  yes: true,
  no: false,
  nothing: null,
  numbers: [1, 2, 3],
  words: ['apple', 'pear'],
  none: [],
  items: [
    { price: 3, name: 'a' },
    { price: 30, name: 'b' },
  ],
  inner: { deep: { x: 9 } },
}

/** Trees over the standard operators whose operands have the kinds that the operators are for. */
const typedTree = (random: () => number, kind: 'truth' | 'number' | 'text' | 'array', depth: number): JsonValue => {
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const of = (wanted: typeof kind): JsonValue => typedTree(random, wanted, depth - 1)
  if (depth <= 0) {
    if (kind === 'number')
      return pick<JsonValue>(0, 1, 2.5, -4, 100, v('one'), v('seven'), v('minus'), v('inner.deep.x'))
    if (kind === 'text') return pick<JsonValue>('apple', 'a', 'Zebra', v('word'), v('digits'))
    if (kind === 'array') return pick<JsonValue>([1, 2, 3], [], v('numbers'), v('none'))
    return pick<JsonValue>(true, false, v('yes'), v('no'))
  }
  if (kind === 'number')
    return pick<() => JsonValue>(
      () => ({ '+': [of('number'), of('number'), of('number')] }),
      () => ({ '-': [of('number'), of('number')] }),
      () => ({ '-': [of('number')] }),
      () => ({ '*': [of('number'), of('number')] }),
      () => ({ '/': [of('number'), 4] }),
      () => ({ '%': [of('number'), 7] }),
      () => ({ max: [of('number'), of('number')] }),
      () => ({ min: [of('number'), of('number'), of('number')] }),
      () => ({ if: [of('truth'), of('number'), of('number')] }),
      () => ({ reduce: [of('array'), { '+': [{ var: 'accumulator' }, { var: 'current' }] }, 0] }),
      () => ({ '?:': [of('truth'), of('number'), of('number')] }),
    )()
  if (kind === 'text')
    return pick<() => JsonValue>(
      () => ({ cat: [of('text'), of('text')] }),
      () => ({ substr: [of('text'), pick(0, 1, -2), pick(1, 2, -1)] }),
      () => ({ substr: [of('text'), pick(0, 2, -3)] }),
      () => ({ if: [of('truth'), of('text'), of('truth'), of('text'), of('text')] }),
    )()
  if (kind === 'array')
    return pick<() => JsonValue>(
      () => ({ merge: [of('array'), of('array')] }),
      () => ({ merge: [of('number'), of('array')] }),
      () => ({ map: [of('array'), { '*': [{ var: '' }, 2] }] }),
      () => ({ filter: [of('array'), { '>': [{ var: '' }, 1] }] }),
      () => ({ missing: ['metadata.one', 'metadata.absent'] }),
      () => ({ missing_some: [1, ['metadata.one', 'metadata.absent']] }),
    )()
  return pick<() => JsonValue>(
    () => ({ and: [of('truth'), of('truth')] }),
    () => ({ or: [of('truth'), of('truth'), of('truth')] }),
    () => ({ '!': [of('truth')] }),
    () => ({ '!!': [of('array')] }),
    () => ({ '==': [of('number'), of('number')] }),
    () => ({ '===': [of('text'), of('text')] }),
    () => ({ '!=': [of('text'), of('text')] }),
    () => ({ '!==': [of('number'), of('text')] }),
    () => ({ '>': [of('number'), of('number')] }),
    () => ({ '>=': [of('text'), of('text')] }),
    () => ({ '<': [of('number'), of('number'), of('number')] }),
    () => ({ '<=': [of('number'), of('number')] }),
    () => ({ in: [of('number'), of('array')] }),
    () => ({ in: [of('text'), of('text')] }),
    () => ({ some: [of('array'), { '>': [{ var: '' }, of('number')] }] }),
    () => ({ all: [of('array'), { '<': [{ var: '' }, 3] }] }),
    () => ({ none: [of('array'), { '==': [{ var: '' }, 2] }] }),
  )()
}

/** One operator with operands of any kind at all. */
const anyOperator = (random: () => number): JsonValue => {
  const pick = <T>(...choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const of = (): JsonValue =>
    pick<JsonValue>(
      0,
      1,
      -1.5,
      'apple',
      '1',
      '',
      true,
      false,
      null,
      [1, 2],
      [],
      ...Object.keys(metadata).map((name) => v(name)),
      v('absent'),
      v('inner.absent.x'),
    )
  const name = pick(
    '==',
    '===',
    '!=',
    '!==',
    '!',
    '!!',
    'and',
    'or',
    'if',
    '<',
    '<=',
    '>',
    '>=',
    'max',
    'min',
    '+',
    '-',
    '*',
    '/',
    '%',
    'cat',
    'in',
  )
  const count =
    { '!': 1, '!!': 1, '-': 2, '/': 2, '%': 2, in: 2, '==': 2, '===': 2, '!=': 2, '!==': 2 }[name as string] ??
    pick(2, 3)
  return { [name]: Array.from({ length: ['>', '>='].includes(name) ? 2 : count }, of) }
}

describe('JsonLogic', () => {
  test('is understood as json-logic-js, which defines it, and json-logic-engine understand it', () => {
    const random = seededRandom(501)
    let agreed = 0
    for (let n = 0; n < 6_000; n += 1) {
      const logic = typedTree(random, (['truth', 'number', 'text', 'array'] as const)[n % 4] ?? 'truth', 1 + (n % 3))
      const { reference, peer, ours } = answers(logic, metadata)
      if (JSON.stringify(reference) !== JSON.stringify(peer)) continue
      agreed += 1
      expect(ours, JSON.stringify(logic)).toEqual(reference)
    }
    expect(agreed).toBeGreaterThan(5_500)
  })

  test('where the two differ or the kinds do not fit, it answers as one of them, or tells a fault', () => {
    const random = seededRandom(502)
    const seen = { faults: 0, answers: 0 }
    for (let n = 0; n < 6_000; n += 1) {
      const logic = anyOperator(random)
      const { reference, peer, ours } = answers(logic, metadata)
      if (ours === 'fault') {
        seen.faults += 1
        continue
      }
      seen.answers += 1
      expect([reference, peer], JSON.stringify(logic)).toContainEqual(ours)
    }
    expect(seen.answers).toBeGreaterThan(2_500)
  })

  const data = { ...metadata, 'a.b': 5 }
  const item = (logic: JsonValue): JsonValue => ({ map: [v('items'), logic] })

  test.each<JsonValue>([
    { val: ['metadata', 'inner', 'deep', 'x'] },
    { val: ['metadata', 'numbers', 1] },
    { val: ['metadata', 'absent', 'x'] },
    { map: [{ val: ['metadata', 'numbers'] }, { '*': [{ val: [] }, 2] }] },
    item({ val: 'price' }),
    item({ val: ['name'] }),
    item({ exists: 'price' }),
    { exists: ['metadata', 'empty'] },
    { exists: ['metadata', 'absent'] },
    { '??': [v('absent'), v('nothing'), v('word'), 'last'] },
    { '??': [v('empty'), 'last'] },
    { '??': [v('absent'), null] },
    { '??': [v('no'), true] },
    { try: [{ '/': [v('one'), v('zero')] }, 7] },
    { try: [{ '+': [v('word'), 1] }, { '-': [7.5, 1] }] },
    { try: [v('word'), 1] },
  ])('reads the newer operators as json-logic-engine does: %j', (logic) => {
    const { peer, ours } = answers(logic, data)
    expect(ours).toEqual(peer)
    expect(ours).not.toBe('fault')
  })
})
