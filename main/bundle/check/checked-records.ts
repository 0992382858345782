import type { KeyRecord } from '../../seal/verify-types.ts'
import type { FiledRecords } from './contents-of.ts'
import type { OpenedFact } from './facts.ts'
import type { CheckedLog } from './hub-log.ts'

/** What was counted of the records of a bundle. */
export interface RecordCounts {
  readonly entries: number
  readonly disclosures: number
  readonly evidence: number
  readonly checkpoints: number
  readonly valuesLeftOut: number
  readonly piecesLeftOut: number
}

/** How far the hub vouches for the entries of a case. */
export interface WitnessedRecord {
  readonly origin: string
  /** The first so many entries in the order of the hub, of all that there are. */
  readonly size: number
  readonly entries: number
  /** Names of others that have signed the same checkpoint; their keys are not in the bundle. */
  readonly cosignedBy: readonly string[]
  /** The time of the newest receipt, RFC 3339. */
  readonly lastReceiptAt: string | null
  /** What is proven in the hub's log: by whom it is cosigned, and when it was stamped. */
  readonly log: CheckedLog
}

/** What the records of a bundle say, once they are checked. */
export interface CheckedRecords {
  /** Of the case and of its workspace; none where nothing could be read. */
  readonly chainUids: readonly string[]
  readonly keys: ReadonlyMap<string, KeyRecord>
  /** The sound entries of the case. */
  readonly opened: readonly OpenedFact[]
  /** null: the bundle holds nothing of a hub. */
  readonly witnessed: WitnessedRecord | null
  /** S-115, B-107: of the case's chain, and where there is a hub, of the one that enrols the keys. */
  readonly isWitnessedToTheEnd: boolean
  /** Whether the names of people were held against entries that seal them (B-114). */
  readonly provesNames: boolean
  /** What was read; null: nothing could be. */
  readonly filed: FiledRecords | null
  /** Whether the entries of the case and of its workspace have no fault. */
  readonly isWhole: boolean
  readonly counts: RecordCounts
}

/** A bundle whose records cannot be read. */
export const noRecords: CheckedRecords = {
  chainUids: [],
  keys: new Map(),
  opened: [],
  witnessed: null,
  isWitnessedToTheEnd: false,
  filed: null,
  provesNames: false,
  isWhole: false,
  counts: { entries: 0, disclosures: 0, evidence: 0, checkpoints: 0, valuesLeftOut: 0, piecesLeftOut: 0 },
}
