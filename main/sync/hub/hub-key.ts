import { createPrivateKey, createSecretKey, generateKeyPairSync, hkdfSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { nonceBytes, openBox, sealBox } from '../../platform/key-wrap.ts'
import type { Log } from '../../platform/log.ts'
import type { Random } from '../../platform/random.ts'
import type { Signer } from '../../seal/entry.ts'
import { keyId } from '../../seal/signature.ts'
import type { HubIdentity } from './records.ts'

/** What a hub gets from outside. */
export interface HubEnv {
  readonly clock: Clock
  readonly random: Random
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  /** 32 bytes that all hub processes of one store share. */
  readonly hubSecret: Uint8Array
  /** Versions of the protocol that the hub speaks (Y-27); absent: those of this release. */
  readonly versions?: readonly number[]
  /** The device of the folder that this process stands on (Y-2); absent: of none but the founder's. */
  readonly ownDeviceId?: string
}

/** The hub's device id, under which it seals (Y-3). */
export const hubDeviceIdOf = (workspaceUid: string): string => `hub:${workspaceUid}`
export const hubOriginOf = (workspaceUid: string): string => `hub/${workspaceUid}`

/** A key for one purpose, out of the secret that the hub's processes share. */
export const keyFor = (hubSecret: Uint8Array, purpose: string): KeyObject => {
  if (hubSecret.length !== 32) throw new RangeError('a hub’s secret is 32 bytes')
  return createSecretKey(Buffer.from(hkdfSync('sha256', hubSecret, Buffer.alloc(0), `fieldseal hub ${purpose} v1`, 32)))
}

const boxContext = (workspaceUid: string): string => `fieldseal hub key ${workspaceUid}`

/** Makes the hub's key (Y-3); its private half is kept sealed. */
export const makeHubKey = (
  workspaceUid: string,
  { hubSecret, random }: Pick<HubEnv, 'hubSecret' | 'random'>,
): Pick<HubIdentity, 'kid' | 'spki' | 'sealedKey'> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const plain = privateKey.export({ format: 'der', type: 'pkcs8' })
  const sealedKey = sealBox(keyFor(hubSecret, 'signing key'), random.bytes(nonceBytes), boxContext(workspaceUid), plain)
  plain.fill(0)
  return { kid: keyId(spki), spki, sealedKey }
}

/** The hub's key, ready to sign; null where the secret is not the one that it was sealed under. */
export const openHubKey = (
  identity: Pick<HubIdentity, 'workspaceUid' | 'kid' | 'sealedKey'>,
  hubSecret: Uint8Array,
): Signer | null => {
  const plain = openBox(keyFor(hubSecret, 'signing key'), boxContext(identity.workspaceUid), identity.sealedKey)
  if (plain === null) return null
  const privateKey = createPrivateKey({ key: plain, format: 'der', type: 'pkcs8' })
  plain.fill(0)
  return { kid: identity.kid, privateKey }
}
