import { appendLeaf, emptyFrontier, encodeFrontier } from '../../seal/frontier.ts'
import { clearCase } from '../cases/projection.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { setEntryAside } from './drop.ts'

type Row = Pick<EntriesTable, 'n' | 'id' | 'kid' | 'payload' | 'sig'> & { readonly chain: number; readonly uid: string }

/** Puts everything that no hub has aside; what is left of each chain is counted anew. */
export const leaveUnsent = async (
  sql: SyncStatements,
  tx: Parameters<typeof clearCase>[0],
  parts: Parameters<typeof setEntryAside>[0],
  nowMs: number,
): Promise<void> => {
  const unsent = sql.all<Row>(
    'select e.n, e.id, e.kid, e.payload, e.sig, e.chain, c.uid from entries e join chains c on c.id = e.chain where e.hub_pos is null order by e.n',
  )
  for (const row of unsent) {
    setEntryAside(parts, row, row.uid, 'epoch', nowMs)
    sql.run('delete from disclosures where entry = ?', row.n)
    sql.run('delete from entries where n = ?', row.n)
  }
  sql.run('delete from pending')
  sql.run('delete from former_orders')
  // What the hub refused is set aside with the rest: nothing of these cases waits for a person any more.
  sql.run(
    'update standings set refused_entry = null, refused_code = null, refused_message = null, refused_quarantined = null',
  )
  sql.run('delete from checkpoints')
  for (const { id } of sql.all<{ id: number }>(
    'select id from chains where id <> 0 and id not in (select chain from entries)',
  )) {
    await clearCase(tx, id)
    sql.run('delete from chains where id = ?', id)
  }
}

/** Counts each chain anew over the entries that are left of it, as one in which this device has sealed nothing. */
export const recountChains = (sql: SyncStatements): void => {
  for (const { id, uid } of sql.all<{ id: number; uid: string }>('select id, uid from chains')) {
    let frontier = emptyFrontier
    const rows = sql.all<{ n: number; id: Buffer }>('select n, id from entries where chain = ? order by pos', id)
    for (const row of rows) {
      sql.run('update entries set pos = ? where n = ?', frontier.size, row.n)
      frontier = appendLeaf(frontier, row.id)
    }
    const heads = sql
      .all<{ entry: string }>('select entry from device_heads where uid = ? order by entry', uid)
      .map(({ entry }) => entry)
    sql.run(
      'update chains set size = ?, frontier = ?, seq = 0, head = null, others = ?, checkpoint_size = 0 where id = ?',
      frontier.size,
      Buffer.from(encodeFrontier(frontier)),
      JSON.stringify(heads),
      id,
    )
  }
}
