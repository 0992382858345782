import Database from 'better-sqlite3-multiple-ciphers'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, test } from 'vitest'
import { migrations } from '../../../main/storage/migrations/all.ts'
import { uid } from '../../../shared/schema/text.ts'

/** A database as the release before the given migration left it. */
const before = async (name: string) => {
  const database = new Database(':memory:')
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) })
  for (const step of migrations) {
    if (step.name === name) return { database, upgrade: () => step.migration.up(db), close: () => db.destroy() }
    await step.migration.up(db)
  }
  throw new Error(`there is no migration ${name}`)
}

test.each([[0, []], [3, [{ reason: 'matching_changed', through: 3, reached: 0, subjects: 3, finished_at: null, changed: null }]]])('a register of %i that an earlier release screened is screened once more by the upgrade', async (subjects, runs) => {
  const { database, upgrade, close } = await before('0027_standing_matches')
  const add = database.prepare("insert into screening_subjects (kind, id, name, facts, digest, source, added_at, changed_at) values ('customer', ?, 'Anna Ek', '{}', '', 'register', 1, 1)")
  for (let n = 1; n <= subjects; n += 1) add.run(String(n))
  await upgrade()
  const begun = database.prepare('select uid, reason, through, reached, subjects, finished_at, changed from screening_runs').all() as { readonly uid: string }[]
  expect(begun).toMatchObject(runs)
  for (const run of begun) expect(uid.safeParse(run.uid).success).toBe(true)
  await close()
})
