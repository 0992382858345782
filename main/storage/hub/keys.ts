import { createSecretKey } from 'node:crypto'
import { deriveKey } from '../../platform/key-files.ts'
import { nonceBytes, openBox, sealBox } from '../../platform/key-wrap.ts'
import type { Random } from '../../platform/random.ts'
import { createVault } from '../ledger/vault.ts'
import type { Vault } from '../ledger/vault.ts'

/** What hangs from the key that all processes of a hub share, each purpose under a key of its own. */
export interface HubKeys {
  /** 32 bytes that encrypt the file of the SQLite engine. */
  readonly database: Uint8Array
  readonly vault: Vault
  /** A box that only this key opens: stored at first, it tells a wrong key before anything is written under it. */
  makeCheck(): Buffer
  isOurs(check: Uint8Array): boolean
}

const checkContext = 'fieldseal hub key check'

/** The key of the file of the SQLite engine. */
export const hubDatabaseKey = (key: Uint8Array): Uint8Array => deriveKey(key, 'fieldseal hub database')

/**
 * Derives the keys of a hub's store.
 *
 * @param key 32 bytes, the same for all processes of the hub
 */
export const hubKeys = (key: Uint8Array, random: Pick<Random, 'bytes'>): HubKeys => {
  const check = createSecretKey(deriveKey(key, checkContext))
  return {
    database: hubDatabaseKey(key),
    vault: createVault(deriveKey(key, 'fieldseal hub disclosures'), random),
    makeCheck: () => sealBox(check, random.bytes(nonceBytes), checkContext, Buffer.alloc(0)),
    isOurs: (stored) => openBox(check, checkContext, stored) !== null,
  }
}
