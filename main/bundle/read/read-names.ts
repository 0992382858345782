import { inHubOrder } from '../../seal/hub-order.ts'
import { buildKeyDirectory } from '../../seal/keys.ts'
import { readDisclosure } from '../../storage/ledger/open-entry.ts'
import type { DisclosuresTable } from '../../storage/ledger/tables.ts'
import type { Vault } from '../../storage/ledger/vault.ts'
import type { SyncStatements } from '../../storage/sqlite/statements.ts'
import type { BundledChain, BundledDisclosure } from '../contents.ts'
import { nameBy, namingEntries } from '../format/people-names.ts'
import type { NamingEntry } from '../format/people-names.ts'

/** What somebody is called, and what proves it; null: the value was erased, or never came to this device. */
interface ProvenName {
  readonly name: string
  readonly disclosure: BundledDisclosure | null
}

const readName = (sql: SyncStatements, vault: Vault, uid: string, { id, position, value }: NamingEntry): ProvenName => {
  const row = sql.get<Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'>>(
    `select d.digest, d.name, d.sealed, d.wrapped_key from entries e cross join disclosures d on d.entry = e.n
     where e.chain = 0 and e.pos = ? and d.name = ?`,
    position,
    value,
  )
  const reading = row === undefined ? null : readDisclosure(vault, row)
  return row === undefined || reading?.state !== 'present'
    ? { name: nameBy(uid, undefined), disclosure: null }
    : {
        name: nameBy(uid, reading.value),
        disclosure: { digest: row.digest, entry: id, name: value, encoded: reading.encoded },
      }
}

/**
 * B-114: what each person and API key of the workspace is called, by the entry that says so.
 *
 * @param workspace the workspace's own chain
 */
export const readNames = (
  sql: SyncStatements,
  vault: Vault,
  { entries }: BundledChain,
): ReadonlyMap<string, ProvenName> => {
  const inEffect = inHubOrder(entries, ({ hubPosition }) => hubPosition)
  const { keys } = buildKeyDirectory(inEffect)
  const placed = inEffect.map((entry) => ({ entry, position: entry.position, place: entry.hubPosition }))
  return new Map(
    [...namingEntries(placed, keys)].map(([uid, naming]) => [uid, readName(sql, vault, uid, naming)] as const),
  )
}
