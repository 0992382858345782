import { openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { appendLeaf, decodeFrontier, encodeFrontier } from '../../seal/frontier.ts'
import { fitsForm } from '../../domain/cases/forms.ts'
import type { CaseIntake } from '../../sync/device/replica.ts'
import { deviceIdsOf } from '../ledger/device-ids.ts'
import type { LedgerTx, OpenedEntry, ReceivedEntry } from '../ledger/ledger.ts'
import type { EntriesTable } from '../ledger/tables.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { chainIdOf, workspaceName } from './standings.ts'
import type { StandingsTable } from './tables.ts'

type Item = CaseIntake['entries'][number]

/** A chain in the tables. */
export interface LocalChain {
  readonly id: number
  readonly uid: string
}

/** What placing entries in the hub's order did. */
export interface Placed {
  readonly standing: StandingsTable
  /** Entries that were not here before, in order. */
  readonly arrived: readonly OpenedEntry[]
  /** Whether an entry that is projected already now has another place among the others (Y-41). */
  readonly moved: boolean
  /** How many entries of the chain have no place yet. */
  readonly waiting: number
  /**
   * Where all that moved are notes, which conflict with nothing (Y-45), and one of them is the last entry now: its
   * time. Then the tables lack no more than what arrived.
   * Null: what moved may matter to what others did.
   */
  readonly lastNoteAtMs: number | null
}

/**
 * Whether an entry does nothing but add a note, so that its place among others matters only for when the case was last
 * changed.
 */
const isPlainNote = ({ type, pub }: EntryPayload): boolean => type === 'note.added' && !Object.hasOwn(pub, 'settles')

const payloadOf = (payload: Uint8Array): EntryPayload => {
  const opened = openEntry({ payload })
  if (!opened.ok) throw new Error('an entry that was checked cannot be read')
  return opened.value
}

/** The integer id that the opening of a case gives it; null where it gives none that can be taken. */
const statedId = async (sql: SyncStatements, first: Item | undefined): Promise<number | null> => {
  if (first === undefined || 'own' in first) return null
  const payload = payloadOf(first.payload)
  if (payload.type !== 'case.opened' || !fitsForm(payload.type, payload.pub)) return null
  const ids = await deviceIdsOf(sql, payload)
  const id = ids.read(payload.pub['case_id'] as number)
  return ids.mayGive(id) && sql.get('select id from chains where id = ?', id) === undefined ? id : null
}

/**
 * The chain of a case in the tables; one that is new is filed under the id that its first entry gives it, else under a
 * number that is nobody's.
 */
export const chainFor = async (sql: SyncStatements, uid: string, first: Item | undefined): Promise<LocalChain> => {
  const known = uid === workspaceName ? 0 : chainIdOf(sql, uid)
  if (known !== null) return { id: known, uid }
  const lowest = sql.get<{ lowest: number | null }>('select min(id) as lowest from chains')?.lowest ?? 0
  return { id: (await statedId(sql, first)) ?? Math.min(lowest, 0) - 1, uid }
}

type Heads = Map<string, { readonly seq: number; readonly entry: string }>

const keepHead = (heads: Heads, id: string, { dev, seq }: Pick<EntryPayload, 'dev' | 'seq'>): void => {
  if (seq >= (heads.get(dev)?.seq ?? 0)) heads.set(dev, { seq, entry: id })
}

const storeHeads = (sql: SyncStatements, uid: string, heads: Heads): void => {
  for (const [device, { seq, entry }] of heads) {
    sql.run(
      'insert into device_heads (uid, device_id, seq, entry) values (?, ?, ?, ?) on conflict (uid, device_id) do update set seq = excluded.seq, entry = excluded.entry where excluded.seq >= seq',
      uid,
      device,
      seq,
      entry,
    )
  }
}

/** What comes of a chain. */
interface Coming {
  readonly items: readonly Item[]
  /** When the hub received what has a place; null where that is not known. */
  readonly receivedAt: (position: number) => number | null
}

type Waiting = Pick<EntriesTable, 'n' | 'id' | 'payload'>

/**
 * Gives entries their places in the hub's order: stores those that are not here, and notes the place of those that are.
 */
export const placeEntries = (
  tx: LedgerTx,
  sql: SyncStatements,
  chain: LocalChain,
  before: StandingsTable,
  { items, receivedAt }: Coming,
): Placed => {
  const waiting = sql.all<Waiting>(
    'select n, id, payload from entries where chain = ? and hub_pos is null order by pos',
    chain.id,
  )
  const payloads = new Map(waiting.map((row) => [row.n, JSON.parse(row.payload.toString('utf8')) as EntryPayload]))
  const byId = new Map(waiting.map((row) => [row.id.toString('hex'), row]))
  const heads: Heads = new Map()
  const strangers: ReceivedEntry[] = []
  let frontier = decodeFrontier(before.frontier)
  let inStep = 0
  let moved = false
  for (const item of items) {
    const id = 'own' in item ? item.own : item.id
    const here = byId.get(id)
    if (here !== undefined) {
      sql.run('update entries set hub_pos = ? where n = ?', frontier.size, here.n)
      sql.run('delete from pending where n = ?', here.n)
      byId.delete(id)
      keepHead(heads, id, payloads.get(here.n) as EntryPayload)
      if (strangers.length > 0 || waiting[inStep]?.n !== here.n) moved = true
      inStep += 1
    } else if ('own' in item) {
      throw new Error('the hub names an entry of this device that is not here')
    } else {
      strangers.push({ ...item, hubPosition: frontier.size, receivedAtMs: receivedAt(frontier.size) })
    }
    frontier = appendLeaf(frontier, Buffer.from(id, 'hex'))
  }
  const arrived = strangers.length === 0 ? [] : tx.receive(chain, strangers)
  for (const { id, payload } of arrived) keepHead(heads, id, payload)
  storeHeads(sql, chain.uid, heads)
  const lastItem = items.at(-1)
  const last =
    [...byId.values()].at(-1) ??
    waiting.find((row) => lastItem !== undefined && 'own' in lastItem && row.id.toString('hex') === lastItem.own)
  const lastNote = last !== undefined && [...payloads.values()].every(isPlainNote) ? payloads.get(last.n) : undefined
  return {
    standing: { ...before, received: frontier.size, frontier: Buffer.from(encodeFrontier(frontier)) },
    arrived,
    moved: moved || (arrived.length > 0 && byId.size > 0),
    waiting: byId.size,
    lastNoteAtMs: lastNote === undefined ? null : Date.parse(lastNote.at),
  }
}
