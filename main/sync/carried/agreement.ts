import type { KeyObject } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bech32 } from '@scure/base'
import { rawFromSpki } from '../../seal/signature.ts'

/**
 * The keys that files are encrypted to (docs/decisions/exchange-files.md): whoever signs with an Ed25519 key reads with
 * the X25519 key that belongs to it (RFC 7748 section 4.1: both curves are one), so that nothing beside the enrolment
 * has to bring a key.
 */

/** The recipient of age that an Ed25519 key (SPKI) reads as; null where it is no such key. */
export const recipientOf = (spki: Uint8Array): string | null => {
  const raw = rawFromSpki(spki)
  return raw === null ? null : bech32.encodeFromBytes('age', ed25519.utils.toMontgomery(raw))
}

/** The identity of age that an Ed25519 private key reads with. It is a secret: it is never kept nor shown. */
export const identityOf = (privateKey: KeyObject): string => {
  const seed = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  if (privateKey.asymmetricKeyType !== 'ed25519' || seed.length !== 32)
    throw new Error('only an Ed25519 private key reads files')
  const identity = bech32.encodeFromBytes('AGE-SECRET-KEY-', ed25519.utils.toMontgomerySecret(seed)).toUpperCase()
  seed.fill(0)
  return identity
}
