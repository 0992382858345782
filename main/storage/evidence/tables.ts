import type { LegalBasis } from '../../../shared/schema/legal-basis.ts'
import type { ErasureState, EvidenceKind, RelationKind } from '../../../shared/schema/evidence.ts'

/** The projection of a piece of evidence. Times are milliseconds since the epoch; people are named by their uid. */
export interface EvidenceTable {
  id: number
  case_id: number
  uid: string
  /** Arrival number of its `evidence.acquired`. */
  n: number
  name: string
  path: string | null
  kind: EvidenceKind
  media_type: string
  size: number
  sha256: string
  label: string | null
  acquired_at: number
  acquired_by: string
  /** Whether the hub has sealed that it has the bytes. */
  received: 0 | 1
}

/** Bytes that were asked for, or have begun to come from the hub. */
export interface EvidenceFetchesTable {
  case_id: number
  sha256: string
  /** Whether a person asked for them; else the policy does. */
  wanted: 0 | 1
  /** The partial file, and its key wrapped by the case's; null: nothing has come yet. */
  partial_id: string | null
  wrapped_key: Buffer | null
}

export interface EvidenceTagsTable {
  evidence_id: number
  tag: string
  case_id: number
}

export interface EvidenceRelationsTable {
  from_id: number
  to_id: number
  kind: RelationKind
  case_id: number
  /** Arrival number of the entry that states it. */
  n: number
}

/** Which entries concern a piece. */
export interface EvidenceCustodyTable {
  evidence_id: number
  n: number
  case_id: number
}

/** A request to erase the bytes of a piece by order, and what became of it (L-130). */
export interface EvidenceErasuresTable {
  /** The entry of the request, lower-case hex. */
  request: string
  case_id: number
  evidence_id: number
  /** Arrival number of the request; its reason is read from there. */
  n: number
  requested_at: number
  requested_by: string
  legal_basis: LegalBasis
  reference: string
  state: ErasureState
  decided_n: number | null
  decided_entry: string | null
  decided_at: number | null
  decided_by: string | null
}

/** The key of a case, wrapped by the workspace's. */
export interface CaseKeysTable {
  case_id: number
  wrapped_key: Buffer
}

/** The key of a stored file, wrapped by the key of each case that holds it. */
export interface BlobKeysTable {
  sha256: string
  case_id: number
  wrapped_key: Buffer
}

/** Stored bytes that may have no key: they are being placed, or their last key went. */
export interface UnsettledBlobsTable {
  sha256: string
}

/** An acquisition that is under way or ended. */
export interface AcquisitionsTable {
  id: string
  case_id: number
  via: 'path' | 'upload'
  state: 'waiting' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
  name: string
  /** The path that is read; null for an upload. */
  root: string | null
  /** JSON of the facts given. */
  facts: string
  /** JSON of who started it. */
  actor: string
  files_total: number | null
  files_done: number
  bytes_total: number | null
  bytes_done: number
  started_at: number
  finished_at: number | null
  active_ms: number
  duplicates: number
  /** JSON of the first problems. */
  problems: string
  problems_total: number
  evidence_id: number | null
  error: string | null
}

/** The files of an acquisition that are evidence already, so that resuming takes none twice. */
export interface AcquisitionFilesTable {
  acquisition_id: string
  path: string
  evidence_id: number
}

/** A file that is being taken in, and can be resumed. */
export interface PartialBlobsTable {
  id: string
  acquisition_id: string
  path: string
  size: number
  /** What tells whether the source is still the same file; '' for an upload. */
  modified: string
  wrapped_key: Buffer
  begun_at: number
}

/** Bundles that were asked for; a finished one is kept, encrypted, until it is old. */
export interface ExportsTable {
  id: string
  case_id: number
  case_number: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  pieces: number
  disclosures: 'all' | 'none' | 'some'
  encrypted: 0 | 1
  bytes_total: number
  bytes_done: number
  started_at: number
  finished_at: number | null
  file_name: string
  size: number | null
  sha256: string | null
  wrapped_key: Buffer
  requested_by: string
  entry_id: string
  error: string | null
}

/** Tables of this area. */
export interface EvidenceTables {
  evidence: EvidenceTable
  evidence_tags: EvidenceTagsTable
  evidence_relations: EvidenceRelationsTable
  evidence_custody: EvidenceCustodyTable
  evidence_erasures: EvidenceErasuresTable
  case_keys: CaseKeysTable
  blob_keys: BlobKeysTable
  unsettled_blobs: UnsettledBlobsTable
  acquisitions: AcquisitionsTable
  acquisition_files: AcquisitionFilesTable
  partial_blobs: PartialBlobsTable
  exports: ExportsTable
  evidence_fetches: EvidenceFetchesTable
}
