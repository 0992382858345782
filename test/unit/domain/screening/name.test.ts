import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameMax, prepareName } from '../../../../main/domain/screening/name.ts'
import type { NameKind } from '../../../../main/domain/screening/name.ts'
import { cpuMs } from '../../../support/cpu-time.ts'

const read = (text: string, kind: NameKind = 'person') =>
  prepareName(text, kind).tokens.map(({ latin, role }) => `${latin}:${role}`)

describe('a person’s name', () => {
  test.each([
    ['PETROV, Aleksandr', ['aleksandr:name', 'petrov:name']],
    ['Dr. Anna von der Leyden', ['dr:title', 'anna:name', 'von:particle', 'der:particle', 'leyden:name']],
    ['J. R. Smith', ['j:initial', 'r:initial', 'smith:name']],
    ["Sean O'Neill", ['sean:name', 'oneill:name']],
    ['Usama bin Ladin', ['usama:name', 'bin:particle', 'ladin:name']],
    ['Мария Иванова', ['mariya:name', 'ivanova:name']],
  ])('%s', (text, tokens) => {
    expect(read(text)).toEqual(tokens)
  })

  test('keeps the original script beside the Latin one', () => {
    const [token] = prepareName('Ольга', 'person').tokens
    expect(token).toMatchObject({ written: 'Ольга', foreign: 'ольга', latin: 'olga' })
  })

  test('that many bear weighs less than one that few do', () => {
    const [common, rare] = prepareName('Mohammed Zwolinski', 'person').tokens
    expect(common?.weight).toBeLessThan(rare?.weight ?? 0)
  })
})

describe('an organisation’s name', () => {
  test.each([
    ['Gazprom Neft OAO', 'Gazprom Neft Joint Stock Company'],
    ['Harbour Trading Ltd', 'Harbour Trading Limited Liability Company'],
    ['Müller Kommanditgesellschaft', 'Müller KG'],
  ])('%s has the class of form of %s', (a, b) => {
    const form = (text: string) => prepareName(text, 'organisation').tokens.find(({ role }) => role === 'form')?.latin
    expect(form(a)).toBe(form(b))
    expect(form(a)).toBeDefined()
  })

  test('numbers are the same in words, in figures and as ordinals', () => {
    const numbers = (text: string) =>
      prepareName(text, 'organisation')
        .tokens.filter(({ role }) => role === 'number')
        .map(({ latin }) => latin)
    expect(numbers('Military Unit Forty Four')).toEqual(['44'])
    expect(numbers('Military Unit 44')).toEqual(['44'])
    expect(numbers('The 4th Bureau')).toEqual(['4'])
    expect(numbers('Fourth Bureau')).toEqual(['4'])
  })

  test('of a form alone keeps it as its name', () => {
    expect(read('Company', 'organisation')).not.toEqual([])
  })
})

describe('hostile names', () => {
  const kinds = ['person', 'organisation', 'thing'] as const
  test.each([
    ['empty', ''],
    ['white space', ' \t\n '],
    ['punctuation', '---,,,...///'],
    ['emoji', '😀👨‍👩‍👧🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a comma', ','],
    ['combining marks alone', '\u0301'.repeat(2_000)],
    ['NUL', '\u0000\u0000'],
    ['a lone surrogate', '\ud800'],
  ])('%s has no tokens, or harmless ones, and does not fail', (_what, text) => {
    for (const kind of kinds) expect(prepareName(text, kind).tokens.length).toBeLessThanOrEqual(24)
  })

  test('whatever comes is read within bounds: tokens, lengths, and no time that grows with what is cut off', () => {
    const huge = [
      'x'.repeat(10_000_000),
      'a b '.repeat(2_500_000),
      `${'a.'.repeat(5_000_000)}b`,
      'aB'.repeat(5_000_000),
      '\u0301'.repeat(5_000_000),
      'İ'.repeat(5_000_000),
      '﷽'.repeat(3_000_000),
    ]
    const started = cpuMs()
    for (const text of huge) {
      for (const kind of kinds) {
        const { tokens, joined } = prepareName(text, kind)
        expect(tokens.length).toBeLessThanOrEqual(24)
        expect(joined.length).toBeLessThanOrEqual(nameMax * 4)
      }
    }
    // What is bounded takes milliseconds; what is not took minutes.
    expect(cpuMs() - started).toBeLessThan(5_000)
  })

  test('a mark of direction, and full-width letters, change nothing', () => {
    expect(read('\u202eAnna\u202c Ek\u200f')).toEqual(read('Anna Ek'))
    expect(read('Ａｎｎａ Ｅｋ')).toEqual(read('Anna Ek'))
  })

  test.each([
    ['a blank of no width', '\u200b'],
    ['a soft hyphen', '\u00ad'],
    ['a joiner', '\u200d'],
    ['a word joiner', '\u2060'],
    ['a grapheme joiner', '\u034f'],
    ['a byte order mark', '\ufeff'],
    ['a variation selector', '\ufe0f'],
    ['a Hangul filler', '\u3164'],
    ['a tag', '\u{e0041}'],
    ['a control', '\u0007'],
  ])('%s within a name changes nothing', (_what, sign) => {
    for (const kind of kinds)
      expect(read(`A${sign}yman al-Z${sign}awa${sign}hiri`, kind)).toEqual(read('Ayman al-Zawahiri', kind))
  })

  test('what cannot be seen takes no place of what is read', () => {
    expect(read(`${'\u200b'.repeat(nameMax)}Anna Ek`)).toEqual(read('Anna Ek'))
  })

  test('of signs of which one has no Latin letters has no empty word', () => {
    for (const name of ['\u{2d737}㐀', '㐀\u{2d737}'])
      expect(prepareName(name, 'person').tokens.every(({ latin }) => latin !== '')).toBe(true)
  })
  test('any text is read without failing, and written tokens come from it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.constantFrom(...kinds), (text, kind) => {
        for (const token of prepareName(text, kind).tokens) {
          expect(token.weight).toBeGreaterThan(0)
          expect(token.latin).toMatch(/^[a-z0-9]+$/u)
        }
      }),
    )
  })
})
