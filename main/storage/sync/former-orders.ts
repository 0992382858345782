import { createInclusionProofs, hashLength } from '../../seal/merkle.ts'
import type { CarriedRun, FormerPlaces } from '../../sync/entry.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { FormerOrdersTable, StandingsTable } from './tables.ts'

/**
 * Y-84: keeps the order of a chain under the last checkpoint of it that was verified, before its places are taken back:
 * by that the hub takes what it had signed for without asking anew who may.
 *
 * @param ids of all entries of the chain that have a place, in order
 */
export const keepFormerOrder = (
  sql: SyncStatements,
  standing: Pick<StandingsTable, 'uid' | 'anchor_size' | 'anchor_note'>,
  ids: readonly Buffer[],
): void => {
  const { uid, anchor_size: size, anchor_note: note } = standing
  if (size === null || note === null || size === 0 || size > ids.length) return
  sql.run('insert into former_orders (uid, note, ids) values (?, ?, ?)', uid, note, Buffer.concat(ids.slice(0, size)))
}

/** Forgets former orders of a chain of which nothing waits any more that the hub had. */
export const forgetFormerOrders = (sql: SyncStatements, chain: { readonly id: number; readonly uid: string }): void =>
  void sql.run(
    "delete from former_orders where uid = ? and not exists (select 1 from pending where chain = ? and place < '~')",
    chain.uid,
    chain.id,
  )

interface FormerOrder {
  readonly note: string
  /** Places by entry id. */
  readonly places: ReadonlyMap<string, number>
  readonly prove: (index: number) => Uint8Array[]
}

const opened = ({ note, ids }: FormerOrdersTable): FormerOrder => {
  const leaves = Array.from({ length: ids.length / hashLength }, (_, index) =>
    ids.subarray(index * hashLength, (index + 1) * hashLength),
  )
  return {
    note,
    places: new Map(leaves.map((leaf, index) => [leaf.toString('hex'), index])),
    prove: createInclusionProofs(leaves),
  }
}

/** The places of all entries of a run in one order. */
const placesIn = ({ note, places, prove }: FormerOrder, { entries }: CarriedRun): FormerPlaces => ({
  note,
  places: entries.map(({ id }) => places.get(id) as number).map((index) => ({ index, hashes: prove(index) })),
})

/**
 * Runs with where their entries stood in orders that the hub has lost, cut where one order gives way to another or to
 * none.
 */
export const withFormerPlaces = (sql: SyncStatements, runs: readonly CarriedRun[]): readonly CarriedRun[] => {
  const orders = new Map<string, readonly FormerOrder[]>()
  const ordersOf = (uid: string): readonly FormerOrder[] => {
    const known = orders.get(uid)
    if (known !== undefined) return known
    const made = sql.all<FormerOrdersTable>('select * from former_orders where uid = ? order by n', uid).map(opened)
    orders.set(uid, made)
    return made
  }
  return runs.flatMap((run) => {
    const known = ordersOf(run.case)
    if (known.length === 0) return [run]
    const parts: { readonly order: FormerOrder | undefined; readonly entries: CarriedRun['entries'][number][] }[] = []
    for (const entry of run.entries) {
      const order = known.find(({ places }) => places.has(entry.id))
      const last = parts.at(-1)
      if (last !== undefined && last.order === order) last.entries.push(entry)
      else parts.push({ order, entries: [entry] })
    }
    return parts.map(({ order, entries }) => {
      const part = { ...run, entries }
      return order === undefined ? part : { ...part, former: placesIn(order, part) }
    })
  })
}
