import { rawFromSpki } from '../../seal/signature.ts'
import type { CheckpointKey } from '../../seal/verify-types.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { HubTable, ReceiptsTable } from '../sync/tables.ts'

/** The key of the hub, under the names that it signs the checkpoints of a chain with. */
export const hubCheckpointKeys = (hub: HubTable | undefined, chainUid: string): CheckpointKey[] => {
  const publicKeyRaw = hub === undefined ? null : rawFromSpki(hub.spki)
  if (hub === undefined || publicKeyRaw === null) return []
  return [`${hub.origin}/case/${chainUid}`, hub.origin].map((name) => ({ role: 'hub', name, publicKeyRaw }))
}

/** When the hub received each entry of a chain (S-97), by the receipts that this device checked when they came. */
export const receiptTimes = (sql: SyncStatements, { chainId, caseUid }: { readonly chainId: number; readonly caseUid: string }): ReadonlyMap<string, string> => {
  const receipts = sql.all<ReceiptsTable>('select * from receipts where uid = ? order by size, first', caseUid)
  const times = new Map<string, string>()
  if (receipts.length === 0) return times
  const ids = sql.all<{ id: Buffer }>('select id from entries where chain = ? and hub_pos is not null order by hub_pos', chainId).map(({ id }) => id.toString('hex'))
  for (const { first, size, at } of receipts) {
    for (const id of ids.slice(first, size)) if (!times.has(id)) times.set(id, at)
  }
  return times
}
