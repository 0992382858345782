import { describe, expect, it } from 'vitest'
import { hexRow, offsetDigits, readOffset } from '../../../viewer/hex/hexRow.ts'

describe('a row of bytes', () => {
  it('has its offset, the digits of each byte in two groups, and printable ASCII', () => {
    const bytes = Uint8Array.from([0x00, 0x1f, 0x20, 0x41, 0x7e, 0x7f, 0x80, 0xff, 0x0a])
    expect(hexRow(bytes, 0x1f0, 8)).toEqual({
      offset: '000001f0',
      left: '00 1f 20 41 7e 7f 80 ff',
      right: '0a',
      ascii: '.. A~....',
    })
    expect(hexRow(new Uint8Array(0), 0, 8)).toEqual({ offset: '00000000', left: '', right: '', ascii: '' })
  })
  it('has offsets as wide as the last one needs', () => {
    expect([0, 1, 0x1_0000_0000, 0x1_0000_0001, 2_000_000_000_000].map(offsetDigits)).toEqual([8, 8, 8, 10, 12])
  })
})

describe('an offset that is typed', () => {
  it.each([
    ['1f', 31],
    ['0x1F', 31],
    ['1fh', 31],
    ['=31', 31],
    [' 00 1f ', 31],
    ['0', 0],
  ])('%j is %i', (typed, offset) => expect(readOffset(typed, 100)).toBe(offset))
  it.each(['', '=', 'x', '-1', '0x', '1.5', '64', '=100', 'ffffffffffffff', '=9007199254740993'])(
    '%j is none in a file of 100 bytes',
    (typed) => expect(readOffset(typed, 100)).toBeNull(),
  )
})
