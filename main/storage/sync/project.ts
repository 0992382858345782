import type { ProjectionTx } from '../ledger/ledger.ts'
import { expectedKeyAt } from '../ledger/appliers.ts'
import { projectCaseAnew, projectChain } from '../cases/project-anew.ts'
import type { ProjectionParts } from '../cases/project-anew.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** What projecting any chain stands on. */
export interface ChainProjectionParts extends ProjectionParts {
  /** The projection tables of the workspace's chain. */
  readonly workspaceTables: Iterable<string>
}

/**
 * Of a folder that joined: its own key with its new number, until the chain that enrols it has come. Without it the ids
 * in its own entries could not be read (Y-14).
 */
export const expectOwnKey = (sql: SyncStatements): void => {
  sql.run(
    `insert into keys (kid, device_id, device_number, name, spki, enrolled_at, joined_dseq)
     select d.kid, d.device_id, d.device_number, '', x'', ?, h.joined_dseq from device d join hub h where h.joined_dseq is not null
     on conflict do nothing`,
    expectedKeyAt,
  )
}

/** Empties the projections of a chain and projects its entries anew, in their order (Y-40). */
export const projectAnew = async (tx: ProjectionTx, parts: ChainProjectionParts, chainId: number): Promise<void> => {
  // A chain without a place among the cases: what it holds is kept, and nobody sees it (Y-46).
  if (chainId < 0) return
  if (chainId > 0) {
    await projectCaseAnew(tx, parts, chainId)
    return
  }
  for (const table of parts.workspaceTables) parts.sql.run(`delete from ${table}`)
  expectOwnKey(parts.sql)
  await projectChain(tx, parts, chainId)
}
