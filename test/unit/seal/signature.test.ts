import crypto, { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { ed25519 } from '@noble/curves/ed25519.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  publicKeyFromSpki,
  signMessage,
  spkiFromRaw,
  verifyMessage,
  verifyMessageAsync,
} from '../../../main/seal/signature.ts'

const { Point } = ed25519
const prime = Point.Fp.ORDER

const littleEndian = (value: bigint): Uint8Array =>
  Uint8Array.from({ length: 32 }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))
const withSign = (bytes: Uint8Array): Uint8Array => bytes.map((byte, index) => (index === 31 ? byte ^ 0x80 : byte))

/**
 * Every encoding of the eight points of small order, the sign of x set where x is zero, and y written with the prime
 * added, too.
 */
const smallOrder = (() => {
  const torsion = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')
  const points = [Point.ZERO]
  while (points.length < 8) points.push((points.at(-1) as typeof torsion).add(torsion))
  const all = [...points.map((point) => point.toBytes()), ...[0n, 1n].map((y) => littleEndian(prime + y))]
  return [...all, ...all.map(withSign)]
})()

/** Encodings of points with a y that is not below the prime. */
const unreduced = Array.from({ length: 19 }, (_, y) => littleEndian(prime + BigInt(y))).flatMap((bytes) => [
  bytes,
  withSign(bytes),
])

const named = (all: readonly Uint8Array[]) => all.map((bytes) => [Buffer.from(bytes).toString('hex'), bytes] as const)

/** An engine that takes whatever it is given: what is refused under it is refused by the seal itself. */
const credulous = (
  _algorithm: null,
  _message: Uint8Array,
  _key: unknown,
  _signature: Uint8Array,
  callback?: (error: null, valid: boolean) => void,
) => (callback === undefined ? true : callback(null, true))

/**
 * Puts another engine under everything that this process runs: it must be taken back, because another file of tests may
 * run here next.
 */
const setEngine = (engine: typeof credulous | typeof crypto.verify): void => {
  Object.assign(crypto, { verify: engine })
  syncBuiltinESMExports()
}

describe('S-15: what RFC 8032 leaves open is judged here, not by the engine', () => {
  const genuineEngine = crypto.verify
  beforeAll(() => setEngine(credulous))
  afterAll(() => setEngine(genuineEngine))

  test.each(named(smallOrder))('the key %s is of small order, and none', (_, raw) => {
    expect(publicKeyFromSpki(spkiFromRaw(raw))).toBeNull()
  })

  test.each(named(unreduced))('the key %s is not in its own encoding, and none', (_, raw) => {
    expect(publicKeyFromSpki(spkiFromRaw(raw))).toBeNull()
  })

  test('the engine would take some of them as keys', () => {
    const taken = (raw: Uint8Array): boolean =>
      createPublicKey({ key: Buffer.from(spkiFromRaw(raw)), format: 'der', type: 'spki' }).asymmetricKeyType ===
      'ed25519'
    expect([...smallOrder, ...unreduced].every(taken)).toBe(true)
  })

  test('the keys beside them are keys: y one below the prime’s last, and any that is generated', () => {
    for (let made = 0; made < 20; made++) {
      const spki = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' })
      expect(publicKeyFromSpki(spki)?.export({ format: 'der', type: 'spki' })).toEqual(spki)
    }
    const below = [2n, 3n, 4n, 5n, 6n].map((distance) => littleEndian(prime - distance))
    for (const raw of below) expect(publicKeyFromSpki(spkiFromRaw(raw))).not.toBeNull()
  })

  test('a signature whose R is of small order does not hold', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const message = Buffer.from('sealed')
    const genuine = signMessage(message, privateKey)
    expect([verifyMessage(message, publicKey, genuine), await verifyMessageAsync(message, publicKey, genuine)]).toEqual(
      [true, true],
    )
    expect(
      verifyMessage(Buffer.from('of something else'), publicKey, genuine),
      'the engine takes whatever it is given',
    ).toBe(true)
    for (const r of smallOrder) {
      const signature = Buffer.concat([r, genuine.subarray(32)])
      expect([
        verifyMessage(message, publicKey, signature),
        await verifyMessageAsync(message, publicKey, signature),
      ]).toEqual([false, false])
    }
    expect(verifyMessage(message, publicKey, genuine.subarray(1))).toBe(false)
  })
})
