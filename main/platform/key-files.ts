import { createPrivateKey, createPublicKey, createSecretKey, generateKeyPairSync, hkdfSync } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { keyId } from '../seal/entry.ts'
import type { Signer } from '../seal/entry.ts'
import { developmentBuild } from './development-build.ts'
import type { DataFolder } from './data-folder.ts'
import { keyBytes, nonceBytes, openBox, sealBox } from './key-wrap.ts'
import { eraseFile, replaceFile, writePrivateFile } from './private-files.ts'
import type { Random } from './random.ts'
import { readKeyFile } from './read-key-file.ts'
import { findWorkspaceKey, keyVariable } from './workspace-key.ts'
import type { GivenKey } from './workspace-key.ts'

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
  /** Ed25519 key that signs access tokens; derived from the workspace key. */
  readonly token: KeyObject
  /** 32 bytes that everything secret in the folder hangs from. */
  readonly workspace: Uint8Array
  /** 32 bytes that encrypt the database; derived from the workspace key. */
  readonly database: Uint8Array
}

/** Derives a key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869). Each purpose has an `info` of its own. */
export const deriveKey = (workspaceKey: Uint8Array, info: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', workspaceKey, '', info, keyBytes))

/** What the service needs of a private Ed25519 key. */
export const deviceKeyOf = (privateKey: KeyObject): DeviceKey => {
  const publicKey = createPublicKey(privateKey)
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  return { kid: keyId(spki), privateKey, publicKey, spki, publicKeyRaw: spki.subarray(spki.length - 32) }
}

const deviceContext = 'fieldseal device key'
const pemStart = '-----BEGIN'

/** PKCS#8 of an Ed25519 key is this and the 32 bytes of its seed (RFC 8410 section 7). */
const ed25519Pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const tokenKey = (workspaceKey: Uint8Array): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([ed25519Pkcs8, deriveKey(workspaceKey, 'fieldseal access tokens')]),
    format: 'der',
    type: 'pkcs8',
  })

const deviceWrapping = (workspaceKey: Uint8Array): KeyObject => createSecretKey(deriveKey(workspaceKey, deviceContext))

const sealDevice = (privateKey: KeyObject, workspaceKey: Uint8Array, random: Pick<Random, 'bytes'>): Buffer =>
  sealBox(
    deviceWrapping(workspaceKey),
    random.bytes(nonceBytes),
    deviceContext,
    privateKey.export({ format: 'der', type: 'pkcs8' }),
  )

/** Whether the signing key lies in the clear, as early development builds left it. */
const isPem = (content: Buffer): boolean => content.subarray(0, pemStart.length).toString('latin1') === pemStart

/** The signing key of the device file, which is sealed under the workspace key. */
const readDevice = (content: Buffer, workspaceKey: Uint8Array): KeyObject | null => {
  const der = openBox(deviceWrapping(workspaceKey), deviceContext, content)
  try {
    return der === null ? null : createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } catch {
    return null
  }
}

/**
 * Whether the signing key of a folder lies in the clear: no release opens such a folder, and nothing of it is to be
 * changed.
 */
export const hasKeyInTheClear = (folder: DataFolder): boolean =>
  existsSync(folder.deviceKey) && isPem(readFileSync(folder.deviceKey))

/** Whether a workspace key sealed the signing key of the folder; null where there is none, so that nothing tells. */
export const opensDeviceKey = (folder: DataFolder, workspaceKey: Uint8Array): boolean | null => {
  if (!existsSync(folder.deviceKey)) return null
  return openBox(deviceWrapping(workspaceKey), deviceContext, readFileSync(folder.deviceKey)) !== null
}

const wrongKey = (folder: DataFolder, given: GivenKey | undefined): Refusal =>
  refusal(
    'unavailable',
    `The workspace key from ${given === undefined ? folder.workspaceKey : (given.origin ?? keyVariable)} does not open ${folder.deviceKey}: it is the key of another workspace, or that file was altered. Nothing was changed, and everything is still there, encrypted. ` +
      `Give the key that this folder was made with (the recovery key), or restore ${folder.keys} from your copy.`,
  )

const missingDevice = (folder: DataFolder): Refusal =>
  refusal(
    'unavailable',
    `The signing key ${folder.deviceKey} is missing. Nothing was changed. Restore ${folder.keys} from your copy.`,
  )

const keysOf = (device: KeyObject, workspaceKey: Uint8Array): FolderKeys => ({
  device: deviceKeyOf(device),
  token: tokenKey(workspaceKey),
  workspace: workspaceKey,
  database: deriveKey(workspaceKey, 'fieldseal database'),
})

/**
 * Makes the keys of a new workspace. Throws where the device has one.
 *
 * @param given the workspace key where it is kept outside of the folder; otherwise one is made and written to a file
 */
export const createKeys = (folder: DataFolder, random: Pick<Random, 'bytes'>, given?: Uint8Array): FolderKeys => {
  const workspaceKey = given ?? random.bytes(keyBytes)
  const device = generateKeyPairSync('ed25519').privateKey
  if (given === undefined) writePrivateFile(folder.workspaceKey, workspaceKey)
  writePrivateFile(folder.deviceKey, sealDevice(device, workspaceKey, random))
  return keysOf(device, workspaceKey)
}

/**
 * Reads the keys of a folder; refuses, in words for a person, where one is missing, not to be read, damaged or another
 * one.
 */
export const loadKeys = (folder: DataFolder, given?: GivenKey): Result<FolderKeys, Refusal> => {
  const workspace = findWorkspaceKey(folder, given)
  if (!workspace.ok) return workspace
  const content = readKeyFile(folder.deviceKey)
  if (!content.ok) return content
  if (content.value === null) return fail(missingDevice(folder))
  if (isPem(content.value)) return fail(developmentBuild)
  const device = readDevice(content.value, workspace.value)
  return device === null ? fail(wrongKey(folder, given)) : ok(keysOf(device, workspace.value))
}

/** The key of a new epoch that was prepared; null where there is none that opens. */
export const loadNextDevice = (folder: DataFolder, { workspace }: Pick<FolderKeys, 'workspace'>): DeviceKey | null => {
  if (!existsSync(folder.nextDeviceKey)) return null
  const key = readDevice(readFileSync(folder.nextDeviceKey), workspace)
  return key === null ? null : deviceKeyOf(key)
}

/** Makes the key of a new epoch beside the present one, in the place of one that does not open. */
export const makeNextDevice = (
  folder: DataFolder,
  { workspace }: Pick<FolderKeys, 'workspace'>,
  random: Pick<Random, 'bytes'>,
): DeviceKey => {
  eraseFile(folder.nextDeviceKey)
  const { privateKey } = generateKeyPairSync('ed25519')
  writePrivateFile(folder.nextDeviceKey, sealDevice(privateKey, workspace, random))
  return deviceKeyOf(privateKey)
}

/** Puts the key of a new epoch in the place of the old one, which is overwritten. */
export const takeNextDevice = (folder: DataFolder, keys: FolderKeys, device: DeviceKey): FolderKeys => {
  replaceFile(folder.nextDeviceKey, folder.deviceKey)
  return { ...keys, device }
}
