import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { createHub } from '../../../main/sync/hub/create-hub.ts'
import type { Hub, HubAlarm } from '../../../main/sync/hub/create-hub.ts'
import { foundHub, hubKeyValues } from '../../../main/sync/hub/founding.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { PaperDevice, testClock } from '../../support/paper-device.ts'
import type { TestClock } from '../../support/paper-device.ts'
import type { RunningEngine, TestStore } from './engines.ts'

export const workspaceUid = '01939b52-7b2a-7c1e-8f00-00000000f00d'
export const admin = '01939b52-7b2a-7c1e-8f00-00000000ad31'
export const ana = '01939b52-7b2a-7c1e-8f00-0000000000a1'
export const ben = '01939b52-7b2a-7c1e-8f00-0000000000b2'
export const auditor = '01939b52-7b2a-7c1e-8f00-0000000000c3'
export const caseA = '01939b52-7b2a-7c1e-8f00-000000000001'
export const caseB = '01939b52-7b2a-7c1e-8f00-000000000002'
export const caseC = '01939b52-7b2a-7c1e-8f00-000000000003'
export const caseD = '01939b52-7b2a-7c1e-8f00-000000000004'
export const startMs = Date.parse('2026-03-01T09:00:00.000Z')
export const hubSecret = Buffer.alloc(32, 9)

/** A hub over a real store, its own folder, and who works there. */
export interface World {
  readonly stored: TestStore
  readonly store: HubStore
  readonly hub: Hub
  readonly clock: TestClock
  readonly founder: PaperDevice
  readonly alarms: HubAlarm[]
  /** Another process of the same hub, on the folder of a device (Y-2). */
  another(ownDeviceId?: string): Promise<Hub>
  /** A device enrolled for a user, signed in. */
  device(userUid: string, cases?: readonly string[] | 'all'): Promise<PaperDevice>
  close(): Promise<void>
}

/** Opens a store that must open. */
export const openStore = async (stored: TestStore): Promise<HubStore> => {
  const opened = await stored.open()
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value
}

export const makeWorld = async (engine: RunningEngine): Promise<World> => {
  const clock = testClock(startMs)
  const stored = await engine.fresh()
  const store = await openStore(stored)
  const alarms: HubAlarm[] = []
  const options = {
    clock,
    random: systemRandom(),
    log: createLog('silent'),
    hubSecret,
    onAlarm: (alarm: HubAlarm) => alarms.push(alarm),
  }
  // The founder's key is made before the hub that it founds.
  const founder = new PaperDevice(null as unknown as Hub, clock, 'founder', admin)
  const founded = await foundHub(
    store,
    {
      workspaceUid,
      institution: 'ACME',
      name: 'Acme Bank',
      founder: { deviceId: 'founder', name: 'Hub', userUid: admin, kid: founder.kid, spki: founder.spki },
    },
    options,
  )
  if (!founded.ok) throw new Error(founded.error.message)
  const hub = (await createHub(store, options)) as Hub
  Object.assign(founder, { hub })
  await founder.signIn()
  founder.seal({
    case: 'workspace',
    type: 'key.enrolled',
    pub: {
      kid: founder.kid,
      spki: Buffer.from(founder.spki).toString('base64url'),
      device_id: 'founder',
      device_number: 0,
      device_name: 'Hub',
    },
  })
  founder.seal({
    case: 'workspace',
    type: 'workspace.created',
    pub: { workspace_id: workspaceUid, institution: 'ACME', name: 'Acme Bank', sample: false },
  })
  const people = [
    [admin, 'admin'],
    [ana, 'investigator'],
    [ben, 'supervisor'],
    [auditor, 'auditor'],
  ] as const
  people.forEach(([uid, role], index) =>
    founder.seal({
      case: 'workspace',
      type: 'user.added',
      pub: { id: index + 1, role },
      withheld: { login_name: `user${index}`, name: `User ${index}` },
      more: { subject: uid },
    }),
  )
  founder.seal({ case: 'workspace', type: 'key.enrolled', pub: hubKeyValues(hub.identity) })
  const pushed = await founder.push()
  if (pushed.runs.some((run) => run.refused !== undefined)) throw new Error(JSON.stringify(pushed.runs))
  const others: HubStore[] = []
  return {
    stored,
    store,
    hub,
    clock,
    founder,
    alarms,
    another: async (ownDeviceId) => {
      const second = await openStore(stored)
      others.push(second)
      return (await createHub(second, { ...options, ...(ownDeviceId === undefined ? {} : { ownDeviceId }) })) as Hub
    },
    device: async (userUid, cases = []) => {
      const { code } = await hub.createCode({ userUid, deviceName: 'Laptop', cases, validForMs: 3_600_000 })
      const device = new PaperDevice(hub, clock, '', userUid)
      const answer = await device.enrol(code)
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
      await device.signIn()
      return device
    },
    close: async () => {
      for (const other of others) await other.close()
      await store.close()
      await stored.remove()
    },
  }
}
