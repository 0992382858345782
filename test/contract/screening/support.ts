import type { ListedEntry } from '../../../main/domain/lists/entry.ts'
import type { ListSource, SourceList } from '../../../main/server/screening/list-source.ts'

/** A listed entry; what is not given is not known. */
export const listed = (id: string, name: string, given: Partial<ListedEntry> = {}): ListedEntry => ({
  id,
  kind: 'person',
  names: [{ text: name, type: 'primary' }],
  dates: [],
  countries: [],
  gender: null,
  identifiers: [],
  birthPlaces: [],
  positions: [],
  addresses: [],
  programmes: [],
  remarks: null,
  listedOn: null,
  ...given,
})

/** Lists that a test puts in force. */
export interface TestLists extends ListSource {
  put(key: string, version: string, entries: readonly ListedEntry[], publishedAtMs?: number): void
  drop(key: string): void
}

/** Lists in memory. */
export const testLists = (importedAtMs = Date.parse('2026-03-01T00:00:00.000Z')): TestLists => {
  const lists = new Map<string, SourceList & { readonly all: readonly ListedEntry[] }>()
  const listeners = new Set<() => void>()
  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  return {
    inForce: () => [...lists.values()].map(({ all: _all, ...list }) => list),
    entries: (key) => lists.get(key)?.all ?? [],
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    put: (key, version, all, publishedAtMs) => {
      lists.set(key, {
        key,
        title: `List ${key}`,
        version,
        publishedAtMs: publishedAtMs ?? null,
        importedAtMs,
        entries: all.length,
        warnDays: 3,
        staleDays: 7,
        all,
      })
      tell()
    },
    drop: (key) => {
      lists.delete(key)
      tell()
    },
  }
}
