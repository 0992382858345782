import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { parseNote } from '../../seal/checkpoint.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { fromBase64 } from '../../seal/hash.ts'
import { keyId, publicKeyFromSpki, spkiFromRaw } from '../../seal/signature.ts'
import { parseVerifierKey } from '../../seal/verifier-key.ts'

/** What a person holds from elsewhere and gives a verifier to compare with (B-62). */
export interface HeldElsewhere {
  /** DER SubjectPublicKeyInfo of Ed25519 keys. */
  readonly keys: readonly Uint8Array[]
  /** In either form of B-23. */
  readonly fingerprints: readonly string[]
  /** Signed notes of the form of S-60; who signed them is not looked at here. */
  readonly checkpoints: readonly string[]
  readonly witnesses: readonly NoteVerifier[]
  /** PEM, not looked into: what a browser has cannot read certificates. */
  readonly certificates: readonly string[]
}

/** The fingerprints that a person holds: those that were given, and the key ids of the keys; each once. */
export const namesOf = ({ keys, fingerprints }: Pick<HeldElsewhere, 'keys' | 'fingerprints'>): ReadonlySet<string> =>
  new Set([...fingerprints, ...keys.map(keyId)])

/** What of a text is nothing that a verifier could compare with. */
export interface Unread {
  /** From 1. */
  readonly line: number
  readonly text: string
  /** What is wrong with it, as the end of a sentence. */
  readonly why: string
}

/** What stands at one place of the text, and how many lines it takes. */
interface Piece extends Partial<HeldElsewhere> {
  readonly lines: number
}

/** A reader of one kind of thing; null: the lines do not begin with such a thing. */
type PieceReader = (lines: readonly string[]) => Piece | { readonly why: string } | null

const printed = /SHA256:([A-Za-z0-9+/]{43})(?![A-Za-z0-9+/])=?/giu
const keyIds = /(?<![A-Za-z0-9_\-+/])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_\-+/=])/gu

/** The fingerprints that stand in a line, whatever stands around them; null where one of them is not whole. */
const fingerprintsIn = (line: string): string[] | null => {
  const ofSsh = [...line.matchAll(printed)].map((match) => `SHA256:${match[1] as string}`)
  const named = line.match(/SHA256:/giu)?.length ?? 0
  return ofSsh.length === named ? [...ofSsh, ...(line.replaceAll(printed, ' ').match(keyIds) ?? [])] : null
}

const groupedPrinted = /^SHA256:([A-Za-z0-9+/]{43})=?$/iu

/** The one fingerprint that a text is, with blanks or line ends within, as people write it down in groups. */
const grouped = (text: string): string[] => {
  const joined = text.replaceAll(/\s+/gu, '')
  const ofSsh = groupedPrinted.exec(joined)?.[1]
  if (ofSsh !== undefined) return [`SHA256:${ofSsh}`]
  return /^[A-Za-z0-9_-]{43}$/u.test(joined) ? [joined] : []
}

const readFingerprints: PieceReader = ([line = '']) => {
  const found = fingerprintsIn(line)
  const fingerprints = found === null || found.length === 0 ? grouped(line) : found
  if (fingerprints.length > 0) return { lines: 1, fingerprints }
  return found === null ? { why: 'it has no fingerprint after SHA256:, which is 43 characters long' } : null
}

const readKey = (spki: Uint8Array, lines: number): ReturnType<PieceReader> =>
  publicKeyFromSpki(spki) === null
    ? { why: 'it is no public key that seals can be made with (Ed25519)' }
    : { lines, keys: [spki] }

const beginning = /^-----BEGIN ([A-Z0-9 ]+)-----/u

const readPem: PieceReader = (lines) => {
  const label = beginning.exec(lines[0] ?? '')?.[1]
  if (label === undefined) return null
  const end = `-----END ${label}-----`
  const last = lines.findIndex((line) => line.endsWith(end))
  if (last < 0) return { why: `it begins something that has no end (${end})` }
  const pem = lines.slice(0, last + 1).join('\n')
  if (label === 'CERTIFICATE') return { lines: last + 1, certificates: [`${pem}\n`] }
  if (label !== 'PUBLIC KEY')
    return { why: `a verifier needs public keys and certificates, and nothing else in PEM (${label})` }
  const body = fromBase64(pem.replace(beginning, '').replace(end, '').replaceAll(/\s+/gu, ''))
  return readKey(body ?? new Uint8Array(0), last + 1)
}

/**
 * The SSH form of an Ed25519 key (RFC 8709 section 4) in base64: its head, whose last bits fall into a letter with the
 * first of the key, and the key.
 */
const sshKeyLine = /(?:^|\s)ssh-ed25519 (AAAAC3NzaC1lZDI1NTE5AAAAI[A-P][A-Za-z0-9+/]{42})(?:\s|$)/u

const readSshKey: PieceReader = ([line = '']) => {
  const blob = sshKeyLine.exec(line)?.[1]
  return blob === undefined ? null : readKey(spkiFromRaw(Buffer.from(blob, 'base64').subarray(-32)), 1)
}

const readWitness: PieceReader = ([line = '']) => {
  const witness = parseVerifierKey(line, 'witness')
  return witness === null ? null : { lines: 1, witnesses: [witness] }
}

const readCheckpoint: PieceReader = (lines) => {
  const [origin = '', size = '', root = ''] = lines
  if (origin === '' || !/^(?:0|[1-9]\d{0,15})$/u.test(size) || fromBase64(root)?.length !== 32) return null
  const blank = lines.indexOf('')
  const after = lines.slice(blank + 1).findIndex((line) => !line.startsWith('— '))
  const end = after < 0 ? lines.length : blank + 1 + after
  const note = `${lines.slice(0, end).join('\n')}\n`
  return blank < 0 || end === blank + 1 || parseNote(note) === null
    ? { why: 'the checkpoint that begins there has no signature, or is not as it was given out' }
    : { lines: end, checkpoints: [note] }
}

const readRemark: PieceReader = ([line = '']) => {
  if (!line.startsWith('#')) return null
  return fingerprintsIn(line)?.length === 0
    ? { lines: 1 }
    : { why: 'a remark holds a fingerprint: put that on a line without #, or take it out' }
}

const readBlank: PieceReader = ([line = '']) => (line === '' || /^-{3,}$/u.test(line) ? { lines: 1 } : null)

const readers = [readBlank, readRemark, readPem, readCheckpoint, readWitness, readSshKey, readFingerprints] as const

const nothing: HeldElsewhere = { keys: [], fingerprints: [], checkpoints: [], witnesses: [], certificates: [] }

const joinedWith = (held: HeldElsewhere, piece: Piece): HeldElsewhere => ({
  keys: [...held.keys, ...(piece.keys ?? [])],
  fingerprints: [...held.fingerprints, ...(piece.fingerprints ?? [])],
  checkpoints: [...held.checkpoints, ...(piece.checkpoints ?? [])],
  witnesses: [...held.witnesses, ...(piece.witnesses ?? [])],
  certificates: [...held.certificates, ...(piece.certificates ?? [])],
})

const pieceAt = (lines: readonly string[]): Piece | { readonly why: string } => {
  for (const read of readers) {
    const piece = read(lines)
    if (piece !== null) return piece
  }
  return { why: 'it is no public key, fingerprint, checkpoint, key of a witness or certificate' }
}

/**
 * Reads what a person holds from elsewhere (B-62), for the command line and the page alike: public keys (PEM, or as
 * OpenSSH writes them), fingerprints, signed checkpoints, keys of witnesses and certificates (PEM), in any order; lines
 * of `---`, and remarks that begin with `#`, between them. Fingerprints are found with whatever `ssh-keygen` or a
 * person wrote around them. Whatever is none of these is an error: what is passed over would count as compared.
 */
export const readHeld = (text: string): Result<HeldElsewhere, Unread> => {
  const wrapped = grouped(text)
  if (wrapped.length > 0) return ok({ ...nothing, fingerprints: wrapped })
  const lines = text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .map((line) => line.trim())
  let held = nothing
  for (let at = 0; at < lines.length;) {
    const piece = pieceAt(lines.slice(at))
    if ('why' in piece) return fail({ line: at + 1, text: lines[at] ?? '', why: piece.why })
    held = joinedWith(held, piece)
    at += piece.lines
  }
  return ok(held)
}
