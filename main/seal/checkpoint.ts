import type { KeyObject } from 'node:crypto'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import { fromBase64, sha256 } from './hash.ts'
import { hashLength } from './merkle.ts'
import { publicKeyFromSpki, signMessage, spkiFromRaw, verifyMessage } from './signature.ts'

/** A tree head: the first `size` leaves of the tree named `origin` have this root (C2SP tlog-checkpoint). */
export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
}

/** A key that checkpoints are checked with. */
export interface NoteVerifier {
  readonly name: string
  /** The 32 raw bytes of the Ed25519 public key. */
  readonly publicKeyRaw: Uint8Array
  /** The same, made ready by `publicKeyFromSpki`: whoever opens many makes it once. */
  readonly publicKey?: KeyObject | null
}

/** A key that checkpoints are signed with. */
export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject
}

/** A checkpoint whose signatures were checked. */
export interface OpenedCheckpoint {
  readonly checkpoint: Checkpoint
  /** Names of the known keys whose signatures hold; never empty. */
  readonly signedBy: readonly string[]
}

/** Why a note is no checkpoint that we can believe. */
export interface CheckpointError {
  readonly code: 'checkpoint_invalid'
  readonly reason: 'malformed' | 'unknown_signer' | 'bad_signature'
  readonly message: string
}

/** Signature type of Ed25519 in a note's key id (C2SP signed-note). */
const ed25519Type = 0x01

/** C2SP signed-note key id: the first four bytes of SHA-256(name || 0x0A || 0x01 || public key). */
export const noteKeyId = (name: string, publicKeyRaw: Uint8Array): Uint8Array =>
  sha256(Buffer.concat([Buffer.from(name, 'utf8'), Buffer.from([0x0a, ed25519Type]), publicKeyRaw])).subarray(0, 4)

/** The signed text of a checkpoint: origin, decimal size, base64 root, a line each. */
export const checkpointText = (checkpoint: Checkpoint): string =>
  `${checkpoint.origin}\n${checkpoint.size}\n${Buffer.from(checkpoint.root).toString('base64')}\n`

/** Whether a key may be called so in a note. */
export const isNoteName = (name: string): boolean =>
  name.length > 0 && name.isWellFormed() && !/[\s+\p{Cc}]/u.test(name)

const assertCheckpoint = (checkpoint: Checkpoint): void => {
  const originHolds =
    checkpoint.origin.length > 0 && checkpoint.origin.isWellFormed() && !/\p{Cc}/u.test(checkpoint.origin)
  const sizeHolds = Number.isSafeInteger(checkpoint.size) && checkpoint.size >= 0
  if (!originHolds || !sizeHolds || checkpoint.root.length !== hashLength) throw new RangeError('this is no checkpoint')
}

/**
 * The line of a key's signature over the text of a note, with its line feed.
 *
 * @throws RangeError on a key name with spaces or `+`
 */
export const noteSignature = (text: string, signer: NoteSigner): string => {
  if (!isNoteName(signer.name)) throw new RangeError('a key name has no spaces, plus or control characters')
  const sig = signMessage(Buffer.from(text, 'utf8'), signer.privateKey)
  const line = Buffer.concat([noteKeyId(signer.name, signer.publicKeyRaw), sig]).toString('base64')
  return `— ${signer.name} ${line}\n`
}

/**
 * Signs a checkpoint as a C2SP signed note.
 *
 * @throws RangeError on an origin with control characters, a size or root of another form, or a key name with spaces or
 * `+`
 */
export const signCheckpoint = (checkpoint: Checkpoint, signer: NoteSigner): string => {
  assertCheckpoint(checkpoint)
  const text = checkpointText(checkpoint)
  return `${text}\n${noteSignature(text, signer)}`
}

const refuse = (reason: CheckpointError['reason'], message: string): Result<never, CheckpointError> =>
  fail({ code: 'checkpoint_invalid', reason, message })

/** One signature line of a note: the name, the four bytes of the key id, and what follows them. */
export interface NoteSignature {
  readonly name: string
  readonly keyId: Uint8Array
  readonly sig: Uint8Array
}

const parseSignatureLine = (line: string): NoteSignature | null => {
  const parts = /^— (\S+) (\S+)$/u.exec(line)
  if (parts === null) return null
  const bytes = fromBase64(parts[2] as string)
  if (bytes === null || bytes.length < 5) return null
  return { name: parts[1] as string, keyId: bytes.subarray(0, 4), sig: bytes.subarray(4) }
}

/** Splits a note into its text (with the last newline) and its signatures; null where it is no signed note. */
export const parseNote = (note: string): { text: string; signatures: NoteSignature[] } | null => {
  // C2SP signed-note: no control character but newline; the last blank line parts text from signatures.
  const hasControls = /[\p{Cc}]/u.test(note.replaceAll('\n', ''))
  const split = note.lastIndexOf('\n\n')
  if (!note.isWellFormed() || hasControls || split < 0 || !note.endsWith('\n')) return null
  const lines = note.slice(split + 2, -1).split('\n')
  const signatures = lines.map(parseSignatureLine)
  if (signatures.some((signature) => signature === null)) return null
  return { text: note.slice(0, split + 1), signatures: signatures as NoteSignature[] }
}

const parseText = (text: string): Checkpoint | null => {
  const [origin, size, root] = text.split('\n')
  if (
    origin === undefined ||
    size === undefined ||
    root === undefined ||
    origin === '' ||
    !/^(?:0|[1-9]\d{0,15})$/.test(size)
  )
    return null
  const rootBytes = fromBase64(root)
  if (rootBytes?.length !== hashLength || !Number.isSafeInteger(Number(size))) return null
  return { origin, size: Number(size), root: rootBytes }
}

const sameKey = (signature: NoteSignature, verifier: NoteVerifier): boolean =>
  signature.name === verifier.name &&
  Buffer.compare(signature.keyId, noteKeyId(verifier.name, verifier.publicKeyRaw)) === 0

/** A note whose signatures were checked. */
export interface OpenedNote {
  /** What was signed, with its last newline. */
  readonly text: string
  /** The known keys whose signatures hold, in the order of the lines; one that signed twice stands here twice. */
  readonly signedBy: readonly NoteVerifier[]
}

/** Why nothing can be believed of a note; `signer` is whose signature does not hold. */
export type NoteFault = { readonly reason: 'malformed' } | BadSignature

type BadSignature = { readonly reason: 'bad_signature'; readonly signer: string }

type ParsedNote = NonNullable<ReturnType<typeof parseNote>>

const openParsed = (
  { text, signatures }: ParsedNote,
  verifiers: readonly NoteVerifier[],
): Result<OpenedNote, BadSignature> => {
  const message = Buffer.from(text, 'utf8')
  const signedBy: NoteVerifier[] = []
  for (const signature of signatures) {
    const verifier = verifiers.find((candidate) => sameKey(signature, candidate))
    if (verifier === undefined) continue
    const key = verifier.publicKey ?? publicKeyFromSpki(spkiFromRaw(verifier.publicKeyRaw))
    if (key === null || !verifyMessage(message, key, signature.sig))
      return fail({ reason: 'bad_signature', signer: verifier.name })
    signedBy.push(verifier)
  }
  return ok({ text, signedBy })
}

/**
 * Opens a signed note. Signatures of keys that are not known are passed over (C2SP signed-note), and every one of a
 * known key must hold. How many must have signed is for the caller to say.
 */
export const openNote = (note: string, verifiers: readonly NoteVerifier[]): Result<OpenedNote, NoteFault> => {
  const parsed = parseNote(note)
  return parsed === null ? fail({ reason: 'malformed' }) : openParsed(parsed, verifiers)
}

/**
 * Opens a signed checkpoint. Signatures of keys that are not known are passed over (C2SP signed-note), at least one
 * must be of a known key, and every one of a known key must hold.
 */
export const openCheckpoint = (
  note: string,
  verifiers: readonly NoteVerifier[],
): Result<OpenedCheckpoint, CheckpointError> => {
  const parsed = parseNote(note)
  const checkpoint = parsed === null ? null : parseText(parsed.text)
  if (parsed === null || checkpoint === null) return refuse('malformed', 'the text is no signed checkpoint')
  const opened = openParsed(parsed, verifiers)
  if (!opened.ok) return refuse('bad_signature', `the signature of ${opened.error.signer} does not hold`)
  const signedBy = opened.value.signedBy.map(({ name }) => name)
  return signedBy.length === 0
    ? refuse('unknown_signer', 'no known key has signed the checkpoint')
    : ok({ checkpoint, signedBy })
}
