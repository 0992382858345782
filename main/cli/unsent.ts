import { existsSync } from 'node:fs'
import { codeOf } from '../platform/system-error.ts'
import { openReader } from '../storage/sqlite/connection.ts'

/** What stands in one database and nowhere else, as far as another one and the hub go. */
export interface Unsent {
  readonly entries: number
  readonly cases: number
}

const unsent = `select count(*) as entries, count(distinct case when chain <> 0 then chain end) as cases
  from entries where hub_pos is null and hex(id) not in (select value from json_each(?))`

/** Entries that a folder sealed and no hub has: of a folder without a hub, all of them. */
const idsOf = (file: string, key: Uint8Array): string => {
  const db = openReader(file, key)
  try {
    const ids = db.prepare<[], string>('select hex(id) from entries where hub_pos is null').pluck().all()
    return JSON.stringify(ids)
  } finally {
    db.close()
  }
}

/**
 * Counts what a database holds that no hub has and that a backup has not either: by setting it aside nobody else has
 * it.
 *
 * @param key 32 bytes, of both
 * @returns null where there is no such database, or it cannot be read: it is damaged, lies under another key, or is of another
 *   release
 */
export const unsentIn = (database: string, key: Uint8Array, backup: string): Unsent | null => {
  if (!existsSync(database)) return null
  try {
    const known = idsOf(backup, key)
    const db = openReader(database, key)
    try {
      return db.prepare<[string], Unsent>(unsent).get(known) ?? null
    } finally {
      db.close()
    }
  } catch (error) {
    // The count is a word to a person. What keeps it from being made, damage or tables of another release, is often why
    // the database is set aside, and never a reason not to.
    if (!codeOf(error).startsWith('SQLITE_')) throw error
    return null
  }
}
