import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { ShownEntry } from '../../../shared/schema/lists.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import { isForeign, toLatin } from '../../domain/screening/latin.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { ListStore, OpenVersion } from '../../storage/lists/list-store.ts'
import { shownEntry } from '../../storage/lists/shown.ts'
import { foldForSearch } from '../../../shared/text/search-fold.ts'
import { runInSlices } from '../screening/lists-at-work.ts'

/** What is asked of a version; without a number it is the one in force. */
export interface EntryQuery {
  readonly version?: number | undefined
  readonly q: string
  readonly page: number
  readonly size: number
}

/** Looks for entries of a version by words of their names, ids, programmes and identifiers. */
export interface EntrySearch {
  /** Reads a version ahead of the first question about it. */
  prepare(key: string, version?: number): void
  find(
    key: string,
    query: EntryQuery,
  ): Promise<Result<{ readonly items: readonly ShownEntry[]; readonly total: number }, Refusal>>
  close(): void
}

export interface EntrySearchParts {
  readonly lists: Pick<ListStore, 'open' | 'entry'>
  readonly scheduler: Scheduler
  readonly monoMs: () => number
}

/** Entries of a version as they are searched: their ids, and what each is found by, a line each. */
interface Table {
  readonly ids: readonly string[]
  readonly texts: readonly string[]
}

/** Versions whose tables are kept, each for so long after it was last asked. */
const tablesKept = 2
const idleMs = 5 * 60_000
const entriesAStep = 50

const plain = /^[\u0020-\u007e]*$/u

/** A text as it is looked for: without case, marks and needless blanks. */
const folded = (text: string): string =>
  (plain.test(text) ? text.toLowerCase() : foldForSearch(text)).replace(/\s+/gu, ' ').trim()

const inLatin = (text: string): string =>
  text
    .split(/[\s-]+/u)
    .map(toLatin)
    .join(' ')

/** What an entry is found by. */
const textOf = ({ id, names, programmes, identifiers }: ListedEntry): string =>
  [
    id,
    ...names.flatMap(({ text }) => (isForeign(text) ? [text, inLatin(text)] : [text])),
    ...programmes,
    ...identifiers.map(({ value }) => value),
  ]
    .map(folded)
    .join('\n')

function* tableSteps({ entries }: OpenVersion): Generator<void, Table> {
  const ids: string[] = []
  const texts: string[] = []
  for (const entry of entries) {
    ids.push(entry.id)
    texts.push(textOf(entry))
    if (ids.length % entriesAStep === 0) yield
  }
  return { ids, texts }
}

/** Places of the entries that have every word, the best first. */
const placesIn = ({ texts }: Table, q: string): number[] => {
  const text = folded(q)
  const words = text.split(' ').filter((word) => word !== '')
  const [exact, beginning, rest]: [number[], number[], number[]] = [[], [], []]
  texts.forEach((line, place) => {
    if (!words.every((word) => line.includes(word))) return
    // The first line is the id.
    if (line.startsWith(`${text}\n`)) exact.push(place)
    else if (line.includes(`\n${text}`)) beginning.push(place)
    else rest.push(place)
  })
  return [...exact, ...beginning, ...rest]
}

/**
 * Makes the search. The first question about a version reads it whole, slice by slice, while the service goes on
 * answering; those that follow walk through texts in memory, some milliseconds for 100,000 entries.
 */
export const createEntrySearch = ({ lists, scheduler, monoMs }: EntrySearchParts): EntrySearch => {
  const tables = new Map<number, Promise<Table>>()
  let forget = (): void => undefined

  const tableOf = (version: OpenVersion): Promise<Table> => {
    const known = tables.get(version.id)
    tables.delete(version.id)
    const table = known ?? runInSlices(tableSteps(version), monoMs)
    tables.set(version.id, table)
    if (known === undefined) table.catch(() => tables.delete(version.id))
    for (const id of [...tables.keys()].slice(0, -tablesKept)) tables.delete(id)
    forget()
    forget = scheduler.after(idleMs, () => tables.clear())
    return table
  }

  return {
    prepare: (key, version) => {
      const opened = lists.open(key, version)
      // What goes wrong is told to whoever asks.
      if (opened.ok) void tableOf(opened.value).catch(() => undefined)
    },
    find: async (key, { version, q, page, size }) => {
      const opened = lists.open(key, version)
      if (!opened.ok) return opened
      const table = await tableOf(opened.value)
      const places = placesIn(table, q)
      const items = places.slice((page - 1) * size, page * size).flatMap((place): ShownEntry[] => {
        const entry = lists.entry(key, table.ids[place] ?? '', opened.value.version)
        return entry === null ? [] : [shownEntry(entry)]
      })
      return ok({ items, total: places.length })
    },
    close: () => {
      forget()
      tables.clear()
    },
  }
}
