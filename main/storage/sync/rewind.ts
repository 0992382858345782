import { appendLeaf, emptyFrontier, encodeFrontier } from '../../seal/frontier.ts'
import type { LedgerTx } from '../ledger/ledger.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import { keepFormerOrder } from './former-orders.ts'
import { forgetLog } from './log-proofs.ts'
import { projectAnew } from './project.ts'
import type { ChainProjectionParts } from './project.ts'
import { chainIdOf, readStanding, saveStanding } from './standings.ts'
import type { HubCheckpointsTable, StandingsTable } from './tables.ts'

/** Places are texts that sort as numbers. */
const placeDigits = 12

type Row = Pick<EntriesTable, 'n' | 'id' | 'payload' | 'hub_pos'>

const headOf = ({ payload }: Row): { dev: string; seq: number } =>
  JSON.parse(payload.toString('utf8')) as { dev: string; seq: number }

/**
 * Y-55: takes the places of all entries of a chain from a position on back, so that they are sent again, and projects
 * it anew. The feed is read from its beginning, since the numbers of a hub that was restored mean other things.
 */
export const rewindChain = async (
  tx: LedgerTx,
  parts: ChainProjectionParts,
  uid: string,
  size: number,
): Promise<void> => {
  const { sql } = parts
  const standing = readStanding(sql, uid)
  const chainId = chainIdOf(sql, uid)
  sql.run('update hub set since = 0 where id = 1')
  forgetLog(sql)
  if (standing === undefined || chainId === null || standing.received <= size) return
  const rows = sql.all<Row>(
    'select n, id, payload, hub_pos from entries where chain = ? and hub_pos is not null order by hub_pos',
    chainId,
  )
  keepFormerOrder(
    sql,
    standing,
    rows.map(({ id }) => id),
  )
  let frontier = emptyFrontier
  sql.run('delete from device_heads where uid = ?', uid)
  for (const row of rows.slice(0, size)) {
    frontier = appendLeaf(frontier, row.id)
    const { dev, seq } = headOf(row)
    sql.run(
      'insert into device_heads (uid, device_id, seq, entry) values (?, ?, ?, ?) on conflict do update set seq = excluded.seq, entry = excluded.entry',
      uid,
      dev,
      seq,
      row.id.toString('hex'),
    )
  }
  for (const row of rows.slice(size)) {
    sql.run('update entries set hub_pos = null where n = ?', row.n)
    sql.run(
      'insert into pending (n, chain, place) values (?, ?, ?) on conflict do nothing',
      row.n,
      chainId,
      String(row.hub_pos).padStart(placeDigits, '0'),
    )
  }
  sql.run('delete from receipts where uid = ? and size > ?', uid, size)
  sql.run('delete from hub_checkpoints where uid = ? and size > ?', uid, size)
  const checkpoint = sql.get<HubCheckpointsTable>(
    'select * from hub_checkpoints where uid = ? order by size desc limit 1',
    uid,
  )
  const kept: StandingsTable = {
    ...standing,
    received: frontier.size,
    frontier: Buffer.from(encodeFrontier(frontier)),
    announced: Math.min(standing.announced, size),
    anchor_size: checkpoint?.size ?? null,
    anchor_root: checkpoint?.root ?? null,
    anchor_note: checkpoint?.note ?? null,
    anchor_at: checkpoint?.verified_at ?? null,
    last_receipt_at:
      sql.get<{ at: string | null }>('select max(at) as at from receipts where uid = ?', uid)?.at ?? null,
    refused_entry: null,
    refused_code: null,
    refused_message: null,
    refused_quarantined: null,
  }
  saveStanding(sql, kept)
  if (standing.shown === 1) await projectAnew(tx, parts, chainId)
}
