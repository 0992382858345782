import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { Connection } from '../../sqlite/connection.ts'
import type { HubKeys } from '../keys.ts'
import { hubMigrations } from '../migrations/all.ts'
import type { HubTypes } from '../migrations/types.ts'
import { firstState, newerRelease, otherKey } from '../opening.ts'

const types: HubTypes = { int: 'integer', bytes: 'blob', text: 'text', clustered: 'strict, without rowid', plain: 'strict', bytesOf: (column) => `cast(${column} as blob)` }

const stepsDone = (db: Connection): string[] => db.prepare<[], string>('select name from migrations order by name').pluck().all()

const areLater = (done: readonly string[]): boolean => done.some((name) => !hubMigrations.some((known) => known.name === name))

/** Whether a release after this one has written a store. */
export const isOfNewerRelease = (db: Connection): boolean => areLater(stepsDone(db))

const bringForward = (db: Connection, keys: HubKeys): Result<void, Refusal> => {
  db.exec(`create table if not exists migrations (name text primary key, applied_at text not null) ${types.clustered}`)
  const done = stepsDone(db)
  if (areLater(done)) return fail(newerRelease)
  for (const { name, migration } of hubMigrations) {
    if (done.includes(name)) continue
    for (const statement of migration(types)) db.exec(statement)
    db.prepare("insert into migrations (name, applied_at) values (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))").run(name)
  }
  if (done.length === 0) db.prepare(firstState).run(keys.makeCheck())
  const check = db.prepare<[], Buffer>('select key_check from hub_state').pluck().get()
  return check !== undefined && keys.isOurs(check) ? ok(undefined) : fail(otherKey)
}

/** Brings a store forward to this release, all steps or none; processes that start together wait for each other. */
export const migrateSqlite = (db: Connection, keys: HubKeys): Result<void, Refusal> => {
  db.exec('begin immediate')
  try {
    const brought = bringForward(db, keys)
    db.exec(brought.ok ? 'commit' : 'rollback')
    return brought
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    throw error
  }
}

