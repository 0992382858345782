import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fingerprintOf, readEnrolmentCode, writeEnrolmentCode } from '../../../../shared/protocol/enrolment-code.ts'

const part = fc.uint8Array({ minLength: 10, maxLength: 10 })

describe('an enrolment code', () => {
  it('Y-10: carries its secret and 80 bits of the hub’s key, and gives both back', () => {
    fc.assert(
      fc.property(part, part, (secret, keyDigest) => {
        const code = writeEnrolmentCode({ secret, keyDigest })
        expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}$/)
        expect(readEnrolmentCode(code)).toEqual({ secret, keyDigest, code })
      }),
    )
  })

  it('is read as people type it', () => {
    const code = writeEnrolmentCode({ secret: new Uint8Array(10).fill(1), keyDigest: new Uint8Array(10).fill(255) })
    for (const typed of [code.toLowerCase(), code.replaceAll('-', ' '), ` ${code.replaceAll('-', '')}\n`, code.replaceAll('0', 'o').replaceAll('1', 'l')]) expect(readEnrolmentCode(typed)?.code).toBe(code)
  })

  it.each(['', 'K7QD-2MXA', 'U'.repeat(32), '!'.repeat(32), '0'.repeat(31), '0'.repeat(33), '0'.repeat(5_000)])('is not made of %j', (text) => {
    expect(readEnrolmentCode(text)).toBeNull()
  })

  it('shows the key as 20 hexadecimal digits', () => {
    expect(fingerprintOf(new Uint8Array([0, 1, 2, 3, 4, 250, 251, 252, 253, 255]))).toBe('0001020304fafbfcfdff')
  })
})
