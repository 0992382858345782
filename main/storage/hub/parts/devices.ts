import type { HubCode, HubDevice } from '../../../sync/hub/records.ts'
import type { HubReader, HubTx } from '../../../sync/hub/store.ts'
import { slotCount } from '../../../sync/hub/slots.ts'
import type { HubParts } from '../statements.ts'
import { isStorable } from '../text.ts'

interface DeviceRow {
  readonly device_id: string
  readonly number: number
  readonly name: string
  readonly user_uid: string
  readonly kid: string
  readonly spki: Uint8Array
  readonly state: HubDevice['state']
  readonly enrolled_at: number
  readonly last_contact: number | null
  readonly dseq: number
  readonly revoked_from: number | null
  readonly slots: string
  readonly lease_until: number
  readonly past_slots: string
  readonly joined: number
  readonly code_hash: string
}

interface CodeRow {
  readonly hash: string
  readonly user_uid: string
  readonly device_name: string
  readonly cases: string
  readonly created_at: number
  readonly expires_at: number
  readonly used_by: string | null
}

type Reads = Pick<HubReader, 'device' | 'deviceOfKey' | 'devices' | 'code' | 'codes'>
type Writes = Pick<HubTx, 'saveDevice' | 'freeSlots' | 'slotsHeldBy' | 'saveCode'>

const deviceOf = (row: DeviceRow): HubDevice => ({
  deviceId: row.device_id,
  number: row.number,
  name: JSON.parse(row.name) as string,
  userUid: row.user_uid,
  kid: row.kid,
  spki: row.spki,
  state: row.state,
  enrolledAtMs: row.enrolled_at,
  lastContactMs: row.last_contact,
  dseq: row.dseq,
  revokedFromDseq: row.revoked_from,
  slots: JSON.parse(row.slots) as number[],
  leaseUntilMs: row.lease_until,
  pastSlots: JSON.parse(row.past_slots) as number[],
  joined: row.joined === 1,
  codeHash: row.code_hash,
})

const codeOf = (row: CodeRow): HubCode => ({
  hash: row.hash,
  userUid: row.user_uid,
  deviceName: JSON.parse(row.device_name) as string,
  cases: JSON.parse(row.cases) as HubCode['cases'],
  createdAtMs: row.created_at,
  expiresAtMs: row.expires_at,
  usedBy: row.used_by,
})

/** Devices, and the codes that they come by. */
export const deviceReads = ({ sql }: Pick<HubParts, 'sql'>): Reads => {
  const one = async (where: 'device_id = ?' | 'kid = ?', value: string): Promise<HubDevice | null> => {
    const row = isStorable(value) ? await sql.get<DeviceRow>(`select * from devices where ${where}`, value) : undefined
    return row === undefined ? null : deviceOf(row)
  }
  return {
    device: (deviceId) => one('device_id = ?', deviceId),
    deviceOfKey: (kid) => one('kid = ?', kid),
    devices: async () => (await sql.all<DeviceRow>('select * from devices order by number')).map(deviceOf),
    code: async (hash) => {
      const row = isStorable(hash) ? await sql.get<CodeRow>('select * from codes where hash = ?', hash) : undefined
      return row === undefined ? null : codeOf(row)
    },
    codes: async () => (await sql.all<CodeRow>('select * from codes order by created_at, hash')).map(codeOf),
  }
}

export const deviceWrites = ({ sql }: Pick<HubParts, 'sql'>): Writes => ({
  saveDevice: async (device) => {
    await sql.run(
      `insert into devices (device_id, number, name, user_uid, kid, spki, state, enrolled_at, last_contact, dseq, revoked_from, slots, lease_until, past_slots, joined, code_hash)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (device_id) do update set number = excluded.number, name = excluded.name, user_uid = excluded.user_uid, kid = excluded.kid, spki = excluded.spki,
         state = excluded.state, enrolled_at = excluded.enrolled_at, last_contact = excluded.last_contact, dseq = excluded.dseq, revoked_from = excluded.revoked_from,
         slots = excluded.slots, lease_until = excluded.lease_until, past_slots = excluded.past_slots, joined = excluded.joined, code_hash = excluded.code_hash`,
      device.deviceId,
      device.number,
      JSON.stringify(device.name),
      device.userUid,
      device.kid,
      device.spki,
      device.state,
      device.enrolledAtMs,
      device.lastContactMs,
      device.dseq,
      device.revokedFromDseq,
      JSON.stringify(device.slots),
      device.leaseUntilMs,
      JSON.stringify(device.pastSlots),
      device.joined ? 1 : 0,
      device.codeHash,
    )
  },
  freeSlots: async (nowMs, limit) => {
    const leased = await sql.all<{ slots: string }>('select slots from devices where lease_until > ?', nowMs)
    const held = new Set(leased.flatMap(({ slots }) => JSON.parse(slots) as number[]))
    const free: number[] = []
    for (let slot = 0; slot < slotCount && free.length < limit; slot++) if (!held.has(slot)) free.push(slot)
    return free
  },
  slotsHeldBy: async (userUid, nowMs, exceptDeviceId) => {
    const held = await sql.all<{ slots: string }>(
      'select slots from devices where user_uid = ? and device_id <> ? and lease_until > ?',
      userUid,
      exceptDeviceId,
      nowMs,
    )
    return held.reduce((sum, { slots }) => sum + (JSON.parse(slots) as number[]).length, 0)
  },
  saveCode: async (code) => {
    await sql.run(
      `insert into codes (hash, user_uid, device_name, cases, created_at, expires_at, used_by) values (?, ?, ?, ?, ?, ?, ?)
       on conflict (hash) do update set user_uid = excluded.user_uid, device_name = excluded.device_name, cases = excluded.cases,
         created_at = excluded.created_at, expires_at = excluded.expires_at, used_by = excluded.used_by`,
      code.hash,
      code.userUid,
      JSON.stringify(code.deviceName),
      JSON.stringify(code.cases),
      code.createdAtMs,
      code.expiresAtMs,
      code.usedBy,
    )
  },
})
