import fc from 'fast-check'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'
import { canonicalBytes, canonicalJson, isCanonical } from '../../../main/seal/canonical.ts'

const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8')
const json = fc.jsonValue({ stringUnit: 'binary' })

describe('S-1: the canonical form', () => {
  test('sorts members by UTF-16 code units and leaves out all white space', () => {
    expect(canonicalJson({ b: [1, { d: 2, c: null }], a: 'x', '\u{1F600}': 1, ﬁ: 2 })).toBe(
      '{"a":"x","b":[1,{"c":null,"d":2}],"\u{1F600}":1,"ﬁ":2}',
    )
  })

  test('writes numbers in their shortest form, and minus zero as zero', () => {
    expect(canonicalJson([1e21, 1e-7, 100, 0.1, -0])).toBe('[1e+21,1e-7,100,0.1,0]')
  })

  test('is stable: reading it and writing it again changes nothing', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value)
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  test.each([
    ['a lone surrogate in a string', '\ud800'],
    ['a lone surrogate in a member name', { '\udc00': 1 }],
    ['a lone surrogate within', { a: [['x\udfffy']] }],
    ['NaN', NaN],
    ['infinity', [Infinity]],
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a hole in an array', [1, undefined]],
    ['a bigint', 1n],
    ['a function', { a: () => 1 }],
    ['a symbol', Symbol('x')],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['bytes', new Uint8Array(1)],
    ['an object that would rewrite itself', { toJSON: () => 1 }],
  ])('refuses %s', (_, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  test('refuses a value that contains itself, but not one that is met twice', () => {
    const cycle: unknown[] = []
    cycle.push({ cycle })
    const shared = { x: 1 }
    expect(() => canonicalJson(cycle)).toThrow(TypeError)
    expect(canonicalJson([shared, shared])).toBe('[{"x":1},{"x":1}]')
  })
})

describe('S-2: only canonical bytes are accepted', () => {
  test('accepts exactly what canonicalising gives back', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isCanonical(canonicalBytes(value))).toBe(true)
        const loose = JSON.stringify(value)
        expect(isCanonical(utf8(loose))).toBe(loose === canonicalize(JSON.parse(loose)))
      }),
    )
  })

  test.each([
    ['white space', '{"a": 1}'],
    ['a trailing newline', '{"a":1}\n'],
    ['members out of order', '{"b":1,"a":2}'],
    ['members out of order within', '{"a":[{"d":1,"c":2}]}'],
    ['a member named twice', '{"a":1,"a":1}'],
    ['number-like names in number order', '{"9":1,"10":2}'],
    ['minus zero', '[-0]'],
    ['a number with needless digits', '[1.0]'],
    ['a number beyond exactness', '[9007199254740993]'],
    ['a number that overflows', '[1e400]'],
    ['a needless escape', '["\\u0041"]'],
    ['an escaped slash', '["\\/"]'],
    ['an escaped lone surrogate', '["\\ud800"]'],
    ['an escaped pair', '["\\ud83d\\ude00"]'],
    ['a byte order mark', '\ufeff{}'],
    ['no JSON', '{'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => {
    expect(isCanonical(utf8(text))).toBe(false)
  })

  test('refuses bytes that are no UTF-8', () => {
    expect(isCanonical(Uint8Array.of(0x22, 0xff, 0x22))).toBe(false)
    expect(isCanonical(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toBe(false)
    expect(isCanonical(Uint8Array.of(0x22, 0xc0, 0x80, 0x22))).toBe(false)
  })

  test('accepts number-like names in code unit order, a name of a prototype, and a backslash before ud', () => {
    for (const text of ['{"10":2,"9":1}', '{"__proto__":1,"a":2}', '["\\\\ud800"]'])
      expect(isCanonical(utf8(text))).toBe(true)
  })
})
