import type { ListedEntry } from '../../domain/lists/entry.ts'
import type { ListStore } from '../../storage/lists/list-store.ts'

/** A list with its version that counts. Times are milliseconds since the epoch. */
export interface SourceList {
  readonly key: string
  readonly title: string
  readonly version: string
  readonly publishedAtMs: number | null
  readonly importedAtMs: number
  readonly entries: number
  /** From so many days on it is warned of, and called stale. */
  readonly warnDays: number
  readonly staleDays: number
}

/** Where screening takes lists from. */
export interface ListSource {
  inForce(): readonly SourceList[]
  entries(key: string): Iterable<ListedEntry>
  /** Calls back after another version, or another list, is in force. */
  onChange(listener: () => void): () => void
}

/** The lists of a workspace. */
export const listSourceOf = (lists: Pick<ListStore, 'inForce' | 'list' | 'entries' | 'onChange'>): ListSource => ({
  inForce: () => {
    const ages = new Map(
      lists.list().map(({ key, warn_days: warnDays, stale_days: staleDays }) => [key, { warnDays, staleDays }]),
    )
    return lists.inForce().map(({ key, title, version, published, imported, entries }) => {
      const { warnDays, staleDays } = ages.get(key) ?? { warnDays: 0, staleDays: 0 }
      return {
        key,
        title,
        version: String(version),
        publishedAtMs: published,
        importedAtMs: imported,
        entries,
        warnDays,
        staleDays,
      }
    })
  },
  entries: (key) => lists.entries(key),
  onChange: (listener) => lists.onChange(listener),
})
