import { caseOrigin } from '../../seal/case-origin.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { isRevoked } from '../../seal/judge.ts'
import type { CheckpointKey, KeyRecord } from '../../seal/verify-types.ts'
import type { CaseFile } from '../format/case-file.ts'
import { bundlePaths, keyEnding } from '../format/layout.ts'
import { allowedSigners, bundleNamespace, sshFingerprint, verifySsh } from '../format/sshsig.ts'
import { keyId } from '../../seal/signature.ts'
import type { BagReading } from './bag.ts'
import type { BundleFindings } from './findings.ts'
import { namesOf } from './held.ts'
import { readFiled } from './read-chain.ts'
import { listMax, readWhole, UnreadableFile } from './source.ts'
import type { BundleSource } from './source.ts'

/** The key that signed a bundle. */
export interface SigningKey {
  readonly kid: string
  readonly spki: Uint8Array
  readonly sshFingerprint: string
}

/** Keys, and checkpoints, that the recipient got by another way (B-60, B-61). */
export interface BundleTrust {
  /** DER SubjectPublicKeyInfo each. */
  readonly keys: readonly Uint8Array[]
  /** Of keys that are known by them alone, in either form of B-23. */
  readonly fingerprints: readonly string[]
  /** Signed notes. */
  readonly checkpoints: readonly string[]
  /** Keys of witnesses; absent: none. */
  readonly witnesses?: readonly NoteVerifier[]
  /** How many certificates of time-stamping authorities `openStamp` holds time stamps against; absent: none. */
  readonly authorities?: number
}

/** B-20: the key whose signature over the tag manifest holds; null with a finding where there is none. */
export const checkManifestSignature = async (
  source: BundleSource,
  findings: BundleFindings,
): Promise<SigningKey | null> => {
  const has = (path: string): boolean => source.files.some((file) => file.path === path)
  const invalid = (message: string): null => {
    findings.add('bundle_signature_invalid', message, { file: bundlePaths.signature })
    return null
  }
  if (!has(bundlePaths.signature)) return invalid('the tag manifest is not signed')
  if (!has(bundlePaths.tagManifest)) return invalid('what is signed is not there')
  const armoured = await readFiled(source, bundlePaths.signature, findings)
  if (armoured === null) return invalid('the signature cannot be read')
  try {
    const verified = verifySsh(armoured, await readWhole(source, bundlePaths.tagManifest, listMax), bundleNamespace)
    if (!verified.ok) return invalid(`the signature of the tag manifest does not count: ${verified.error}`)
    const { spki } = verified.value
    return { kid: keyId(spki), spki, sshFingerprint: sshFingerprint(spki) }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    return invalid('what is signed cannot be read')
  }
}

/**
 * The keys with which a chain's checkpoints are checked: those of its devices, under the names of their origins (S-60),
 * and those from outside.
 */
export const checkpointKeysOf = (
  keys: ReadonlyMap<string, KeyRecord>,
  chainUid: string,
  outside: readonly CheckpointKey[] = [],
): CheckpointKey[] => [
  ...outside,
  ...[...keys.values()].flatMap(({ deviceId, spki }): CheckpointKey[] => {
    const publicKeyRaw = rawFromSpki(spki)
    return publicKeyRaw === null ? [] : [{ role: 'local', name: caseOrigin(deviceId, chainUid), publicKeyRaw }]
  }),
]

/** What is known of the entry that the bundle says is its export. */
export interface ExportEntry {
  readonly kid: string
  readonly payload: EntryPayload
}

/** What else tells of the key that signed a bundle. */
export interface SigningKeyRecords {
  readonly keys: ReadonlyMap<string, KeyRecord>
  readonly exportEntry: ExportEntry | null
  readonly facts: CaseFile | null
  readonly bag: BagReading
}

/** B-21: the signing key is that of the entry of the export, enrolled, and not revoked before it. */
export const checkSigningKey = (
  signing: SigningKey | null,
  { keys, exportEntry, facts, bag }: SigningKeyRecords,
  findings: BundleFindings,
): void => {
  if (signing === null) return
  const mismatch = (message: string, file: string = bundlePaths.signature): void =>
    findings.add('bundle_key_mismatch', message, { file })
  const record = keys.get(signing.kid)
  if (record === undefined) mismatch('the bundle is signed by a key that its workspace never enrolled')
  else if (exportEntry !== null && isRevoked(record, exportEntry.payload))
    mismatch('the bundle is signed by a key that was revoked before')
  if (exportEntry === null) mismatch('no sealed entry of an export says that this bundle was made')
  else if (exportEntry.kid !== signing.kid) mismatch('the bundle is signed by another key than sealed its export')
  if (
    facts !== null &&
    (facts.signing_key.kid !== signing.kid ||
      facts.signing_key.ssh_fingerprint !== signing.sshFingerprint ||
      facts.signing_key.device_id !== record?.deviceId)
  ) {
    mismatch('it names another key than the one that signed the bundle', bundlePaths.caseFile)
  }
  if (bag.info.get('fieldseal-signing-key')?.[0] !== signing.kid)
    mismatch('it names another key than the one that signed the bundle', bundlePaths.bagInfo)
}

const pemBody = (text: string): Uint8Array | null => {
  const body = /^-----BEGIN PUBLIC KEY-----\n([A-Za-z0-9+/=\n]+)-----END PUBLIC KEY-----\n$/.exec(text)?.[1]
  return body === undefined ? null : Buffer.from(body.replaceAll('\n', ''), 'base64')
}

/** B-22, B-34: the key files and `allowed_signers` say what the chain and the signature say. */
export const checkKeyFiles = async (
  source: BundleSource,
  signing: SigningKey | null,
  keys: ReadonlyMap<string, KeyRecord>,
  findings: BundleFindings,
): Promise<void> => {
  const mismatch = (message: string, file: string): void => findings.add('bundle_key_mismatch', message, { file })
  const paths = new Set(source.files.map(({ path }) => path))
  for (const record of keys.values()) {
    const file = `${bundlePaths.keys}${record.kid}${keyEnding}`
    if (!paths.has(file))
      findings.add('bundle_file_missing', 'the key that the workspace enrols has to be there', { file })
  }
  for (const path of paths) {
    if (!path.startsWith(bundlePaths.keys)) continue
    const text = await readFiled(source, path, findings)
    const der = text === null ? null : pemBody(text)
    const kid = path.slice(bundlePaths.keys.length, -keyEnding.length)
    if (text === null) continue
    if (der === null || !path.endsWith(keyEnding) || keyId(der) !== kid)
      mismatch('the file does not hold the key after which it is named', path)
    else if (!keys.has(kid)) mismatch('the workspace never enrolled this key', path)
  }
  if (signing === null || !paths.has(bundlePaths.allowedSigners)) return
  const text = await readFiled(source, bundlePaths.allowedSigners, findings)
  if (text !== null && text !== allowedSigners(signing.spki))
    mismatch('it does not name the key that signed the bundle, and that alone', bundlePaths.allowedSigners)
}

/** B-60: whether the key was compared with one from outside; null where none was given. */
export const confirmKey = (
  signing: SigningKey | null,
  keys: ReadonlyMap<string, KeyRecord>,
  trust: BundleTrust | undefined,
  findings: BundleFindings,
): boolean | null => {
  const told = signing === null ? 'nothing whose signature holds' : `the key ${signing.kid} (${signing.sshFingerprint})`
  if (trust === undefined || trust.keys.length + trust.fingerprints.length === 0) {
    findings.add('key_unconfirmed', `the bundle is signed by ${told}; no key from outside was given to compare it with`)
    return null
  }
  const known = namesOf(trust)
  const isKnown = (spki: Uint8Array): boolean => known.has(keyId(spki)) || known.has(sshFingerprint(spki))
  const [first] = keys.values()
  const isConfirmed = (signing !== null && isKnown(signing.spki)) || (first !== undefined && isKnown(first.spki))
  if (!isConfirmed)
    findings.add(
      'unknown_key',
      `the bundle is signed by ${told}; neither it nor the first key of the workspace is one of the trusted ones`,
    )
  return isConfirmed && signing !== null
}
