import type { Applier, Area } from './ledger.ts'

const workspaceCreated: Applier = async ({ sql }, { payload, atMs }) => {
  const { workspace_id: uid, institution, name, sample } = payload.pub
  await sql.run(
    'insert into workspace (id, uid, institution, name, sample, created_at) values (1, ?, ?, ?, ?, ?)',
    uid as string, institution as string, name as string, sample === true ? 1 : 0, atMs,
  )
}

const keyEnrolled: Applier = async ({ sql }, { payload, atMs }) => {
  const { kid, spki, device_id: deviceId, device_number: deviceNumber, device_name: name } = payload.pub
  await sql.run(
    'insert into keys (kid, device_id, device_number, name, spki, enrolled_at) values (?, ?, ?, ?, ?, ?) on conflict do nothing',
    kid as string, deviceId as string, deviceNumber as number, typeof name === 'string' ? name : '', Buffer.from(spki as string, 'base64url'), atMs,
  )
}

/** The workspace's own chain: what it is, and which keys sign. */
export const ledgerArea: Area = {
  appliers: { 'workspace.created': workspaceCreated, 'key.enrolled': keyEnrolled },
  workspaceTables: { workspace: ['id'], keys: ['kid'] },
}
