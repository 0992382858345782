import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Connection } from '../sqlite/connection.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { migrations } from './all.ts'
import { makeTables } from './new-database.ts'

const stepsTable = 'create table if not exists migrations (name text primary key, applied_at text not null) strict, without rowid'

const applied = (db: Connection): string[] => {
  db.exec(stepsTable)
  return db.prepare<[], { name: string }>('select name from migrations order by name').all().map(({ name }) => name)
}

/** What a person is told of a folder, or a backup, that this release does not know how to read. */
export const newerRelease = refusal('unavailable', 'The data folder was written by a newer release of Fieldseal; update this one.')

/** Whether a newer release has written a database. */
export const isOfNewerRelease = (db: Connection): boolean =>
  db.prepare<[], { name: string }>('select name from migrations').all().some(({ name }) => !migrations.some((known) => known.name === name))

/** Why a folder of an earlier release cannot be read as it is, and what to do. */
export const earlierRelease = (dir: string): Refusal =>
  refusal(
    'unavailable',
    `${dir} was written by an earlier release of Fieldseal. Nothing was changed. Open it once with this one: run \`fieldseal serve --data ${dir}\` (of a hub with --role hub), or the desktop, and stop it once it answers; that brings its tables forward and leaves what was sealed as it is. Then run this again. To check it untouched, use the release that wrote it.`,
  )

/** Does work in one transaction: whole, or not at all. */
const inOneStep = async (db: Connection, work: () => void | Promise<void>): Promise<void> => {
  db.exec('begin immediate')
  try {
    await work()
    db.exec('commit')
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (db.inTransaction) db.exec('rollback')
    throw error
  }
}

const note = (db: Connection, name: string): void => void db.prepare("insert into migrations (name, applied_at) values (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))").run(name)

/** Brings a database forward to this release, each step whole or not at all. Refuses one that a newer release has written. */
export const bringForward = async (db: Connection): Promise<Result<void, Refusal>> => {
  const done = applied(db)
  if (isOfNewerRelease(db)) return fail(newerRelease)
  const kysely = kyselyOver<unknown>(db)
  for (const { name, migration } of migrations) {
    if (done.includes(name)) continue
    await inOneStep(db, async () => {
      await migration.up(kysely)
      note(db, name)
    })
  }
  return ok(undefined)
}

const isEmpty = (db: Connection): boolean => db.prepare('select 1 from sqlite_master').get() === undefined

/** As `bringForward`; in a database in which nothing is yet, all of it is made in one step. */
export const migrate = async (db: Connection): Promise<Result<void, Refusal>> => {
  if (!isEmpty(db)) return bringForward(db)
  await inOneStep(db, () => {
    db.exec(stepsTable)
    makeTables(db)
    for (const { name } of migrations) note(db, name)
  })
  return ok(undefined)
}

/** Whether a database is at this release's state; a reader beside an older service finds it is not. */
const isCurrent = (db: Connection): boolean => {
  const rows = db.prepare<[], { name: string }>('select name from migrations').all()
  return rows.length === migrations.length && migrations.every(({ name }) => rows.some((row) => row.name === name))
}

/** Whether an earlier release has written a database, and this one has not brought it forward yet. */
export const isOfEarlierRelease = (db: Connection): boolean => !isOfNewerRelease(db) && !isCurrent(db)
