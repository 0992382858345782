import { createHash, createPublicKey, generateKeyPairSync, hash, sign, verify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as page from '../../../../main/bundle/page/platform/crypto.ts'
import { spkiFromRaw } from '../../../../main/seal/signature.ts'
import { runsOf } from '../../../support/tries.ts'

const algorithms = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512'] as const
const anyBytes = fc.uint8Array({ maxLength: 500 })

describe('hashes are Node’s', () => {
  test.each(algorithms)('%s of bytes and of text, at once and in parts', (algorithm) => {
    fc.assert(
      fc.property(anyBytes, anyBytes, fc.string({ unit: 'binary' }), (a, b, text) => {
        expect(page.hash(algorithm, a, 'buffer').toString('hex')).toBe(hash(algorithm, a, 'hex'))
        expect(page.hash(algorithm, text, 'buffer').toString('hex')).toBe(hash(algorithm, text, 'hex'))
        const hasher = page.pageHasher(algorithm)
        hasher.update(a)
        hasher.update(b)
        expect(hasher.digest()).toBe(createHash(algorithm).update(a).update(b).digest('hex'))
      }),
    )
  })
})

const spkiOf = (raw: Uint8Array) => ({ key: Buffer.from(spkiFromRaw(raw)), format: 'der', type: 'spki' }) as const

/** The verdicts of both on the same key, message and signature. */
const verdicts = (raw: Uint8Array, message: Uint8Array, signature: Uint8Array): { node: boolean; page: boolean } => ({
  node: verify(null, message, createPublicKey(spkiOf(raw)), signature),
  page: page.verify(null, message, page.createPublicKey(spkiOf(raw)), signature),
})

const order = ed25519.Point.Fn.ORDER
const prime = ed25519.Point.Fp.ORDER

const littleEndian = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))

const number = (bytes: Uint8Array): bigint => bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n)

/** The `k` of RFC 8032 section 5.1.7. */
const challenge = (commitment: Uint8Array, raw: Uint8Array, message: Uint8Array): bigint =>
  number(hash('sha512', Buffer.concat([commitment, raw, message]), 'buffer')) % order

/** The eight points of small order, from zero on. */
const multiples: readonly (typeof ed25519.Point.BASE)[] = (() => {
  const torsion = ed25519.Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  const points = [ed25519.Point.ZERO]
  while (points.length < 8) points.push((points.at(-1) as typeof torsion).add(torsion))
  return points
})()

/**
 * Every encoding of a point of small order: those of y that are not below the prime, and a sign where x is zero, too.
 */
const smallOrder: readonly Uint8Array[] = (() => {
  const canonical = multiples.map((point) => point.toBytes())
  const signed = (bytes: Uint8Array): Uint8Array => bytes.map((byte, index) => (index === 31 ? byte ^ 0x80 : byte))
  const beyond = [0n, 1n].map((y) => littleEndian(prime + y))
  return [...canonical, ...canonical.map(signed), ...beyond, ...beyond.map(signed)]
})()

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const ownRaw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(12))

describe('Ed25519 verdicts are Node’s', () => {
  test('a signature holds, and one with any bit changed does not', () => {
    fc.assert(
      fc.property(anyBytes, fc.nat(511), (message, bit) => {
        const signature = new Uint8Array(sign(null, message, privateKey))
        expect(verdicts(ownRaw, message, signature)).toEqual({ node: true, page: true })
        const changed = signature.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        expect(verdicts(ownRaw, message, changed)).toEqual({ node: false, page: false })
      }),
      { numRuns: runsOf(60) },
    )
  })

  test('S plus the order, which some accept, is refused', () => {
    const message = Buffer.from('malleable')
    const signature = new Uint8Array(sign(null, message, privateKey))
    signature.set(littleEndian(number(signature.subarray(32)) + order), 32)
    expect(verdicts(ownRaw, message, signature)).toEqual({ node: false, page: false })
  })

  test('any bytes as key and signature', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        anyBytes,
        fc.uint8Array({ maxLength: 80 }),
        (raw, message, signature) => {
          const seen = verdicts(raw, message, signature)
          expect(seen.page).toBe(seen.node)
        },
      ),
      { numRuns: runsOf(200) },
    )
  })

  test('keys and commitments of small order, in every encoding: no signature holds, for either', () => {
    // For a key of small order, one of these commitments satisfies the equation.
    const commitments = [
      ...smallOrder,
      ...multiples.map((point) => ed25519.Point.BASE.multiply(5n).add(point).toBytes()),
    ]
    for (const raw of smallOrder) {
      for (const message of ['', 'a', 'b']) {
        const s = (index: number): Uint8Array => littleEndian(index < smallOrder.length ? 0n : 5n)
        const seen = commitments.map((r, index) => verdicts(raw, Buffer.from(message), Buffer.concat([r, s(index)])))
        expect(seen.filter((both) => both.node || both.page)).toEqual([])
      }
    }
  })

  test('a key with a part of small order: the equation decides, and alike', () => {
    const secret = 987_654n
    const seen = multiples.flatMap((part) => {
      const raw = ed25519.Point.BASE.multiply(secret).add(part).toBytes()
      return multiples.map((other, index) => {
        const message = Buffer.from(`message ${index}`)
        const commitment = ed25519.Point.BASE.multiply(4242n).add(other).toBytes()
        return verdicts(
          raw,
          message,
          Buffer.concat([commitment, littleEndian((4242n + challenge(commitment, raw, message) * secret) % order)]),
        )
      })
    })
    expect(seen.map((both) => both.page)).toEqual(seen.map((both) => both.node))
    expect(seen.some((both) => both.node)).toBe(true)
    expect(seen.some((both) => !both.node)).toBe(true)
  })

  test('a commitment of small order that satisfies the equation is refused', () => {
    const secret = 13n
    const raw = ed25519.Point.BASE.multiply(secret).toBytes()
    const commitment = ed25519.Point.ZERO.toBytes()
    const message = Buffer.from('nothing committed')
    const signature = Buffer.concat([commitment, littleEndian((challenge(commitment, raw, message) * secret) % order)])
    expect(verdicts(raw, message, signature)).toEqual({ node: false, page: false })
  })

  test('a commitment with a part of small order: verifiers with and without the cofactor differ here, these two do not', () => {
    const torsion = multiples[1] as typeof ed25519.Point.BASE
    const secret = 123_456_789n
    const keyPoint = ed25519.Point.BASE.multiply(secret)
    const nonce = 987_654_321n
    const commitment = ed25519.Point.BASE.multiply(nonce).add(torsion).toBytes()
    const message = Buffer.from('cofactor')
    const k = challenge(commitment, keyPoint.toBytes(), message)
    const signature = Buffer.concat([commitment, littleEndian((nonce + k * secret) % order)])
    expect(ed25519.verify(signature, message, keyPoint.toBytes(), { zip215: true })).toBe(true)
    expect(verdicts(keyPoint.toBytes(), message, signature)).toEqual({ node: false, page: false })
  })

  test('with a callback the answer is the same, and comes later', async () => {
    const message = Buffer.from('later')
    const signature = sign(null, message, privateKey)
    let answered = false
    const answer = new Promise<boolean>((resolve) => {
      page.verify(null, message, page.createPublicKey(spkiOf(ownRaw)), signature, (_, valid) => {
        answered = true
        resolve(valid)
      })
    })
    expect(answered).toBe(false)
    expect(await answer).toBe(true)
  })

  test('a key of another form is refused, and nothing is signed', () => {
    const der = spkiOf(ownRaw).key
    for (const key of [
      der.subarray(1),
      Buffer.concat([der, Buffer.alloc(1)]),
      Buffer.from(der.map((byte, index) => (index === 8 ? byte ^ 1 : byte))),
      Buffer.alloc(0),
    ]) {
      expect(() => page.createPublicKey({ key, format: 'der', type: 'spki' })).toThrow(TypeError)
    }
    expect(() => page.sign()).toThrow(TypeError)
  })
})
