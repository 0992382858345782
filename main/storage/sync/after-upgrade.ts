import { ok } from '../../../shared/schema/result.ts'
import { openEntry } from '../../seal/entry.ts'
import { endErasedBytes } from '../evidence/end-erased-bytes.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { projectAnew } from './project.ts'
import type { ChainProjectionParts } from './project.ts'
import { chainIdOf } from './standings.ts'
import type { StandingsTable } from './tables.ts'

const unknownIn = ({ sql, appliers }: ChainProjectionParts, chainId: number): number =>
  sql
    .all<{ payload: Buffer }>('select payload from entries where chain = ? and hub_pos is not null', chainId)
    .filter((row) => {
      const opened = openEntry(row)
      return opened.ok && !appliers.has(opened.value.type)
    }).length

/**
 * Y-27: projects the chains anew that hold entries which an earlier release could not interpret and this one can. Where
 * there are none it costs one look at an index.
 */
export const projectAfterUpgrade = async (ledger: Ledger, parts: ChainProjectionParts): Promise<void> => {
  const opaque = parts.sql.all<Pick<StandingsTable, 'uid' | 'opaque' | 'shown'>>(
    'select uid, opaque, shown from standings where opaque > 0',
  )
  for (const { uid, opaque: before, shown } of opaque) {
    const chainId = chainIdOf(parts.sql, uid)
    const unknown = chainId === null ? before : unknownIn(parts, chainId)
    if (chainId === null || unknown === before) continue
    await ledger.write(systemActor, async (tx) => {
      parts.sql.run('update standings set opaque = ? where uid = ?', unknown, uid)
      if (shown === 1) await projectAnew(tx, parts, chainId)
      if (shown === 1 && chainId > 0) endErasedBytes(parts.sql, chainId)
      return ok(undefined)
    })
  }
}
