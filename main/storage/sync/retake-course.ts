import type { LedgerTx } from '../ledger/ledger.ts'
import type { DropParts } from './drop.ts'
import { leaveUnsent, recountChains } from './leave-unsent.ts'
import { projectAnew } from './project.ts'
import type { ChainProjectionParts } from './project.ts'
import { casesWithUnsentErasures, takeAnew } from './undone-erasures.ts'

/** The chains go on from the last own entry that the hub has; heads of others are what is seen (S-21, S-23). */
const takeOwnHeads = ({ sql, deviceId }: DropParts): void => {
  for (const { id, uid } of sql.all<{ id: number; uid: string }>('select id, uid from chains')) {
    const own = sql.get<{ seq: number; entry: string }>(
      'select seq, entry from device_heads where uid = ? and device_id = ?',
      uid,
      deviceId,
    )
    const others = sql
      .all<{ entry: string }>(
        'select entry from device_heads where uid = ? and device_id <> ? order by entry',
        uid,
        deviceId,
      )
      .map(({ entry }) => entry)
    sql.run(
      'update chains set seq = ?, head = ?, others = ? where id = ?',
      own?.seq ?? 0,
      own?.entry ?? null,
      JSON.stringify(others),
      id,
    )
  }
}

/**
 * Y-83: leaves the course that a folder on which a hub stands took beside the one that its hub has: what no hub has is
 * set aside, with its text, and the device stays the same. Its `dseq` goes on above the highest that it ever gave out;
 * of each case it goes on from what the hub has. A case of which an erasure is set aside comes from there whole (Y-34):
 * nothing may be sealed before it has.
 */
export const retakeCourse = async (tx: LedgerTx, parts: ChainProjectionParts & DropParts): Promise<void> => {
  const { sql } = parts
  const changed = sql
    .all<{ chain: number }>('select distinct chain from entries where hub_pos is null')
    .map(({ chain }) => chain)
  const undone = casesWithUnsentErasures(sql)
  await leaveUnsent(sql, tx, parts, tx.nowMs)
  await takeAnew(tx, sql, undone)
  // The feed told of these cases before: what runs already asks for them no more by itself.
  if (undone.length > 0) sql.run('update hub set since = 0 where id = 1')
  recountChains(sql)
  takeOwnHeads(parts)
  for (const chain of changed)
    if (sql.get('select 1 from chains where id = ?', chain) !== undefined) await projectAnew(tx, parts, chain)
}
