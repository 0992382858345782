import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { developmentBuild } from '../../platform/development-build.ts'
import type { Connection } from '../sqlite/connection.ts'
import { migrations } from './all.ts'
import type { Migration } from './all.ts'
import { schemaStandingOf } from './standing.ts'
import type { SchemaStanding } from './standing.ts'

/** What a person is told of a folder, or a backup, that this release does not know how to read. */
export const newerRelease = refusal(
  'unavailable',
  'The data folder was written by a newer release of Fieldseal; update this one. Where this one is to be used again, start it once with --go-back: it goes back to the copy from before the update, and sets aside what was sealed since.',
)

/** Why a folder of an earlier release cannot be read as it is, and what to do. */
export const earlierRelease = (dir: string): Refusal =>
  refusal(
    'unavailable',
    `${dir} was written by an earlier release of Fieldseal. Nothing was changed. Open it once with this one: run \`fieldseal serve --data ${dir}\` (of a hub with --role hub), or the desktop, and stop it once it answers; that brings its tables forward and leaves what was sealed as it is. Then run this again. To check it untouched, use the release that wrote it.`,
  )

/** How a database of a workspace stands to this release. */
export const standing = (db: Connection, steps: readonly Migration[] = migrations): SchemaStanding => {
  const notes = db.prepare("select 1 from sqlite_master where type = 'table' and name = 'migrations'").get()
  const applied = notes !== undefined ? db.prepare<[], string>('select name from migrations').pluck().all() : []
  return schemaStandingOf(
    applied,
    steps.map(({ name }) => name),
  )
}

/** Does work in one transaction: whole, or not at all. */
const inOneStep = (db: Connection, work: () => void): void => {
  db.exec('begin immediate')
  try {
    work()
    db.exec('commit')
  } catch (error) {
    // A full disk may have ended the transaction already.
    if (db.inTransaction) db.exec('rollback')
    throw error
  }
}

const run = (db: Connection, { name, up }: Migration): void => {
  up(db)
  db.prepare("insert into migrations (name, applied_at) values (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))").run(name)
}

/** Makes the tables of this release in a database that is thrown away, and so says nothing of migrations. */
export const makeTables = (db: Connection): void => {
  for (const { up } of migrations) up(db)
}

/** Makes the migrations that a database of an earlier release lacks, each whole or not at all. */
const bringForward = (db: Connection, steps: readonly Migration[]): void => {
  const done = db.prepare<[], string>('select name from migrations').pluck().all()
  for (const step of steps) if (!done.includes(step.name)) inOneStep(db, () => run(db, step))
}

const isEmpty = (db: Connection): boolean => db.prepare('select 1 from sqlite_master').get() === undefined

/**
 * Brings a database forward to this release. Where nothing is in it yet, all of it is made in one transaction: whoever
 * is cut off leaves an empty one. Refuses, and changes nothing of, one that a newer release or a development build has
 * written.
 */
export const migrate = (db: Connection, steps: readonly Migration[] = migrations): Result<void, Refusal> => {
  if (isEmpty(db)) {
    inOneStep(db, () => {
      db.exec('create table migrations (name text primary key, applied_at text not null) strict, without rowid')
      for (const step of steps) run(db, step)
    })
    return ok(undefined)
  }
  const stands = standing(db, steps)
  if (stands === 'newer') return fail(newerRelease)
  if (stands === 'development') return fail(developmentBuild)
  bringForward(db, steps)
  return ok(undefined)
}
