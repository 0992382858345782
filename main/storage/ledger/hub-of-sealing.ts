import { caseOrigin } from '../../seal/case-origin.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { SealingParts } from './sealing.ts'

/** What sealing asks of the hub that this device is enrolled with; undefined where there is none. */
export const hubOfSealing = (sql: SyncStatements): SealingParts['hub'] => {
  const hub = sql.get<{ origin: string }>('select origin from hub where id = 1')
  if (hub === undefined) return undefined
  return {
    anchorOf: (chainUid) => {
      const row = sql.get<{ anchor_size: number | null; anchor_root: Buffer | null }>(
        'select anchor_size, anchor_root from standings where uid = ?',
        chainUid,
      )
      if (row === undefined || row.anchor_size === null || row.anchor_root === null) return null
      return { origin: caseOrigin(hub.origin, chainUid), size: row.anchor_size, root: row.anchor_root.toString('hex') }
    },
    keepPending: (n, chainId) => void sql.run("insert into pending (n, chain, place) values (?, ?, '~')", n, chainId),
  }
}
