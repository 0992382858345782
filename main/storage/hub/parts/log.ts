import { treeRoot } from '../../../seal/merkle.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts, HubSql } from '../statements.ts'

/**
 * Leaves by which a head may be older than the newest one without a signature of anybody else: a witness or an
 * authority that was asked about it may still answer.
 */
const unsignedFor = 65_536

/** Hashes in a full tile (C2SP tlog-tiles: tiles of height 8). */
const tileWidth = 256

interface HeadRow {
  readonly size: number
  readonly note: string
  readonly frontier: Uint8Array | null
  readonly timestamp: Uint8Array | null
}

type Reads = Pick<HubReader, 'logLeaves' | 'logTile' | 'logHead' | 'logCheckpoint' | 'logPlace' | 'logHeadAt'>
type Writes = Pick<HubTx, 'appendLog' | 'addCosignature' | 'setTimestamp'>

/** Hashes of a level from an index on: leaves at level 0, roots of complete subtrees of 256^level leaves above. */
const hashes = async (sql: HubSql, level: number, from: number, count: number): Promise<Uint8Array[]> => {
  const rows =
    level === 0
      ? await sql.all<{ hash: Uint8Array }>(
          'select hash from log_leaves where n >= ? and n < ? order by n',
          from,
          from + count,
        )
      : await sql.all<{ hash: Uint8Array }>(
          'select hash from log_nodes where level = ? and n >= ? and n < ? order by n',
          level,
          from,
          from + count,
        )
  return rows.map(({ hash }) => hash)
}

const cosignaturesOf = async (sql: HubSql, size: number): Promise<string[]> =>
  (await sql.all<{ line: string }>('select line from log_cosignatures where size = ? order by n', size)).map(
    ({ line }) => line,
  )

const newest = 'select size, note, frontier, timestamp from log_heads order by size desc limit 1'

/** The newest head that somebody else has signed, too. */
export const signedHeads = {
  cosigned:
    'select size, note, frontier, timestamp from log_heads where size = (select max(size) from log_cosignatures)',
  timestamped:
    'select size, note, frontier, timestamp from log_heads where timestamp is not null order by size desc limit 1',
} as const

/** The hub's log of checkpoints. */
export const hubLogReads = ({ sql }: Pick<HubParts, 'sql'>): Reads => ({
  logLeaves: async (from, limit) =>
    await sql.all<{ hash: Uint8Array; data: Uint8Array }>(
      'select hash, data from log_leaves where n >= ? order by n limit ?',
      from,
      limit,
    ),
  logTile: async (level, index, width = tileWidth) => {
    if (width < 1 || width > tileWidth) throw new RangeError('a tile has 1 to 256 hashes')
    const found = await hashes(sql, level, index * tileWidth, width)
    return found.length === width ? Buffer.concat(found) : null
  },
  logHead: async () => {
    const row = await sql.get<HeadRow>(newest)
    if (row === undefined) return null
    if (row.frontier === null) throw new Error('the newest head of the log has lost its frontier')
    return {
      size: row.size,
      frontier: row.frontier,
      note: row.note,
      cosignatures: await cosignaturesOf(sql, row.size),
      timestamp: row.timestamp,
    }
  },
  logCheckpoint: async (which) => {
    const row = await sql.get<HeadRow>(signedHeads[which])
    return row === undefined
      ? null
      : { size: row.size, note: row.note, cosignatures: await cosignaturesOf(sql, row.size), timestamp: row.timestamp }
  },
  logPlace: async (name, below) => {
    const row = await sql.get<{ index: number; data: Uint8Array }>(
      'select p.n as "index", l.data from log_places p join log_leaves l on l.n = p.n where p.chain = ? and p.n < ? order by p.n desc limit 1',
      name,
      below,
    )
    return row ?? null
  },
  logHeadAt: async (size) => {
    const row = await sql.get<{ note: string }>('select note from log_heads where size = ?', size)
    return row === undefined ? null : { note: row.note, cosignatures: await cosignaturesOf(sql, size) }
  },
})

/** Fills the levels above as far as subtrees became complete. */
const completeTiles = async (sql: HubSql, level: number, before: number, after: number): Promise<void> => {
  const from = Math.floor(before / tileWidth)
  const to = Math.floor(after / tileWidth)
  if (from === to) return
  const rows: [number, number, Uint8Array][] = []
  for (let index = from; index < to; index++)
    rows.push([level + 1, index, treeRoot(await hashes(sql, level, index * tileWidth, tileWidth))])
  await sql.insert('log_nodes', ['level', 'n', 'hash'], rows)
  await completeTiles(sql, level + 1, from, to)
}

export const logWrites = ({ sql }: Pick<HubParts, 'sql'>): Writes => ({
  appendLog: async (leaves, { size, frontier, note }) => {
    const before = (await sql.get<{ size: number }>('select size from log_heads order by size desc limit 1'))?.size ?? 0
    if (before + leaves.length !== size)
      throw new Error(`a head of ${size} leaves does not follow one of ${before} and ${leaves.length} more`)
    await sql.insert(
      'log_leaves',
      ['n', 'hash', 'data'],
      leaves.map(({ hash, data }, index) => [before + index, hash, data]),
    )
    await sql.insert(
      'log_places',
      ['chain', 'n'],
      leaves.map((leaf, index) => [leaf.case, before + index]),
    )
    await completeTiles(sql, 0, before, size)
    // Only the newest frontier is gone on from.
    await sql.run('update log_heads set frontier = null where size = ?', before)
    await sql.insert('log_heads', ['size', 'note', 'frontier', 'timestamp'], [[size, note, frontier, null]])
    // Those that have become too old just now, so that what is kept is looked at once.
    await sql.run(
      'delete from log_heads where size > ? and size <= ? and timestamp is null and size not in (select size from log_cosignatures where size > ? and size <= ?)',
      before - unsignedFor,
      size - unsignedFor,
      before - unsignedFor,
      size - unsignedFor,
    )
  },
  addCosignature: async (size, line, replaced = []) => {
    const head = await sql.get('select 1 from log_heads where size = ?', size)
    if (head === undefined) throw new Error(`the log has no head of ${size} leaves`)
    for (const earlier of replaced)
      await sql.run('delete from log_cosignatures where size = ? and line = ?', size, earlier)
    await sql.run(
      'insert into log_cosignatures (size, n, line) select cast(? as bigint), (select coalesce(max(n), -1) + 1 from log_cosignatures where size = ?), ? where true on conflict (size, line) do nothing',
      size,
      size,
      line,
    )
  },
  setTimestamp: async (size, token) => {
    const { changes } = await sql.run('update log_heads set timestamp = ? where size = ?', token, size)
    if (changes === 0) throw new Error(`the log has no head of ${size} leaves`)
  },
})
