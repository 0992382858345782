import type { SyncStatements } from '../sqlite/statements.ts'

/**
 * Y-40: the order in which a chain's entries are projected and shown: those with a hub position by it, then the others
 * by arrival.
 */
export const hubOrderSql = 'hub_pos is null, hub_pos, pos'

/** The columns of `entries` by which a chain is to be ordered, forwards and backwards. */
export interface ChainOrder {
  readonly forwards: string
  readonly backwards: string
}

const byHub: ChainOrder = { forwards: hubOrderSql, backwards: 'hub_pos is not null, hub_pos desc, pos desc' }
const byArrival: ChainOrder = { forwards: 'pos', backwards: 'pos desc' }

/** The order of a chain; without any hub position it is the arrival order, which an index has. */
export const orderOf = (sql: SyncStatements, chainId: number): ChainOrder =>
  sql.get('select n from entries where chain = ? and hub_pos is not null limit 1', chainId) === undefined
    ? byArrival
    : byHub

/** The place of an entry in the order of its chain, from 0. */
export type PlaceOf = (row: { readonly hub_pos: number | null; readonly pos: number }) => number

/**
 * Makes the places of a chain in the order of Y-40. The hub's have no gaps, so what it has not placed yet stands behind
 * as many entries as it has.
 */
export const placesOf = (sql: SyncStatements, chainId: number): PlaceOf => {
  const placed =
    sql.get<{ placed: number | null }>(
      'select max(hub_pos) + 1 as placed from entries where chain = ? and hub_pos is not null',
      chainId,
    )?.placed ?? 0
  let unplaced: ReadonlyMap<number, number> | null = null
  const behind = (pos: number): number => {
    unplaced ??= new Map(
      sql
        .all<{ pos: number }>('select pos from entries where chain = ? and hub_pos is null order by pos', chainId)
        .map((row, index) => [row.pos, index]),
    )
    return unplaced.get(pos) ?? 0
  }
  return ({ hub_pos: hubPos, pos }) => hubPos ?? (placed === 0 ? pos : placed + behind(pos))
}
