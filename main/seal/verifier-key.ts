import { isNoteName, noteKeyId } from './checkpoint.ts'
import type { NoteVerifier } from './checkpoint.ts'
import { cosignatureKeyId } from './cosignature.ts'
import { fromBase64, sameBytes } from './hash.ts'
import { publicKeyFromSpki, spkiFromRaw } from './signature.ts'

/** What a key signs: checkpoints of its log (type 0x01), or others' checkpoints as a witness (type 0x04). */
export type VerifierKind = 'log' | 'witness'

const kinds = { log: { type: 0x01, keyIdOf: noteKeyId }, witness: { type: 0x04, keyIdOf: cosignatureKeyId } } as const
const rawLength = 32
const maxLength = 500

/**
 * A key as one line of text (C2SP signed-note, verifier keys): `name+key id in hexadecimal+base64(type || public key)`.
 */
export const formatVerifierKey = ({ name, publicKeyRaw }: NoteVerifier, kind: VerifierKind): string => {
  const { type, keyIdOf } = kinds[kind]
  return `${name}+${Buffer.from(keyIdOf(name, publicKeyRaw)).toString('hex')}+${Buffer.concat([Buffer.from([type]), publicKeyRaw]).toString('base64')}`
}

/**
 * Reads a key of that kind; null where the text is none, its key id is another key's, or no signature may be believed
 * under it (S-15).
 */
export const parseVerifierKey = (text: string, kind: VerifierKind): NoteVerifier | null => {
  const parts = text.length > maxLength ? null : /^([^+]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text)
  const [, name = '', keyId = '', encoded = ''] = parts ?? []
  const bytes = fromBase64(encoded)
  const { type, keyIdOf } = kinds[kind]
  if (parts === null || !isNoteName(name) || bytes?.length !== rawLength + 1 || bytes[0] !== type) return null
  const publicKeyRaw = bytes.subarray(1)
  const holds =
    publicKeyFromSpki(spkiFromRaw(publicKeyRaw)) !== null &&
    sameBytes(Buffer.from(keyId, 'hex'), keyIdOf(name, publicKeyRaw))
  return holds ? { name, publicKeyRaw } : null
}
