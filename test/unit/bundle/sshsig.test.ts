import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  allowedSigners,
  bundleNamespace,
  signSsh,
  sshFingerprint,
  verifySsh,
} from '../../../main/bundle/format/sshsig.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const spki = publicKey.export({ format: 'der', type: 'spki' })
const signer = { privateKey, spki }
const message = Buffer.from('what is signed\n')
const armoured = signSsh(message, bundleNamespace, signer)

const blobOf = (text: string): Buffer => Buffer.from(text.split('\n').slice(1, -2).join(''), 'base64')
const armourOf = (blob: Buffer, width = 1_000): string =>
  [
    '-----BEGIN SSH SIGNATURE-----',
    ...(blob.toString('base64').match(new RegExp(`.{1,${width}}`, 'g')) ?? []),
    '-----END SSH SIGNATURE-----',
    '',
  ].join('\n')
/** As OpenSSH breaks its lines. */
const openssh = (blob: Buffer): string => armourOf(blob, 70)

describe('B-20: SSH signatures', () => {
  test('what is signed verifies, and tells the key', () => {
    const verified = verifySsh(armoured, message, bundleNamespace)
    expect(verified).toMatchObject({ ok: true })
    expect(verified.ok && Buffer.from(verified.value.spki).equals(spki)).toBe(true)
  })

  test('another message or another purpose does not', () => {
    expect(verifySsh(armoured, Buffer.from('what is signed'), bundleNamespace)).toEqual({
      ok: false,
      error: 'it does not hold for these bytes',
    })
    expect(verifySsh(armoured, message, 'file')).toEqual({
      ok: false,
      error: 'it was made for another purpose (namespace)',
    })
    expect(verifySsh(signSsh(message, 'file', signer), message, bundleNamespace).ok).toBe(false)
  })

  test('other armour is refused: other line ends, other breaks, anything around it', () => {
    const others = [
      armoured.replaceAll('\n', '\r\n'),
      armoured.replace('BEGIN SSH', 'BEGIN PGP'),
      `${armoured}\n`,
      ` ${armoured}`,
      armoured.trimEnd(),
      armourOf(blobOf(armoured)),
      '',
    ]
    for (const other of others)
      expect(verifySsh(other, message, bundleNamespace)).toEqual({
        ok: false,
        error: 'it is no SSH signature in the armour of OpenSSH',
      })
  })

  test('every flipped bit and every cut of the blob is refused', () => {
    const blob = blobOf(armoured)
    expect(openssh(blob)).toBe(armoured)
    for (let bit = 0; bit < blob.length * 8; bit += 1) {
      const flipped = Buffer.from(blob)
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(verifySsh(openssh(flipped), message, bundleNamespace).ok).toBe(false)
    }
    for (let length = 0; length < blob.length; length += 1)
      expect(verifySsh(openssh(blob.subarray(0, length)), message, bundleNamespace).ok).toBe(false)
    expect(verifySsh(openssh(Buffer.concat([blob, Buffer.from([0])])), message, bundleNamespace).ok).toBe(false)
  })

  test('no bytes at all make it throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(
          verifySsh(
            openssh(Buffer.concat([Buffer.from('SSHSIG\u0000\u0000\u0000\u0001'), bytes])),
            message,
            bundleNamespace,
          ).ok,
        ).toBe(false)
      }),
    )
  })

  test('B-22, B-23: allowed_signers and the fingerprint have the form of OpenSSH', () => {
    expect(allowedSigners(spki)).toMatch(
      /^fieldseal-device namespaces="fieldseal-bundle@fieldseal\.example" ssh-ed25519 AAAAC3NzaC1lZDI1NTE5[A-Za-z0-9+/]{48}\n$/,
    )
    expect(sshFingerprint(spki)).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/)
  })
})
