import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Finding } from '../../shared/schema/findings.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { namesOf, readHeld, type HeldElsewhere } from '../bundle/check/held.ts'
import { sshFingerprint } from '../bundle/format/sshsig.ts'
import { makeFinding, type FindingChain } from '../seal/findings.ts'
import { keyId } from '../seal/signature.ts'
import { certificatesOfPem } from '../seal/timestamp.ts'
import type { ReadOnlyWorkspace } from '../storage/ledger/workspace.ts'
import { misused, type Stop } from './io.ts'
import { checkCheckpoints } from './trust-checkpoints.ts'

/**
 * What a verifier holds from outside: keys that are known to be the institution's, or their fingerprints, tree heads
 * seen at an earlier time, keys of witnesses, certificates of time-stamping authorities or of those that issued theirs.
 */
export interface Trust extends Omit<HeldElsewhere, 'certificates'> {
  readonly authorities: readonly X509Certificate[]
}

const shownMax = 100

/**
 * Reads a trust file (B-62). Whatever it holds that is nothing to compare with is refused, and so is a file that holds
 * nothing.
 */
export const parseTrust = (text: string): Result<Trust, Stop> => {
  const held = readHeld(text)
  if (!held.ok) {
    const { line, text: found, why } = held.error
    return fail(
      misused(
        `line ${line} of the trust file cannot be used, and nothing was verified: ${why}: ${found.slice(0, shownMax)}. Correct it, or take it out`,
      ),
    )
  }
  const { certificates, ...rest } = held.value
  const authorities = certificates.length === 0 ? [] : certificatesOfPem(certificates.join(''))
  if (authorities === null)
    return fail(misused('the trust file holds a certificate that cannot be read, and nothing was verified'))
  const trust = { ...rest, authorities }
  if (Object.values(trust).every(({ length }) => length === 0))
    return fail(
      misused(
        'the trust file holds no public key, fingerprint, checkpoint, key of a witness or certificate, and nothing was verified',
      ),
    )
  return ok(trust)
}

/** Reads a trust file from disk. */
export const readTrust = async (file: string): Promise<Result<Trust, Stop>> => {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch {
    return fail(misused(`the trust file ${file} cannot be read, and nothing was verified`))
  }
  return parseTrust(text)
}

type Db = ReadOnlyWorkspace['db']

const workspaceSubject: FindingChain = { caseUid: 'workspace', caseNumber: null }

const checkKeys = async (db: Db, trust: Trust): Promise<Finding[]> => {
  if (trust.keys.length + trust.fingerprints.length === 0) return []
  const first = await db
    .selectFrom('keys')
    .select(['kid', 'spki'])
    .orderBy('enrolled_at')
    .orderBy('device_number')
    .executeTakeFirst()
  const trusted = namesOf(trust)
  if (first !== undefined && (trusted.has(first.kid) || trusted.has(sshFingerprint(first.spki)))) return []
  return [makeFinding(workspaceSubject, 'unknown_key', 'the first key of the workspace is none of the trusted ones')]
}

/**
 * B-106, for a folder: what nothing in it could be compared with. A checkpoint of a case that is not there is a tail
 * that is gone.
 */
const checkUnused = async (db: Db, trust: Trust): Promise<Finding[]> => {
  const enrolled = [
    ...(await db.selectFrom('keys').select('spki').execute()),
    ...(await db.selectFrom('hub').select('spki').execute()),
  ]
  const known = new Set(enrolled.flatMap(({ spki }) => [keyId(spki), sshFingerprint(spki)]))
  const told = [
    ...[...namesOf(trust)]
      .filter((name) => !known.has(name))
      .map((name) => `${name} is the fingerprint of no key in this folder`),
    ...trust.witnesses.map(
      ({ name }) => `the witness ${name}: a folder counts the witnesses that its own people trust`,
    ),
    ...(trust.authorities.length === 0 ? [] : ['the certificates of time-stamping authorities: they are for bundles']),
  ]
  return told.map((one) =>
    makeFinding(
      workspaceSubject,
      'trust_unused',
      `of what was given from outside, this was compared with nothing: ${one}`,
    ),
  )
}

/** Checks a workspace against what is held from outside. */
export const checkTrust = async (db: Db, trust: Trust): Promise<readonly Finding[]> => [
  ...(await checkKeys(db, trust)),
  ...(await checkCheckpoints(db, trust.keys, trust.checkpoints)),
  ...(await checkUnused(db, trust)),
]
