import type { Applier, ProjectionTx } from '../ledger/ledger.ts'
import { openStored } from '../ledger/open-entry.ts'
import { hubOrderSql } from '../ledger/order.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { clearCase } from './projection.ts'

/** What a projection from stored entries stands on. */
export interface ProjectionParts {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly appliers: ReadonlyMap<string, Applier>
}

type Row = Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>

/** Projects the entries of a chain in their order (Y-40) into tables that hold nothing of it. */
export const projectChain = async (
  tx: ProjectionTx,
  { sql, vault, appliers }: ProjectionParts,
  chainId: number,
): Promise<void> => {
  // Their numbers first: a connection that walks its rows takes no writes, and payloads of a whole case may be many.
  const places = sql.all<{ n: number }>(`select n from entries where chain = ? order by ${hubOrderSql}`, chainId)
  for (const { n } of places) {
    const row = sql.get<Row>('select n, pos, id, payload from entries where n = ?', n)
    const opened = row === undefined ? null : openStored(sql, vault, row)
    if (opened !== null) await appliers.get(opened.payload.type)?.(tx, opened)
  }
}

/** Empties the projections of a case and projects its entries anew. */
export const projectCaseAnew = async (tx: ProjectionTx, parts: ProjectionParts, caseId: number): Promise<void> => {
  await clearCase(tx, caseId)
  await projectChain(tx, parts, caseId)
}
