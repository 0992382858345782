import { createLog } from '../platform/log.ts'
import type { FolderKeys } from '../platform/key-files.ts'
import { systemRandom } from '../platform/random.ts'
import { hubSecretOf } from '../server/sync/open-hub.ts'
import { createEvidenceKeys } from '../storage/evidence/keys.ts'
import { hubKeys } from '../storage/hub/keys.ts'
import { sqliteStatements } from '../storage/hub/sqlite/statements.ts'
import { hubReader } from '../storage/hub/transactions.ts'
import { openReader } from '../storage/sqlite/connection.ts'
import { statementsOf } from '../storage/sqlite/statements.ts'
import { blobNameOf, storedBlobOf } from '../sync/hub/blobs.ts'
import type { HubBlob } from '../sync/hub/records.ts'

/** A stored file that a database names. */
export interface NamedBlob {
  /** What its store calls it. */
  readonly name: string
  /** The SHA-256 of its plaintext. */
  readonly sha256: string
  /** The key that encrypts it; null where that was altered. */
  readonly key: Uint8Array | null
}

/** The files in the store of evidence that a workspace's database has keys for. */
export const blobsNamedBy = async (
  database: string,
  keys: Pick<FolderKeys, 'database' | 'workspace'>,
): Promise<readonly NamedBlob[]> => {
  const db = openReader(database, keys.database)
  try {
    const sql = statementsOf(db)
    const evidenceKeys = createEvidenceKeys(keys.workspace, systemRandom())
    const names = sql.all<{ sha256: string }>('select distinct sha256 from blob_keys order by sha256')
    return await Promise.all(
      names.map(async ({ sha256 }) => ({ name: sha256, sha256, key: await evidenceKeys.blobKey(sql, sha256) })),
    )
  } finally {
    db.close()
  }
}

const pageSize = 500

/** The files that the store of a hub has sealed as received. */
export const blobsNamedByHub = async (
  hubDatabase: string,
  keys: Pick<FolderKeys, 'workspace'>,
): Promise<readonly NamedBlob[]> => {
  const own = hubKeys(keys.workspace, systemRandom())
  const secret = hubSecretOf(keys)
  const db = openReader(hubDatabase, own.database)
  try {
    const tx = hubReader({ sql: sqliteStatements(db), vault: own.vault, log: createLog('silent') })
    const named: NamedBlob[] = []
    for (let after: HubBlob | null = null; ;) {
      const page: readonly HubBlob[] = await tx.blobsAfter(after, pageSize)
      for (const blob of page) {
        named.push({
          name: blobNameOf(secret, blob),
          sha256: blob.sha256,
          key: storedBlobOf(secret, blob)?.key ?? null,
        })
      }
      after = page.at(-1) ?? null
      if (page.length < pageSize) return named
    }
  } finally {
    db.close()
  }
}
