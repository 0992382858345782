import { describe, expect, test } from 'vitest'
import { createPublicKey, verify } from '../../main/bundle/page/platform/crypto.ts'
import { haveVectors, readVector } from './vectors.ts'

interface WycheproofFile {
  numberOfTests: number
  testGroups: {
    publicKeyDer: string
    tests: { tcId: number; comment: string; msg: string; sig: string; result: 'valid' | 'invalid' | 'acceptable' }[]
  }[]
}

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex')
const present = haveVectors('wycheproof')

describe.skipIf(!present)('S-11: the verifier page checks signatures as RFC 8032 Ed25519', () => {
  const file = present
    ? (JSON.parse(readVector('wycheproof/ed25519_test.json').toString('utf8')) as WycheproofFile)
    : { numberOfTests: 0, testGroups: [] }
  const cases = file.testGroups.flatMap((group) => group.tests.map((item) => ({ ...item, der: group.publicKeyDer })))

  test('every vector is here', () => {
    expect(cases.length).toBe(file.numberOfTests)
    expect(cases.length).toBeGreaterThan(100)
  })

  test.each(cases)('$tcId $comment', ({ der, msg, sig, result }) => {
    const key = createPublicKey({ key: hex(der), format: 'der', type: 'spki' })
    expect(verify(null, hex(msg), key, hex(sig))).toBe(result === 'valid')
  })
})
