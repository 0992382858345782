import type { ScreenedEntry } from '../../domain/screening/screener.ts'

/** A list with its version that counts. Times are milliseconds since the epoch. */
export interface SourceList {
  readonly key: string
  readonly title: string
  readonly version: string
  readonly publishedAtMs: number | null
  readonly importedAtMs: number
  readonly entries: number
}

/** A listed entry with what screening only shows. */
export interface SourceEntry extends Omit<ScreenedEntry, 'identifiers'> {
  readonly identifiers: readonly { readonly type: string; readonly value: string; readonly country: string | null }[]
  readonly addresses: readonly { readonly text: string }[]
  readonly programmes: readonly string[]
  readonly remarks: string | null
  readonly listedOn: string | null
}

/** Where screening takes lists from. */
export interface ListSource {
  inForce(): readonly SourceList[]
  entries(key: string): Iterable<SourceEntry>
  /** Calls back after another version, or another list, is in force. */
  onChange(listener: () => void): () => void
}

/** A workspace without lists. */
export const withoutLists: ListSource = { inForce: () => [], entries: () => [], onChange: () => () => undefined }
