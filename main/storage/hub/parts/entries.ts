import { disclosureDigest } from '../../../seal/disclosure.ts'
import { toHex } from '../../../seal/hash.ts'
import type { HubEntry } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { SqlValue } from '../../sqlite/statements.ts'
import type { HubParts } from '../statements.ts'
import { isStorable } from '../text.ts'
import { ensureLabel, labelOf } from './labels.ts'

interface EntryRow {
  readonly chain: number
  readonly pos: number
  readonly id: Uint8Array
  readonly seq: number
  readonly dseq: number
  readonly feed: number
  readonly received_at: number
  readonly payload: Uint8Array
  readonly kid: string
  readonly sig: Uint8Array
  readonly chain_label: string
  readonly device_label: string
}

export interface SealedRow {
  readonly digest: string
  readonly sealed: Buffer
  readonly wrapped_key: Buffer
}

type Reads = Pick<HubReader, 'isGiven' | 'entry' | 'standing' | 'entryAt' | 'entriesOf' | 'feedAt' | 'lastOf'>
type Writes = Pick<HubTx, 'giveId' | 'appendEntries' | 'eraseDisclosures'>

const joined = `select e.chain, e.pos, e.id, e.seq, e.dseq, e.feed, e.received_at, e.payload, e.kid, e.sig, c.label as chain_label, d.label as device_label
  from entries e join labels c on c.n = e.chain join labels d on d.n = e.device`

const sealed = 'select pos, digest, sealed, wrapped_key from disclosures join disclosure_keys using (chain, pos, ord)'

/**
 * Ids that one statement asks for at most. Their number is filled up to a power of two, so that few statements are
 * made.
 */
const idsAtOnce = 512

const idBytes = (id: string): Buffer => Buffer.from(id, 'hex')

/** Disclosures in the clear; one that was altered is left out, and said in the log. */
export const openHubDisclosures = (
  { vault, log }: Pick<HubParts, 'vault' | 'log'>,
  id: string,
  rows: readonly SealedRow[],
): string[] =>
  rows.flatMap(({ digest, sealed: box, wrapped_key: wrappedKey }) => {
    const encoded = vault.open(digest, { sealed: box, wrappedKey })
    if (encoded === null)
      log.error({ entry: id, digest }, 'a disclosure in the store of the hub was altered or lies under another key')
    return encoded ?? []
  })

const entryOf = (parts: HubParts, row: EntryRow, disclosures: readonly SealedRow[]): HubEntry => {
  const id = toHex(row.id)
  return {
    case: row.chain_label,
    pos: row.pos,
    id,
    deviceId: row.device_label,
    seq: row.seq,
    dseq: row.dseq,
    feed: row.feed,
    receivedAtMs: row.received_at,
    payload: row.payload,
    kid: row.kid,
    sig: row.sig,
    disclosures: openHubDisclosures(parts, id, disclosures),
  }
}

/** Entries in hub order, and by their places in what their devices count. */
export const entryReads = (parts: HubParts): Reads => {
  const { sql } = parts

  const whole = async (row: EntryRow | undefined): Promise<HubEntry | null> =>
    row === undefined
      ? null
      : entryOf(
          parts,
          row,
          await sql.all<SealedRow>(`${sealed} where chain = ? and pos = ? order by ord`, row.chain, row.pos),
        )

  const number = (label: string): Promise<number | null> =>
    isStorable(label) ? labelOf(sql, label) : Promise.resolve(null)

  return {
    isGiven: async (kind, id) =>
      (await sql.get('select 1 from given_ids where kind = ? and id = ?', kind, id)) !== undefined,
    entry: async (id) => whole(await sql.get<EntryRow>(`${joined} where e.id = ?`, idBytes(id))),
    standing: async (name, ids) => {
      const found = new Set<string>()
      const chain = await number(name)
      for (let from = 0; chain !== null && from < ids.length; from += idsAtOnce) {
        const some = ids.slice(from, from + idsAtOnce).map(idBytes)
        const places = 2 ** Math.ceil(Math.log2(some.length))
        const asked = Array.from({ length: places }, (_, index) => some[index] ?? null)
        const rows = await sql.all<{ id: Uint8Array }>(
          `select id from entries where chain = ? and id in (${asked.map(() => '?').join(', ')})`,
          chain,
          ...asked,
        )
        for (const { id } of rows) found.add(toHex(id))
      }
      return found
    },
    entryAt: async (at) => {
      const device = await number(at.deviceId)
      if (device === null) return null
      if ('dseq' in at)
        return whole(await sql.get<EntryRow>(`${joined} where e.device = ? and e.dseq = ?`, device, at.dseq))
      const chain = await number(at.case)
      return chain === null
        ? null
        : whole(
            await sql.get<EntryRow>(
              `${joined} where e.device = ? and e.chain = ? and e.seq = ?`,
              device,
              chain,
              at.seq,
            ),
          )
    },
    entriesOf: async (name, from, limit) => {
      const chain = await number(name)
      if (chain === null) return []
      const rows = await sql.all<EntryRow>(
        `${joined} where e.chain = ? and e.pos >= ? order by e.pos limit ?`,
        chain,
        from,
        limit,
      )
      const last = rows.at(-1)
      if (last === undefined) return []
      const disclosures = await sql.all<SealedRow & { pos: number }>(
        `${sealed} where chain = ? and pos >= ? and pos <= ? order by pos, ord`,
        chain,
        from,
        last.pos,
      )
      const byPos = Map.groupBy(disclosures, ({ pos }) => pos)
      return rows.map((row) => entryOf(parts, row, byPos.get(row.pos) ?? []))
    },
    feedAt: async (name, pos) => {
      const row = await sql.get<{ feed: number }>(
        'select e.feed from entries e join labels c on c.n = e.chain where c.label = ? and e.pos = ?',
        name,
        pos,
      )
      return row?.feed ?? null
    },
    lastOf: async (name, deviceId) => {
      const device = await number(deviceId)
      const chain = await number(name)
      if (device === null || chain === null) return null
      const row = await sql.get<{ seq: number; id: Uint8Array }>(
        'select seq, id from entries where device = ? and chain = ? order by seq desc limit 1',
        device,
        chain,
      )
      return row === undefined ? null : { seq: row.seq, id: toHex(row.id) }
    },
  }
}

/** Throws where positions leave a gap or come twice: the order of a case has neither, whatever its caller counted. */
const requireGapless = async ({ sql }: HubParts, chain: number, entries: readonly HubEntry[]): Promise<void> => {
  const row = await sql.get<{ last: number | null }>('select max(pos) as last from entries where chain = ?', chain)
  let next = (row?.last ?? -1) + 1
  for (const { pos, case: name } of entries) {
    if (pos !== next) throw new Error(`position ${pos} of ${name} does not follow: the next one is ${next}`)
    next += 1
  }
}

export const entryWrites = (parts: HubParts): Writes => {
  const { sql, vault } = parts

  const appendRun = async (
    name: string,
    entries: readonly HubEntry[],
    devices: ReadonlyMap<string, number>,
  ): Promise<void> => {
    const chain = await ensureLabel(sql, name)
    await requireGapless(parts, chain, entries)
    const rows: SqlValue[][] = []
    const disclosures: SqlValue[][] = []
    const keys: SqlValue[][] = []
    for (const entry of entries) {
      rows.push([
        chain,
        entry.pos,
        idBytes(entry.id),
        devices.get(entry.deviceId) ?? null,
        entry.seq,
        entry.dseq,
        entry.feed,
        entry.receivedAtMs,
        entry.payload,
        entry.kid,
        entry.sig,
      ])
      for (const [ord, encoded] of entry.disclosures.entries()) {
        const digest = disclosureDigest(encoded)
        const box = vault.seal(digest, encoded)
        disclosures.push([chain, entry.pos, ord, digest, box.sealed])
        keys.push([chain, entry.pos, ord, box.wrappedKey])
      }
    }
    await sql.insert(
      'entries',
      ['chain', 'pos', 'id', 'device', 'seq', 'dseq', 'feed', 'received_at', 'payload', 'kid', 'sig'],
      rows,
    )
    await sql.insert('disclosures', ['chain', 'pos', 'ord', 'digest', 'sealed'], disclosures)
    await sql.insert('disclosure_keys', ['chain', 'pos', 'ord', 'wrapped_key'], keys)
  }

  const eraseOf = async (name: string, entryId: string, digests: string): Promise<number> => {
    const chain = await labelOf(sql, name)
    const row =
      chain === null
        ? undefined
        : await sql.get<{ pos: number }>('select pos from entries where id = ? and chain = ?', idBytes(entryId), chain)
    if (chain === null || row === undefined) return 0
    const found = await sql.all<{ ord: number }>(
      `delete from disclosures where chain = ? and pos = ? and ${sql.oneOf('digest')} returning ord`,
      chain,
      row.pos,
      digests,
    )
    for (const { ord } of found)
      await sql.run('delete from disclosure_keys where chain = ? and pos = ? and ord = ?', chain, row.pos, ord)
    return found.length
  }

  return {
    giveId: async (kind, id) => {
      await sql.insert('given_ids', ['kind', 'id'], [[kind, id]])
    },
    appendEntries: async (entries) => {
      const devices = new Map<string, number>()
      for (const deviceId of new Set(entries.map((entry) => entry.deviceId)))
        devices.set(deviceId, await ensureLabel(sql, deviceId))
      for (const [name, run] of Map.groupBy(entries, (entry) => entry.case)) await appendRun(name, run, devices)
      await sql.run('update hub_state set entries = entries + ?', entries.length)
    },
    eraseDisclosures: async (name, entryId, digests) => {
      const listed = JSON.stringify(digests)
      // A copy that lies in quarantine has the same salt, and so the same digest.
      const aside = await sql.run(
        `delete from quarantined_disclosures where id in (select id from quarantine where chain = ?) and ${sql.oneOf('digest')}`,
        name,
        listed,
      )
      const erased = aside.changes + (await eraseOf(name, entryId, listed))
      if (erased > 0) await sql.run('update hub_state set must_scrub = 1')
      return erased
    },
  }
}
