import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { keyId } from '../seal/entry.ts'
import type { Signer } from '../seal/entry.ts'
import type { DataFolder } from './data-folder.ts'

/** The signing key of this device. */
export interface DeviceKey extends Signer {
  readonly publicKey: KeyObject
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
  /** The 32 raw bytes of the public key. */
  readonly publicKeyRaw: Uint8Array
}

/** The keys of a data folder. */
export interface FolderKeys {
  readonly device: DeviceKey
  /** Ed25519 key that signs access tokens. */
  readonly token: KeyObject
  /** 32 bytes that wrap the keys of disclosures. */
  readonly workspace: Uint8Array
}

/** Writes a new file that only its owner can read, durably. Throws where it exists: a key is never overwritten. */
export const writePrivateFile = (file: string, content: string | Uint8Array): void => {
  const handle = openSync(file, 'wx', 0o600)
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    for (let written = 0; written < bytes.length; ) written += writeSync(handle, bytes, written)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** What the service needs of a private Ed25519 key. */
export const deviceKeyOf = (privateKey: KeyObject): DeviceKey => {
  const publicKey = createPublicKey(privateKey)
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return { kid: keyId(spki), privateKey, publicKey, spki, publicKeyRaw: spki.subarray(spki.length - 32) }
}

const newPem = (): string => generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()

/** Makes the three keys of a new workspace. Throws where one exists. */
export const createKeys = (folder: DataFolder, workspaceKey: Uint8Array): FolderKeys => {
  writePrivateFile(folder.deviceKey, newPem())
  writePrivateFile(folder.tokenKey, newPem())
  writePrivateFile(folder.workspaceKey, workspaceKey)
  return loadKeys(folder)
}

/** Reads the three keys. Throws where one is missing or damaged. */
export const loadKeys = (folder: DataFolder): FolderKeys => {
  const workspace = readFileSync(folder.workspaceKey)
  if (workspace.length !== 32) throw new Error('the workspace key is not 32 bytes')
  return {
    device: deviceKeyOf(createPrivateKey(readFileSync(folder.deviceKey))),
    token: createPrivateKey(readFileSync(folder.tokenKey)),
    workspace,
  }
}
