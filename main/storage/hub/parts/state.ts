import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import type { HubParts } from '../statements.ts'

interface StateRow {
  readonly feed: number
  readonly floor: number
  readonly entries: number
  readonly dseq: number
  readonly hlc: string
}

interface IdentityRow {
  readonly workspace_uid: string
  readonly institution: string
  readonly name: string
  readonly origin: string
  readonly kid: string
  readonly spki: Uint8Array
  readonly sealed_key: Uint8Array
  readonly root_kid: string
}

type Reads = Pick<HubReader, 'identity' | 'count' | 'feed' | 'totals'>
type Writes = Pick<HubTx, 'found' | 'setCount' | 'nextFeed' | 'setFloor' | 'nextDeviceNumber' | 'passDeviceNumbers'>

const totals = `select
  (select count(*) from chains where name <> 'workspace') as cases,
  (select entries from hub_state) as entries,
  (select count(*) from devices) as devices,
  (select count(*) from quarantine) as quarantined,
  (select count(*) from blobs) as blobs,
  (select cast(coalesce(sum(size), 0) as bigint) from blobs) as bytes`

const must = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new Error('the state of the hub is missing from its database')
  return row
}

/** What the hub is, and how far it has counted. */
export const stateReads = ({ sql }: Pick<HubParts, 'sql'>): Reads => {
  const state = async (): Promise<StateRow> =>
    must(await sql.get<StateRow>('select feed, floor, entries, dseq, hlc from hub_state'))
  return {
    identity: async () => {
      const row = await sql.get<IdentityRow>('select * from hub_identity')
      if (row === undefined) return null
      const {
        workspace_uid: workspaceUid,
        institution,
        name,
        origin,
        kid,
        spki,
        sealed_key: sealedKey,
        root_kid: rootKid,
      } = row
      return { workspaceUid, institution, name, origin, kid, spki, sealedKey, rootKid }
    },
    count: async () => {
      const { dseq, hlc } = await state()
      return { dseq, hlc }
    },
    feed: async () => {
      const { feed: newest, floor } = await state()
      return { newest, floor }
    },
    totals: async () => {
      const { bytes, ...counts } = must(
        await sql.get<{
          cases: number
          entries: number
          devices: number
          quarantined: number
          blobs: number
          bytes: number
        }>(totals),
      )
      return { ...counts, blobBytes: bytes }
    },
  }
}

export const stateWrites = ({ sql }: Pick<HubParts, 'sql'>): Writes => ({
  found: async (identity) => {
    await sql.insert(
      'hub_identity',
      ['id', 'workspace_uid', 'institution', 'name', 'origin', 'kid', 'spki', 'sealed_key', 'root_kid'],
      [
        [
          1,
          identity.workspaceUid,
          identity.institution,
          identity.name,
          identity.origin,
          identity.kid,
          identity.spki,
          identity.sealedKey,
          identity.rootKid,
        ],
      ],
    )
  },
  setCount: async ({ dseq, hlc }) => {
    await sql.run('update hub_state set dseq = ?, hlc = ?', dseq, hlc)
  },
  nextFeed: async (atLeast = 0) =>
    must(
      await sql.get<{ feed: number }>(
        'update hub_state set feed = case when feed + 1 > ? then feed + 1 else ? end returning feed',
        atLeast,
        atLeast,
      ),
    ).feed,
  setFloor: async (floor) => {
    await sql.run('update hub_state set floor = ?', floor)
  },
  nextDeviceNumber: async () =>
    must(
      await sql.get<{ number: number }>(
        'update hub_state set next_device = next_device + 1 returning next_device - 1 as number',
      ),
    ).number,
  passDeviceNumbers: async (upTo) => {
    await sql.run('update hub_state set next_device = ? where next_device <= ?', upTo + 1, upTo)
  },
})
