import { createPublicKey, type KeyObject } from 'node:crypto'
import { rawFromSpki } from '../../../../main/seal/signature.ts'
import type { MinisignSecretKey } from '../minisign.ts'

/** A key that signs feeds, or the release log. */
export type FeedKey = { readonly privateKey: KeyObject; readonly publicKeyRaw: Uint8Array }

/** A key of minisign, for notes. */
export function feedKey({ key }: MinisignSecretKey): FeedKey {
  const publicKeyRaw = rawFromSpki(createPublicKey(key).export({ format: 'der', type: 'spki' }))
  if (publicKeyRaw === null) throw new Error('a key of minisign is an Ed25519 key')
  return { privateKey: key, publicKeyRaw }
}
