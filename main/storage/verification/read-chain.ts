import type { EntryPayload } from '../../seal/entry.ts'
import { appendLeaf, emptyFrontier } from '../../seal/frontier.ts'
import type { Frontier } from '../../seal/frontier.ts'
import type { DisclosureState, StoredEntry } from '../../seal/verify-types.ts'
import { storedColumns, storedEntry } from '../ledger/key-directory.ts'
import { openedEntry, readDisclosure } from '../ledger/open-entry.ts'
import type { OpenedDisclosure } from '../ledger/ledger.ts'
import type { DisclosuresTable, EntriesTable } from '../ledger/tables.ts'
import type { Vault } from '../ledger/vault.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import type { Replica } from './replica.ts'

/** What was gathered while a chain was read. */
export interface ChainReading {
  /** The entries in arrival order, each projected into the replica before it is handed on. Read it once. */
  readonly entries: AsyncIterable<StoredEntry>
  /** The state of a disclosure; known once its entry was read. */
  disclosure(digest: string): DisclosureState
  /** The tree over the stored ids, this device's last place in the chain, and what is wrong with the rows themselves. */
  readonly found: {
    frontier: Frontier
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

type Row = Pick<EntriesTable, 'n' | 'pos' | 'id' | 'payload' | 'kid' | 'sig' | 'pae_sha256'>
type DisclosureRow = Pick<DisclosuresTable, 'digest' | 'name' | 'sealed' | 'wrapped_key'>

/** Entries read from the tables at a time. */
const batch = 256

const payloadOf = (row: Row): EntryPayload | null => {
  try {
    return JSON.parse(row.payload.toString('utf8')) as EntryPayload
  } catch {
    return null
  }
}

/** Reads a chain and projects it again at the same time: one goes on while the other waits for signatures. */
export const readChain = ({ sql, vault, replica, deviceId }: ReadingParts, chainId: number): ChainReading => {
  const states = new Map<string, DisclosureState>()
  const found: ChainReading['found'] = { frontier: emptyFrontier, seq: 0, head: null, disclosures: 0, problems: [], unprojected: null }

  const openValues = (row: Row, payload: EntryPayload): Record<string, OpenedDisclosure> => {
    const values: Record<string, OpenedDisclosure> = {}
    for (const stored of sql.all<DisclosureRow>('select digest, name, sealed, wrapped_key from disclosures where entry = ?', row.n)) {
      const reading = readDisclosure(vault, stored)
      states.set(stored.digest, reading.state)
      found.disclosures += 1
      if (!payload._sd.includes(stored.digest)) found.problems.push('a disclosure is filed under an entry that does not withhold it')
      values[stored.name] = { digest: stored.digest, value: reading.state === 'present' ? reading.value : undefined }
    }
    return values
  }

  const project = async (row: Row): Promise<void> => {
    const payload = payloadOf(row)
    if (payload === null || found.unprojected !== null) {
      found.unprojected ??= row.pos
      return
    }
    try {
      if (payload.dev === deviceId) {
        found.seq = payload.seq
        found.head = row.id.toString('hex')
      }
      const stored = { id: row.id.toString('hex'), n: row.n, position: row.pos }
      await replica.apply(openedEntry(stored, payload, openValues(row, payload)))
    } catch {
      // A damaged entry can say anything; the seal's own checks name it.
      found.unprojected = row.pos
    }
  }

  async function* read(): AsyncIterable<StoredEntry> {
    let after = -1
    let lastArrival = 0
    for (;;) {
      const rows = sql.all<Row>(`select ${storedColumns} from entries where chain = ? and pos > ? order by pos limit ?`, chainId, after, batch)
      for (const row of rows) {
        if (row.pos !== found.frontier.size) found.problems.push('the positions of the entries are not 0, 1, 2 ...')
        if (row.n <= lastArrival) found.problems.push('the entries did not arrive in the order of their positions')
        lastArrival = row.n
        found.frontier = appendLeaf(found.frontier, row.id)
        await project(row)
        yield storedEntry(row)
      }
      const last = rows.at(-1)
      if (last === undefined) return
      after = last.pos
    }
  }

  return {
    entries: read(),
    disclosure: (digest) => {
      const state = states.get(digest)
      if (state !== undefined) return state
      return sql.get('select digest from disclosures where digest = ?', digest) === undefined ? 'missing' : 'altered'
    },
    found,
  }
}
