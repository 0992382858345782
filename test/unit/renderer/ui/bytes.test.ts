import { describe, expect, it } from 'vitest'
import { exactBytes, formatBytes } from '../../../../renderer/ui/bytes.ts'

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [1, '1 B'],
    [1_023, '1,023 B'],
    [1_024, '1 KiB'],
    [1_536, '1.5 KiB'],
    [10_240, '10 KiB'],
    [214 * 1_048_576, '214 MiB'],
    [1_048_575, '1 MiB'],
    [5 * 1_073_741_824, '5 GiB'],
    [1_099_511_627_776, '1 TiB'],
    [Number.MAX_SAFE_INTEGER, '8 PiB'],
    [-5, '0 B'],
  ])('of %d bytes reads %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text)
  })

  it('is exact where someone asks for it', () => {
    expect(exactBytes(5_368_709_120)).toBe('5,368,709,120')
  })
})
