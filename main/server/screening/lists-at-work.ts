import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { ScreeningHitFull, SearchedList } from '../../../shared/schema/screening.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { createScreener, screenerSteps } from '../../domain/screening/screener.ts'
import type { Screener } from '../../domain/screening/screener.ts'
import { shownDate } from '../../domain/screening/qualify.ts'
import { ageOfList } from '../../domain/lists/age.ts'
import type { ListedEntry } from '../../domain/lists/entry.ts'
import type { ListSource, SourceList } from './list-source.ts'

/** The lists in force as they are searched: an index over all of them, and each entry by its id. */
export interface LoadedLists {
  readonly lists: readonly SourceList[]
  readonly screener: Screener
  entry(list: string, id: string): ListedEntry | undefined
  entries(list: string): ReadonlyMap<string, ListedEntry>
}

/** What a slice of building takes before others get their turn. */
const sliceMs = 20

/** Nothing to search in. */
export const noLists: LoadedLists = {
  lists: [],
  screener: createScreener([]),
  entry: () => undefined,
  entries: () => new Map(),
}

/** Runs steps slice by slice, with a pause for others between them. */
export const runInSlices = async <T>(steps: Generator<void, T>, monoMs: () => number): Promise<T> => {
  for (;;) {
    const until = monoMs() + sliceMs
    while (monoMs() < until) {
      const step = steps.next()
      if (step.done === true) return step.value
    }
    await untilNextTurn()
  }
}

/** Loads the lists in force and indexes them, while the service goes on answering. */
export const loadLists = async (source: ListSource, monoMs: () => number): Promise<LoadedLists> => {
  const lists = source.inForce()
  if (lists.length === 0) return noLists
  const byList = new Map<string, Map<string, ListedEntry>>()
  function* remembering(key: string): Generator<ListedEntry> {
    const byId = new Map<string, ListedEntry>()
    byList.set(key, byId)
    for (const entry of source.entries(key)) {
      byId.set(entry.id, entry)
      yield entry
    }
  }
  const screener = await runInSlices(
    screenerSteps(lists.map(({ key, version }) => ({ key, version, entries: remembering(key) }))),
    monoMs,
  )
  const none: ReadonlyMap<string, ListedEntry> = new Map()
  return {
    lists,
    screener,
    entry: (list, id) => byList.get(list)?.get(id),
    entries: (list) => byList.get(list) ?? none,
  }
}

/** Lists as answers tell of them, with their age by what the institution allows it to be now. */
export const searchedLists = (
  lists: readonly SourceList[],
  now: readonly SourceList[],
  nowMs: number,
): SearchedList[] =>
  lists.map((list) => {
    const { key, version, publishedAtMs, importedAtMs } = list
    const { title, warnDays, staleDays } = now.find((one) => one.key === key) ?? list
    const { days, state } = ageOfList({ publishedAtMs, importedAtMs }, { warnDays, staleDays }, nowMs)
    return {
      key,
      title,
      version,
      published_at: publishedAtMs === null ? null : toTimestamp(publishedAtMs),
      imported_at: toTimestamp(importedAtMs),
      age_days: days ?? 0,
      age_state: state === 'missing' ? 'stale' : state,
    }
  })

/** All that a list tells of an entry, as the interface shows it. */
export const listedDetailsOf = (entry: ListedEntry | undefined): ScreeningHitFull['listed'] =>
  entry === undefined
    ? null
    : {
        names: entry.names.map(({ text, type }) => ({ text, quality: type })),
        dates: entry.dates.map(shownDate),
        countries: [...entry.countries],
        gender: entry.gender,
        identifiers: entry.identifiers.map(({ type, value, country }) => ({ type, value, country })),
        addresses: entry.addresses.map(({ text }) => text),
        programmes: [...entry.programmes],
        remarks: entry.remarks,
        listed_on: entry.listedOn,
      }
