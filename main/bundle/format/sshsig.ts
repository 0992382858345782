import { hash } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { fromBase64, sameBytes, sha256, toBase64 } from '../../seal/hash.ts'
import { publicKeyFromSpki, rawFromSpki, signMessage, spkiFromRaw, verifyMessage } from '../../seal/signature.ts'

/** What the signature of a bundle is made for; one that was made for something else does not count (B-20). */
export const bundleNamespace = 'fieldseal-bundle@fieldseal.example'

/** The principal of the one line in `allowed_signers`. */
export const bundlePrincipal = 'fieldseal-device'

const magic = new TextEncoder().encode('SSHSIG')
const version = 1
const keyType = 'ssh-ed25519'
const hashAlgorithm = 'sha512'
const armourBegin = '-----BEGIN SSH SIGNATURE-----'
const armourEnd = '-----END SSH SIGNATURE-----'
const armourWidth = 70

const uint32 = (value: number): Uint8Array => {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}

const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** An SSH `string`: its length in four bytes, then its bytes (RFC 4251 section 5). */
const sshString = (value: string | Uint8Array): Uint8Array => {
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value
  return concat([uint32(bytes.length), bytes])
}

/** The SSH form of an Ed25519 key (RFC 8709 section 4). Throws RangeError where the SPKI is of another kind. */
const sshKey = (spki: Uint8Array): Uint8Array => {
  const raw = rawFromSpki(spki)
  if (raw === null) throw new RangeError('this is no Ed25519 key')
  return concat([sshString(keyType), sshString(raw)])
}

/** The fingerprint of a key as `ssh-keygen` prints it (B-23). */
export const sshFingerprint = (spki: Uint8Array): string =>
  `SHA256:${toBase64(sha256(sshKey(spki))).replaceAll('=', '')}`

/** B-22: the content of `allowed_signers` for the key that signs a bundle. */
export const allowedSigners = (spki: Uint8Array): string =>
  `${bundlePrincipal} namespaces="${bundleNamespace}" ${keyType} ${toBase64(sshKey(spki))}\n`

/**
 * What is signed: magic, namespace, reserved, hash algorithm, and the hash of the message (PROTOCOL.sshsig section 3).
 */
const signedData = (namespace: string, message: Uint8Array): Uint8Array =>
  concat([
    magic,
    sshString(namespace),
    sshString(''),
    sshString(hashAlgorithm),
    sshString(hash(hashAlgorithm, message, 'buffer')),
  ])

const armour = (blob: Uint8Array): string => {
  const lines = toBase64(blob).match(new RegExp(`.{1,${armourWidth}}`, 'g')) ?? []
  return [armourBegin, ...lines, armourEnd, ''].join('\n')
}

/** A key that signs bundles. */
export interface SshSigner {
  readonly privateKey: KeyObject
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
}

/** An armoured SSH signature (PROTOCOL.sshsig) over a message, by an Ed25519 key. */
export const signSsh = (message: Uint8Array, namespace: string, { privateKey, spki }: SshSigner): string => {
  const sig = signMessage(signedData(namespace, message), privateKey)
  return armour(
    concat([
      magic,
      uint32(version),
      sshString(sshKey(spki)),
      sshString(namespace),
      sshString(''),
      sshString(hashAlgorithm),
      sshString(concat([sshString(keyType), sshString(sig)])),
    ]),
  )
}

/** A signature that holds. */
export interface VerifiedSsh {
  /**
   * DER SubjectPublicKeyInfo of the key that made it. It is what the signature says: whose it is has to be known from
   * elsewhere.
   */
  readonly spki: Uint8Array
}

/** Takes an SSH blob apart; where the bytes end too soon, that read and every later one gives null. */
const createReader = (bytes: Uint8Array) => {
  let at = 0
  const take = (length: number): Uint8Array | null => {
    if (length > bytes.length - at) {
      at = Infinity
      return null
    }
    at += length
    return bytes.subarray(at - length, at)
  }
  const number = (): number | null => {
    const four = take(4)
    return four === null ? null : new DataView(four.buffer, four.byteOffset, 4).getUint32(0)
  }
  const string = (): Uint8Array | null => {
    const length = number()
    return length === null ? null : take(length)
  }
  return {
    take,
    number,
    string,
    text: () => new TextDecoder().decode(string() ?? new Uint8Array(0)),
    atEnd: () => at === bytes.length,
  }
}

/** Nothing but the armour that OpenSSH writes: whatever else stood around it, nobody would have signed. */
const unarmour = (text: string): Uint8Array | null => {
  const blob = fromBase64(text.split('\n').slice(1, -2).join(''))
  return blob !== null && armour(blob) === text ? blob : null
}

/** The value of the one string of this type within an SSH blob; null where the blob is anything else. */
const typed = (blob: Uint8Array | null): Uint8Array | null => {
  if (blob === null) return null
  const reader = createReader(blob)
  const type = reader.text()
  const value = reader.string()
  return type === keyType && reader.atEnd() ? value : null
}

/** Checks an armoured SSH signature. An error says in one sentence why it does not count. */
export const verifySsh = (armoured: string, message: Uint8Array, namespace: string): Result<VerifiedSsh, string> => {
  const blob = unarmour(armoured)
  if (blob === null) return fail('it is no SSH signature in the armour of OpenSSH')
  const reader = createReader(blob)
  const head = reader.take(magic.length)
  if (head === null || !sameBytes(head, magic) || reader.number() !== version)
    return fail('it is no SSH signature of version 1')
  const raw = typed(reader.string())
  if (raw?.length !== 32) return fail('its key is no Ed25519 key')
  if (reader.text() !== namespace) return fail('it was made for another purpose (namespace)')
  if (reader.string()?.length !== 0) return fail('it has something in the field that is reserved')
  if (reader.text() !== hashAlgorithm) return fail(`its hash is not ${hashAlgorithm}`)
  const sig = typed(reader.string())
  if (sig === null || !reader.atEnd()) return fail('it is not of the form of an Ed25519 signature')
  const spki = spkiFromRaw(raw)
  const key = publicKeyFromSpki(spki)
  if (key === null || !verifyMessage(signedData(namespace, message), key, sig))
    return fail('it does not hold for these bytes')
  return ok({ spki })
}
