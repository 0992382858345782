import { receiptPayload } from '../../../shared/protocol/sync.ts'
import type { ReceiptPayload, WireReceipt } from '../../../shared/protocol/sync.ts'
import type { CaseIntake } from '../../sync/device/replica.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { StandingsTable } from './tables.ts'

/** The newest hub checkpoints of a chain that are kept. */
const keptCheckpoints = 8

const later = (a: string | null, b: string): string => (a === null || Date.parse(a) < Date.parse(b) ? b : a)

const saidBy = (receipt: WireReceipt): ReceiptPayload =>
  receiptPayload.parse(JSON.parse(Buffer.from(receipt.payload, 'base64').toString('utf8')))

/** When the hub received the entry at a position, by receipts that were checked; null where none of them covers it. */
export const receiptTimes = (receipts: readonly WireReceipt[]): ((position: number) => number | null) => {
  const spans = receipts.map(saidBy).map(({ first, size, at }) => ({ first, size, atMs: Date.parse(at) }))
  return (position) => spans.find(({ first, size }) => position >= first && position < size)?.atMs ?? null
}

/** Files receipts that were checked; answers the time of the last one. */
export const keepReceipts = (
  sql: SyncStatements,
  uid: string,
  receipts: readonly WireReceipt[],
  lastAt: string | null,
): string | null =>
  receipts.reduce<string | null>((last, receipt) => {
    const said = saidBy(receipt)
    sql.run(
      'insert into receipts (uid, first, size, at, receipt) values (?, ?, ?, ?, ?) on conflict do nothing',
      uid,
      said.first,
      said.size,
      said.at,
      JSON.stringify(receipt),
    )
    return later(last, said.at)
  }, lastAt)

/** Files a checkpoint that was verified, and makes it the anchor of what is sealed from now on (Y-52). */
export const keepCheckpoint = (
  sql: SyncStatements,
  standing: StandingsTable,
  checkpoint: NonNullable<CaseIntake['checkpoint']>,
  nowMs: number,
): StandingsTable => {
  const { size, note } = checkpoint
  const root = Buffer.from(checkpoint.root)
  sql.run(
    'insert into hub_checkpoints (uid, size, root, note, verified_at) values (?, ?, ?, ?, ?) on conflict (uid, size) do update set note = excluded.note',
    standing.uid,
    size,
    root,
    note,
    nowMs,
  )
  sql.run(
    'delete from hub_checkpoints where uid = ? and size not in (select size from hub_checkpoints where uid = ? order by size desc limit ?)',
    standing.uid,
    standing.uid,
    keptCheckpoints,
  )
  if (standing.anchor_size !== null && standing.anchor_size > size) return standing
  return { ...standing, anchor_size: size, anchor_root: root, anchor_note: note, anchor_at: nowMs }
}
