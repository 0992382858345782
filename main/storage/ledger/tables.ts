/** Projection of `workspace.created`: one row with id 1. Times are milliseconds since the epoch. */
export interface WorkspaceTable {
  id: 1
  uid: string
  institution: string
  name: string
  sample: 0 | 1
  created_at: number
}

/** This device: its identity, and how far it has counted. Local state, no projection. */
export interface DeviceTable {
  id: 1
  device_id: string
  device_number: number
  kid: string
  dseq: number
  hlc: string
}

/** Projection of `key.enrolled` and `key.revoked`. */
export interface KeysTable {
  kid: string
  device_id: string
  device_number: number
  name: string
  /** DER SubjectPublicKeyInfo. */
  spki: Buffer
  enrolled_at: number
  revoked_at: number | null
  revoked_from_dseq: number | null
  /** Of a folder that worked alone and joined: its last `dseq` before (Y-14). */
  joined_dseq: number | null
}

/** One chain: a case's (its integer id), or the workspace's (0). */
export interface ChainsTable {
  id: number
  /** The case's uid, or `workspace`. */
  uid: string
  size: number
  frontier: Buffer
  /** This device's last `seq` in the chain, and the id of that entry. */
  seq: number
  head: string | null
  /** JSON array of the ids of other devices' heads, sorted. */
  others: string
  /** Entries that the newest local checkpoint covers. */
  checkpoint_size: number
}

/** A sealed entry, exactly as it was sealed or received. */
export interface EntriesTable {
  /** Arrival number over the whole workspace. */
  n: number
  chain: number
  /** 0-based arrival position within the chain. */
  pos: number
  id: Buffer
  kid: string
  payload: Buffer
  sig: Buffer
  pae_sha256: Buffer
  /** Its place in the hub's order of the chain; null: no hub has given it one. */
  hub_pos: number | null
}

/** A withheld value, encrypted under its own key; erased: `sealed` and `wrapped_key` are null. */
export interface DisclosuresTable {
  digest: string
  entry: number
  name: string
  /** Nonce (12 bytes), AES-256-GCM ciphertext of the encoded disclosure, tag (16 bytes). */
  sealed: Buffer | null
  /** The 32-byte key, wrapped in the same form by the workspace key. */
  wrapped_key: Buffer | null
}

/** Checkpoints that this device signed. */
export interface CheckpointsTable {
  chain: number
  size: number
  root: Buffer
  note: string
  signed_at: number
}

/** In a backup, and in a folder that was put back from one and was not opened yet. */
export interface BackupMarkTable {
  id: 1
  made_at: number
}

/** Tables of this area. */
export interface LedgerTables {
  workspace: WorkspaceTable
  device: DeviceTable
  keys: KeysTable
  chains: ChainsTable
  entries: EntriesTable
  disclosures: DisclosuresTable
  checkpoints: CheckpointsTable
  backup_mark: BackupMarkTable
}
