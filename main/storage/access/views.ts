import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { AccessTables, SavedViewsTable } from './tables.ts'

export interface SavedView {
  readonly id: number
  readonly name: string
  readonly query: Record<string, string>
}

/** A user keeps at most so many views. */
export const maxViews = 100

type Db = Kysely<AccessTables>

const toView = (row: SavedViewsTable): SavedView => ({
  id: row.id,
  name: row.name,
  query: JSON.parse(row.query) as Record<string, string>,
})

/** A user's views by name. */
export const listViews = async (db: Db, userUid: string): Promise<SavedView[]> =>
  (
    await db
      .selectFrom('saved_views')
      .selectAll()
      .where('user_uid', '=', userUid)
      .orderBy('name')
      .orderBy('id')
      .execute()
  ).map(toView)

/** Keeps filters under a name; the same name again replaces them. */
export const saveView = async (
  db: Db,
  userUid: string,
  view: Omit<SavedView, 'id'>,
  nextId: () => Promise<number>,
): Promise<Result<SavedView, Refusal>> => {
  const existing = await db
    .selectFrom('saved_views')
    .select('id')
    .where('user_uid', '=', userUid)
    .where('name', '=', view.name)
    .executeTakeFirst()
  if (existing !== undefined) {
    await db
      .updateTable('saved_views')
      .set({ query: JSON.stringify(view.query) })
      .where('id', '=', existing.id)
      .execute()
    return ok({ id: existing.id, ...view })
  }
  const { count } = await db
    .selectFrom('saved_views')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_uid', '=', userUid)
    .executeTakeFirstOrThrow()
  if (count >= maxViews)
    return fail(refusal('unknown_reference', `You keep ${maxViews} views already; delete one first.`))
  const id = await nextId()
  await db
    .insertInto('saved_views')
    .values({ id, user_uid: userUid, name: view.name, query: JSON.stringify(view.query) })
    .execute()
  return ok({ id, ...view })
}

/** Deletes one of the user's own views. */
export const deleteView = async (db: Db, userUid: string, id: number): Promise<Result<{ deleted: true }, Refusal>> => {
  const result = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_uid', '=', userUid)
    .executeTakeFirst()
  return result.numDeletedRows === 0n
    ? fail(refusal('not_found', 'You have no view with this id.'))
    : ok({ deleted: true })
}
