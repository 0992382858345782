import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Finding } from '../../shared/schema/findings.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { sshFingerprint } from '../bundle/format/sshsig.ts'
import { openCheckpoint, type Checkpoint, type NoteVerifier } from '../seal/checkpoint.ts'
import { makeFinding, type Subject } from '../seal/findings.ts'
import { appendLeaf, emptyFrontier, frontierRoot } from '../seal/frontier.ts'
import { keyId } from '../seal/signature.ts'
import { certificatesOfPem } from '../seal/timestamp.ts'
import { parseVerifierKey } from '../seal/verifier-key.ts'
import type { ReadOnlyWorkspace } from '../storage/ledger/workspace.ts'
import { misused, type Stop } from './io.ts'

/** What a verifier holds from outside: keys that are known to be the institution's, and tree heads seen at an earlier time. */
export interface Trust {
  readonly keys: readonly KeyObject[]
  /** Of keys that are known by them alone: key ids, or `SHA256:...` as ssh-keygen prints it. */
  readonly fingerprints: readonly string[]
  /** C2SP signed notes. */
  readonly checkpoints: readonly string[]
  /** C2SP verifier keys of witnesses. */
  readonly witnesses: readonly NoteVerifier[]
  /** Certificates of time-stamping authorities (PEM), or of those that issued theirs. */
  readonly authorities: readonly X509Certificate[]
}

const certificateBlock = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n?/gu

const fingerprintLine = /^(?:SHA256:[A-Za-z0-9+/]{43}|[A-Za-z0-9_-]{43})$/gmu
const pemBlock = /-----BEGIN PUBLIC KEY-----[\s\S]+?-----END PUBLIC KEY-----\n?/gu

/** Reads a trust file: PEM public keys, fingerprints, keys of witnesses, PEM certificates of time-stamping authorities, and signed checkpoints, in any order; checkpoints are separated by lines of `---`. */
export const parseTrust = (text: string): Result<Trust, Stop> => {
  const keys: KeyObject[] = []
  for (const [pem] of text.matchAll(pemBlock)) {
    try {
      keys.push(createPublicKey(pem))
    } catch {
      return fail(misused('the trust file holds a public key that cannot be read'))
    }
  }
  if (keys.some((key) => key.asymmetricKeyType !== 'ed25519')) return fail(misused('the trust file holds a key that is not Ed25519'))
  const plain = text.replaceAll('\r\n', '\n').replaceAll(pemBlock, '---\n')
  const authorities = plain.includes('-----BEGIN CERTIFICATE-----') ? certificatesOfPem(plain) : []
  if (authorities === null) return fail(misused('the trust file holds a certificate that cannot be read'))
  const witnesses: NoteVerifier[] = []
  const withoutKeys = plain.replaceAll(certificateBlock, '---\n').replaceAll(/^.+$/gmu, (line) => {
    const witness = parseVerifierKey(line.trim(), 'witness')
    if (witness !== null) witnesses.push(witness)
    return witness === null ? line : '---'
  })
  const fingerprints = withoutKeys.match(fingerprintLine) ?? []
  const rest = withoutKeys.replaceAll(fingerprintLine, '---')
  const checkpoints = rest.split(/^---\s*$/mu).map((block) => `${block.trim()}\n`).filter((block) => block !== '\n')
  if (keys.length + fingerprints.length + checkpoints.length + witnesses.length + authorities.length === 0) return fail(misused('the trust file holds no public key, fingerprint or checkpoint'))
  return ok({ keys, fingerprints, checkpoints, witnesses, authorities })
}

/** Reads a trust file from disk. */
export const readTrust = async (file: string): Promise<Result<Trust, Stop>> => {
  try {
    return parseTrust(await readFile(file, 'utf8'))
  } catch {
    return fail(misused(`the trust file ${file} cannot be read`))
  }
}

type Db = ReadOnlyWorkspace['db']

/** DER SubjectPublicKeyInfo of a key. */
export const spkiOf = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })

const workspaceSubject: Subject = { caseUid: 'workspace', caseNumber: null }

const checkKeys = async (db: Db, trust: Trust): Promise<Finding[]> => {
  if (trust.keys.length + trust.fingerprints.length === 0) return []
  const first = await db.selectFrom('keys').select(['kid', 'spki']).orderBy('enrolled_at').orderBy('device_number').executeTakeFirst()
  const trusted = new Set([...trust.keys.map((key) => keyId(spkiOf(key))), ...trust.fingerprints])
  if (first !== undefined && (trusted.has(first.kid) || trusted.has(sshFingerprint(first.spki)))) return []
  return [makeFinding(workspaceSubject, 'unknown_key', 'the first key of the workspace is none of the trusted ones')]
}

/** The names under which a note says that it was signed (C2SP signed-note). */
const signerNames = (note: string): string[] => [...note.matchAll(/^— (\S+) /gmu)].map((match) => match[1] ?? '')

const rawKey = (spki: Uint8Array): Uint8Array => spki.subarray(spki.length - 32)

const openNote = async (db: Db, trust: Trust, note: string): Promise<Checkpoint | undefined> => {
  const enrolled = trust.keys.length > 0 ? [] : await db.selectFrom('keys').select('spki').execute()
  const spkis = [...trust.keys.map(spkiOf), ...enrolled.map((row) => row.spki)]
  const verifiers = signerNames(note).flatMap((name) => spkis.map((spki) => ({ name, publicKeyRaw: rawKey(spki) })))
  const opened = openCheckpoint(note, verifiers)
  return opened.ok ? opened.value.checkpoint : undefined
}

const checkNote = async (db: Db, trust: Trust, note: string): Promise<Finding[]> => {
  const checkpoint = await openNote(db, trust, note)
  if (checkpoint === undefined) return [makeFinding(workspaceSubject, 'checkpoint_invalid', 'a checkpoint of the trust file is not signed by a trusted key')]
  const uid = checkpoint.origin.split('/').at(-1) ?? ''
  const chain = await db.selectFrom('chains').leftJoin('cases', 'cases.id', 'chains.id').select(['chains.id', 'cases.number']).where('chains.uid', '=', uid).executeTakeFirst()
  const subject: Subject = { caseUid: uid, caseNumber: chain?.number ?? null }
  const ids = chain === undefined ? [] : await db.selectFrom('entries').select('id').where('chain', '=', chain.id).orderBy('pos').limit(checkpoint.size).execute()
  if (ids.length < checkpoint.size) {
    return [makeFinding(subject, 'truncated_tail', `a trusted checkpoint covers ${checkpoint.size} entries, but only ${ids.length} are there`)]
  }
  const root = frontierRoot(ids.reduce((frontier, row) => appendLeaf(frontier, row.id), emptyFrontier))
  if (Buffer.compare(root, checkpoint.root) === 0) return []
  return [makeFinding(subject, 'checkpoint_not_extending', `the first ${checkpoint.size} entries are not those that a trusted checkpoint covers`)]
}

/** Checks a workspace against what is held from outside. Entries themselves are checked by the verification; here their ids are compared. */
export async function checkTrust(db: Db, trust: Trust): Promise<readonly Finding[]> {
  const findings = [...(await checkKeys(db, trust))]
  for (const note of trust.checkpoints) findings.push(...(await checkNote(db, trust, note)))
  return findings
}
