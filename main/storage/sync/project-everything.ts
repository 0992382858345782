import type { Env } from '../../platform/env.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { appliers } from '../areas.ts'
import { projectChain } from '../cases/project-anew.ts'
import { createVault } from '../ledger/vault.ts'
import { caseTables, workspaceTables } from '../projections.ts'
import type { Database } from '../schema.ts'
import type { Connection } from '../sqlite/connection.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { projectAnew } from './project.ts'

/** Empties all projections of a database that nobody else has open, and projects every chain anew. */
export const projectEverything = async (writer: Connection, keys: FolderKeys, env: Env): Promise<void> => {
  const sql = statementsOf(writer)
  const tx = { db: kyselyOver<Database>(writer), sql }
  const parts = { sql, vault: createVault(keys.workspace, env.random), appliers, workspaceTables }
  for (const table of caseTables) sql.run(`delete from ${table}`)
  await projectAnew(tx, parts, 0)
  const hidden = new Set(sql.all<{ uid: string }>('select uid from standings where shown = 0').map(({ uid }) => uid))
  for (const { id, uid } of sql.all<{ id: number; uid: string }>(
    'select id, uid from chains where id > 0 order by id',
  )) {
    if (!hidden.has(uid)) await projectChain(tx, parts, id)
  }
}
