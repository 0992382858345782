import { describe, expect, test } from 'vitest'
import { openEncrypted } from '../../main/blobs/floe/encrypted-reader.ts'
import { createEncryptor } from '../../main/blobs/floe/encryptor.ts'
import { floeHeaderLength, startEncryption } from '../../main/blobs/floe/segments.ts'
import type { FloeParameters } from '../../main/blobs/floe/segments.ts'
import { haveVectors, listVectors, readVector } from './vectors.ts'

const present = haveVectors('floe')
const key = new Uint8Array(32)
const aad = Buffer.from('This is AAD', 'ascii')

const parametersOf = (name: string): FloeParameters => {
  if (name.includes('_4K')) return { segmentLength: 4_096, rotationBits: 20 }
  if (name.includes('rotation')) return { segmentLength: 40, rotationBits: 2 }
  return { segmentLength: name.includes('lastSeg') ? 40 : 64, rotationBits: 20 }
}

const hexOf = (name: string): Buffer =>
  Buffer.from(readVector('floe', name).toString('ascii').replaceAll(/\s/g, ''), 'hex')

/** Random values that the published encryption drew: the IV out of its header, then a nonce out of each segment. */
const drawn = (ciphertext: Buffer, { segmentLength }: FloeParameters): { bytes: (count: number) => Uint8Array } => {
  const values = [ciphertext.subarray(10, 42)]
  for (let at = floeHeaderLength; at < ciphertext.length; at += segmentLength)
    values.push(ciphertext.subarray(at + 4, at + 16))
  return {
    bytes: (count) => {
      const next = values.shift()
      if (next?.length !== count) throw new Error('another number of random values was asked for')
      return next
    },
  }
}

describe.skipIf(!present)('FLOE: the known answers of every published implementation', () => {
  const names = present
    ? listVectors('floe')
        .filter((name) => name.endsWith('_ct.txt'))
        .map((name) => name.replace('_ct.txt', ''))
    : []

  test('there are vectors', () => {
    expect(names.length).toBeGreaterThanOrEqual(17)
  })

  test.each(names)('%s decrypts to its plaintext', async (name) => {
    const ciphertext = hexOf(`${name}_ct.txt`)
    const source = {
      length: ciphertext.length,
      read: (offset: number, length: number) => Promise.resolve(ciphertext.subarray(offset, offset + length)),
    }
    const opened = await openEncrypted(source, { key, aad, parameters: parametersOf(name) })
    if (!opened.ok) throw new Error(opened.error.message)
    const parts: Uint8Array[] = []
    for await (const part of opened.value.read(0, opened.value.length)) {
      if (!part.ok) throw new Error(part.error.message)
      parts.push(part.value)
    }
    expect(Buffer.concat(parts).toString('hex')).toBe(hexOf(`${name}_pt.txt`).toString('hex'))
  })

  // A writer may end with an empty segment; ours fills the last one.
  test.each(names.filter((name) => name !== 'java_lastSegEmpty'))(
    '%s: with the same random values we write the same bytes',
    (name) => {
      const parameters = parametersOf(name)
      const ciphertext = hexOf(`${name}_ct.txt`)
      const random = drawn(ciphertext, parameters)
      const { state, header } = startEncryption(key, aad, random.bytes(32), parameters)
      const encryptor = createEncryptor(state, random)
      const written = Buffer.concat([header, ...encryptor.push(hexOf(`${name}_pt.txt`)), encryptor.finish()])
      expect(written.toString('hex')).toBe(ciphertext.toString('hex'))
    },
  )
})
