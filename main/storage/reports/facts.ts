import type { CaseFacts, FactEntry } from '../../domain/reports/case-facts.ts'
import { openStored } from '../ledger/open-entry.ts'
import { hubOrderSql } from '../ledger/order.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { readReportSettings } from './settings.ts'

/** Entries that say nothing a report could be drafted from, and may be large. */
const ownTypes = /^report\./

const present = (disclosures: Readonly<Record<string, { readonly value: unknown }>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(disclosures).flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])),
  )

/**
 * What a report of a case is drafted from: its entries in the order in which they take effect, without what was erased.
 * Null where there is no such case.
 */
export const readCaseFacts = (
  sql: SyncStatements,
  vault: Vault,
  caseId: number,
  people: ReadonlyMap<string, { readonly name: string }>,
): CaseFacts | null => {
  const found = sql.get<{ number: string; title: string; created_at: number }>(
    'select number, title, created_at from cases where id = ?',
    caseId,
  )
  if (found === undefined) return null
  const rows = sql.all<Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>>(
    `select n, pos, id, payload from entries where chain = ? order by ${hubOrderSql}`,
    caseId,
  )
  // Ids of evidence are those of this device, which need not be those of the device that acquired it: the piece knows
  // its entry.
  const pieces = new Map(
    sql
      .all<{ id: number; n: number }>('select id, n from evidence where case_id = ?', caseId)
      .map(({ id, n }) => [n, id]),
  )
  const entries = rows.flatMap((row, place): FactEntry[] => {
    const opened = openStored(sql, vault, row)
    if (opened === null) return []
    const { type, actor, pub } = opened.payload
    const withheld = ownTypes.test(type) ? {} : present(opened.disclosures)
    return [
      {
        id: opened.id,
        number: place + 1,
        type,
        atMs: opened.atMs,
        actorName: people.get(actor)?.name ?? actor,
        values: type === 'evidence.acquired' ? { ...pub, evidence_id: pieces.get(row.n) } : pub,
        withheld,
      },
    ]
  })
  const links = sql.all<{ kind: string; target: number }>(
    "select kind, target from case_links where case_id = ? and kind in ('customer', 'account') order by place, target",
    caseId,
  )
  return {
    caseNumber: found.number,
    title: found.title,
    openedAtMs: found.created_at,
    customerIds: links.filter(({ kind }) => kind === 'customer').map(({ target }) => target),
    accountIds: links.filter(({ kind }) => kind === 'account').map(({ target }) => target),
    evidenceIds: [...pieces.values()],
    entries,
    settings: readReportSettings(sql, vault),
  }
}
