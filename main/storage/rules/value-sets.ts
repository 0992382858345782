import type { ValueSet } from '../../detection/rules/operator.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { ListsTable } from './tables.ts'

/** The values of all lists in memory, read again where an entry has changed one. */
export interface ValueSets {
  get(key: string): ValueSet | undefined
  keys(): Iterable<string>
  /** Reads what has changed; answers whether lists have come or gone, so that rules must be compiled again. */
  refresh(): boolean
}

interface Kept {
  changedEntry: string
  foldsCase: boolean
  /** Until when by value, Unix milliseconds. */
  values: ReadonlyMap<string, number>
  readonly set: ValueSet
}

const always = Number.POSITIVE_INFINITY

const readValues = (sql: SyncStatements, list: string, foldsCase: boolean): ReadonlyMap<string, number> => {
  const values = new Map<string, number>()
  for (const row of sql.iterate<{ value: string; expires_at: number | null }>(
    'select value, expires_at from list_values where list = ?',
    list,
  )) {
    const value = foldsCase ? row.value.toLowerCase() : row.value
    values.set(value, Math.max(values.get(value) ?? Number.NEGATIVE_INFINITY, row.expires_at ?? always))
  }
  return values
}

const keep = (): Kept => {
  const kept: Kept = {
    changedEntry: '',
    foldsCase: false,
    values: new Map(),
    set: {
      has: (value, atMs) => {
        const until = kept.values.get(kept.foldsCase ? value.toLowerCase() : value)
        // Of an activity of unknown time only what stays on the list is found.
        return until !== undefined && (until === always || atMs < until)
      },
    },
  }
  return kept
}

/**
 * Makes the sets over the tables. A set that was handed out stays the same object, and has the newest values after a
 * refresh.
 */
export const createValueSets = (sql: SyncStatements): ValueSets => {
  const lists = new Map<string, Kept>()
  return {
    get: (key) => lists.get(key)?.set,
    keys: () => lists.keys(),
    refresh: () => {
      const rows = sql.all<Pick<ListsTable, 'key' | 'match' | 'changed_entry'>>(
        'select key, match, changed_entry from lists',
      )
      const gone = [...lists.keys()].filter((key) => !rows.some((row) => row.key === key))
      let isOther = gone.length > 0
      for (const key of gone) lists.delete(key)
      for (const row of rows) {
        let list = lists.get(row.key)
        if (list === undefined) {
          list = keep()
          lists.set(row.key, list)
          isOther = true
        }
        if (list.changedEntry === row.changed_entry) continue
        list.foldsCase = row.match === 'ignore_case'
        list.values = readValues(sql, row.key, list.foldsCase)
        list.changedEntry = row.changed_entry
      }
      return isOther
    },
  }
}
