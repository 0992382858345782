import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeCode, fingerprintOfCode, readCode } from '../../../../shared/protocol/enrolment-code.ts'

describe('an enrolment code', () => {
  it('Y-10: carries its secret and 80 bits of the hub’s key, and gives both back', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 15, maxLength: 15 }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (secret, fingerprint) => {
          const code = encodeCode(secret, fingerprint)
          expect(code).toMatch(/^FS1(-[0-9A-HJKMNP-TV-Z]{4}){10}$/)
          expect(readCode(code)).toEqual({ secret, fingerprint })
        },
      ),
    )
  })

  it('is read as people type it', () => {
    const code = encodeCode(new Uint8Array(15).fill(1), new Uint8Array(10).fill(255))
    for (const typed of [
      code.toLowerCase(),
      code.replaceAll('-', ' '),
      ` ${code.replaceAll('-', '')}\n`,
      `FS1${code.slice(3).replaceAll('0', 'o').replaceAll('1', 'l')}`,
    ])
      expect(readCode(typed)).toEqual(readCode(code))
  })

  it.each([
    '',
    'K7QD-2MXA',
    `FS1${'U'.repeat(40)}`,
    `FS1${'!'.repeat(40)}`,
    `FS1${'0'.repeat(39)}`,
    `FS1${'0'.repeat(41)}`,
    `FS2${'0'.repeat(40)}`,
  ])('is not made of %j', (text) => {
    expect(readCode(text)).toBeNull()
    expect(fingerprintOfCode(text)).toBeNull()
  })

  it('shows the key as 20 hexadecimal digits', () => {
    expect(
      fingerprintOfCode(encodeCode(new Uint8Array(15), new Uint8Array([0, 1, 2, 3, 4, 250, 251, 252, 253, 255]))),
    ).toBe('0001020304fafbfcfdff')
  })
})
