import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareHlc, encodeHlc, parseHlc, receive, tick, zeroHlc } from '../../../main/seal/hlc.ts'

const reading = fc.record({ ms: fc.nat(2 ** 40), counter: fc.nat(0xffff) })

describe('S-25: the hybrid logical clock', () => {
  test('always rises, however the wall clock moves', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 40), { minLength: 1 }), (walls) => {
        walls.reduce((last, wall) => {
          const next = tick(last, wall)
          expect(compareHlc(next, last)).toBeGreaterThan(0)
          expect(next.ms).toBeGreaterThanOrEqual(wall)
          return next
        }, zeroHlc)
      }),
    )
  })

  test('after receiving, it is later than both sides', () => {
    fc.assert(
      fc.property(reading, reading, fc.nat(2 ** 40), (last, remote, wall) => {
        const next = receive(last, remote, wall)
        expect(compareHlc(next, last)).toBeGreaterThan(0)
        expect(compareHlc(next, remote)).toBeGreaterThan(0)
      }),
    )
  })

  test('its text reads back and sorts as the clock does', () => {
    fc.assert(
      fc.property(reading, reading, (a, b) => {
        expect(parseHlc(encodeHlc(a))).toEqual(a)
        expect(Math.sign(compareHlc(a, b))).toBe(encodeHlc(a) < encodeHlc(b) ? -1 : encodeHlc(a) > encodeHlc(b) ? 1 : 0)
      }),
    )
  })

  test('a full counter carries into the milliseconds', () => {
    expect(tick({ ms: 5, counter: 0xffff }, 5)).toEqual({ ms: 6, counter: 0 })
  })

  test('texts of another form and readings out of range are refused', () => {
    for (const text of ['', '0-0', '00000000000G-0000', '000000000001-00000', '000000000001-00FF'])
      expect(parseHlc(text)).toBeNull()
    expect(() => encodeHlc({ ms: -1, counter: 0 })).toThrow(RangeError)
    expect(() => encodeHlc({ ms: 1, counter: 0x10000 })).toThrow(RangeError)
  })
})
