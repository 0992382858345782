import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { isNoteName, parseNote } from './checkpoint.ts'
import type { CheckpointError, NoteSignature, NoteSigner, NoteVerifier } from './checkpoint.ts'
import { sameBytes, sha256 } from './hash.ts'
import { publicKeyFromSpki, signatureLength, signMessage, spkiFromRaw, verifyMessage } from './signature.ts'

/**
 * Cosignatures of witnesses (C2SP tlog-cosignature, cosignature/v1): a line of the same note, with a key id and a
 * message of its own, so that it can never be taken for the log's own signature.
 */

/** Signature type of a timestamped Ed25519 cosignature in a note's key id. */
const cosignatureType = 0x04
const timeBytes = 8

/** A witness's statement: it saw the checkpoint then, and no tree that this one does not extend. */
export interface Cosignature {
  readonly name: string
  /** Unix seconds. */
  readonly atSeconds: number
}

/** The first four bytes of SHA-256(name || 0x0A || 0x04 || public key). */
export const cosignatureKeyId = (name: string, publicKeyRaw: Uint8Array): Uint8Array =>
  sha256(Buffer.concat([Buffer.from(name, 'utf8'), Buffer.from([0x0a, cosignatureType]), publicKeyRaw])).subarray(0, 4)

const cosignedMessage = (text: string, atSeconds: number): Uint8Array =>
  Buffer.from(`cosignature/v1\ntime ${atSeconds}\n${text}`, 'utf8')

const isTime = (seconds: number): boolean => Number.isSafeInteger(seconds) && seconds > 0

/**
 * Cosigns a checkpoint.
 *
 * @param note the signed note; whether it may be cosigned is for the caller to check
 * @returns the signature line, with its line feed
 * @throws RangeError on a text that is no note, a name with spaces or `+`, or a time that is none
 */
export const cosign = (note: string, witness: NoteSigner, atSeconds: number): string => {
  const parsed = parseNote(note)
  if (parsed === null || !isNoteName(witness.name) || !isTime(atSeconds))
    throw new RangeError('this cannot be cosigned')
  const time = new Uint8Array(timeBytes)
  new DataView(time.buffer).setBigUint64(0, BigInt(atSeconds))
  const sig = signMessage(cosignedMessage(parsed.text, atSeconds), witness.privateKey)
  return `— ${witness.name} ${Buffer.concat([cosignatureKeyId(witness.name, witness.publicKeyRaw), time, sig]).toString('base64')}\n`
}

/** Whether a text is one line of a signature as a note has it. */
export const isSignatureLine = (line: string): boolean =>
  line.length <= 1_000 && parseNote(`x\n\n${line}`)?.signatures.length === 1

const openLine = (text: string, { sig }: NoteSignature, witness: NoteVerifier): number | null => {
  if (sig.length !== timeBytes + signatureLength) return null
  const atSeconds = Number(new DataView(sig.buffer, sig.byteOffset, timeBytes).getBigUint64(0))
  const key = publicKeyFromSpki(spkiFromRaw(witness.publicKeyRaw))
  return isTime(atSeconds) &&
    key !== null &&
    verifyMessage(cosignedMessage(text, atSeconds), key, sig.subarray(timeBytes))
    ? atSeconds
    : null
}

/**
 * The cosignatures of known witnesses under a note, in its order. Others' are passed over; one of a known witness that
 * does not hold is an error.
 */
export const openCosignatures = (
  note: string,
  witnesses: readonly NoteVerifier[],
): Result<readonly Cosignature[], CheckpointError> => {
  const parsed = parseNote(note)
  if (parsed === null)
    return fail({ code: 'checkpoint_invalid', reason: 'malformed', message: 'the text is no signed note' })
  const found: Cosignature[] = []
  for (const signature of parsed.signatures) {
    const witness = witnesses.find(
      ({ name, publicKeyRaw }) =>
        name === signature.name && sameBytes(signature.keyId, cosignatureKeyId(name, publicKeyRaw)),
    )
    if (witness === undefined) continue
    const atSeconds = openLine(parsed.text, signature, witness)
    if (atSeconds === null)
      return fail({
        code: 'checkpoint_invalid',
        reason: 'bad_signature',
        message: `the cosignature of ${witness.name} does not hold`,
      })
    found.push({ name: witness.name, atSeconds })
  }
  return ok(found)
}
