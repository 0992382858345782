import { changeCopy } from '../sqlite/change-copy.ts'
import type { Connection } from '../sqlite/connection.ts'

/**
 * Whether a database is that of a folder on which a hub stands, whatever engine that hub keeps its store in.
 *
 * @param url the address that a hub has in its own folders
 */
export const belongsToHub = (copy: Connection, url: string): boolean =>
  copy.prepare('select 1 from hub where url = ?').get(url) !== undefined

/**
 * Y-82: leaves the word in the copy of a folder on which a hub stands that it is one, as an alarm. Copies of other
 * folders stay as they are.
 *
 * @param key 32 bytes, of the database
 * @param url the address that a hub has in its own folders
 */
export const markHubBackup = (
  file: string,
  key: Uint8Array,
  url: string,
  alarm: { readonly code: string; readonly message: string; readonly atMs: number },
): void =>
  changeCopy(file, key, (copy) => {
    if (!belongsToHub(copy, url)) return
    copy.prepare('delete from sync_alarms where code = ?').run(alarm.code)
    copy
      .prepare('insert into sync_alarms (code, message, at) values (?, ?, ?)')
      .run(alarm.code, alarm.message, alarm.atMs)
  })
