import type { HashKind, Standing } from '../../../shared/schema/known-files.ts'

/** A list of known files; its hashes lie in a file of their own. */
export interface KnownListsTable {
  id: number
  name: string
  /** By which a list of the same name is found. */
  folded: string
  standing: Standing
  /** The name of the file of its hashes, and its key, wrapped by the workspace's. */
  file: string
  wrapped_key: Buffer
  file_name: string | null
  file_sha256: string
  sha256s: number
  sha1s: number
  md5s: number
  lines_left: number
  /** JSON of numbers. */
  lines_left_first: string
  imported_at: number
  imported_by: string
}

/** What bytes of a case are compared by, and with which lists they were. */
export interface PieceHashesTable {
  case_id: number
  sha256: string
  md5: Buffer | null
  sha1: Buffer | null
  /** Whether MD5 and SHA-1 are known, can be made, or cannot. */
  state: 'elsewhere' | 'waiting' | 'hashed' | 'failed'
  /** The newest list with which they were compared; 0: none. */
  compared: number
}

/** That bytes of a case are on a list. */
export interface KnownMarksTable {
  case_id: number
  sha256: string
  list_id: number
  by: HashKind
}

/** Tables of this area. */
export interface KnownFileTables {
  known_lists: KnownListsTable
  piece_hashes: PieceHashesTable
  known_marks: KnownMarksTable
}
