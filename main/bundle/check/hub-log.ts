import { logKinds } from '../../../shared/protocol/sync.ts'
import type { LogKind } from '../../../shared/protocol/sync.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openCheckpoint, parseNote } from '../../seal/checkpoint.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { openCosignatures } from '../../seal/cosignature.ts'
import { leafHash, verifyInclusion } from '../../seal/merkle.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import { parseVerifierKey } from '../../seal/verifier-key.ts'
import type { KeyRecord } from '../../seal/verify-types.ts'
import { logFiles, logProofFile } from '../format/hub-log.ts'
import type { LogProofFile } from '../format/hub-log.ts'
import { bundlePaths } from '../format/layout.ts'
import type { BundleFindings } from './findings.ts'
import { tooEarly } from './log-times.ts'
import type { TimedEntry } from './log-times.ts'
import { parseJson, readFiled } from './read-chain.ts'
import { readWhole, UnreadableFile } from './source.ts'
import type { BundleSource } from './source.ts'

/** What a bundle holds of a head of the hub's log, before anything of it is believed. */
export interface FiledLog {
  readonly kind: LogKind
  readonly head: string
  readonly leaf: string
  readonly proof: LogProofFile
  readonly token: Uint8Array | null
  /** Keys that the exporting device trusted. */
  readonly witnesses: readonly NoteVerifier[]
  /** The same as their lines. */
  readonly witnessKeys: readonly string[]
}

/** What a time stamp says, told by whoever can check one (main/seal/timestamp.ts); a browser's page cannot. */
export type StampCheck = (
  token: Uint8Array,
  message: Uint8Array,
) => Result<
  {
    readonly atMs: number
    readonly signer: string
    readonly anchored: boolean | null
    readonly unrevokedAsOfMs: number | null
  },
  { readonly code: string; readonly message: string }
>

/** A witness that has cosigned the head in which the case stands. */
export interface CountedWitness {
  readonly name: string
  /** RFC 3339. */
  readonly at: string
  /** Whether its key came from outside; else it is one that the exporting device trusted. */
  readonly confirmed: boolean
}

/** What is proven of a case in the hub's log. */
export interface CheckedLog {
  /** Entries that witnesses have cosigned, in the hub's order, and by whom; null: nothing holds. */
  readonly cosigned: { readonly size: number; readonly by: readonly CountedWitness[] } | null
  /**
   * Entries under a time stamp, with its time (RFC 3339) and signer, whether it leads to an authority from outside
   * (null: none was given), and the time of the revocation list in it that does not name the signer's certificate (null:
   * it has none); null: nothing holds, or it was not checked.
   */
  readonly stamped: {
    readonly size: number
    readonly at: string
    readonly signer: string
    readonly confirmed: boolean | null
    readonly not_revoked_as_of: string | null
  } | null
}

export const noLog: CheckedLog = { cosigned: null, stamped: null }

const tokenMax = 65_536

const readToken = async (source: BundleSource, path: string, findings: BundleFindings): Promise<Uint8Array | null> => {
  try {
    return await readWhole(source, path, tokenMax)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    findings.add('bundle_file_altered', `the file cannot be read: ${error.message}`, { file: path })
    return null
  }
}

const readWitnesses = async (
  source: BundleSource,
  path: string,
  findings: BundleFindings,
): Promise<Pick<FiledLog, 'witnesses' | 'witnessKeys'>> => {
  const text = await readFiled(source, path, findings)
  const witnessKeys = (text ?? '').split('\n').slice(0, -1)
  const keys = witnessKeys.map((line) => parseVerifierKey(line, 'witness'))
  if (text !== null && (!text.endsWith('\n') || keys.includes(null)))
    findings.add('bundle_malformed', 'it does not hold keys of witnesses, a line each', { file: path })
  return { witnesses: keys.filter((key) => key !== null), witnessKeys }
}

/** B-99: what the bundle holds of the hub's log. */
export const readLog = async (source: BundleSource, findings: BundleFindings): Promise<readonly FiledLog[]> => {
  const present = new Set(source.files.map(({ path }) => path).filter((path) => path.startsWith(bundlePaths.hubLog)))
  const read: FiledLog[] = []
  const known = new Set<string>()
  for (const kind of logKinds) {
    const files = logFiles(kind)
    if (![...present].some((path) => path.startsWith(files.folder))) continue
    const needed = [files.head, files.leaf, files.proof, ...(kind === 'timestamped' ? [files.token] : [])]
    for (const path of [...needed, ...(kind === 'cosigned' ? [files.witnesses] : [])]) known.add(path)
    const missing = needed.filter((path) => !present.has(path))
    for (const file of missing) findings.add('bundle_file_missing', 'what stands beside it speaks about it', { file })
    if (missing.length > 0) continue
    const [head, leaf, text] = [
      await readFiled(source, files.head, findings),
      await readFiled(source, files.leaf, findings),
      await readFiled(source, files.proof, findings),
    ]
    const proof = logProofFile.safeParse(parseJson(text ?? ''))
    const token = kind === 'timestamped' ? await readToken(source, files.token, findings) : null
    const witnesses = present.has(files.witnesses)
      ? await readWitnesses(source, files.witnesses, findings)
      : { witnesses: [], witnessKeys: [] }
    if (text !== null && !proof.success)
      findings.add('bundle_malformed', 'it is not of the form of a proof', { file: files.proof })
    if (head !== null && leaf !== null && proof.success && (kind !== 'timestamped' || token !== null))
      read.push({ kind, head, leaf, proof: proof.data, token, ...witnesses })
  }
  for (const file of present)
    if (!known.has(file))
      findings.add('bundle_malformed', `no file of this name belongs into ${bundlePaths.hubLog}`, { file })
  return read
}

/** What the log is held against. */
export interface LogChecks {
  readonly origin: string
  readonly hubKeys: readonly KeyRecord[]
  /** Keys of witnesses that came by another way. */
  readonly witnesses: readonly NoteVerifier[]
  readonly openStamp: StampCheck | undefined
  /** The entries of the case, to hold the times of witnesses and stamps against. */
  readonly entries: readonly TimedEntry[]
  readonly findings: BundleFindings
}

const sizeOf = (note: string): number => Number(note.split('\n', 2)[1])

/** Whether the head is the hub's, and the leaf stands in it. */
const stands = ({ kind, head, leaf, proof }: FiledLog, { origin, hubKeys, findings }: LogChecks): boolean => {
  const files = logFiles(kind)
  const name = `${origin}/log`
  const opened = openCheckpoint(
    head,
    hubKeys.flatMap(({ spki }) => rawFromSpki(spki) ?? []).map((publicKeyRaw) => ({ name, publicKeyRaw })),
  )
  if (!opened.ok || opened.value.checkpoint.origin !== name) {
    findings.add('checkpoint_invalid', 'it is no head of the hub’s log that the hub has signed', { file: files.head })
    return false
  }
  const { size, root } = opened.value.checkpoint
  const holds =
    proof.tree_size === size &&
    verifyInclusion({
      leafHash: leafHash(Buffer.from(leaf, 'utf8')),
      index: proof.leaf_index,
      size,
      proof: proof.hashes.map((hash) => Buffer.from(hash, 'hex')),
      root,
    })
  if (!holds)
    findings.add('log_proof_invalid', 'the checkpoint does not stand where it is said to in the log of the hub', {
      file: files.proof,
    })
  return holds
}

const wrongOrMadeUp = 'a clock was wrong, or one of the two times was made up'

const countWitnesses = (
  { head, leaf, witnesses: stated }: FiledLog,
  { origin, witnesses: outside, entries, findings }: LogChecks,
): CountedWitness[] | null => {
  const file = logFiles('cosigned').head
  const known = [openCosignatures(head, outside), openCosignatures(head, stated)]
  const bad = known.find((one) => !one.ok)
  if (bad !== undefined && !bad.ok) {
    findings.add('cosignature_invalid', bad.error.message, { file })
    return null
  }
  const [confirmed = [], ofDevice = []] = known.map((one) => (one.ok ? one.value : []))
  const told = new Map<string, { readonly atSeconds: number; readonly confirmed: boolean }>()
  for (const [list, isOutside] of [
    [ofDevice, false],
    [confirmed, true],
  ] as const) {
    for (const { name, atSeconds } of list) told.set(name, { atSeconds, confirmed: isOutside })
  }
  const by: CountedWitness[] = []
  for (const [name, { atSeconds, confirmed: isConfirmed }] of told) {
    const early = tooEarly(entries, sizeOf(leaf), atSeconds * 1_000)
    if (early === null) by.push({ name, at: new Date(atSeconds * 1_000).toISOString(), confirmed: isConfirmed })
    else findings.add('log_time_too_early', `${name} cosigned ${early}: ${wrongOrMadeUp}`, { file })
  }
  const names = new Set(
    (parseNote(head)?.signatures ?? [])
      .map(({ name }) => name)
      .filter((name) => name !== `${origin}/log` && !told.has(name)),
  )
  if (names.size > 0)
    findings.add(
      'witness_unknown',
      `signatures under the head of the hub’s log by keys that neither this verifier nor the exporting device knows: ${names.size}`,
      { file },
    )
  return by.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const checkStamp = (
  { head, leaf, token }: FiledLog,
  { openStamp, entries, findings }: LogChecks,
): Omit<NonNullable<CheckedLog['stamped']>, 'size'> | null => {
  const file = logFiles('timestamped').token
  if (openStamp === undefined) {
    findings.add(
      'timestamp_unchecked',
      'there is a time stamp, which is not checked here; VERIFY.txt tells how openssl does',
      { file },
    )
    return null
  }
  const opened = openStamp(token ?? new Uint8Array(0), Buffer.from(head, 'utf8'))
  if (!opened.ok) {
    findings.add('timestamp_invalid', `${opened.error.code}: ${opened.error.message}`, { file })
    return null
  }
  const { atMs, signer, anchored, unrevokedAsOfMs } = opened.value
  const early = tooEarly(entries, sizeOf(leaf), atMs)
  if (early !== null) {
    findings.add(
      'log_time_too_early',
      `the time stamp (${new Date(atMs).toISOString()}) is from ${early}: ${wrongOrMadeUp}`,
      { file },
    )
    return null
  }
  if (anchored === null)
    findings.add(
      'timestamp_unconfirmed',
      'nobody vouches for the authority of the time stamp: anybody can make one under any name. Give the certificate of the authority, as it tells it itself, with --trust',
      { file },
    )
  return {
    at: new Date(atMs).toISOString(),
    signer,
    confirmed: anchored,
    not_revoked_as_of: unrevokedAsOfMs === null ? null : new Date(unrevokedAsOfMs).toISOString(),
  }
}

/**
 * B-99: holds what the bundle says of the hub's log against the hub's keys, and counts witnesses and time stamps.
 * Whether the leaf is what the entries give is for the rules of the seal (S-93).
 */
export const checkLog = (filed: readonly FiledLog[], checks: LogChecks): CheckedLog => {
  let checked = noLog
  for (const one of filed) {
    if (!stands(one, checks)) continue
    const size = sizeOf(one.leaf)
    if (one.kind === 'cosigned') {
      const by = countWitnesses(one, checks)
      if (by !== null) checked = { ...checked, cosigned: { size, by } }
    } else {
      const stamp = checkStamp(one, checks)
      if (stamp !== null) checked = { ...checked, stamped: { size, ...stamp } }
    }
  }
  return checked
}
