import type { ModelKind } from '../../../shared/schema/models.ts'

/** A model file with what is known of it. Times are milliseconds since the epoch. */
export interface ModelsTable {
  /** Follows from the file's hash, see `model-id.ts`. */
  id: string
  sha256: string
  name: string
  version: string
  kind: ModelKind
  source: 'trained' | 'uploaded' | 'synced'
  objective: string
  trees: number
  /** JSON array of names. */
  features: string
  /** JSON, or null. */
  training: string | null
  evaluation: string | null
  bytes: number
  /** Gzip. */
  file: Uint8Array
  created_at: number
  created_by: string
}

/** Projection of `model.activated`. */
export interface ModelInForceTable {
  id: number
  model: string | null
  sha256: string | null
  version: string | null
  since: number
}

/** Projection of `model.activated` and `model.received`: the files that travel. */
export interface ModelFilesTable {
  sha256: string
  /** Id of the last `model.activated` that put the file in force. */
  entry: string
  size: number
  name: string
  version: string
  /** Whether the hub has sealed that it has the file. */
  received: 0 | 1
}

export interface ModelTables {
  models: ModelsTable
  model_files: ModelFilesTable
  model_in_force: ModelInForceTable
}
