import type { EvidenceErasure } from '../../../shared/schema/evidence.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import type { People } from '../cases/people.ts'
import { openStored } from '../ledger/open-entry.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { EvidenceErasuresTable } from './tables.ts'

/** What of a piece decides, of several requests: that it was erased, else the newest. */
const newestSql = "select * from evidence_erasures where evidence_id = ? order by state = 'erased' desc, n desc limit 1"

/** The request that counts for a piece. */
export const erasureOf = (sql: SyncStatements, evidenceId: number): EvidenceErasuresTable | undefined =>
  sql.get<EvidenceErasuresTable>(newestSql, evidenceId)

const reasonOf = (sql: SyncStatements, vault: Vault, n: number): string | null => {
  const stored = sql.get<Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>>(
    'select n, pos, id, payload from entries where n = ?',
    n,
  )
  const reason = stored === undefined ? undefined : openStored(sql, vault, stored)?.disclosures['reason']?.value
  return typeof reason === 'string' ? reason : null
}

/** A request as it is shown; its reason is read from its entry, so that it ends with an erasure of it. */
export const erasureItem = (
  { sql, vault, people }: { readonly sql: SyncStatements; readonly vault: Vault; readonly people: People },
  row: EvidenceErasuresTable,
): EvidenceErasure => {
  const person = (uid: string) => ({ id: people.get(uid)?.id ?? null, name: people.get(uid)?.name ?? uid })
  return {
    request: row.request,
    state: row.state,
    legal_basis: row.legal_basis,
    reference: row.reference,
    reason: reasonOf(sql, vault, row.n),
    requested_at: toTimestamp(row.requested_at),
    requested_by: person(row.requested_by),
    decided_at: row.decided_at === null ? null : toTimestamp(row.decided_at),
    decided_by: row.decided_by === null ? null : person(row.decided_by),
    decided_entry: row.decided_entry,
  }
}
