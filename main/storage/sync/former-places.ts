import type { SyncStatements } from '../sqlite/statements.ts'

/**
 * Y-55: the places of entries that a restored hub has lost, by arrival number; what was signed before speaks about
 * these. Empty where they do not go on from the places that the hub has given since: a hub that put something else
 * there has another order, and no list can hold two.
 */
export const formerPlaces = (sql: SyncStatements, chainId: number): ReadonlyMap<number, number> => {
  const lost = sql.all<{ n: number; place: string }>(
    "select n, place from pending where chain = ? and place < '~' order by place",
    chainId,
  )
  if (lost.length === 0) return new Map()
  const placed =
    sql.get<{ placed: number }>('select count(hub_pos) as placed from entries where chain = ?', chainId)?.placed ?? 0
  const goesOn = lost.every(({ place }, at) => Number(place) === placed + at)
  return goesOn ? new Map(lost.map(({ n, place }) => [n, Number(place)])) : new Map()
}
