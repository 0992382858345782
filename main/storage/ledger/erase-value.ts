import type { JsonValue } from '../../seal/canonical.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { readDisclosure } from './open-entry.ts'
import type { DisclosuresTable } from './tables.ts'
import type { Vault } from './vault.ts'

/** What a value was that is erased now; null where it could not be read any more. */
export interface ErasedValue {
  readonly value: JsonValue
}

/**
 * Destroys a withheld value with its key: the one way in which one is erased. Answers what it was, so that its copies
 * elsewhere are found (L-97), and null where there was nothing left of it.
 *
 * @param entry arrival number of the entry that withholds it
 */
export const eraseValue = (sql: SyncStatements, vault: Vault, entry: number, digest: string): ErasedValue | null => {
  const row = sql.get<DisclosuresTable>(
    'select * from disclosures where entry = ? and digest = ? and (sealed is not null or wrapped_key is not null)',
    entry,
    digest,
  )
  if (row === undefined) return null
  const reading = readDisclosure(vault, row)
  sql.run('update disclosures set sealed = null, wrapped_key = null where entry = ? and digest = ?', entry, digest)
  return { value: reading.state === 'present' ? reading.value : null }
}
