import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allowedSigners, bundleNamespace, signSsh, sshFingerprint, verifySsh } from '../../../main/bundle/format/sshsig.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const spki = publicKey.export({ format: 'der', type: 'spki' })
const signer = { privateKey, spki }
const message = Buffer.from('what is signed\n')
const armoured = signSsh(message, bundleNamespace, signer)

const blobOf = (text: string): Buffer => Buffer.from(text.split('\n').slice(1, -2).join(''), 'base64')
const armourOf = (blob: Buffer): string => `-----BEGIN SSH SIGNATURE-----\n${blob.toString('base64')}\n-----END SSH SIGNATURE-----\n`

describe('B-20: SSH signatures', () => {
  test('what is signed verifies, and tells the key', () => {
    const verified = verifySsh(armoured, message, bundleNamespace)
    expect(verified).toMatchObject({ ok: true })
    expect(verified.ok && Buffer.from(verified.value.spki).equals(spki)).toBe(true)
  })

  test('another message or another purpose does not', () => {
    expect(verifySsh(armoured, Buffer.from('what is signed'), bundleNamespace)).toEqual({ ok: false, error: 'it does not hold for these bytes' })
    expect(verifySsh(armoured, message, 'file')).toEqual({ ok: false, error: 'it was made for another purpose (namespace)' })
    expect(verifySsh(signSsh(message, 'file', signer), message, bundleNamespace).ok).toBe(false)
  })

  test('line ends of another system do not matter, other armour does', () => {
    expect(verifySsh(armoured.replaceAll('\n', '\r\n'), message, bundleNamespace).ok).toBe(true)
    expect(verifySsh(armoured.replace('BEGIN SSH', 'BEGIN PGP'), message, bundleNamespace).ok).toBe(false)
    expect(verifySsh('', message, bundleNamespace).ok).toBe(false)
  })

  test('every flipped bit and every cut of the blob is refused', () => {
    const blob = blobOf(armoured)
    for (let bit = 0; bit < blob.length * 8; bit += 1) {
      const flipped = Buffer.from(blob)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(verifySsh(armourOf(flipped), message, bundleNamespace).ok).toBe(false)
    }
    for (let length = 0; length < blob.length; length += 1) expect(verifySsh(armourOf(blob.subarray(0, length)), message, bundleNamespace).ok).toBe(false)
    expect(verifySsh(armourOf(Buffer.concat([blob, Buffer.from([0])])), message, bundleNamespace).ok).toBe(false)
  })

  test('no bytes at all make it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(verifySsh(armourOf(Buffer.concat([Buffer.from('SSHSIG\u0000\u0000\u0000\u0001'), bytes])), message, bundleNamespace).ok).toBe(false)
      }),
    )
  })

  test('B-22, B-23: allowed_signers and the fingerprint have the form of OpenSSH', () => {
    expect(allowedSigners(spki)).toMatch(/^fieldseal-device namespaces="fieldseal-bundle@fieldseal\.example" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5[A-Za-z0-9+/]{48}\n$/)
    expect(sshFingerprint(spki)).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  })
})
