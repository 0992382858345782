import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignNames } from '../../../../main/domain/screening/align.ts'
import { prepareName } from '../../../../main/domain/screening/name.ts'
import type { NameKind } from '../../../../main/domain/screening/name.ts'
import { scorePrecisely } from '../../../../main/domain/screening/precise.ts'
import { hitFrom } from '../../../../main/domain/screening/screener.ts'
import { compareTokens } from '../../../../main/domain/screening/token-similarity.ts'
import { cpuMs } from '../../../support/cpu-time.ts'

const compare = (a: string, b: string, kind: NameKind = 'person') =>
  scorePrecisely(prepareName(a, kind), prepareName(b, kind))
const token = (text: string, kind: NameKind = 'person') => {
  const [first] = prepareName(text, kind).tokens
  if (first === undefined) throw new Error(`${text} has no token`)
  return first
}

describe('two tokens', () => {
  test.each([
    ['petrov', 'Petrov', 'same'],
    ['mohammed', 'muhamed', 'same_sound'],
    ['Petrov', 'Petrow', 'same_sound'],
    ['Anderson', 'Andersen', 'spelling'],
    ['J', 'John', 'initial'],
    ['Bill', 'William', 'short_form'],
    ['محمد', 'Mohammed', 'consonants'],
  ])('%s and %s: %s', (a, b, relation) => {
    expect(compareTokens(token(a), token(b))?.relation).toBe(relation)
  })
  test.each([
    ['Omar', 'Amir'],
    ['Li', 'Lu'],
    ['王', '李'],
    ['Peter', 'Paul'],
  ])('%s and %s are not the same', (a, b) => {
    expect(compareTokens(token(a), token(b))).toBeNull()
  })
  test('are compared alike from both sides', () => {
    const words = fc.constantFrom(
      'petrov',
      'petrow',
      'anna',
      'ana',
      'j',
      'john',
      'bill',
      'william',
      'محمد',
      'muhammad',
      '王小明',
      '王小民',
      '42',
      'hussein',
      'husayn',
    )
    fc.assert(
      fc.property(words, words, (a, b) => {
        expect(compareTokens(token(a), token(b))).toEqual(compareTokens(token(b), token(a)))
      }),
    )
  })
})

describe('two names are the same', () => {
  test.each([
    ['Aleksandr Petrov', 'PETROV, Alexander'],
    ['Anna Maria Ek', 'Anna-Maria Ek'],
    ['Usama bin Ladin', 'Osama bin Laden'],
    ['Abdul Rahman Yasin', 'Abdulrahman Yasin'],
    ['Владимир Иванов', 'Vladimir Ivanov'],
    ['Dr. Hans Müller', 'Hans Mueller'],
  ])('%s and %s', (a, b) => {
    expect(compare(a, b).score).toBeGreaterThanOrEqual(hitFrom)
  })
  test.each([
    ['Harbour Trading Ltd.', 'HARBOUR TRADING LLC'],
    ['Unit Forty Four', 'Unit 44'],
    ['A.B.C. Shipping Co', 'ABC Shipping Company'],
  ])('%s and %s, of organisations', (a, b) => {
    expect(compare(a, b, 'organisation').score).toBeGreaterThanOrEqual(hitFrom)
  })
})

describe('two names are not the same', () => {
  test.each([
    ['Ali Hassan', 'Omar Khalid'],
    ['John Smith', 'John Baker'],
    ['Maria Garcia Lopez', 'Maria Fernandez Ruiz'],
    ['Ivan Petrov', 'Petr Ivanov'],
  ])('%s and %s', (a, b) => {
    expect(compare(a, b).score).toBeLessThan(hitFrom)
  })
  test.each([
    ['Northern Oil', 'Southern Oil'],
    ['Harbour Trading', 'Airport Trading'],
    ['Bank of Anatolia', 'Bank of Bavaria'],
  ])('%s and %s, of organisations', (a, b) => {
    expect(compare(a, b, 'organisation').score).toBeLessThan(hitFrom)
  })
})

test('numbers that differ make less of a match, and do not rule it out: lists number units in several ways', () => {
  expect(compare('Unit 44', 'Unit 45', 'organisation').score).toBeLessThan(
    compare('Unit 44', 'Unit 44', 'organisation').score,
  )
})

describe('an explanation', () => {
  test('shows every token of both names once, side by side', () => {
    const { parts } = compare('Aleksandr Ivanovich Petrov', 'Petrov Alexander Jr')
    expect(parts.map(({ left, right, relation }) => [left, right, relation]).sort()).toEqual([
      [null, 'Jr', 'only_right'],
      ['Aleksandr', 'Alexander', 'spelling'],
      ['Ivanovich', null, 'only_left'],
      ['Petrov', 'Petrov', 'same'],
    ])
  })
  test('shows what is written as one beside what is written apart', () => {
    expect(compare('Abdul Rahman', 'Abdulrahman').parts[0]).toMatchObject({ relation: 'joined', right: 'Abdulrahman' })
  })
})

const words = fc.array(
  fc.constantFrom(
    'Anna',
    'Maria',
    'Ek',
    'Petrov',
    'Aleksandr',
    'bin',
    'J.',
    'Mohammed',
    'محمد',
    '王小明',
    '42',
    'Ltd',
    'Bank',
  ),
  { minLength: 1, maxLength: 6 },
)
const kinds = fc.constantFrom<NameKind>('person', 'organisation', 'thing')

describe('for any names', () => {
  test('a score lies between 0 and 1 and does not ask which name stands first', () => {
    fc.assert(
      fc.property(words, words, kinds, (a, b, kind) => {
        const { score } = compare(a.join(' '), b.join(' '), kind)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        expect(compare(b.join(' '), a.join(' '), kind).score).toBeCloseTo(score, 9)
      }),
    )
  })
  test('every token is aligned or alone, and none is both', () => {
    fc.assert(
      fc.property(words, words, kinds, (a, b, kind) => {
        const left = prepareName(a.join(' '), kind)
        const { parts, leftAlone } = alignNames(left, prepareName(b.join(' '), kind))
        expect([...parts.flatMap((part) => part.left), ...leftAlone].sort((x, y) => x - y)).toEqual(
          left.tokens.map((_, place) => place),
        )
      }),
    )
  })
  test('a thousand tokens on both sides end soon', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `name${n}`).join(' ')
    const started = cpuMs()
    compare(many, many.replaceAll('a', 'o'), 'organisation')
    expect(cpuMs() - started).toBeLessThan(2_000)
  })
})
