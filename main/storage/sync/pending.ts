import type { DeviceReplica } from '../../sync/device/replica.ts'
import type { CarriedEntry, CarriedRun } from '../../sync/entry.ts'
import { disclosureRows, readDisclosure } from '../ledger/open-entry.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { inFormerSequence } from './former-sequence.ts'

type Row = Pick<EntriesTable, 'n' | 'id' | 'payload' | 'kid' | 'sig'> & { readonly uid: string }

const sendable = 'c.uid not in (select uid from standings where refused_entry is not null)'

/** What waits of chains that fulfil a condition: own entries, and those that a restored hub lost. */
const waitingIn = (chains: string): { readonly own: string; readonly lost: string } => {
  const rows =
    'select e.n, e.id, e.payload, e.kid, e.sig, c.uid from pending p join entries e on e.n = p.n join chains c on c.id = p.chain where'
  return {
    own: `${rows} p.place = '~' and ${chains} order by p.n limit ? offset ?`,
    lost: `${rows} p.place < '~' and ${chains} order by p.chain, p.place`,
  }
}
const ofSendable = waitingIn(sendable)
const ofAll = waitingIn('true')

const deviceOf = ({ payload }: Row): string => (JSON.parse(payload.toString('utf8')) as { dev: string }).dev

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

const sizeOf = ({ payload, disclosures }: CarriedEntry): number =>
  disclosures.reduce((bytes, { length }) => bytes + length, payload.length)

/**
 * Entries that no hub has, after `skip` of them, in the order in which they must be sent, cut into runs of one device
 * in one case. At least one, whatever its size.
 */
export const pendingRuns = (
  sql: SyncStatements,
  vault: Vault,
  { entries, bytes: bytesMax, skip = 0, refusedToo = false }: Parameters<DeviceReplica['pending']>[0],
): readonly CarriedRun[] => {
  const runs: { case: string; deviceId: string; kid: string; entries: CarriedEntry[] }[] = []
  let bytes = 0
  const { own, lost } = refusedToo ? ofAll : ofSendable
  const all = inFormerSequence(sql.all<Row>(lost))
  const former = all.slice(skip, skip + entries)
  for (const row of [...former, ...sql.all<Row>(own, entries - former.length, Math.max(0, skip - all.length))]) {
    const entry = carried(sql, vault, row)
    bytes += sizeOf(entry)
    if (bytes > bytesMax && runs.length > 0) break
    const deviceId = deviceOf(row)
    const last = runs.at(-1)
    if (last !== undefined && last.case === row.uid && last.deviceId === deviceId && last.kid === row.kid)
      last.entries.push(entry)
    else runs.push({ case: row.uid, deviceId, kid: row.kid, entries: [entry] })
  }
  return runs
}
