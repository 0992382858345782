import { changeCopy } from '../sqlite/change-copy.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { BackupMarkTable } from './tables.ts'

/**
 * Makes the copy of a database say of itself that it is a backup: whoever opens it for writing opens a folder that was
 * restored, however the file came to its place (L-90). The copy is one file afterwards.
 *
 * @param key 32 bytes, of the database
 * @param madeAtMs when the backup was made
 */
export const markBackup = (file: string, key: Uint8Array, madeAtMs: number): void =>
  changeCopy(file, key, (copy) => {
    copy.prepare('insert or replace into backup_mark (id, made_at) values (1, ?)').run(madeAtMs)
  })

/** Takes the mark away, within a transaction; answers when the backup was made, or null where the database is none. */
export const takeBackupMark = (sql: SyncStatements): number | null => {
  const mark = sql.get<BackupMarkTable>('select * from backup_mark where id = 1')
  if (mark === undefined) return null
  sql.run('delete from backup_mark')
  return mark.made_at
}
