import { describe, expect, test } from 'vitest'
import {
  publicKeyFromSpki,
  rawFromSpki,
  spkiFromRaw,
  verifyMessage,
  verifyMessageAsync,
} from '../../main/seal/signature.ts'
import { haveVectors, readVector } from './vectors.ts'

interface WycheproofFile {
  numberOfTests: number
  testGroups: {
    publicKey: { pk: string }
    publicKeyDer: string
    tests: { tcId: number; comment: string; msg: string; sig: string; result: 'valid' | 'invalid' | 'acceptable' }[]
  }[]
}

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex')
const present = haveVectors('wycheproof')

describe.skipIf(!present)(
  'S-11: signatures are checked as RFC 8032 Ed25519, through the function that the verifier uses',
  () => {
    const file = present
      ? (JSON.parse(readVector('wycheproof/ed25519_test.json').toString('utf8')) as WycheproofFile)
      : { numberOfTests: 0, testGroups: [] }
    const cases = file.testGroups.flatMap((group) => group.tests.map((item) => ({ ...item, group })))

    test('every vector is here, and none leaves the answer open', () => {
      expect(cases.length).toBe(file.numberOfTests)
      expect(cases.length).toBeGreaterThan(100)
      expect(cases.every((item) => item.result !== 'acceptable')).toBe(true)
    })

    test.each(cases)('$tcId $comment', async ({ group, msg, sig, result }) => {
      const spki = hex(group.publicKeyDer)
      expect(Buffer.from(rawFromSpki(spki) ?? [])).toEqual(Buffer.from(hex(group.publicKey.pk)))
      expect(Buffer.from(spkiFromRaw(hex(group.publicKey.pk)))).toEqual(Buffer.from(spki))
      const key = publicKeyFromSpki(spki)
      if (key === null) throw new Error('the vector names an unusable key')
      expect(verifyMessage(hex(msg), key, hex(sig))).toBe(result === 'valid')
      expect(await verifyMessageAsync(hex(msg), key, hex(sig))).toBe(result === 'valid')
    })
  },
)
