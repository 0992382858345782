import type { ListFormat } from '../../../shared/schema/lists.ts'

/** Times are milliseconds since the epoch. */
export interface WatchlistsTable {
  key: string
  /** Id of the version. */
  in_force: number | null
  since: number | null
}

export interface WatchlistVersionsTable {
  id: number
  list: string
  /** 1, 2, 3 ... within the list; null while it is read, and of a trial. */
  version: number | null
  format: ListFormat
  file_name: string
  bytes: number
  sha256: string
  /** JSON: SHA-256 of the files beside it, by what they are. */
  parts: string
  published_at: number | null
  imported_at: number
  /** Uid of the user. */
  imported_by: string
  entries: number
  names: number
  /** JSON: entries by kind. */
  kinds: string
  skipped: number
  /** Against the version in force before; null of the first. */
  added: number | null
  removed: number | null
  changed: number | null
}

/** An entry as it was read; the same content in several versions is kept once. */
export interface WatchlistContentsTable {
  n: number
  list: string
  /** SHA-256 of `content`. */
  hash: Uint8Array
  /** Id of the version that was read when it came. */
  brought_by: number
  /** The names in lower case, a line each. */
  names: string
  /** JSON of a `ListedEntry`. */
  content: string
}

export interface WatchlistMembersTable {
  version_id: number
  entry_id: string
  n: number
}

/** Projection of `screening_list.configured`. */
export interface WatchlistSettingsTable {
  key: string
  title: string
  warn_days: number
  stale_days: number
}

/** Projection of `screening_list.in_force`. */
export interface WatchlistActivationsTable {
  /** Id of the entry, lower-case hex. */
  entry: string
  list: string
  device: string
  version: number
  sha256: string
  published_at: number | null
  at: number
}

/** Tables of this area. */
export interface ListTables {
  watchlists: WatchlistsTable
  watchlist_versions: WatchlistVersionsTable
  watchlist_contents: WatchlistContentsTable
  watchlist_members: WatchlistMembersTable
  watchlist_settings: WatchlistSettingsTable
  watchlist_activations: WatchlistActivationsTable
}
