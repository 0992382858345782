import { keyId } from '../../seal/entry.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { isHubId } from '../../seal/hub-epochs.ts'
import { publicKeyFromSpki } from '../../seal/signature.ts'
import { deviceIdsOf } from './device-ids.ts'
import type { Applier, Area, OpenedEntry, ProjectionTx } from './ledger.ts'

/**
 * The time in the row of a key that this device knows to be its own before the workspace chain that enrols it has come.
 */
export const expectedKeyAt = -1

const noEffect: Applier = () => undefined

const maxDeviceNumber = 2 ** 21 - 1

const workspaceCreated: Applier = async ({ sql }, { payload, atMs }) => {
  const { workspace_id: uid, institution, name, sample } = payload.pub
  if (typeof uid !== 'string' || typeof institution !== 'string' || typeof name !== 'string') return
  // A folder that joined brings the beginning of its own workspace along, which is not this one's (Y-14).
  if ((await deviceIdsOf(sql, payload)).beforeJoining) return
  await sql.run(
    'insert into workspace (id, uid, institution, name, sample, created_at) values (1, ?, ?, ?, ?, ?) on conflict do nothing',
    uid,
    institution,
    name,
    sample === true ? 1 : 0,
    atMs,
  )
}

interface BroughtKey {
  readonly kid: string
  readonly spki: Uint8Array
  readonly deviceId: string
  readonly number: number
  readonly name: string
  readonly joinedDseq: number | null
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** The key that an entry brings; null where it is not of the form of S-30. */
const broughtKey = ({ payload }: OpenedEntry): BroughtKey | null => {
  const {
    kid,
    spki,
    device_id: deviceId,
    device_number: number,
    device_name: name,
    joined,
    joined_dseq: joinedDseq,
  } = payload.pub
  if (
    typeof kid !== 'string' ||
    typeof spki !== 'string' ||
    typeof deviceId !== 'string' ||
    !isCount(number) ||
    number > maxDeviceNumber
  )
    return null
  const der = fromBase64url(spki)
  if (der === null || publicKeyFromSpki(der) === null || keyId(der) !== kid) return null
  return {
    kid,
    spki: der,
    deviceId,
    number,
    name: typeof name === 'string' ? name : '',
    joinedDseq: joined === true && isCount(joinedDseq) ? joinedDseq : null,
  }
}

const insertKey =
  'insert into keys (kid, device_id, device_number, name, spki, enrolled_at, joined_dseq) values (?, ?, ?, ?, ?, ?, ?) on conflict do nothing'

/** Whether the founder sealed an entry: its key alone has the number 0 and is no hub's. */
const isFounders = async ({ sql }: Pick<ProjectionTx, 'sql'>, { payload }: OpenedEntry): Promise<boolean> => {
  const key = await sql.get<{ device_id: string; device_number: number }>(
    'select device_id, device_number from keys where kid = ?',
    payload.kid,
  )
  return key?.device_number === 0 && !isHubId(key.device_id)
}

const keyEnrolled: Applier = async (tx, entry) => {
  const { sql } = tx
  const key = broughtKey(entry)
  if (key === null || (await deviceIdsOf(sql, entry.payload)).beforeJoining) return
  // Y-3: the hub's key comes by the founder's word alone; nobody else's device is called as a hub is.
  if (isHubId(key.deviceId) && !(await isFounders(tx, entry))) return
  await sql.run('delete from keys where kid = ? and enrolled_at = ?', key.kid, expectedKeyAt)
  await sql.run(
    insertKey,
    key.kid,
    key.deviceId,
    key.number,
    key.name,
    Buffer.from(key.spki),
    entry.atMs,
    key.joinedDseq,
  )
}

/**
 * A new key of the device that signs, which gives up the old one (S-32). What the old one said of the device still
 * holds.
 */
const keyRotated: Applier = async ({ sql }, entry) => {
  const key = broughtKey(entry)
  const old = await sql.get<{ device_id: string; device_number: number; name: string; joined_dseq: number | null }>(
    'select * from keys where kid = ?',
    entry.payload.kid,
  )
  if (key === null || old === undefined || old.device_id !== key.deviceId) return
  const { changes } = await sql.run(
    insertKey,
    key.kid,
    key.deviceId,
    old.device_number,
    key.name === '' ? old.name : key.name,
    Buffer.from(key.spki),
    entry.atMs,
    old.joined_dseq,
  )
  if (changes === 0) return
  await sql.run(
    'update keys set revoked_at = ?, revoked_from_dseq = ? where kid = ? and revoked_at is null',
    entry.atMs,
    entry.payload.dseq + 1,
    entry.payload.kid,
  )
}

/** The workspace's own chain: what it is, and which keys sign. */
export const ledgerArea: Area = {
  appliers: {
    'workspace.created': workspaceCreated,
    'key.enrolled': keyEnrolled,
    'key.rotated': keyRotated,
    'device.removed': noEffect,
    'clock.attested': noEffect,
    'grant.given': noEffect,
    'grant.ended': noEffect,
    'entries.returned': noEffect,
    'import.completed': noEffect,
    'webhook.changed': noEffect,
  },
}
