import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { parseDisclosure } from '../../seal/disclosure.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import { disclosureRows, readDisclosure } from '../ledger/open-entry.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { SetAsideTable } from './tables.ts'

/** What reading set-aside entries stands on. */
export interface AsideParts {
  readonly sql: SyncStatements
  readonly vault: Vault
}

/** An entry as `setEntryAside` keeps it. */
interface Carried {
  readonly payload: string
  readonly disclosures: readonly string[]
}

/** What an entry said, with what it withheld by name; texts that were erased are not among it. */
export interface AsideEntry {
  readonly payload: EntryPayload
  readonly withheld: Readonly<Record<string, JsonValue>>
}

const disclosed = (encoded: readonly string[]): Readonly<Record<string, JsonValue>> =>
  Object.fromEntries(
    encoded.flatMap((text) => {
      const disclosure = parseDisclosure(text)
      return disclosure.ok ? [[disclosure.value.name, disclosure.value.value]] : []
    }),
  )

/** Opens an entry that was set aside; null where its key or its bytes were altered. */
export const openAside = (
  { vault }: Pick<AsideParts, 'vault'>,
  { id, sealed, wrapped_key: wrappedKey }: Pick<SetAsideTable, 'id' | 'sealed' | 'wrapped_key'>,
): AsideEntry | null => {
  const opened = vault.open(`set aside ${id}`, { sealed, wrappedKey })
  if (opened === null) return null
  const carried = JSON.parse(opened) as Carried
  const payload = openEntry({ payload: Buffer.from(carried.payload, 'base64') })
  return payload.ok ? { payload: payload.value, withheld: disclosed(carried.disclosures) } : null
}

/** Opens an entry that the hub refused, where it stands in its case. */
export const openRefused = (
  { sql, vault }: AsideParts,
  { n, payload }: { readonly n: number; readonly payload: Buffer },
): AsideEntry | null => {
  const encoded = disclosureRows(sql, n).flatMap((stored) => {
    const reading = readDisclosure(vault, stored)
    return reading.state === 'present' ? [reading.encoded] : []
  })
  const opened = openEntry({ payload })
  return opened.ok ? { payload: opened.value, withheld: disclosed(encoded) } : null
}
