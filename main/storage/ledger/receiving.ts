import { parseDisclosure } from '../../seal/disclosure.ts'
import { entryDigests, openEntry } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { appendLeaf, decodeFrontier, emptyFrontier, encodeFrontier } from '../../seal/frontier.ts'
import { parseHlc, receive } from '../../seal/hlc.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { openedEntry, openDisclosures } from './open-entry.ts'
import type { OpenedEntry, ReceivedEntry } from './ledger.ts'
import type { DeviceCount } from './sealing.ts'
import type { ChainsTable } from './tables.ts'
import type { Vault } from './vault.ts'

/** What receiving needs besides the tables. */
export interface ReceivingParts {
  readonly sql: SyncStatements
  readonly vault: Vault
  readonly deviceId: string
}

/** Readings beyond the year 9999 are nobody's time: taking one over would leave this device's own clock no room. */
const lastReadingMs = 253_402_300_799_999

type Chain = Pick<ChainsTable, 'size' | 'frontier' | 'seq' | 'head' | 'others'>

/** S-25: later readings of this device are above the received one. */
const mergeClock = (count: DeviceCount, payload: EntryPayload, nowMs: number): void => {
  const remote = parseHlc(payload.hlc)
  if (remote === null || remote.ms > lastReadingMs) return
  count.hlc = receive(count.hlc, remote, Math.min(Math.max(0, nowMs), lastReadingMs))
}

const keepDisclosures = ({ sql, vault }: ReceivingParts, n: number, payload: EntryPayload, disclosures: readonly string[]): void => {
  const withheld = new Set(payload._sd)
  for (const encoded of disclosures) {
    const disclosure = parseDisclosure(encoded)
    if (!disclosure.ok || !withheld.has(disclosure.value.digest)) continue
    const { digest, name } = disclosure.value
    const { sealed, wrappedKey } = vault.seal(digest, encoded)
    sql.run('insert into disclosures (digest, entry, name, sealed, wrapped_key) values (?, ?, ?, ?, ?) on conflict do nothing', digest, n, name, sealed, wrappedKey)
  }
}

/** S-23: the heads of other devices, the entry's own predecessor replaced by it. */
const othersAfter = (others: string, payload: EntryPayload, id: string): string => {
  const heads = new Set(JSON.parse(others) as string[])
  if (payload.prev !== null) heads.delete(payload.prev)
  heads.add(id)
  return JSON.stringify([...heads].sort())
}

const grown = (chain: Chain, payload: EntryPayload, id: string, leaf: Uint8Array, isOwn: boolean): Chain => {
  const frontier = appendLeaf(decodeFrontier(chain.frontier), leaf)
  const isNewest = isOwn && payload.seq > chain.seq
  return {
    size: frontier.size,
    frontier: Buffer.from(encodeFrontier(frontier)),
    seq: isNewest ? payload.seq : chain.seq,
    head: isNewest ? id : chain.head,
    others: isOwn ? chain.others : othersAfter(chain.others, payload, id),
  }
}

/**
 * Stores a received entry at the end of its chain in arrival order, at its place in the hub's order; the caller projects it.
 *
 * @param count this device's count: the arrival number moves on, and the clock past the entry's
 * @throws Error where the payload cannot be read: such an entry must not have come this far
 */
export const storeReceived = (
  parts: ReceivingParts,
  count: DeviceCount,
  chain: { readonly id: number; readonly uid: string },
  entry: ReceivedEntry,
  hubPosition: number | null,
  nowMs: number,
): OpenedEntry => {
  const { sql, vault, deviceId } = parts
  const opened = openEntry(entry)
  if (!opened.ok) throw new Error('a received entry cannot be read')
  const payload = opened.value
  const id = Buffer.from(entry.id, 'hex')
  const known = sql.get<Chain>('select size, frontier, seq, head, others from chains where id = ?', chain.id)
  const before: Chain = known ?? { size: 0, frontier: Buffer.from(encodeFrontier(emptyFrontier)), seq: 0, head: null, others: '[]' }
  count.n += 1
  const isOwn = payload.dev === deviceId
  if (isOwn) count.dseq = Math.max(count.dseq, payload.dseq)
  mergeClock(count, payload, nowMs)
  sql.run(
    'insert into entries (n, chain, pos, id, kid, payload, sig, pae_sha256, hub_pos) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    count.n, chain.id, before.size, id, entry.kid, entry.payload, entry.sig, entryDigests(entry.payload, entry.sig).paeSha256, hubPosition,
  )
  keepDisclosures(parts, count.n, payload, entry.disclosures)
  const after = grown(before, payload, entry.id, id, isOwn)
  if (known === undefined) {
    sql.run(
      'insert into chains (id, uid, size, frontier, seq, head, others, checkpoint_size) values (?, ?, ?, ?, ?, ?, ?, 0)',
      chain.id, chain.uid, after.size, after.frontier, after.seq, after.head, after.others,
    )
  } else {
    sql.run('update chains set size = ?, frontier = ?, seq = ?, head = ?, others = ? where id = ?', after.size, after.frontier, after.seq, after.head, after.others, chain.id)
  }
  return openedEntry({ id: entry.id, n: count.n, position: before.size }, payload, openDisclosures(sql, vault, count.n))
}
