import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Finding } from '../../shared/schema/findings.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { sshFingerprint } from '../bundle/format/sshsig.ts'
import type { NoteVerifier } from '../seal/checkpoint.ts'
import { makeFinding, type Subject } from '../seal/findings.ts'
import { keyId } from '../seal/signature.ts'
import { certificatesOfPem } from '../seal/timestamp.ts'
import { parseVerifierKey } from '../seal/verifier-key.ts'
import type { ReadOnlyWorkspace } from '../storage/ledger/workspace.ts'
import { misused, type Stop } from './io.ts'
import { checkCheckpoints } from './trust-checkpoints.ts'

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

/** Checks a workspace against what is held from outside. */
export const checkTrust = async (db: Db, trust: Trust): Promise<readonly Finding[]> => [...(await checkKeys(db, trust)), ...(await checkCheckpoints(db, trust.keys, trust.checkpoints))]
