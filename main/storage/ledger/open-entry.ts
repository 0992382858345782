import type { JsonValue } from '../../seal/canonical.ts'
import { parseDisclosure } from '../../seal/disclosure.ts'
import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { OpenedDisclosure, OpenedEntry } from './ledger.ts'
import type { DisclosuresTable, EntriesTable } from './tables.ts'
import type { Vault } from './vault.ts'

type StoredDisclosure = Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'>

/**
 * What is known of a stored disclosure: `present` with its text, erased, or altered (its text does not fit its digest).
 */
export type DisclosureReading =
  | { readonly state: 'present'; readonly encoded: string; readonly name: string; readonly value: JsonValue }
  | { readonly state: 'erased' | 'altered' }

/** Decrypts a stored disclosure and holds it against its digest. */
export const readDisclosure = (vault: Vault, row: StoredDisclosure): DisclosureReading => {
  if (row.sealed === null && row.wrapped_key === null) return { state: 'erased' }
  if (row.sealed === null || row.wrapped_key === null) return { state: 'altered' }
  const encoded = vault.open(row.digest, { sealed: row.sealed, wrappedKey: row.wrapped_key })
  const disclosure = encoded === null ? null : parseDisclosure(encoded)
  if (
    encoded === null ||
    disclosure?.ok !== true ||
    disclosure.value.digest !== row.digest ||
    disclosure.value.name !== row.name
  )
    return { state: 'altered' }
  return { state: 'present', encoded, name: disclosure.value.name, value: disclosure.value.value }
}

/**
 * The newest stored disclosure of a chain with this digest. Digests have no index of their own (schema.ts): the chain's
 * first entry is asked, where most of them are, then the others from the newest back.
 */
export const findDisclosure = (sql: SyncStatements, chain: number, digest: string): StoredDisclosure | undefined =>
  sql.get<StoredDisclosure>(
    `select d.digest, d.name, d.sealed, d.wrapped_key from entries cross join disclosures d on d.entry = entries.n
     where chain = ? and pos = 0 and d.digest = ?`,
    chain,
    digest,
  ) ??
  sql.get<StoredDisclosure>(
    `select d.digest, d.name, d.sealed, d.wrapped_key from entries cross join disclosures d on d.entry = entries.n
     where chain = ? and d.digest = ? order by pos desc limit 1`,
    chain,
    digest,
  )

/** The stored disclosures of an entry, as rows. */
export const disclosureRows = (sql: SyncStatements, n: number): StoredDisclosure[] =>
  sql.all<StoredDisclosure>('select digest, name, sealed, wrapped_key from disclosures where entry = ?', n)

/** The withheld values of a stored entry by name. */
export const openDisclosures = (sql: SyncStatements, vault: Vault, n: number): Record<string, OpenedDisclosure> => {
  const found: Record<string, OpenedDisclosure> = {}
  for (const row of disclosureRows(sql, n)) {
    const reading = readDisclosure(vault, row)
    found[row.name] = { digest: row.digest, value: reading.state === 'present' ? reading.value : undefined }
  }
  return found
}

/** A payload with what it withholds, ready for an applier. */
export const openedEntry = (
  stored: { readonly id: string; readonly n: number; readonly position: number },
  payload: EntryPayload,
  disclosures: Readonly<Record<string, OpenedDisclosure>>,
): OpenedEntry => ({ ...stored, payload, atMs: Date.parse(payload.at), disclosures })

/** Opens a stored entry; null where its payload cannot be read. */
export const openStored = (
  sql: SyncStatements,
  vault: Vault,
  row: Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload'>,
): OpenedEntry | null => {
  const payload = openEntry(row)
  if (!payload.ok) return null
  return openedEntry(
    { id: row.id.toString('hex'), n: row.n, position: row.pos },
    payload.value,
    openDisclosures(sql, vault, row.n),
  )
}
