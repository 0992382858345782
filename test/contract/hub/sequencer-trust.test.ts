import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { openHubKey } from '../../../main/sync/hub/hub-key.ts'
import type { HubDevice } from '../../../main/sync/hub/store.ts'
import { beginWork } from '../../../main/sync/hub/work.ts'
import { readWorkspaceHead } from '../../../main/sync/hub/workspace-head.ts'
import { PaperDevice } from '../../support/paper-device.ts'
import { engines } from './engines.ts'
import type { RunningEngine } from './engines.ts'
import { admin, ana, hubSecret, makeWorld, workspaceUid } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/** Whose word a hub takes for its own: a device that calls itself a hub has nothing of it. */

let world: World
let engine: RunningEngine

const headOf = () => world.store.reading(async (tx) => readWorkspaceHead((await tx.chain('workspace'))?.head ?? '{}'))

/** What a release before this one made of an enrolment under a name that its caller chose: the device, its key in the chain, and a head of that release's form. */
const enrolledBefore = async (device: PaperDevice): Promise<void> => {
  const { hub, store, clock } = world
  const signer = openHubKey(hub.identity, hubSecret)
  if (signer === null) throw new Error('the hub has no key')
  const spki = Buffer.from(device.spki).toString('base64url')
  await store.exclusively(async (tx) => {
    const number = await tx.nextDeviceNumber()
    const work = beginWork(tx, { identity: hub.identity, signer, env: { clock, random: systemRandom(), log: createLog('silent'), hubSecret }, epochId: `hub:${workspaceUid}/before` })
    await work.seal('workspace', { type: 'key.enrolled', actor: ana, subject: device.deviceId, pub: { kid: device.kid, spki, device_id: device.deviceId, device_number: number, device_name: 'tablet', user_uid: ana } })
    await work.finish()
    const row: HubDevice = {
      deviceId: device.deviceId, number, name: 'tablet', userUid: ana, kid: device.kid, spki: device.spki, state: 'active', enrolledAtMs: 0, lastContactMs: null,
      dseq: 0, revokedFromDseq: null, slots: [], leaseUntilMs: 0, pastSlots: [], joined: true, codeHash: 'before',
    }
    await tx.saveDevice(row)
    const chain = await tx.chain('workspace')
    if (chain === null) throw new Error('the workspace has no chain')
    const { form: _form, ...head } = JSON.parse(chain.head) as { form: number; keys: Record<string, unknown> }
    const keys = { ...head.keys, [device.kid]: { deviceId: device.deviceId, number, spki, revokedFrom: null, joinedDseq: 0 } }
    await tx.saveChain({ ...chain, head: JSON.stringify({ ...head, keys }) })
  })
}

describe.each(engines)('Y-3: whose word is the hub’s, on $name', (kind) => {
  beforeAll(async () => {
    engine = await kind.start()
  })

  afterAll(async () => {
    await engine.stop()
  })

  beforeEach(async () => {
    world = await makeWorld(engine)
  })

  afterEach(async () => {
    await world.close()
  })

  test.each([['any name'], ['hub:evil'], [`hub:${workspaceUid}`], [`hub:${workspaceUid}/x`], ['']])('Y-14: a folder that joins as “%s” is refused, with its code unused: a device id is a UUID', async (deviceId) => {
    const { hub, clock } = world
    const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 3_600_000 })
    const device = new PaperDevice(hub, clock, deviceId, ana)
    const answer = await device.enrol(code, { joining: { device_id: deviceId, workspace_id: workspaceUid, users: [], cases: 0, dseq: 0, slots: 0 } })
    expect(answer).toMatchObject({ json: { error: { code: 'invalid_request', message: expect.stringContaining('joining.device_id') as string } } })
    expect(await hub.listDevices()).toHaveLength(1)
    expect((await device.enrol(code)).status).toBe(200)
  })

  test.each(['hub:evil', `hub:${workspaceUid}/x`])('a device that an earlier release enrolled as %s seals nothing more, neither as a hub nor as anybody', async (deviceId) => {
    const { hub, clock } = world
    await world.device(ana)
    const device = new PaperDevice(hub, clock, deviceId, ana)
    await enrolledBefore(device)
    expect((await headOf()).keys).toHaveProperty(device.kid)
    await device.signIn()
    const makesAdmin = device.seal({ case: 'workspace', type: 'user.changed', pub: { role: 'admin' }, more: { subject: ana } })
    expect((await device.push([device.run('workspace', [makesAdmin])])).runs[0]?.refused).toMatchObject({ code: 'unknown_key', quarantined: true })
    const asEpoch = device.seal({ case: 'workspace', type: 'user.changed', actor: admin, pub: { role: 'admin' }, more: { subject: ana, dev: `${deviceId}/1`, seq: 1, prev: null } })
    expect((await device.push([{ ...device.run('workspace', [asEpoch]), deviceId: `${deviceId}/1` }])).runs[0]?.refused).toMatchObject({ code: 'unknown_key' })
    expect(world.alarms.map(({ code }) => code)).toContain('unknown_key')
    const head = await headOf()
    expect(head.users[ana]).toEqual({ role: 'investigator', active: true })
    expect(head.keys).not.toHaveProperty(device.kid)
  })

  test('the head that an earlier release kept is made anew out of the chain, with the same people, keys and teams, and who each device is for', async () => {
    const laptop = await world.device(ana)
    const before = await headOf()
    await enrolledBefore(new PaperDevice(world.hub, world.clock, 'hub:old', ana))
    laptop.open('01939b52-7b2a-7c1e-8f00-000000000001')
    expect((await laptop.push()).runs[0]?.refused).toBeUndefined()
    const { fresh: _now, ...after } = await headOf()
    const { fresh: _then, ...was } = before
    expect(after).toEqual(was)
    expect(after.keys[laptop.kid]).toMatchObject({ deviceId: laptop.deviceId, userUid: ana })
  })
})
