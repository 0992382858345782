import type { Finding, FindingCode } from '../../shared/schema/findings.ts'
import type { ActorDirectory } from './actor-directory.ts'
import type { NoteVerifier } from './checkpoint.ts'
import { isFault } from './findings.ts'

/** An entry as a store or a bundle holds it. Nothing in it is believed before it is checked. */
export interface StoredEntry {
  readonly id: string
  readonly payload: Uint8Array
  readonly kid: string
  readonly sig: Uint8Array
  /** The PAE digest kept when the entry was stored; absent where none was kept (S-13). */
  readonly paeSha256?: Uint8Array | null
  /** Where the hub put the entry in its order of the case, if it has it. */
  readonly hubPosition?: number | null
}

/** What `workspace.created` says, as the key with which the workspace began sealed it first. */
export interface WorkspaceFounding {
  readonly uid: string
  readonly institution: string
  readonly name: string
}

/** What a supervisor has sealed of the clock of a device (S-116). */
export interface ClockAttestation {
  /** The entry that says it, lower-case hex. */
  readonly entry: string
  readonly device: string
  /** Times of the device's clock, Unix milliseconds, from and to which it was off. */
  readonly fromMs: number
  readonly toMs: number
  /** By so much the clock was ahead; below zero: behind. */
  readonly aheadMs: number
}

/** A device key and what the workspace chain says about it. */
export interface KeyRecord {
  readonly kid: string
  /** DER SubjectPublicKeyInfo. */
  readonly spki: Uint8Array
  readonly deviceId: string
  readonly deviceNumber?: number
  /** RFC 3339. */
  readonly enrolledAt: string
  /** Of a folder that worked alone and joined a workspace: its last \`dseq\` before (Y-14). */
  readonly joinedDseq?: number
  /** The device that its folder was before a new epoch (Y-15). */
  readonly follows?: string
  /**
   * Of a key that vouches for itself (S-31): the workspace that it founded; null until its `workspace.created` was
   * read.
   */
  readonly anchor?: { readonly founded: WorkspaceFounding | null }
  /** What is attested of the clock of its device, in order; absent: nothing. */
  readonly clocks?: readonly ClockAttestation[]
  /** The point from which entries are refused: the first refused `dseq`, or, without one, the time. */
  readonly revokedAt?: { readonly at: string; readonly dseq?: number }
}

/** A key that checkpoints are checked with, and whose order of the case it speaks about. */
export interface CheckpointKey extends NoteVerifier {
  /** `local`: the arrival order of this store; `hub`: the hub's order (`hubPosition`). */
  readonly role: 'local' | 'hub'
}

/** What a store can say about the disclosure with a digest. */
export type DisclosureState = 'present' | 'altered' | 'missing' | 'erased'

/** What a store can say about the blob with a hash; `not_here` is one that lawfully never came to this device. */
export type BlobState = 'ok' | 'differs' | 'missing' | 'not_here'

/** Everything that verification looks at. The functions are the caller's; the verifier itself reads nothing. */
export interface VerifyInput {
  /** The case's uid, or `workspace`. */
  readonly caseUid: string
  readonly caseNumber: string | null
  /** In arrival order. */
  readonly entries: Iterable<StoredEntry> | AsyncIterable<StoredEntry>
  readonly keys: ReadonlyMap<string, KeyRecord>
  /** Who may act, as the workspace's chain says; absent: that is not asked. */
  readonly actors?: ActorDirectory
  /** Signed notes, in any order. */
  readonly checkpoints: readonly string[]
  /** Those of the checkpoints that whoever verifies holds from elsewhere. */
  readonly outside?: readonly string[]
  readonly checkpointKeys: readonly CheckpointKey[]
  readonly disclosures?: (digest: string) => DisclosureState
  /** @param sha256 lower-case hex */
  readonly blobs?: (sha256: string) => Promise<BlobState>
  /** Times (RFC 3339) at which a hub received entries, by entry id. */
  readonly receipts?: ReadonlyMap<string, string>
  /** Times (RFC 3339) at which checkpoints are known to have existed, by root in lower-case hex. */
  readonly anchorTimes?: ReadonlyMap<string, string>
  /** How far a device's clock may be from a hub's before it is a finding; 5 minutes. */
  readonly clockToleranceMs?: number
  readonly onProgress?: (done: number) => void
}

/** Where one entry stands in its device's count over all cases; for `verifyDeviceSequences`. */
export interface SequencePoint {
  readonly dseq: number
  readonly id: string
}

/** What verification found. */
export interface VerifyReport {
  readonly findings: readonly Finding[]
  /** Entries looked at. */
  readonly entries: number
  /** Size and root (lower-case hex) of the tree over the entries in arrival order. */
  readonly size: number
  readonly root: string
  /** Ids of the entries that no later entry of the same device follows, sorted. */
  readonly heads: readonly string[]
  /** How many entries, in hub order, a hub's checkpoint covers. */
  readonly witnessedSize: number
  /** How many entries a checkpoint covers that came from elsewhere. */
  readonly outsideSize: number
  /** Codes by entry id, for the entries that have any. */
  readonly perEntry: ReadonlyMap<string, readonly FindingCode[]>
  /** Every provable entry's place in its device's count, by device id. */
  readonly sequences: ReadonlyMap<string, readonly SequencePoint[]>
  /**
   * Entries that are missing or unprovable here and have a finding for it: `verifyDeviceSequence` need not name them
   * again.
   */
  readonly accountedFor: number
}

/** S-115: whether somebody else than the sealing device vouches for every entry, the last one too. */
export const isWitnessedToTheEnd = ({
  entries,
  witnessedSize,
  outsideSize,
}: Pick<VerifyReport, 'entries' | 'witnessedSize' | 'outsideSize'>): boolean =>
  Math.max(witnessedSize, outsideSize) >= entries

/** Whether a report names any fault; information alone is none. */
export const hasFaults = (report: Pick<VerifyReport, 'findings'>): boolean => report.findings.some(isFault)
