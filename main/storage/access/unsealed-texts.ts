import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import { placeOfDraft } from './draft-place.ts'
import type { AccessTables } from './tables.ts'

/** A text that a user has not sealed yet. */
export interface UnsealedText {
  readonly key: string
  readonly text: string
  /** The case as the window names it, where the key names none. */
  readonly caseId: number | null
}

/** A user keeps at most so many at once. */
export const maxDrafts = 2_000

type Db = Kysely<AccessTables>

/** A user's drafts by key. */
export const listDrafts = async (
  db: Db,
  userUid: string,
): Promise<{ readonly key: string; readonly text: string; readonly writtenAtMs: number }[]> =>
  (
    await db
      .selectFrom('drafts')
      .select(['key', 'text', 'written_at'])
      .where('user_uid', '=', userUid)
      .orderBy('key')
      .execute()
  ).map(({ key, text, written_at: writtenAtMs }) => ({ key, text, writtenAtMs }))

/** Keeps a draft in place of the one under its key. Refuses one more than a user may have. */
export const keepDraft = async (
  { db, sql: statements, nowMs }: Pick<LedgerTx, 'sql' | 'nowMs'> & { readonly db: Db },
  userUid: string,
  { key, text, caseId }: UnsealedText,
): Promise<Result<{ kept: true }, Refusal>> => {
  const { case_id: known, alert_uid: alertUid } = await placeOfDraft(statements, key)
  const place = { case_id: known ?? caseId, alert_uid: alertUid }
  const replaced = await db
    .updateTable('drafts')
    .set({ ...place, text, written_at: nowMs })
    .where('user_uid', '=', userUid)
    .where('key', '=', key)
    .executeTakeFirst()
  if (replaced.numUpdatedRows > 0n) return ok({ kept: true })
  const { count } = await db
    .selectFrom('drafts')
    .select(sql<number>`count(*)`.as('count'))
    .where('user_uid', '=', userUid)
    .executeTakeFirstOrThrow()
  if (count >= maxDrafts)
    return fail(
      refusal(
        'unknown_reference',
        `You have ${maxDrafts} texts that are not finished, and this one was not kept; finish or discard one of them first.`,
      ),
    )
  await db
    .insertInto('drafts')
    .values({ ...place, user_uid: userUid, key, text, written_at: nowMs })
    .execute()
  return ok({ kept: true })
}

/** Ends a draft, whether there is one or not. */
export const endDraft = async (db: Db, userUid: string, key: string): Promise<Result<{ kept: false }, Refusal>> => {
  await db.deleteFrom('drafts').where('user_uid', '=', userUid).where('key', '=', key).execute()
  return ok({ kept: false })
}
