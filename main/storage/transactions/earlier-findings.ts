import { ok } from '../../../shared/schema/result.ts'
import { systemActor } from '../ledger/ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { openStored } from '../ledger/open-entry.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { keepFinding } from './labels.ts'
import { rowsOfIds } from './write-rows.ts'

/** Entries that one transaction reads. */
const atOnce = 200

const stored = `select e.n, e.pos, e.id, e.payload from earlier_findings f join entries e on e.n = f.entry order by e.n limit ${atOnce}`

/**
 * Keeps what persons said of activities in an earlier release, which forgot it where an alert said something else: in the order in which it was sealed, once. An entry whose transaction id was erased
 * names no activity any more.
 */
export const keepEarlierFindings = async ({ ledger, sql, vault }: { readonly ledger: Ledger; readonly sql: SyncStatements; readonly vault: Vault }): Promise<void> => {
  for (let rows = sql.all<EntriesTable>(stored); rows.length > 0; rows = sql.all<EntriesTable>(stored)) {
    const kept = await ledger.write(systemActor, async (tx) => {
      for (const row of rows) {
        const entry = openStored(sql, vault, row)
        const id = entry?.payload.type === 'transaction.labelled' ? entry.disclosures['transaction_id']?.value : undefined
        const isFraud = entry?.payload.pub['is_fraud']
        const activity = typeof id === 'string' ? (await rowsOfIds(tx.sql, [id])).get(id) : undefined
        if (entry !== null && activity !== undefined && typeof isFraud === 'boolean') await keepFinding(tx.sql, activity.n, { isFraud, knownAtMs: entry.atMs, by: entry.payload.actor, alertUid: null })
        await tx.sql.run('delete from earlier_findings where entry = ?', row.n)
      }
      return ok(undefined)
    })
    if (!kept.ok) throw new Error(kept.error.message)
  }
}
