import { buildKeyDirectory } from '../../seal/keys.ts'
import type { KeyDirectory } from '../../seal/keys.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { EntriesTable } from './tables.ts'

/** A stored entry as the verifier takes it. */
export const storedEntry = (row: Pick<EntriesTable, 'id' | 'payload' | 'kid' | 'sig' | 'pae_sha256'>) => ({
  id: row.id.toString('hex'),
  payload: row.payload,
  kid: row.kid,
  sig: row.sig,
  paeSha256: row.pae_sha256,
})

/** The columns that `storedEntry` needs. */
export const storedColumns = 'n, pos, id, payload, kid, sig, pae_sha256'

/** The keys that the workspace's own chain enrols: what its rows say counts for nothing here. */
export const readDirectoryOfKeys = (sql: SyncStatements): KeyDirectory =>
  buildKeyDirectory(sql.all<EntriesTable>(`select ${storedColumns} from entries where chain = 0 order by pos`).map(storedEntry))

