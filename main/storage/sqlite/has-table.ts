import type { Connection } from './connection.ts'

/** Whether a database has a table: one that this release has not opened for writing yet may lack those that came after it. */
export const hasTable = (db: Connection, name: string): boolean => db.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined
