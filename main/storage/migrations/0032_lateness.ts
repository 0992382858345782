import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

const dayMs = 86_400_000

/** The rule by which they were judged: a day behind the latest activity before them, whatever the time at which that was received. */
const judgedLate = `select n from (select n, at_ms, max(at_ms) over (order by n rows between unbounded preceding and 1 preceding) as latest from activities) where at_ms < latest - ${dayMs}`

// In which currency, and by which rates, the saved features were counted.
const countedBy = 'alter table feature_state add column currencies text'

const statements = [countedBy, 'alter table activities add column late integer check (late = 1)', `update activities set late = 1 where n in (${judgedLate})`]

/** Which activities were judged without windows, and by which currencies windows and profiles were counted. */
export const lateness: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
}
