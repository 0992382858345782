import type { ReceiptPayload } from '../../../shared/protocol/sync.ts'
import { toHex } from '../../seal/hash.ts'
import { rootsAt } from '../../seal/heads.ts'
import { hubKeysIn } from '../../seal/key-authority.ts'
import { openReceipt } from '../../seal/receipt.ts'
import { rawFromSpki } from '../../seal/signature.ts'
import type { CheckpointKey, KeyRecord } from '../../seal/verify-types.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { HubTable, ReceiptsTable } from '../sync/tables.ts'

/** The hub that a folder keeps; undefined where it works alone, null where the workspace's chain enrols another one (S-35). As long as that chain has not come, there is nothing else to go by. */
export const enrolledHub = (hub: HubTable | undefined, keys: ReadonlyMap<string, KeyRecord>): HubTable | null | undefined => {
  const enrolled = hubKeysIn(keys)
  if (hub === undefined || enrolled.length === 0) return hub
  const isKnown = enrolled.some(({ kid, spki, deviceId }) => kid === hub.kid && Buffer.from(spki).equals(hub.spki) && hub.origin === deviceId.replace(':', '/'))
  return isKnown ? hub : null
}

/** The key of the hub, under the names that it signs the checkpoints of a chain with. */
export const hubCheckpointKeys = (hub: HubTable | null | undefined, chainUid: string): CheckpointKey[] => {
  const publicKeyRaw = hub === undefined || hub === null ? null : rawFromSpki(hub.spki)
  if (hub === undefined || hub === null || publicKeyRaw === null) return []
  return [`${hub.origin}/case/${chainUid}`, hub.origin].map((name) => ({ role: 'hub', name, publicKeyRaw }))
}

/** What the kept receipts of a chain say. */
export interface ReceiptReading {
  /** When the hub received each entry (S-97), by entry id. */
  readonly times: ReadonlyMap<string, string>
  readonly problems: readonly string[]
}

const receiptOf = (hub: HubTable, row: ReceiptsTable): ReceiptPayload | null => {
  try {
    const opened = openReceipt(JSON.parse(row.receipt), { kid: hub.kid, spki: hub.spki })
    return opened.ok && opened.value.hub === hub.origin && opened.value.case === row.uid && opened.value.first === row.first && opened.value.size === row.size ? opened.value : null
  } catch {
    return null
  }
}

/**
 * Holds the kept receipts of a chain against the hub's key and the tree of its entries in hub order (Y-23); one that does not hold says nothing of any time.
 *
 * @param hub null: the folder keeps another key than the hub's, and none of its receipts counts
 */
export const readReceipts = (sql: SyncStatements, hub: HubTable | null | undefined, { chainId, caseUid }: { readonly chainId: number; readonly caseUid: string }): ReceiptReading => {
  const rows = hub === undefined ? [] : sql.all<ReceiptsTable>('select * from receipts where uid = ? order by size, first', caseUid)
  const times = new Map<string, string>()
  if (hub === undefined || rows.length === 0) return { times, problems: [] }
  const ids = sql.all<{ id: Buffer }>('select id from entries where chain = ? and hub_pos is not null order by hub_pos', chainId).map(({ id }) => id)
  const roots = rootsAt(ids, new Set(rows.map(({ size }) => size)))
  let failing = 0
  for (const row of rows) {
    const said = hub === null ? null : receiptOf(hub, row)
    const root = roots.get(row.size)
    if (said === null || root === undefined || toHex(root) !== said.root) {
      failing += 1
      continue
    }
    for (const id of ids.slice(said.first, said.size)) if (!times.has(toHex(id))) times.set(toHex(id), said.at)
  }
  return { times, problems: failing === 0 ? [] : [`${failing} kept receipts of the hub do not hold for the entries`] }
}
