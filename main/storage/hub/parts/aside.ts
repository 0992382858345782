import { disclosureDigest } from '../../../seal/disclosure.ts'
import type { HubBlob } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'
import { openHubDisclosures } from './entries.ts'
import type { SealedRow } from './entries.ts'

interface QuarantineRow {
  readonly id: string
  readonly chain: string
  readonly device_id: string
  readonly code: string
  readonly entry_id: string
  readonly payload: Uint8Array
  readonly kid: string
  readonly sig: Uint8Array
  readonly at: number
}

interface BlobRow {
  readonly chain: string
  readonly sha256: string
  readonly size: number
  readonly wrapped_key: Uint8Array
  readonly received_at: number
}

type Reads = Pick<HubReader, 'quarantined' | 'quarantinedOf' | 'blob' | 'erasedBlobs' | 'blobsAfter'>
type Writes = Pick<HubTx, 'quarantine' | 'saveBlob' | 'eraseBlob' | 'forgetErasedBlob'>

const blobOf = ({ chain, sha256, size, wrapped_key: wrappedKey, received_at: receivedAtMs }: BlobRow): HubBlob => ({
  case: chain,
  sha256,
  size,
  wrappedKey,
  receivedAtMs,
})

/** What stands beside the order: entries in quarantine, and bytes of evidence that arrived. */
export const asideReads = (parts: HubParts): Reads => {
  const { sql } = parts
  return {
    quarantined: async (limit) => {
      const rows = await sql.all<QuarantineRow>('select * from quarantine order by at desc, id limit ?', limit)
      const sealed = await sql.all<SealedRow & { id: string }>(
        `select id, digest, sealed, wrapped_key from quarantined_disclosures where ${sql.oneOf('id')} order by id, ord`,
        JSON.stringify(rows.map(({ id }) => id)),
      )
      const byId = Map.groupBy(sealed, ({ id }) => id)
      return rows.map(({ id, chain, device_id: deviceId, code, entry_id: entryId, payload, kid, sig, at }) => ({
        id,
        case: chain,
        deviceId: JSON.parse(deviceId) as string,
        code,
        entry: {
          id: entryId,
          payload,
          kid: JSON.parse(kid) as string,
          sig,
          disclosures: openHubDisclosures(parts, entryId, byId.get(id) ?? []),
        },
        atMs: at,
      }))
    },
    quarantinedOf: async (deviceId) =>
      (
        await sql.get<{ entries: number }>(
          'select count(*) as entries from quarantine where device_id = ?',
          JSON.stringify(deviceId),
        )
      )?.entries ?? 0,
    blob: async (name, sha256) => {
      const row = await sql.get<BlobRow>('select * from blobs where chain = ? and sha256 = ?', name, sha256)
      return row === undefined ? null : blobOf(row)
    },
    erasedBlobs: async () =>
      (await sql.all<Pick<BlobRow, 'chain' | 'sha256'>>('select * from erased_blobs order by chain, sha256')).map(
        ({ chain, sha256 }) => ({ case: chain, sha256 }),
      ),
    blobsAfter: async (after, limit) =>
      (
        await sql.all<BlobRow>(
          'select * from blobs where (chain, sha256) > (?, ?) order by chain, sha256 limit ?',
          after?.case ?? '',
          after?.sha256 ?? '',
          limit,
        )
      ).map(blobOf),
  }
}

export const asideWrites = ({ sql, vault }: HubParts): Writes => ({
  quarantine: async ({ id, case: name, deviceId, code, entry, atMs }) => {
    const { changes } = await sql.run(
      'insert into quarantine (id, chain, device_id, code, entry_id, payload, kid, sig, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing',
      id,
      name,
      JSON.stringify(deviceId),
      code,
      entry.id,
      entry.payload,
      JSON.stringify(entry.kid),
      entry.sig,
      atMs,
    )
    if (changes === 0) return
    const rows = entry.disclosures.map((encoded, ord) => {
      const digest = disclosureDigest(encoded)
      const { sealed, wrappedKey } = vault.seal(digest, encoded)
      return [id, ord, digest, sealed, wrappedKey]
    })
    await sql.insert('quarantined_disclosures', ['id', 'ord', 'digest', 'sealed', 'wrapped_key'], rows)
  },
  saveBlob: async ({ case: name, sha256, size, wrappedKey, receivedAtMs }) => {
    await sql.run(
      `insert into blobs (chain, sha256, size, wrapped_key, received_at) values (?, ?, ?, ?, ?)
       on conflict (chain, sha256) do update set size = excluded.size, wrapped_key = excluded.wrapped_key, received_at = excluded.received_at`,
      name,
      sha256,
      size,
      wrappedKey,
      receivedAtMs,
    )
    // Another piece with the same bytes has brought them.
    await sql.run('delete from erased_blobs where chain = ? and sha256 = ?', name, sha256)
  },
  eraseBlob: async (name, sha256) => {
    await sql.run('delete from blobs where chain = ? and sha256 = ?', name, sha256)
    await sql.run('insert into erased_blobs (chain, sha256) values (?, ?) on conflict do nothing', name, sha256)
    await sql.run('update hub_state set must_scrub = 1')
  },
  forgetErasedBlob: async (name, sha256) => {
    await sql.run('delete from erased_blobs where chain = ? and sha256 = ?', name, sha256)
  },
})
