import type { EntryPayload } from '../../seal/entry.ts'
import type { DisclosureState, StoredEntry } from '../../seal/verify-types.ts'
import { storedColumns, storedEntry } from '../ledger/key-directory.ts'
import { openedEntry, readDisclosure } from '../ledger/open-entry.ts'
import type { OpenedDisclosure } from '../ledger/ledger.ts'
import { hubOrderSql, orderOf } from '../ledger/order.ts'
import type { DisclosuresTable, EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { formerPlaces } from '../sync/former-places.ts'
import type { Replica } from './replica.ts'

/** What was gathered while a chain was read. */
export interface ChainReading {
  /** The entries in arrival order, each projected into the replica before it is handed on. Read it once. */
  readonly entries: AsyncIterable<StoredEntry>
  /** The state of a disclosure; known once its entry was read. */
  disclosure(digest: string): DisclosureState
  /** How many entries there are, this device's last place in the chain, and what is wrong with the rows themselves. */
  readonly found: {
    size: number
    seq: number
    head: string | null
    disclosures: number
    problems: string[]
    /** The first entry that could not be projected; what is projected after it says nothing. */
    unprojected: number | null
  }
}

/** What reading needs. */
export interface ReadingParts {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly replica: Replica
  readonly deviceId: string
}

type Row = Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload' | 'kid' | 'sig' | 'pae_sha256' | 'hub_pos'>
type DisclosureRow = Pick<DisclosuresTable, 'entry' | 'digest' | 'name' | 'sealed' | 'wrapped_key'>

/** Entries read from the tables at a time. */
const batch = 256

const payloadOf = (row: Row): EntryPayload | null => {
  try {
    return JSON.parse(row.payload.toString('utf8')) as EntryPayload
  } catch {
    return null
  }
}

/**
 * Reads a chain and projects it again at the same time: one goes on while the other waits for signatures.
 *
 * @param isShown whether it is among the cases; else nothing is projected of it
 */
export const readChain = (
  { sql, vault, replica, deviceId }: ReadingParts,
  chainId: number,
  isShown: boolean,
): ChainReading => {
  const states = new Map<string, DisclosureState>()
  const found: ChainReading['found'] = { size: 0, seq: 0, head: null, disclosures: 0, problems: [], unprojected: null }

  /** The disclosures of entries in a range of positions, by arrival number. */
  const disclosuresBetween = (first: number, last: number): Map<number, DisclosureRow[]> => {
    const byEntry = new Map<number, DisclosureRow[]>()
    const rows = sql.all<DisclosureRow>(
      `select d.entry, d.digest, d.name, d.sealed, d.wrapped_key from entries cross join disclosures d on d.entry = entries.n
       where chain = ? and pos between ? and ?`,
      chainId,
      first,
      last,
    )
    for (const row of rows) {
      const known = byEntry.get(row.entry)
      if (known === undefined) byEntry.set(row.entry, [row])
      else known.push(row)
    }
    return byEntry
  }

  const openValues = (
    payload: EntryPayload | null,
    stored: readonly DisclosureRow[],
  ): Record<string, OpenedDisclosure> => {
    const values: Record<string, OpenedDisclosure> = {}
    for (const row of stored) {
      found.disclosures += 1
      if (payload?._sd.includes(row.digest) === false) {
        found.problems.push('a disclosure is filed under an entry that does not withhold it')
        continue
      }
      const reading = readDisclosure(vault, row)
      states.set(row.digest, reading.state)
      values[row.name] = { digest: row.digest, value: reading.state === 'present' ? reading.value : undefined }
    }
    return values
  }

  const project = async (row: Row, disclosures: readonly DisclosureRow[]): Promise<void> => {
    const payload = payloadOf(row)
    try {
      const values = openValues(payload, disclosures)
      if (payload === null || found.unprojected !== null) {
        found.unprojected ??= row.pos
        return
      }
      const id = row.id.toString('hex')
      if (payload.dev === deviceId && payload.seq > found.seq) {
        found.seq = payload.seq
        found.head = id
      }
      if (isShown) await replica.apply(openedEntry({ id, n: row.n, position: row.pos }, payload, values))
    } catch {
      // A damaged entry can say anything; the seal's own checks name it.
      found.unprojected ??= row.pos
    }
  }

  /**
   * Y-40: where a hub has given the entries another order than that of their arrival, they are projected in it before
   * they are checked.
   */
  const projectInHubOrder = async (): Promise<void> => {
    for (const { pos } of sql.all<{ pos: number }>(
      `select pos from entries where chain = ? order by ${hubOrderSql}`,
      chainId,
    )) {
      const row = sql.get<Row>(`select ${storedColumns} from entries where chain = ? and pos = ?`, chainId, pos)
      if (row !== undefined) await project(row, disclosuresBetween(pos, pos).get(row.n) ?? [])
    }
  }

  const former = formerPlaces(sql, chainId)

  async function* read(): AsyncIterable<StoredEntry> {
    const hasHubOrder = orderOf(sql, chainId).forwards === hubOrderSql
    if (hasHubOrder) await projectInHubOrder()
    let after = -1
    let lastArrival = 0
    for (;;) {
      const rows = sql.all<Row>(
        `select ${storedColumns} from entries where chain = ? and pos > ? order by pos limit ?`,
        chainId,
        after,
        batch,
      )
      const last = rows.at(-1)
      if (last === undefined) return
      const disclosures = hasHubOrder ? new Map<number, DisclosureRow[]>() : disclosuresBetween(after + 1, last.pos)
      for (const row of rows) {
        if (row.pos !== found.size) found.problems.push('the positions of the entries are not 0, 1, 2 ...')
        if (row.n <= lastArrival) found.problems.push('the entries did not arrive in the order of their positions')
        lastArrival = row.n
        found.size += 1
        if (!hasHubOrder) await project(row, disclosures.get(row.n) ?? [])
        yield storedEntry({ ...row, hub_pos: row.hub_pos ?? former.get(row.n) ?? null })
      }
      after = last.pos
    }
  }

  return {
    entries: read(),
    disclosure: (digest) => states.get(digest) ?? 'missing',
    found,
  }
}
