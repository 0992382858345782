import type { Refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'
import type { Result } from '../../../../shared/schema/result.ts'
import type { Connection } from '../../sqlite/connection.ts'
import type { HubKeys } from '../keys.ts'
import { hubMigrations } from '../migrations/all.ts'
import type { HubMigration, HubTypes } from '../migrations/types.ts'
import { firstState, hubStanding, otherKey, otherRelease } from '../opening.ts'
import type { SchemaStanding } from '../../migrations/standing.ts'

const types: HubTypes = {
  int: 'integer',
  bytes: 'blob',
  text: 'text',
  clustered: 'strict, without rowid',
  plain: 'strict',
}

const stepsDone = (db: Connection): string[] =>
  db.prepare<[], string>('select name from migrations order by name').pluck().all()

/** How a store that was made stands to this release. */
export const storeStanding = (db: Connection): SchemaStanding => hubStanding(stepsDone(db), hubMigrations)

const bringForward = (db: Connection, keys: HubKeys, steps: readonly HubMigration[]): Result<void, Refusal> => {
  db.exec(`create table if not exists migrations (name text primary key, applied_at text not null) ${types.clustered}`)
  const done = stepsDone(db)
  const refused = otherRelease(done, steps)
  if (refused !== null) return fail(refused)
  for (const { name, tables } of steps) {
    if (done.includes(name)) continue
    for (const statement of tables(types)) db.exec(statement)
    db.prepare("insert into migrations (name, applied_at) values (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))").run(name)
  }
  if (done.length === 0) db.prepare(firstState).run(keys.makeCheck())
  const check = db.prepare<[], Buffer>('select key_check from hub_state').pluck().get()
  return check !== undefined && keys.isOurs(check) ? ok(undefined) : fail(otherKey)
}

/** Brings a store forward to this release, all steps or none; processes that start together wait for each other. */
export const migrateSqlite = (
  db: Connection,
  keys: HubKeys,
  steps: readonly HubMigration[] = hubMigrations,
): Result<void, Refusal> => {
  db.exec('begin immediate')
  try {
    const brought = bringForward(db, keys, steps)
    db.exec(brought.ok ? 'commit' : 'rollback')
    return brought
  } catch (error) {
    if (db.inTransaction) db.exec('rollback')
    throw error
  }
}
