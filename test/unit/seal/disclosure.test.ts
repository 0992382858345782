import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../main/seal/canonical.ts'
import { disclosureDigest, makeDisclosure, parseDisclosure } from '../../../main/seal/disclosure.ts'
import { flipBit } from './support.ts'

const salt = Buffer.alloc(16, 7)
const value = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<JsonValue>
const name = fc.string({ unit: 'binary' }).filter((text) => text !== '_sd' && text !== '...')

describe('S-40 to S-42: disclosures', () => {
  test('S-41: the digest is the one that RFC 9901 section 4.2.3 shows for its example', () => {
    expect(disclosureDigest('WyI2cU1RdlJMNWhhaiIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0')).toBe(
      'uutlBuYeMDyjLLTpf6Jxi7yNkEF35jdyWMn9U7b_RYY',
    )
  })

  test('S-42: the RFC’s own example, with its spaces, reads', () => {
    expect(parseDisclosure('WyI2cU1RdlJMNWhhaiIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0')).toMatchObject({
      ok: true,
      value: { salt: '6qMQvRL5haj', name: 'family_name', value: 'Möbius' },
    })
  })

  test('S-40: what was made reads back with the same digest', () => {
    fc.assert(
      fc.property(name, value, fc.uint8Array({ minLength: 16, maxLength: 16 }), (n, v, s) => {
        const made = makeDisclosure(n, v, s)
        expect(parseDisclosure(made.encoded)).toEqual({ ok: true, value: JSON.parse(JSON.stringify(made)) as unknown })
      }),
    )
  })

  test('S-41: any flipped bit of its text changes its digest', () => {
    const made = makeDisclosure('note', 'The customer called.', salt)
    const bytes = Buffer.from(made.encoded, 'ascii')
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        expect(disclosureDigest(Buffer.from(flipBit(bytes, bit)).toString('latin1'))).not.toBe(made.digest)
      }),
    )
  })

  test('S-40: the same value under another salt has another digest', () => {
    expect(makeDisclosure('note', 'x', salt).digest).not.toBe(makeDisclosure('note', 'x', Buffer.alloc(16, 8)).digest)
  })

  test('S-40: short salts, reserved names and lone surrogates are refused', () => {
    expect(() => makeDisclosure('note', 'x', salt.subarray(1))).toThrow(RangeError)
    expect(() => makeDisclosure('_sd', 'x', salt)).toThrow(RangeError)
    expect(() => makeDisclosure('note', '\udead', salt)).toThrow(TypeError)
  })

  const encode = (text: string): string => Buffer.from(text).toString('base64url')
  test.each([
    ['no base64url', '***'],
    ['padding', 'W10='],
    ['no JSON', encode('x')],
    ['two items', encode('["a","b"]')],
    ['a salt that is no string', encode('[1,"b",2]')],
    ['a reserved name', encode('["a","...",2]')],
  ])('S-42: refuses %s', (_, encoded) => {
    expect(parseDisclosure(encoded)).toMatchObject({ ok: false })
  })
})
