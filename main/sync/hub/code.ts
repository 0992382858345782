import { hash } from 'node:crypto'
import { encodeCode, readCode } from '../../../shared/protocol/enrolment-code.ts'
import { sha256, toHex } from '../../seal/hash.ts'

/** Bytes of chance in a code, and of the fingerprint of the hub's key that it carries (Y-10). */
export const codeSecretBytes = 15
export const codeFingerprintBytes = 10

/** The first 80 bits of the SHA-256 of a hub's key. */
export const hubFingerprint = (spki: Uint8Array): Uint8Array => sha256(spki).subarray(0, codeFingerprintBytes)

/** Makes the text of a code. */
export const makeCode = (secret: Uint8Array, spki: Uint8Array): string => encodeCode(secret, hubFingerprint(spki))

/** What a hub keeps of a code: the same for every spelling of it. Null where the text is no code. */
export const codeHash = (text: string): string | null => {
  const read = readCode(text)
  return read === null
    ? null
    : hash('sha256', `fieldseal enrolment code v1\n${toHex(read.secret)}\n${toHex(read.fingerprint)}\n`, 'hex')
}

/** Whether a code was made by the hub with this key: what a device asks before it believes a hub. */
export const isCodeOf = (text: string, spki: Uint8Array): boolean => {
  const read = readCode(text)
  return read !== null && Buffer.compare(read.fingerprint, hubFingerprint(spki)) === 0
}
