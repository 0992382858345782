import type { HeadKind, LogKind } from '../../../shared/protocol/sync.ts'

/** The hub that this device is enrolled with: one row with id 1, or none. Times are milliseconds since the epoch. */
export interface HubTable {
  id: 1
  url: string
  origin: string
  kid: string
  spki: Buffer
  root_kid: string
  workspace_uid: string
  institution: string
  workspace_name: string
  /** The user who works on this device. */
  user_uid: string
  /** The last `dseq` before a folder that worked alone joined (Y-14); null: it was made for this hub. */
  joined_dseq: number | null
  since: number
  last_contact_at: number | null
  halted_state: 'revoked' | 'removed' | 'forked' | 'hub_not_trusted' | 'version' | null
  halted_message: string | null
  /** JSON array of the slots of case numbers that are held. */
  slots: string
  lease_until: number
}

/** What people chose for sync, and the bytes that it moved. */
export interface SyncSettingsTable {
  id: 1
  paused: 0 | 1
  metered: 0 | 1
  evidence_policy: 'none' | 'small' | 'all'
  bytes_sent: number
  bytes_received: number
  /** Bytes of evidence a second, each way; null: as many as go. */
  rate_cap: number | null
}

/** Where a chain stands with the hub. */
export interface StandingsTable {
  /** The case's uid, or `workspace`. */
  uid: string
  /** Entries with a hub position. */
  received: number
  /** The tree over them in hub order (S-51). */
  frontier: Buffer
  announced: number
  /** Whether people see the case: it is complete (Y-25). */
  shown: 0 | 1
  /** How many of them are of types that the release which took them in did not know (Y-27). */
  opaque: number
  anchor_size: number | null
  anchor_root: Buffer | null
  anchor_note: string | null
  anchor_at: number | null
  /** RFC 3339. */
  last_receipt_at: string | null
  refused_entry: string | null
  refused_code: string | null
  refused_message: string | null
  refused_quarantined: 0 | 1 | null
}

/** The last entry of each device among the received ones of a chain. */
export interface DeviceHeadsTable {
  uid: string
  device_id: string
  seq: number
  entry: string
}

export interface ReceiptsTable {
  uid: string
  first: number
  size: number
  /** RFC 3339. */
  at: string
  /** JSON of the envelope. */
  receipt: string
}

/** Checkpoints of the hub that this device verified: the newest few of a chain. */
export interface HubCheckpointsTable {
  uid: string
  size: number
  root: Buffer
  note: string
  verified_at: number
}

/**
 * A head of the hub's log that this device verified (Y-53, Y-54): the newest of its kind, or one that a proof is
 * against.
 */
export interface LogHeadsTable {
  kind: HeadKind
  size: number
  root: Buffer
  note: string
  token: string | null
  verified_at: number
}

/** That a checkpoint of a chain stands in a head of the hub's log. */
export interface LogProofsTable {
  uid: string
  kind: LogKind
  size: number
  note: string
  leaf_index: number
  /** 32 bytes each, joined. */
  hashes: Buffer
  head_size: number
}

/** A witness whose cosignatures count here. */
export interface TrustedWitnessesTable {
  name: string
  key: string
  source: 'person' | 'configured'
  added_at: number
}

/** Entries that no hub has, in the order in which they are sent: by `place`, then by arrival. */
export interface PendingTable {
  n: number
  chain: number
  /** '~' for own entries; the place that a restored hub lost, padded, of entries that it had: these go first (Y-55). */
  place: string
}

/** An order of a chain that the hub signed for and has lost (Y-84), until it has all of it again. */
export interface FormerOrdersTable {
  n: number
  uid: string
  /** The hub's checkpoint over it. */
  note: string
  /** The ids of its entries in that order, 32 bytes each. */
  ids: Buffer
}

/**
 * Own entries that no hub has, of cases that are no longer here or of an earlier epoch; encrypted as disclosures are.
 */
export interface SetAsideTable {
  id: string
  uid: string
  case_number: string
  reason: 'dropped' | 'epoch'
  sealed: Buffer
  wrapped_key: Buffer
  at: number
}

/**
 * Bytes that no hub has sealed as received, of an entry that has left its case here: people do not reach them (Y-76,
 * Y-78).
 */
export interface KeptEvidenceTable {
  n: number
  /** The sealed `evidence.acquired`. */
  entry_id: string
  uid: string
  /** The id that the case had: the key of the bytes is filed under it. */
  case_id: number
  case_number: string
  sha256: string
  size: number
  /**
   * Whether the hub has the entry, and so takes the bytes; else the entry is set aside, and they stay until a person
   * decides.
   */
  at_hub: 0 | 1
  at: number
}

/** The highest integer id that this device gave out in a table, where its row may be gone. */
export interface UsedIdsTable {
  kind: string
  highest: number
}

/** The last comparison of this computer's clock with the hub's: one row with id 1, or none. */
export interface HubTimeTable {
  id: 1
  /** Milliseconds since the epoch, at the hub and by this computer's wall clock at that moment. */
  hub_ms: number
  wall_ms: number
  /** Milliseconds since the computer was started, and which start that was. */
  up_ms: number
  boot_id: string
}

/** When the hub was last heard, by its own time: one row with id 1, or none. */
export interface ContactTimesTable {
  id: 1
  contact_ms: number
  /** The latest time of the hub that this device has known to have come. */
  latest_ms: number
}

/** What a person must be told, until it is dealt with. */
export interface SyncAlarmsTable {
  code: string
  message: string
  at: number
}

/** Tables of this area. */
export interface SyncTables {
  hub: HubTable
  sync_settings: SyncSettingsTable
  standings: StandingsTable
  device_heads: DeviceHeadsTable
  receipts: ReceiptsTable
  hub_checkpoints: HubCheckpointsTable
  log_heads: LogHeadsTable
  log_proofs: LogProofsTable
  trusted_witnesses: TrustedWitnessesTable
  pending: PendingTable
  former_orders: FormerOrdersTable
  set_aside: SetAsideTable
  kept_evidence: KeptEvidenceTable
  used_ids: UsedIdsTable
  sync_alarms: SyncAlarmsTable
  hub_time: HubTimeTable
  contact_times: ContactTimesTable
}
