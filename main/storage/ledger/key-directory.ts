import { buildActorDirectory } from '../../seal/actors.ts'
import type { ActorDirectory } from '../../seal/actor-directory.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import type { DirectoryOptions, KeyDirectory } from '../../seal/keys.ts'
import type { StoredEntry } from '../../seal/verify-types.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { hubOrderSql } from './order.ts'
import type { EntriesTable } from './tables.ts'

/** A stored entry as the verifier takes it. */
export const storedEntry = (row: Pick<EntriesTable, 'id' | 'payload' | 'kid' | 'sig' | 'pae_sha256' | 'hub_pos'>) => ({
  id: row.id.toString('hex'),
  payload: row.payload,
  kid: row.kid,
  sig: row.sig,
  paeSha256: row.pae_sha256,
  hubPosition: row.hub_pos,
})

/** The columns that `storedEntry` needs. */
export const storedColumns = 'n, pos, id, payload, kid, sig, pae_sha256, hub_pos'

/**
 * Of a device with a hub: where trust starts (S-31), and the device's own key, which a folder that joined sealed with
 * before.
 */
const trustOf = (sql: SyncStatements): DirectoryOptions => {
  const hub = sql.get<{ root_kid: string; own: string }>(
    'select root_kid, (select kid from device where id = 1) as own from hub where id = 1',
  )
  return hub === undefined ? {} : { trusted: new Set([hub.root_kid, hub.own]), root: hub.root_kid }
}

const workspaceEntries = (sql: SyncStatements): readonly StoredEntry[] =>
  sql.all<EntriesTable>(`select ${storedColumns} from entries where chain = 0 order by ${hubOrderSql}`).map(storedEntry)

/** The keys that the workspace's own chain enrols: what its rows say counts for nothing here. */
export const readDirectoryOfKeys = (sql: SyncStatements): KeyDirectory =>
  buildKeyDirectory(workspaceEntries(sql), trustOf(sql))

/** The same keys, and who may act (S-118), by one reading of the chain. */
export const readDirectories = (
  sql: SyncStatements,
): Pick<KeyDirectory, 'keys'> & { readonly actors: ActorDirectory } => {
  const entries = workspaceEntries(sql)
  const { keys } = buildKeyDirectory(entries, trustOf(sql))
  return { keys, actors: buildActorDirectory(entries, keys) }
}
