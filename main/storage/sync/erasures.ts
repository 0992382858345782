import type { OpenedEntry } from '../ledger/ledger.ts'
import { eraseValue } from '../ledger/erase-value.ts'
import type { ErasedValue } from '../ledger/erase-value.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

const texts = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/**
 * Erases here what an entry of another device says was erased. What came without its value because it was erased before
 * gets the row of an erased value, so that every replica holds the same.
 *
 * @returns what was erased here; null: the entry is no erasure
 */
export const followErasure = (
  { sql, vault }: { readonly sql: SyncStatements; readonly vault: Vault },
  chainId: number,
  { payload }: OpenedEntry,
): readonly ErasedValue[] | null => {
  if (payload.type !== 'redaction.applied' || payload.case === 'workspace') return null
  const { entry, digests, names } = payload.pub
  if (typeof entry !== 'string' || !/^[0-9a-f]{64}$/u.test(entry)) return null
  const row = sql.get<{ n: number; payload: Buffer }>(
    'select n, payload from entries where chain = ? and id = ?',
    chainId,
    Buffer.from(entry, 'hex'),
  )
  if (row === undefined) return null
  const withheld = new Set((JSON.parse(row.payload.toString('utf8')) as { _sd: string[] })._sd)
  const named = texts(names)
  const erased: ErasedValue[] = []
  for (const [place, digest] of texts(digests).entries()) {
    if (typeof digest !== 'string' || !withheld.has(digest)) continue
    const value = eraseValue(sql, vault, row.n, digest)
    if (value !== null) erased.push(value)
    const name = named[place]
    if (typeof name === 'string' && name !== '')
      sql.run(
        'insert into disclosures (digest, entry, name, sealed, wrapped_key) values (?, ?, ?, null, null) on conflict do nothing',
        digest,
        row.n,
        name,
      )
  }
  return erased
}
