import type { SetAsideEntry } from '../../../shared/schema/sync.ts'
import { toTimestamp } from '../../../shared/schema/text.ts'
import { parseDisclosure } from '../../seal/disclosure.ts'
import type { SyncReads } from '../../sync/reads.ts'
import { disclosureRows, readDisclosure } from '../ledger/open-entry.ts'
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
  readonly dev: string
  readonly pub: Values
}

interface Parts {
  readonly sql: SyncStatements
  readonly vault: Vault
}

const limit = 1_000

const disclosed = (encoded: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    encoded.flatMap((text) => {
      const disclosure = parseDisclosure(text)
      return disclosure.ok ? [[disclosure.value.name, disclosure.value.value]] : []
    }),
  )

const caseIdOf = (sql: SyncStatements, uid: string): number | null => sql.get<{ id: number }>('select id from cases where uid = ?', uid)?.id ?? null

/** The row as people see it; one whose key or bytes were altered says that it is there, and nothing of what it held. */
const shown = ({ sql, vault }: Parts, { id, uid, case_number, reason, sealed, wrapped_key: wrappedKey, at }: SetAsideTable): SetAsideEntry => {
  const place = { entry_id: id, case_uid: uid, case_id: caseIdOf(sql, uid), case_number, reason, refusal: null, set_aside_at: toTimestamp(at) }
  const opened = vault.open(`set aside ${id}`, { sealed, wrappedKey })
  if (opened === null) return { ...place, type: 'unreadable', sealed_at: '', values: {} }
  const carried = JSON.parse(opened) as Carried
  const payload = JSON.parse(Buffer.from(carried.payload, 'base64').toString('utf8')) as Payload
  return { ...place, type: payload.type, sealed_at: toTimestamp(Date.parse(payload.at)), values: { ...payload.pub, ...disclosed(carried.disclosures) } }
}

interface RefusedRow {
  readonly n: number
  readonly id: Buffer
  readonly payload: Buffer
  readonly uid: string
  readonly number: string | null
  readonly case_id: number | null
  readonly message: string | null
}

const refusedSql = `select e.n, e.id, e.payload, c.uid, k.number, k.id as case_id, s.refused_message as message
  from standings s join chains c on c.uid = s.uid join pending p on p.chain = c.id join entries e on e.n = p.n left join cases k on k.id = c.id
  where s.refused_entry is not null and p.place = '~' and e.n >= coalesce((select n from entries where id = unhex(s.refused_entry)), 0) order by e.n desc limit ?`

/** What the hub refused, and what follows it in its case. */
const refused = ({ sql, vault }: Parts): SetAsideEntry[] =>
  sql.all<RefusedRow>(refusedSql, limit).map((row) => {
    const payload = JSON.parse(row.payload.toString('utf8')) as Payload
    const encoded = disclosureRows(sql, row.n).flatMap((stored) => {
      const reading = readDisclosure(vault, stored)
      return reading.state === 'present' ? [reading.encoded] : []
    })
    return {
      entry_id: row.id.toString('hex'), case_uid: row.uid, case_id: row.case_id, case_number: row.number ?? '', reason: 'refused', refusal: row.message ?? '', set_aside_at: toTimestamp(Date.parse(payload.at)),
      type: payload.type, sealed_at: toTimestamp(Date.parse(payload.at)), values: { ...payload.pub, ...disclosed(encoded) },
    }
  })

/** Makes the read of own entries that left their cases before any hub had them, or that the hub refused. */
export const createSetAside = (parts: Parts): Pick<SyncReads, 'setAside'> => ({
  setAside: () => {
    const aside = parts.sql.all<SetAsideTable>('select * from set_aside order by at desc, id limit ?', limit).map((row) => shown(parts, row))
    return Promise.resolve([...refused(parts), ...aside].slice(0, limit))
  },
})
