import type { Refusal } from '../../../shared/api/errors.ts'
import type { Anchor, EntryPayload } from '../../seal/entry.ts'
import type { StoredEntry } from '../../seal/verify-types.ts'
import type { KeyDirectory } from '../../seal/keys.ts'
import type { CarriedEntry, CarriedRotations, CarriedRun, EnrolmentProof } from '../entry.ts'
import type { HeadKind, LogKind, PushRefusalCode, WireReceipt } from '../../../shared/protocol/sync.ts'

/** What a device knows of its hub. */
export interface HubRelation {
  readonly url: string
  readonly origin: string
  readonly kid: string
  readonly spki: Uint8Array
  readonly rootKid: string
  readonly workspaceUid: string
  readonly deviceId: string
  readonly deviceNumber: number
  /** The user who works on this device. */
  readonly userUid: string
  /** The feed number up to which everything was taken in. */
  readonly since: number
  readonly lastContactMs: number | null
  /** A state that only a person or the hub ends (docs/spec/sync.md, section 8); null: none. */
  readonly halted: {
    readonly state: 'revoked' | 'removed' | 'forked' | 'hub_not_trusted' | 'version'
    readonly message: string
  } | null
}

/**
 * An entry whose seal was checked, with what its bytes say where they were read for that: nobody need read them again.
 */
export interface AcceptedEntry extends CarriedEntry {
  readonly reading?: { readonly payload: EntryPayload; readonly paeSha256: Uint8Array }
}

/** Entries of one case as the hub gave them, already checked by `main/sync/device/accept.ts`. */
export interface CaseIntake {
  /** The case's uid, or `workspace`. */
  readonly case: string
  /** Position of the first; it is the number of entries with a hub position that the device has of the case. */
  readonly from: number
  /** In hub order: an entry whole, or one of those that wait here (`waiting`) by its id. */
  readonly entries: readonly (AcceptedEntry | { readonly own: string })[]
  readonly receipts: readonly WireReceipt[]
  /** The newest checkpoint over what is here now; null where none came. */
  readonly checkpoint: { readonly size: number; readonly root: Uint8Array; readonly note: string } | null
}

/**
 * What a device takes in at once: one durable transaction, or nothing of it (Y-40, Y-41). What is dropped goes first:
 * the same case may have been granted anew since.
 */
export interface Intake {
  readonly cases: readonly CaseIntake[]
  /** Cases granted, and how large they are; people see them once they are complete. */
  readonly granted: readonly { readonly case: string; readonly size: number }[]
  readonly dropped: readonly string[]
  readonly lease: { readonly slots: readonly number[]; readonly untilMs: number } | null
  /** The new feed number; null where the page was cut off. */
  readonly since: number | null
  /** What was verified of the hub's log (Y-53, Y-54); absent: nothing new. */
  readonly log?: LogIntake
}

/** A head of the hub's log that this device verified. */
export interface LogHead {
  readonly kind: HeadKind
  readonly size: number
  readonly root: Uint8Array
  /** The signed note, with cosignatures where it is a cosigned one. */
  readonly note: string
  /** The time-stamp token over the note, base64; null where it is a cosigned one. */
  readonly token: string | null
}

/** That a checkpoint of a case stands in a head of the hub's log. */
export interface CheckpointProof {
  readonly case: string
  readonly kind: LogKind
  /** Entries that the checkpoint covers. */
  readonly size: number
  readonly note: string
  readonly index: number
  readonly hashes: readonly Uint8Array[]
  /** The size of the head. */
  readonly headSize: number
}

/** Verified heads, in the order in which they were told, and proofs against the newest of their kinds. */
export interface LogIntake {
  readonly heads: readonly LogHead[]
  readonly proofs: readonly CheckpointProof[]
}

/** Where a case of this device stands. */
export interface CaseStanding {
  readonly case: string
  /** Entries with a hub position, all 0, 1, 2 ... */
  readonly received: number
  /** Own entries without one. */
  readonly pending: number
  /** The stored tree over the received entries in hub order (S-51). */
  readonly frontier: Uint8Array
  /** The last hub checkpoint that was verified. */
  readonly anchor: Anchor | null
  /** Set where the hub refused entries: what follows of this case waits for a person. */
  readonly refused: {
    readonly entryId: string
    readonly code: PushRefusalCode
    readonly message: string
    readonly quarantined: boolean
  } | null
  /** How many entries a grant announced; people see the case once that many are here. */
  readonly announced: number
  /** The time (RFC 3339) of the last receipt of the case; null where there is none. A hub's time never goes back. */
  readonly lastReceiptAt: string | null
}

/** What a device could not keep: a full disk, or a store that is closing. Nothing of it was kept. */
export class ReplicaRefused extends Error {
  override readonly name = 'ReplicaRefused'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/**
 * What a device keeps for sync, behind the one write path of its ledger. What writes rejects with `ReplicaRefused`
 * where the store refuses.
 */
export interface DeviceReplica {
  relation(): HubRelation | null
  standing(name: string): Promise<CaseStanding | null>
  standings(): Promise<readonly CaseStanding[]>
  /** Of the cases of which the hub has refused something: these alone, however many are held. */
  refusedStandings(): Promise<readonly CaseStanding[]>
  /**
   * Cases that are not here whole (`lacking`), and such as were received further than the last checkpoint that was
   * verified (`uncovered`): these alone, however many are held.
   */
  unfinished(): Promise<{ readonly lacking: readonly string[]; readonly uncovered: readonly string[] }>
  /**
   * Own entries that no hub has, in the order of `dseq`, cut into runs of one case each; cases with a refusal are left
   * out, unless they are asked for. `skip`: so many of the first, too.
   */
  pending(limits: {
    readonly entries: number
    readonly bytes: number
    readonly skip?: number
    readonly refusedToo?: boolean
  }): Promise<readonly CarriedRun[]>
  /**
   * The same runs with where their entries stood in orders that the hub signed for and lost (Y-84), cut where that
   * changes.
   */
  withFormerPlaces(runs: readonly CarriedRun[]): Promise<readonly CarriedRun[]>
  /** Own `key.rotated` entries that no hub has, in order (Y-13). */
  rotations(): Promise<CarriedRotations>
  /** What shows who this device is to a hub that was restored and has forgotten it (Y-105). */
  enrolment(): Promise<EnrolmentProof>
  /** Ids (lower-case hex) of a case's entries in hub order, from a position on. */
  ids(name: string, from: number, limit: number): Promise<readonly string[]>
  /**
   * Entries of a case that have no hub position, in the order of arrival: own ones, and after a `rewind` others too.
   */
  waiting(name: string): Promise<readonly { readonly id: string; readonly deviceId: string; readonly seq: number }[]>
  /** Whether an entry of this device without a hub position has this `dseq`, in whatever case. */
  waitingAs(dseq: number): Promise<boolean>
  /** Entries of a case in hub order, as the verifier takes them. */
  received(name: string): AsyncIterable<StoredEntry>
  /** The keys that the workspace chain in hub order enrols, with the hub's own. */
  keys(): Promise<KeyDirectory>
  /** The last entry of each device in a case, among the received ones: `seq` and id by device id. */
  heads(name: string): Promise<ReadonlyMap<string, { readonly seq: number; readonly id: string }>>
  take(intake: Intake): Promise<void>
  /**
   * Gives up a case that is with the hub (Y-73), in one transaction; false, and nothing done, where anything of it
   * exists only here.
   */
  giveUp(name: string): Promise<boolean>
  /**
   * Pieces of evidence of a case whose bytes no hub has, and acquisitions under way; null where there is no such case.
   */
  onlyHere(
    name: string,
  ): Promise<{ readonly pieces: number; readonly bytes: number; readonly acquiring: number } | null>
  /** The hub refused an entry and what follows it in that case (Y-21); null: a person wants it tried again. */
  keepRefusal(name: string, refused: CaseStanding['refused']): Promise<void>
  halt(halted: HubRelation['halted']): Promise<void>
  contacted(nowMs: number): Promise<void>
  /** The newest head of each kind, and the largest tree of the hub's log that this device verified. */
  logHeads(): readonly LogHead[]
  /**
   * Complete cases that a checkpoint covers further than their proofs in the heads that there are: by name after
   * `after`, with the entries proven so far.
   */
  unproven(
    after: string,
    limit: number,
  ): readonly { readonly case: string; readonly proven: Readonly<Partial<Record<LogKind, number>>> }[]
  /** Sets aside what no hub has, so that this device goes on from what its hub has of it (Y-83). */
  retakeCourse(): Promise<void>
  /**
   * A person said that the hub was restored: what lies beyond a case's common beginning is unreceipted again (Y-55).
   */
  rewind(name: string, size: number): Promise<void>
}

/** What a page brings that brings nothing. */
export const nothingToTake: Intake = { cases: [], granted: [], dropped: [], lease: null, since: null }

/** The hub of a folder that syncs; throws where it has none. */
export const hubRelationOf = (replica: Pick<DeviceReplica, 'relation'>): HubRelation => {
  const relation = replica.relation()
  if (relation === null) throw new Error('a folder without a hub does not sync')
  return relation
}
