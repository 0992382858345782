import { describe, expect, it } from 'vitest'
import { fingerprintOfCode } from '../../../../shared/protocol/enrolment-code.ts'
import { isHubUrl, isReadableOnTheWay, readTyped } from '../../../../renderer/features/sync/model/invitation.ts'

const code = 'FS1-K7QD-2MXA-9RTB-5VHN-4CWE-0ZJ8-P3KG-6TSY-1A2B-3C4D'
const fingerprint = fingerprintOfCode(code) ?? ''

describe('what is typed to connect', () => {
  it('is a code, with spaces between its groups or without', () => {
    expect(fingerprint).toMatch(/^[0-9a-f]{20}$/)
    for (const text of [code, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `, code.replaceAll('-', '')])
      expect(readTyped(text)).toEqual({ kind: 'code', code, fingerprint, url: null })
  })

  it('is a link, which names the hub too', () => {
    expect(readTyped(`fieldseal://enroll?hub=https%3A%2F%2Fhub.example&code=${code}`)).toEqual({
      kind: 'code',
      code,
      fingerprint,
      url: 'https://hub.example',
    })
  })

  it('is nothing yet, or neither', () => {
    expect(readTyped('  ')).toEqual({ kind: 'empty' })
    for (const text of [
      'abc',
      'not a code!',
      'fieldseal://enroll?hub=a&code=%00',
      'https://hub.example/?code=K7QD2MXA',
    ])
      expect(readTyped(text)).toEqual({ kind: 'wrong' })
  })

  it.each(['https://hub.example', 'http://10.0.0.4:8443/fieldseal', ' https://hub.example '])(
    'takes %j for an address',
    (text) => expect(isHubUrl(text)).toBe(true),
  )
  it.each([
    'hub.example',
    'ftp://hub.example',
    'https://u:p@hub.example',
    'https://hub.example?a=1',
    'https://hub.example#x',
    'javascript:alert(1)',
    '',
  ])('takes %j for no address', (text) => expect(isHubUrl(text)).toBe(false))

  it('warns of an address whose traffic others can read', () => {
    expect(isReadableOnTheWay('http://hub.example')).toBe(true)
    for (const text of [
      'https://hub.example',
      'http://127.0.0.1:8443',
      'http://[::1]:80',
      'http://localhost',
      'nonsense',
    ])
      expect(isReadableOnTheWay(text)).toBe(false)
  })
})
