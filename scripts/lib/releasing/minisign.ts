import { createHash, createPrivateKey, createPublicKey, scryptSync, type KeyObject } from 'node:crypto'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import {
  publicKeyFromSpki,
  rawFromSpki,
  signMessage,
  spkiFromRaw,
  verifyMessage,
} from '../../../main/seal/signature.ts'

/**
 * Keys and signatures as the program minisign writes and reads them (https://jedisct1.github.io/minisign/, "Signature
 * format"): Ed25519 over the BLAKE2b-512 of a file, and once more over that signature with a comment that is to be
 * trusted.
 */

export type MinisignPublicKey = {
  /** The eight bytes by which a signature names its key. */
  readonly id: Buffer
  readonly key: KeyObject
}

export type MinisignSecretKey = {
  readonly id: Buffer
  readonly key: KeyObject
}

const untrusted = 'untrusted comment: '
const trusted = 'trusted comment: '
const idLength = 8

/** The DER head of an Ed25519 private key (RFC 8410 section 7); the 32 bytes of the seed follow. */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Base64 in its one form; null for anything else. */
const fromBase64 = (text: string, length: number): Buffer | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : null
}

const linesOf = (text: string): readonly string[] => text.replace(/\r?\n$/u, '').split(/\r?\n/u)

/** The id of a key as people read it: the eight bytes as a number, in hexadecimal. */
export const shownId = (id: Buffer): string => id.readBigUInt64LE().toString(16).toUpperCase()

/**
 * Reads a public key: the file that minisign makes, or its last line alone.
 *
 * @returns null where the text is no key, or one under which signatures hold that nobody made
 */
export function readPublicKey(text: string): MinisignPublicKey | null {
  const lines = linesOf(text)
  const bytes = lines.length > 2 ? null : fromBase64(lines.at(-1) ?? '', 2 + idLength + 32)
  if (bytes === null || bytes.toString('latin1', 0, 2) !== 'Ed') return null
  const key = publicKeyFromSpki(spkiFromRaw(bytes.subarray(2 + idLength)))
  return key === null ? null : { id: bytes.subarray(2, 2 + idLength), key }
}

/** scrypt's cost from libsodium's two limits (crypto_pwhash_scryptsalsa208sha256, pickparams). */
function scryptCost(opsLimit: number, memoryLimit: number): { N: number; r: number; p: number } {
  const r = 8
  const operations = Math.max(opsLimit, 32_768)
  const isShort = operations < memoryLimit / 32
  const most = Math.floor(isShort ? operations / (r * 4) : memoryLimit / (r * 128))
  const N = 2 ** Math.max(1, Math.floor(Math.log2(Math.floor(most / 2))) + 1)
  return { N, r, p: isShort ? 1 : Math.max(1, Math.floor(Math.min(operations / 4 / N, 0x3fffffff) / r)) }
}

const maxScryptMemory = 2 ** 31

/** What a password hides: the id, the seed, the public key and a checksum. */
function openSealed(bytes: Buffer, password: string | undefined): Result<Buffer, string> {
  const derivation = bytes.toString('latin1', 2, 4)
  const sealed = bytes.subarray(54)
  if (derivation === '\0\0') return ok(sealed)
  if (derivation !== 'Sc') return fail('the secret key hides itself in a way that is not known here')
  if (password === undefined) return fail('the secret key has a password, and none was given')
  const { N, r, p } = scryptCost(Number(bytes.readBigUInt64LE(38)), Number(bytes.readBigUInt64LE(46)))
  if (128 * N * r > maxScryptMemory || p > 16) return fail('the password of the secret key would take too much memory')
  const stream = scryptSync(password, bytes.subarray(6, 38), sealed.length, {
    N,
    r,
    p,
    maxmem: maxScryptMemory + 2 ** 20,
  })
  return ok(Buffer.from(sealed.map((byte, index) => byte ^ (stream[index] ?? 0))))
}

/**
 * Reads a secret key: the file that minisign makes, or its last line alone.
 *
 * @param password where the key has one
 * @returns an error in words where the text is no key, or the password is not its own
 */
export function readSecretKey(text: string, password: string | undefined): Result<MinisignSecretKey, string> {
  const lines = linesOf(text)
  const bytes = lines.length > 2 ? null : fromBase64(lines.at(-1) ?? '', 158)
  if (bytes === null || bytes.toString('latin1', 0, 2) !== 'Ed' || bytes.toString('latin1', 4, 6) !== 'B2')
    return fail('this is no secret key of minisign')
  const opened = openSealed(bytes, password)
  if (!opened.ok) return opened
  const seed = opened.value.subarray(idLength, idLength + 32)
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Head, seed]), format: 'der', type: 'pkcs8' })
  const raw = rawFromSpki(createPublicKey(key).export({ format: 'der', type: 'spki' }))
  // The checksum at the end says the same, and a key without a password has none.
  if (raw === null || !opened.value.subarray(idLength + 32, idLength + 64).equals(raw))
    return fail('the password is not that of the secret key, or the key is damaged')
  return ok({ id: opened.value.subarray(0, idLength), key })
}

const hashed = (content: Uint8Array): Buffer => createHash('blake2b512').update(content).digest()

/** Each is signed: the file, and its signature with the comment. */
const commented = (signature: Uint8Array, comment: string): Buffer => Buffer.concat([signature, Buffer.from(comment)])

/**
 * The text of the file `NAME.minisig`.
 *
 * @param comment one line, which is signed as well
 * @throws RangeError on a comment of several lines
 */
export function signFile(content: Uint8Array, { id, key }: MinisignSecretKey, comment: string): string {
  if (/[\r\n]/u.test(comment)) throw new RangeError('the comment of a signature is one line')
  const signature = signMessage(hashed(content), key)
  const whole = Buffer.concat([Buffer.from('ED'), id, signature])
  const second = Buffer.from(signMessage(commented(signature, comment), key))
  return [
    `${untrusted}signature of a Fieldseal release`,
    whole.toString('base64'),
    `${trusted}${comment}`,
    second.toString('base64'),
    '',
  ].join('\n')
}

/**
 * Checks a `.minisig` over a file's content.
 *
 * @returns the comment that was signed with it, or an error in words
 */
export function checkSignature(content: Uint8Array, text: string, by: MinisignPublicKey): Result<string, string> {
  const [first = '', encoded = '', third = '', second = '', ...more] = linesOf(text)
  const whole = fromBase64(encoded, 2 + idLength + 64)
  const over = fromBase64(second, 64)
  if (!first.startsWith(untrusted) || !third.startsWith(trusted) || whole === null || over === null || more.length > 0)
    return fail('the signature is no signature of minisign')
  if (whole.toString('latin1', 0, 2) !== 'ED') return fail('the signature is of an old kind, which is not taken')
  const id = whole.subarray(2, 2 + idLength)
  if (!id.equals(by.id)) return fail(`the signature was made by key ${shownId(id)}, and not by key ${shownId(by.id)}`)
  const signature = whole.subarray(2 + idLength)
  if (!verifyMessage(hashed(content), by.key, signature)) return fail('the signature does not hold')
  const comment = third.slice(trusted.length)
  if (!verifyMessage(commented(signature, comment), by.key, over))
    return fail('the comment of the signature was changed')
  return ok(comment)
}
