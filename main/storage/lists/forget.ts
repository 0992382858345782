import { ok } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import type { Ledger, LedgerTx } from '../ledger/ledger.ts'

/** Rows that one transaction forgets: everyone behind it waits meanwhile. */
const forgottenAtOnce = 5_000

// A content holds the id of its entry, so another version that has it has it under the same id. Takes the id of the
// version twice.
const isElsewhere = (entry: string, content: string): string =>
  `exists (select 1 from watchlist_versions v join watchlist_members o on o.version_id = v.id and o.entry_id = ${entry} where v.id <> ? and v.list = (select list from watchlist_versions where id = ?) and o.n = ${content})`

const someMembers = 'select m.entry_id, m.n from watchlist_members m where m.version_id = ? order by m.entry_id limit ?'

/** Forgets some entries of a version, and their contents where no other version has them. */
const forgetMembers = async (tx: LedgerTx, id: number): Promise<number> => {
  await tx.sql.run(
    `delete from watchlist_contents where n in (select m.n from (${someMembers}) m where not ${isElsewhere('m.entry_id', 'm.n')})`,
    id,
    forgottenAtOnce,
    id,
    id,
  )
  return (
    await tx.sql.run(
      `delete from watchlist_members where version_id = ? and entry_id in (select entry_id from (${someMembers}))`,
      id,
      id,
      forgottenAtOnce,
    )
  ).changes
}

/**
 * Forgets contents that came with a version and that no version has any more: those of entries that were joined with
 * others.
 */
const forgetLeftOver = async (tx: LedgerTx, id: number): Promise<number> =>
  (
    await tx.sql.run(
      `delete from watchlist_contents where n in (select c.n from watchlist_contents c where c.brought_by = ? and not ${isElsewhere("json_extract(c.content, '$.id')", 'c.n')} limit ?)`,
      id,
      id,
      id,
      forgottenAtOnce,
    )
  ).changes

const forgetRow = async (tx: LedgerTx, id: number): Promise<number> =>
  (await tx.sql.run('delete from watchlist_versions where id = ? and version is null', id)).changes

/**
 * Forgets a version without a number, piece by piece: one that did not come in force, or one that was removed. Contents
 * that another version has stay, those of one that is being read meanwhile too. What a full disk or a stop leaves over
 * is forgotten at the next opening.
 */
export const forgetVersion = async (ledger: Ledger, actor: Actor, id: number): Promise<void> => {
  for (const forget of [forgetMembers, forgetLeftOver, forgetRow]) {
    for (;;) {
      const done = await ledger.write(actor, async (tx) => ok(await forget(tx, id)))
      if (!done.ok) return
      if (done.value < forgottenAtOnce) break
    }
  }
}
