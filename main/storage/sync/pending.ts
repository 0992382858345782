import type { CarriedEntry, CarriedRun } from '../../sync/entry.ts'
import { disclosureRows, readDisclosure } from '../ledger/open-entry.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'

type Row = Pick<EntriesTable, 'n' | 'id' | 'payload' | 'kid' | 'sig'> & { readonly uid: string }

const next = `select e.n, e.id, e.payload, e.kid, e.sig, c.uid from pending p join entries e on e.n = p.n join chains c on c.id = p.chain
  where c.uid not in (select uid from standings where refused_entry is not null) order by p.place, p.n limit ?`

const carried = (sql: SyncStatements, vault: Vault, row: Row): CarriedEntry => ({
  id: row.id.toString('hex'),
  payload: row.payload,
  kid: row.kid,
  sig: row.sig,
  disclosures: disclosureRows(sql, row.n).flatMap((stored) => {
    const reading = readDisclosure(vault, stored)
    return reading.state === 'present' ? [reading.encoded] : []
  }),
})

const sizeOf = ({ payload, disclosures }: CarriedEntry): number => disclosures.reduce((bytes, { length }) => bytes + length, payload.length)

const deviceOf = ({ payload }: Row): string => (JSON.parse(payload.toString('utf8')) as { dev: string }).dev

/** Entries that no hub has, in the order in which they must be sent, cut into runs of one device in one case. At least one, whatever its size. */
export const pendingRuns = (sql: SyncStatements, vault: Vault, limits: { readonly entries: number; readonly bytes: number }): readonly CarriedRun[] => {
  const runs: { case: string; deviceId: string; kid: string; entries: CarriedEntry[] }[] = []
  let bytes = 0
  for (const row of sql.all<Row>(next, limits.entries)) {
    const entry = carried(sql, vault, row)
    bytes += sizeOf(entry)
    if (bytes > limits.bytes && runs.length > 0) break
    const deviceId = deviceOf(row)
    const last = runs.at(-1)
    if (last !== undefined && last.case === row.uid && last.deviceId === deviceId && last.kid === row.kid) last.entries.push(entry)
    else runs.push({ case: row.uid, deviceId, kid: row.kid, entries: [entry] })
  }
  return runs
}
