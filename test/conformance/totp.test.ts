import { describe, expect, test } from 'vitest'
import { base32, codeAt, stepOf, stepTaken } from '../../main/storage/access/totp.ts'

/** RFC 6238 appendix B, with the keys of its erratum 2866: one for each hash, as long as what it makes. */
const keys = {
  sha1: '12345678901234567890',
  sha256: '12345678901234567890123456789012',
  sha512: '1234567890123456789012345678901234567890123456789012345678901234',
} as const

const vectors = [
  [59, '94287082', 'sha1'],
  [59, '46119246', 'sha256'],
  [59, '90693936', 'sha512'],
  [1_111_111_109, '07081804', 'sha1'],
  [1_111_111_109, '68084774', 'sha256'],
  [1_111_111_109, '25091201', 'sha512'],
  [1_111_111_111, '14050471', 'sha1'],
  [1_111_111_111, '67062674', 'sha256'],
  [1_111_111_111, '99943326', 'sha512'],
  [1_234_567_890, '89005924', 'sha1'],
  [1_234_567_890, '91819424', 'sha256'],
  [1_234_567_890, '93441116', 'sha512'],
  [2_000_000_000, '69279037', 'sha1'],
  [2_000_000_000, '90698825', 'sha256'],
  [2_000_000_000, '38618901', 'sha512'],
  [20_000_000_000, '65353130', 'sha1'],
  [20_000_000_000, '77737706', 'sha256'],
  [20_000_000_000, '47863826', 'sha512'],
] as const

describe('RFC 6238, appendix B', () => {
  test.each(vectors)('at %i s the code is %s by %s', (seconds, code, algorithm) => {
    expect(codeAt(Buffer.from(keys[algorithm]), stepOf(seconds * 1_000), { algorithm, digits: 8 })).toBe(code)
  })
})

test('RFC 4226, appendix D: the first ten codes of a counter', () => {
  const secret = Buffer.from(keys.sha1)
  expect(Array.from({ length: 10 }, (_, counter) => codeAt(secret, counter))).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ])
})

test('RFC 4648, section 10: base32, without padding', () => {
  const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar']
  expect(texts.map((text) => base32(Buffer.from(text)))).toEqual([
    '',
    'MY',
    'MZXQ',
    'MZXW6',
    'MZXW6YQ',
    'MZXW6YTB',
    'MZXW6YTBOI',
  ])
})

describe('a code is taken', () => {
  const secret = Buffer.from(keys.sha1)
  const nowMs = 1_234_567_890_000
  const now = stepOf(nowMs)

  test.each([
    [-2, false],
    [-1, true],
    [0, true],
    [1, true],
    [2, false],
  ])('of %i steps away: %s', (away, isTaken) => {
    expect(stepTaken(secret, codeAt(secret, now + away), nowMs, 0)).toBe(isTaken ? now + away : null)
  })

  test('once, and none of an earlier step after it', () => {
    expect(stepTaken(secret, codeAt(secret, now), nowMs, now)).toBeNull()
    expect(stepTaken(secret, codeAt(secret, now - 1), nowMs, now)).toBeNull()
    expect(stepTaken(secret, codeAt(secret, now + 1), nowMs, now)).toBe(now + 1)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', ' 28708', '-12345'])('and never %j', (text) => {
    expect(stepTaken(secret, text, nowMs, 0)).toBeNull()
  })
})
