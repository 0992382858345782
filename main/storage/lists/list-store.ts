import type { Refusal } from '../../../shared/api/errors.ts'
import type {
  EntryOver,
  ListChange,
  ListFormat,
  ListRemoval,
  ListSettings,
  ListVersionUse,
  ShownEntry,
  Watchlist,
  WatchlistDetail,
} from '../../../shared/schema/lists.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'

/** A list that names are screened against now. Times are milliseconds since the epoch. */
export interface ListInForce {
  readonly key: string
  readonly title: string
  readonly version: number
  /** Null: the file does not say. */
  readonly published: number | null
  readonly imported: number
  readonly entries: number
  /** SHA-256 of the file, lower-case hex. */
  readonly sha256: string
}

/** What is known of a file before it is read. */
export interface NewVersion {
  readonly list: string
  readonly format: ListFormat
  readonly fileName: string
  readonly bytes: number
  readonly sha256: string
  readonly parts: ListParts
}

/** SHA-256 of the files beside it, by what they are. */
export type ListParts = Readonly<Partial<Record<'alt' | 'add', string>>>

export interface ChangeCounts {
  readonly added: number
  readonly removed: number
  readonly changed: number
}

/** A version while it is read: its entries are kept, and nobody screens by them. */
export interface ListDraft {
  /** Keeps entries; one whose id is there already is joined with it. */
  add(entries: readonly ListedEntry[]): Promise<Result<void, Refusal>>
  /** Entries and names so far, those that were joined counted once. */
  counts(): { readonly entries: number; readonly names: number }
  /** How it differs from the version in force; null where there is none. */
  compare(): ChangeCounts | null
  /** What the version in force is; null where there is none. */
  inForce(): { readonly entries: number; readonly publishedAtMs: number | null; readonly isSameFile: boolean } | null
  /**
   * Puts it in force, in one transaction, and seals it.
   *
   * @returns the number of the version
   */
  putInForce(read: {
    readonly publishedAtMs: number | null
    readonly skipped: number
    readonly title: string
  }): Promise<Result<number, Refusal>>
  /** Forgets it; harmless after it came in force. */
  drop(): Promise<void>
}

interface Page {
  readonly page: number
  readonly size: number
}

/** A page of changes between two versions. */
export interface ListDiff {
  readonly from: number
  readonly to: number
  readonly counts: ChangeCounts
  readonly items: readonly ListChange[]
  readonly total: number
}

/** A version that is looked through. */
export interface OpenVersion {
  /** Never given to another version. */
  readonly id: number
  readonly version: number
  readonly count: number
  readonly entries: Iterable<ListedEntry>
}

/** The lists of a workspace. */
export interface ListStore {
  /** Those that are screened by, by key. */
  inForce(): readonly ListInForce[]
  /**
   * The entries of a list's version in force; none where there is none. The version stays the same through the walk.
   */
  entries(key: string): Iterable<ListedEntry>
  /** One entry of a list's version in force, or of another version. */
  entry(key: string, id: string, version?: number): ListedEntry | null
  /** Calls back after another version of a list came in force on this device. Answers how to end it. */
  onChange(listener: (key: string) => void): () => void
  list(): readonly Watchlist[]
  read(key: string): Result<WatchlistDetail, Refusal>
  configure(key: string, settings: ListSettings, actor: Actor): Promise<Result<Watchlist, Refusal>>
  /** Puts a version that is here in force. */
  putInForce(key: string, version: number, reason: string, actor: Actor): Promise<Result<Watchlist, Refusal>>
  diff(
    key: string,
    query: Page & {
      readonly from?: number | undefined
      readonly to?: number | undefined
      readonly change?: ListChange['change'] | undefined
    },
  ): Result<ListDiff, Refusal>
  /** A page of the entries of a version, by id; with an id that one alone. */
  page(
    key: string,
    query: Page & { readonly version?: number | undefined; readonly id?: string | undefined },
  ): Result<{ readonly items: readonly ShownEntry[]; readonly total: number }, Refusal>
  /**
   * A version with all its entries, by id; without a number the one in force. The walk is in pieces: a version that is
   * removed meanwhile ends early.
   */
  open(key: string, version?: number): Result<OpenVersion, Refusal>
  /** One entry, and what became of it from version to version. */
  entryOver(key: string, id: string, version?: number): Result<EntryOver, Refusal>
  /** What each version is needed for, the newest first. */
  inUse(key: string): Promise<Result<ListVersionUse[], Refusal>>
  /** Removes versions that nothing needs, each by itself; sealed. Answers which were kept, and for what. */
  remove(key: string, versions: readonly number[], reason: string, actor: Actor): Promise<Result<ListRemoval, Refusal>>
  /** Begins a version. */
  begin(version: NewVersion, actor: Actor): Promise<Result<ListDraft, Refusal>>
  /** Forgets what was being read when the service ended. */
  thinOut(): Promise<void>
}
