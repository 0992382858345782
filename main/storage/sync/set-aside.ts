import type { SetAsideEntry } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { parseDisclosure } from '../../seal/disclosure.ts'
import type { SyncReads } from '../../sync/reads.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { SetAsideTable } from './tables.ts'

type Values = SetAsideEntry['values']

/** An entry as `setAside` keeps it. */
interface Carried {
  readonly payload: string
  readonly disclosures: readonly string[]
}

interface Payload {
  readonly type: string
  readonly at: string
  readonly pub: Values
}

const disclosed = (encoded: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    encoded.flatMap((text) => {
      const disclosure = parseDisclosure(text)
      return disclosure.ok ? [[disclosure.value.name, disclosure.value.value]] : []
    }),
  )

/** The row as people see it; one whose key or bytes were altered says that it is there, and nothing of what it held. */
const shown = (vault: Vault, { id, uid, case_number, reason, sealed, wrapped_key: wrappedKey, at }: SetAsideTable): SetAsideEntry => {
  const place = { entry_id: id, case_uid: uid, case_number, reason, set_aside_at: toTimestamp(at) }
  const opened = vault.open(`set aside ${id}`, { sealed, wrappedKey })
  if (opened === null) return { ...place, type: 'unreadable', sealed_at: '', values: {} }
  const carried = JSON.parse(opened) as Carried
  const payload = JSON.parse(Buffer.from(carried.payload, 'base64').toString('utf8')) as Payload
  return { ...place, type: payload.type, sealed_at: payload.at, values: { ...payload.pub, ...disclosed(carried.disclosures) } }
}

/** Makes the read of own entries that left their cases before any hub had them. */
export const createSetAside = ({ sql, vault }: { readonly sql: SyncStatements; readonly vault: Vault }): Pick<SyncReads, 'setAside'> => ({
  setAside: () => Promise.resolve(sql.all<SetAsideTable>('select * from set_aside order by at desc, id limit 1000').map((row) => shown(vault, row))),
})
