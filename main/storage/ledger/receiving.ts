import { parseDisclosure } from '../../seal/disclosure.ts'
import type { Disclosure } from '../../seal/disclosure.ts'
import { entryPae } from '../../seal/entry.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { appendLeaf, decodeFrontier, emptyFrontier, encodeFrontier } from '../../seal/frontier.ts'
import type { Frontier } from '../../seal/frontier.ts'
import { sha256 } from '../../seal/hash.ts'
import { parseHlc, receive } from '../../seal/hlc.ts'
import { payloadFault } from '../../seal/payload.ts'
import type { SyncStatements } from '../sqlite/statements.ts'
import { openedEntry } from './open-entry.ts'
import type { OpenedDisclosure, OpenedEntry, ReceivedEntry } from './ledger.ts'
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

/** Stores the withheld values that came along, and answers them by name, as `openDisclosures` would read them back. */
const keepDisclosures = (
  { sql, vault }: ReceivingParts,
  n: number,
  payload: EntryPayload,
  disclosures: readonly string[],
): Record<string, OpenedDisclosure> => {
  const withheld = new Set(payload._sd)
  const kept = new Map<string, Disclosure>()
  for (const encoded of disclosures) {
    const disclosure = parseDisclosure(encoded)
    if (disclosure.ok && withheld.has(disclosure.value.digest)) kept.set(disclosure.value.digest, disclosure.value)
  }
  const byName: Record<string, OpenedDisclosure> = {}
  for (const { digest, name, encoded, value } of [...kept.values()].sort((a, b) => (a.digest < b.digest ? -1 : 1))) {
    const { sealed, wrappedKey } = vault.seal(digest, encoded)
    sql.run(
      'insert into disclosures (digest, entry, name, sealed, wrapped_key) values (?, ?, ?, ?, ?)',
      digest,
      n,
      name,
      sealed,
      wrappedKey,
    )
    byName[name] = { digest, value }
  }
  return byName
}

/** A chain while entries are added to it. */
interface Growing {
  frontier: Frontier
  seq: number
  head: string | null
  others: Set<string>
}

/** S-23: of other devices the newest entry is kept as their head, in the place of the one that it follows. */
const grow = (chain: Growing, payload: EntryPayload, id: string, isOwn: boolean): void => {
  chain.frontier = appendLeaf(chain.frontier, Buffer.from(id, 'hex'))
  if (!isOwn) {
    if (payload.prev !== null) chain.others.delete(payload.prev)
    chain.others.add(id)
  } else if (payload.seq > chain.seq) {
    chain.seq = payload.seq
    chain.head = id
  }
}

/** The payload of an entry whose seal was checked; its canonical form was checked with it. */
const payloadOf = (bytes: Uint8Array): EntryPayload => {
  const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  if (payloadFault(value) !== null) throw new Error('a received entry is not of the form of an entry')
  return value as EntryPayload
}

/**
 * Stores received entries at the end of their chain in arrival order, at their places in the hub's order; the caller
 * projects them.
 *
 * @param count this device's count: the arrival number moves on, and the clock past the entries'
 * @throws Error where a payload cannot be read: such an entry must not have come this far
 */
export const storeReceived = (
  parts: ReceivingParts,
  count: DeviceCount,
  chain: { readonly id: number; readonly uid: string },
  entries: readonly ReceivedEntry[],
  nowMs: number,
): OpenedEntry[] => {
  const { sql, deviceId } = parts
  const known = sql.get<Chain>('select size, frontier, seq, head, others from chains where id = ?', chain.id)
  const growing: Growing = {
    frontier: known === undefined ? emptyFrontier : decodeFrontier(known.frontier),
    seq: known?.seq ?? 0,
    head: known?.head ?? null,
    others: new Set(JSON.parse(known?.others ?? '[]') as string[]),
  }
  const opened = entries.map((entry) => {
    const payload = entry.reading?.payload ?? payloadOf(entry.payload)
    const isOwn = payload.dev === deviceId
    const position = growing.frontier.size
    count.n += 1
    if (isOwn) count.dseq = Math.max(count.dseq, payload.dseq)
    mergeClock(count, payload, nowMs)
    sql.run(
      'insert into entries (n, chain, pos, id, kid, payload, sig, pae_sha256, hub_pos) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      count.n,
      chain.id,
      position,
      Buffer.from(entry.id, 'hex'),
      entry.kid,
      entry.payload,
      entry.sig,
      entry.reading?.paeSha256 ?? sha256(entryPae(entry.payload)),
      entry.hubPosition,
    )
    const disclosures = keepDisclosures(parts, count.n, payload, entry.disclosures)
    grow(growing, payload, entry.id, isOwn)
    return openedEntry({ id: entry.id, n: count.n, position }, payload, disclosures)
  })
  const { frontier, seq, head } = growing
  sql.run(
    `insert into chains (id, uid, size, frontier, seq, head, others, checkpoint_size) values (?, ?, ?, ?, ?, ?, ?, 0)
     on conflict (id) do update set size = excluded.size, frontier = excluded.frontier, seq = excluded.seq, head = excluded.head, others = excluded.others`,
    chain.id,
    chain.uid,
    frontier.size,
    Buffer.from(encodeFrontier(frontier)),
    seq,
    head,
    JSON.stringify([...growing.others].sort()),
  )
  return opened
}
