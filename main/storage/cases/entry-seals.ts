import type { FindingCode } from '../../../shared/schema/findings.ts'
import { checkEntrySignature, inspectEntry, judgeEntry } from '../../seal/judge.ts'
import type { UsableKey } from '../../seal/judge.ts'
import type { EntryPayload } from '../../seal/payload.ts'
import { publicKeyFromSpki } from '../../seal/signature.ts'
import { readDirectoryOfKeys, storedColumns, storedEntry } from '../ledger/key-directory.ts'
import { readDisclosure } from '../ledger/open-entry.ts'
import type { DisclosuresTable, EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

/** An entry of a case as stored. */
export type EntryRow = Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload' | 'kid' | 'sig' | 'pae_sha256' | 'hub_pos'>

/** What a look at one entry found. */
export interface CheckedEntry {
  readonly row: EntryRow
  /** null where the payload cannot be read. */
  readonly payload: EntryPayload | null
  readonly codes: readonly FindingCode[]
  readonly disclosures: readonly {
    readonly digest: string
    readonly name: string
    readonly reading: ReturnType<typeof readDisclosure>
  }[]
}

/** The columns that a check needs. */
export const entryColumns = storedColumns

const usableKeys = (sql: SyncStatements): Map<string, UsableKey> =>
  new Map(
    [...readDirectoryOfKeys(sql).keys].map(([kid, record]) => [
      kid,
      { record, publicKey: publicKeyFromSpki(record.spki) },
    ]),
  )

/** Whether an entry follows the same device's previous one in the case. */
const linkFault = (sql: SyncStatements, caseId: number, pos: number, payload: EntryPayload): FindingCode | null => {
  if (payload.prev === null) return null
  const prev = Buffer.from(payload.prev, 'hex')
  // It is near: the walk back ends at once, but where it is missing.
  if (
    sql.get(
      'select pos from entries where chain = ? and pos < ? and id = ? order by pos desc limit 1',
      caseId,
      pos,
      prev,
    ) !== undefined
  )
    return null
  return sql.get('select pos from entries where chain = ? and pos > ? and id = ? limit 1', caseId, pos, prev) ===
    undefined
    ? 'missing_entry'
    : 'reordered_entries'
}

const disclosuresOf = (sql: SyncStatements, vault: Vault, n: number): CheckedEntry['disclosures'] =>
  sql
    .all<Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'>>(
      'select digest, name, sealed, wrapped_key from disclosures where entry = ?',
      n,
    )
    .map((row) => ({ digest: row.digest, name: row.name, reading: readDisclosure(vault, row) }))

const disclosureFaults = (payload: EntryPayload, disclosures: CheckedEntry['disclosures']): FindingCode[] => {
  const stored = new Map(disclosures.map(({ digest, reading }) => [digest, reading.state]))
  const codes = payload._sd.flatMap((digest): FindingCode[] => {
    const state = stored.get(digest)
    if (state === undefined) return ['disclosure_missing']
    return state === 'altered' ? ['disclosure_differs'] : []
  })
  return [...new Set(codes)]
}

/** Checks entries of a case each by itself: bytes, key, signature, link to the one before, withheld values. */
export const checkEntries = async (
  { sql, vault }: { readonly sql: SyncStatements; readonly vault: Vault },
  { caseId, caseUid }: { readonly caseId: number; readonly caseUid: string },
  rows: readonly EntryRow[],
): Promise<CheckedEntry[]> => {
  const keys = usableKeys(sql)
  return await Promise.all(
    rows.map(async (row) => {
      const inspection = inspectEntry(storedEntry(row))
      const { fault } = judgeEntry(inspection, await checkEntrySignature(inspection, keys), keys, caseUid)
      const payload = inspection.claim
      const disclosures = disclosuresOf(sql, vault, row.n)
      const link = payload === null ? null : linkFault(sql, caseId, row.pos, payload)
      const codes = [
        ...(fault === null ? [] : [fault.code]),
        ...(link === null ? [] : [link]),
        ...(payload === null ? [] : disclosureFaults(payload, disclosures)),
      ]
      return { row, payload, codes, disclosures }
    }),
  )
}
