import type { Finding } from '../../../shared/schema/findings.ts'
import type { BlobStore } from '../../blobs/file-store.ts'
import type { ActorDirectory } from '../../seal/actor-directory.ts'
import { caseOrigin } from '../../seal/case-origin.ts'
import { isFault, makeFinding } from '../../seal/findings.ts'
import type { FindingChain } from '../../seal/findings.ts'
import { decodeFrontier, frontierRoot } from '../../seal/frontier.ts'
import { toHex } from '../../seal/hash.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import { verifyEntries } from '../../seal/verify.ts'
import type { BlobState, CheckpointKey, KeyRecord, VerifyReport } from '../../seal/verify-types.ts'
import type { ChainsTable } from '../ledger/tables.ts'
import { compareRows } from './compare-rows.ts'
import type { RowSet } from './compare-rows.ts'
import { hasSealedHub, hubCheckpointKeys, hubCheckpointsOf, readReceipts } from './hub-proofs.ts'
import type { HubStanding } from './hub-proofs.ts'
import { hubMemoryProblems } from './hub-memory.ts'
import { showingOf } from './hidden-chains.ts'
import { readChain } from './read-chain.ts'
import type { ChainReading, ReadingParts } from './read-chain.ts'

/** What checking chains needs. */
export interface CheckParts extends ReadingParts {
  readonly keys: ReadonlyMap<string, KeyRecord>
  /** Absent: who may act is not known yet. */
  readonly actors?: ActorDirectory
  readonly blobs: BlobStore
  readonly hub: HubStanding
  /** How many entries the device has sealed, in all chains. */
  readonly sealed: number
  /** The key of a blob of a case; null where there is none that opens. */
  readonly blobKey: (sha256: string, caseId: number) => Promise<Uint8Array | null>
}

/** The chain to check, and the rows that are projected from it. */
export interface ChainTarget extends FindingChain {
  readonly chainId: number
  readonly rows: readonly RowSet[]
}

/** What checking one chain gave. */
export interface ChainCheck {
  readonly findings: readonly Finding[]
  readonly report: VerifyReport
  readonly rows: number
  readonly disclosures: number
  readonly checkpoints: number
}

const checkpointKeys = ({ keys, hub }: CheckParts, chainUid: string): CheckpointKey[] => {
  const local = [...keys.values()].flatMap(({ deviceId, spki }): CheckpointKey[] => {
    const publicKeyRaw = rawFromSpki(spki)
    return publicKeyRaw === null ? [] : [{ role: 'local', name: caseOrigin(deviceId, chainUid), publicKeyRaw }]
  })
  return [...local, ...hubCheckpointKeys(hub, chainUid)]
}

const hashesOf = (
  type: string,
  dev: string,
): string => `select json_extract(cast(payload as text), '$.pub.sha256') as sha256 from entries
  where chain = ? and json_valid(cast(payload as text)) and json_extract(cast(payload as text), '$.type') = '${type}' and json_extract(cast(payload as text), '$.dev') ${dev}`

const onlyHereSql = `${hashesOf('evidence.acquired', '= ?')} except ${hashesOf('evidence.received', "like 'hub:%'")}`

const blobState = ({ blobs, blobKey, sql, hub, deviceId }: CheckParts, caseId: number) => {
  let acquiredHere: ReadonlySet<string> | null = null
  /**
   * Whether this device acquired the bytes and the hub never sealed that it has them: then they can be nowhere else.
   */
  const isOnlyHere = (sha256: string): boolean => {
    acquiredHere ??= new Set(
      sql.all<{ sha256: string }>(onlyHereSql, caseId, deviceId, caseId).map((row) => row.sha256),
    )
    return acquiredHere.has(sha256)
  }
  return async (sha256: string): Promise<BlobState> => {
    // Of what a hub gave, bytes come when they are asked for (Y-60).
    const isKeyHere =
      sql.get('select sha256 from blob_keys where sha256 = ? and case_id = ?', sha256, caseId) !== undefined
    if (hasSealedHub(hub) && !isKeyHere) return isOnlyHere(sha256) ? 'missing' : 'not_here'
    if (!(await blobs.has(sha256))) return 'missing'
    const key = await blobKey(sha256, caseId)
    return key !== null && (await blobs.hashOf(sha256, key)) === sha256 ? 'ok' : 'differs'
  }
}

const rootOf = (encoded: Buffer): string | null => {
  try {
    return toHex(frontierRoot(decodeFrontier(encoded)))
  } catch {
    return null
  }
}

/**
 * The row of a chain comes with its first entry: a device that enrolled and has not heard from its hub has none of the
 * workspace's (L-85).
 */
const isYetToCome = ({ hub, sealed }: CheckParts, { chainId }: ChainTarget, { found }: ChainReading): boolean =>
  chainId === 0 && found.size === 0 && sealed === 0 && hub.kind === 'unconfirmed'

/** What the chain's own row should say. */
const chainRowProblems = (parts: CheckParts, target: ChainTarget, reading: ChainReading, root: string): string[] => {
  const { sql } = parts
  const { chainId, caseUid } = target
  const { found } = reading
  const row = sql.get<ChainsTable>('select * from chains where id = ?', chainId)
  if (row === undefined && isYetToCome(parts, target, reading)) return []
  if (row === undefined) return ['the row that tells the state of the chain is missing']
  const signed =
    sql.get<{ size: number | null }>('select max(size) as size from checkpoints where chain = ?', chainId)?.size ?? 0
  const holds =
    row.uid === caseUid &&
    row.size === found.size &&
    rootOf(row.frontier) === root &&
    row.seq === found.seq &&
    row.head === found.head &&
    row.checkpoint_size === signed
  return holds ? [] : ['the row that tells the state of the chain differs from its entries']
}

const rowFindings = (
  parts: CheckParts,
  target: ChainTarget,
  reading: ChainReading,
  root: string,
): { findings: Finding[]; rows: number } => {
  const { differences, rows } = compareRows(parts.sql, parts.replica.sql, target.rows)
  const messages = [
    ...reading.found.problems,
    ...chainRowProblems(parts, target, reading, root),
    ...differences.map(({ message }) => message),
  ]
  return {
    rows: rows + 1,
    findings: [...new Set(messages)].map((message) => makeFinding(target, 'row_differs', message)),
  }
}

/** The faults of withheld values leave the entries whole, so their rows can still be held against them. */
const besideEntries: readonly string[] = [
  'disclosure_differs',
  'disclosure_missing',
  'blob_differs',
  'blob_missing',
  'time_before_anchor',
  'time_after_receipt',
  'clock_regression',
  'checkpoint_invalid',
  'revoked_key',
  'unknown_actor',
  'actor_elsewhere',
]

/**
 * Checks one chain whole, and the rows that come from it. Rows of a chain whose entries are damaged cannot be judged.
 */
export const checkChain = async (
  parts: CheckParts,
  target: ChainTarget,
  onProgress?: (entries: number) => void,
): Promise<ChainCheck> => {
  const showing = showingOf(parts.sql, parts.hub, target)
  const reading = readChain(parts, target.chainId, showing.isShown)
  const receipts = readReceipts(parts.sql, parts.hub, target)
  reading.found.problems.push(...receipts.problems, ...hubMemoryProblems(parts.sql, parts.hub, target))
  const notes = [
    ...parts.sql
      .all<{ note: string }>('select note from checkpoints where chain = ? order by size', target.chainId)
      .map(({ note }) => note),
    ...hubCheckpointsOf(parts.sql, parts.hub, target.caseUid),
  ]
  const report = await verifyEntries({
    caseUid: target.caseUid,
    caseNumber: target.caseNumber,
    entries: reading.entries,
    keys: parts.keys,
    ...(parts.actors === undefined ? {} : { actors: parts.actors }),
    checkpoints: notes,
    checkpointKeys: checkpointKeys(parts, target.caseUid),
    receipts: receipts.times,
    disclosures: (digest) => reading.disclosure(digest),
    blobs: blobState(parts, target.chainId),
    onProgress,
  })
  const faults = report.findings.filter(isFault)
  const rowsCanBeJudged = faults.every(({ code }) => besideEntries.includes(code))
  const compared = rowsCanBeJudged ? rowFindings(parts, target, reading, report.root) : { findings: [], rows: 0 }
  // A withheld value that was altered shows in its own finding; that its rows then differ says nothing more.
  const withheldFaults = faults.some(({ code }) => code === 'disclosure_differs' || code === 'disclosure_missing')
  const findings = [...report.findings, ...showing.findings, ...(withheldFaults ? [] : compared.findings)]
  return { findings, report, rows: compared.rows, disclosures: reading.found.disclosures, checkpoints: notes.length }
}
