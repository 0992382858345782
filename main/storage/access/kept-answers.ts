import type { Kysely } from 'kysely'
import type { AccessTables, IdempotencyTable } from './tables.ts'

type Db = Kysely<AccessTables>

/** The kept answer of a scope, unless it is older than `notBeforeMs`. */
export const findAnswer = async (db: Db, scope: string, notBeforeMs: number): Promise<IdempotencyTable | null> =>
  (await db
    .selectFrom('idempotency')
    .selectAll()
    .where('scope', '=', scope)
    .where('created_at', '>=', notBeforeMs)
    .executeTakeFirst()) ?? null

/**
 * Keeps an answer in the place of what was kept of its request before, and forgets what is older than `notBeforeMs`.
 */
export const insertAnswer = async (db: Db, row: IdempotencyTable, notBeforeMs: number): Promise<void> => {
  await db.deleteFrom('idempotency').where('created_at', '<', notBeforeMs).execute()
  await db
    .insertInto('idempotency')
    .values(row)
    .onConflict((conflict) => conflict.column('scope').doUpdateSet({ answer: row.answer }))
    .execute()
}

/** Forgets what was kept of a request. */
export const deleteAnswer = async (db: Db, scope: string): Promise<void> => {
  await db.deleteFrom('idempotency').where('scope', '=', scope).execute()
}
