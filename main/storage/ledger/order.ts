import type { SyncStatements } from '../sqlite/statements.ts'

/**
 * Y-40: the order in which a chain's entries are projected and shown: those with a hub position by it, then the others
 * by arrival.
 */
export const hubOrder = 'hub_pos is null, hub_pos, pos'

/** The columns of `entries` by which a chain is to be ordered, forwards and backwards. */
export interface ChainOrder {
  readonly forwards: string
  readonly backwards: string
}

const byHub: ChainOrder = { forwards: hubOrder, backwards: 'hub_pos is not null, hub_pos desc, pos desc' }
const byArrival: ChainOrder = { forwards: 'pos', backwards: 'pos desc' }

/** The order of a chain; without any hub position it is the arrival order, which an index has. */
export const orderOf = (sql: SyncStatements, chainId: number): ChainOrder =>
  sql.get('select n from entries where chain = ? and hub_pos is not null limit 1', chainId) === undefined
    ? byArrival
    : byHub
