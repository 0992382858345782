import { createSecretKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openBox, sealBox, unwrapKey, wrapKey } from '../../../main/platform/key-wrap.ts'
import { systemRandom } from '../../../main/platform/random.ts'

const random = systemRandom()
const wrapping = createSecretKey(random.bytes(32))
const key = random.bytes(32)

const flipped = (bytes: Uint8Array, at: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('wrapping of keys', () => {
  it('gives the key back under the same wrapping key and context', () => {
    const wrapped = wrapKey(wrapping, key, 'case:1', random)
    expect(wrapped).toHaveLength(60)
    expect(unwrapKey(wrapping, wrapped, 'case:1')?.export()).toEqual(Buffer.from(key))
  })

  it('never wraps to the same bytes twice', () => {
    expect(wrapKey(wrapping, key, 'case:1', random)).not.toEqual(wrapKey(wrapping, key, 'case:1', random))
  })

  it('opens under no other context and no other key', () => {
    const wrapped = wrapKey(wrapping, key, 'case:1', random)
    expect(unwrapKey(wrapping, wrapped, 'case:2')).toBeNull()
    expect(unwrapKey(createSecretKey(random.bytes(32)), wrapped, 'case:1')).toBeNull()
    expect(unwrapKey(createSecretKey(random.bytes(16)), wrapped, 'case:1')).toBeNull()
  })

  it('notices any flipped byte, and any length but its own', () => {
    const wrapped = wrapKey(wrapping, key, 'case:1', random)
    for (let at = 0; at < wrapped.length; at++) expect(unwrapKey(wrapping, flipped(wrapped, at), 'case:1')).toBeNull()
    for (let length = 0; length < wrapped.length; length++)
      expect(unwrapKey(wrapping, wrapped.subarray(0, length), 'case:1')).toBeNull()
    expect(unwrapKey(wrapping, Buffer.concat([wrapped, Buffer.of(0)]), 'case:1')).toBeNull()
  })

  it('is for keys of 32 bytes alone', () => {
    expect(() => wrapKey(wrapping, random.bytes(31), 'case:1', random)).toThrow(RangeError)
    expect(() => wrapKey(createSecretKey(random.bytes(16)), key, 'case:1', random)).toThrow(RangeError)
    expect(unwrapKey(wrapping, sealBox(wrapping, random.bytes(12), 'case:1', random.bytes(31)), 'case:1')).toBeNull()
  })

  // Test case 16 of "The Galois/Counter Mode of Operation" (McGrew and Viega), whose AAD is no UTF-8, so 13 and 14
  // stand in: no AAD.
  it('is AES-256-GCM as published', () => {
    const zeros = createSecretKey(Buffer.alloc(32))
    const box = sealBox(zeros, Buffer.alloc(12), '', Buffer.alloc(16))
    expect(box.toString('hex')).toBe(
      '00'.repeat(12) + 'cea7403d4d606b6e074ec5d3baf39d18' + 'd0d1c8a799996bf0265b98b5d48ab919',
    )
    expect(sealBox(zeros, Buffer.alloc(12), '', Buffer.alloc(0)).toString('hex')).toBe(
      '00'.repeat(12) + '530f8afbc74536b9a963b4f1c4cb738b',
    )
    expect(openBox(zeros, '', box)).toEqual(Buffer.alloc(16))
  })
})
