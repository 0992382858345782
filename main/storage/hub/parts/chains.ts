import { wireReceipt } from '../../../../shared/protocol/sync.ts'
import type { HubChain, HubCheckpoint } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'

interface ChainRow {
  readonly name: string
  readonly size: number
  readonly frontier: Uint8Array
  readonly head: string
  readonly feed: number
  readonly checkpoint_size: number
}

interface CheckpointRow {
  readonly chain: string
  readonly size: number
  readonly root: Uint8Array
  readonly note: string
  readonly feed: number
  readonly at: number
}

type Reads = Pick<HubReader, 'chain' | 'chains' | 'receiptsOf' | 'checkpoint'>
type Writes = Pick<HubTx, 'saveChain' | 'addReceipt' | 'saveCheckpoint'>

const chainOf = ({ name, size, frontier, head, feed, checkpoint_size: checkpointSize }: ChainRow): HubChain => ({
  case: name,
  size,
  frontier,
  head,
  feed,
  checkpointSize,
})

const checkpointOf = ({ chain, size, root, note, feed, at }: CheckpointRow): HubCheckpoint => ({
  case: chain,
  size,
  root,
  note,
  feed,
  atMs: at,
})

/** Heads of cases, and what the hub has signed about them. */
export const chainReads = ({ sql }: Pick<HubParts, 'sql'>): Reads => ({
  chain: async (name) => {
    const row = await sql.get<ChainRow>('select * from chains where name = ?', name)
    return row === undefined ? null : chainOf(row)
  },
  chains: async (names) =>
    (
      await sql.all<ChainRow>(`select * from chains where ${sql.oneOf('name')} order by name`, JSON.stringify(names))
    ).map(chainOf),
  receiptsOf: async (name, fromSize) => {
    const rows = await sql.all<{ first: number; size: number; receipt: string }>(
      'select first, size, receipt from receipts where chain = ? and size > ? order by size, first',
      name,
      fromSize,
    )
    return rows.map(({ first, size, receipt }) => ({ first, size, receipt: wireReceipt.parse(JSON.parse(receipt)) }))
  },
  checkpoint: async (name) => {
    const row = await sql.get<CheckpointRow>(
      'select * from hub_checkpoints where chain = ? order by size desc limit 1',
      name,
    )
    return row === undefined ? null : checkpointOf(row)
  },
})

export const chainWrites = ({ sql }: Pick<HubParts, 'sql'>): Writes => ({
  saveChain: async ({ case: name, size, frontier, head, feed, checkpointSize }) => {
    await sql.run(
      `insert into chains (name, size, frontier, head, feed, checkpoint_size) values (?, ?, ?, ?, ?, ?)
       on conflict (name) do update set size = excluded.size, frontier = excluded.frontier, head = excluded.head, feed = excluded.feed, checkpoint_size = excluded.checkpoint_size`,
      name,
      size,
      frontier,
      head,
      feed,
      checkpointSize,
    )
  },
  addReceipt: async (name, first, size, receipt) => {
    await sql.insert('receipts', ['chain', 'size', 'first', 'receipt'], [[name, size, first, JSON.stringify(receipt)]])
  },
  saveCheckpoint: async ({ case: name, size, root, note, feed, atMs }) => {
    const newest = await sql.get('select 1 from hub_checkpoints where chain = ? and size >= ? limit 1', name, size)
    if (newest !== undefined) throw new Error(`${name} has a checkpoint of ${size} entries or more already`)
    await sql.insert(
      'hub_checkpoints',
      ['chain', 'size', 'root', 'note', 'feed', 'at'],
      [[name, size, root, note, feed, atMs]],
    )
    // What an earlier one said stands in the log.
    await sql.run('delete from hub_checkpoints where chain = ? and size < ?', name, size)
  },
})
