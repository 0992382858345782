import { describe, expect, test } from 'vitest'
import { createSealGate } from '../../../../main/storage/ledger/seal-gate.ts'
import { guardOwnFolder } from '../../../../main/server/sync/own-folder.ts'
import type { OwnFolderParts } from '../../../../main/server/sync/own-folder.ts'
import { catchingUp, restoredHub, restoredHubAlarm } from '../../../../main/sync/restored-hub.ts'
import type { HubDevice } from '../../../../main/sync/hub/records.ts'
import { refusal } from '../../../../shared/api/errors.ts'
import { fail, ok } from '../../../../shared/schema/result.ts'

/** A hub's own folder, its scheduler turned by hand, and what was asked of its sync. */
const made = async ({
  alarms = [] as string[],
  devices = ['own'] as string[],
  halted = null as 'forked' | 'hub_not_trusted' | null,
  refused = 0,
}) => {
  const gate = createSealGate()
  const raised = new Set(alarms)
  const asked: string[] = []
  let fire = (): void => undefined
  let reachable = true
  const device = (deviceId: string): HubDevice => ({ deviceId, state: 'active' }) as HubDevice
  const parts: OwnFolderParts = {
    hub: {
      listDevices: () => Promise.resolve(devices.map(device)),
      leaveDeviceNumbers: () => {
        asked.push('leave numbers')
        return Promise.resolve()
      },
      readmit: (deviceId) => {
        asked.push(`readmit ${deviceId}`)
        return Promise.resolve()
      },
    },
    workspace: {
      facts: { deviceId: 'own', deviceNumber: 0 },
      sync: {
        gate,
        overview: { refused: () => refused },
        replica: {
          relation: () =>
            ({ halted: halted === null ? null : { state: halted, message: '' } }) as ReturnType<
              OwnFolderParts['workspace']['sync']['replica']['relation']
            >,
        },
        settings: {
          alarms: () => [...raised].map((code) => ({ code, message: '', atMs: 0 })),
          dismiss: (code) => {
            raised.delete(code)
            return Promise.resolve(ok(undefined))
          },
        },
      },
    },
  }
  const own = await guardOwnFolder(parts, {
    after: (_ms, work) => {
      fire = work
      return () => undefined
    },
  })
  const round = { sent: 0, received: 0, refused: 0, bytesSent: 0, bytesReceived: 0, cases: 0 }
  const service = {
    trustRestoredHub: () => {
      asked.push('trust')
      return Promise.resolve(halted === 'hub_not_trusted' ? ok(undefined) : fail(refusal('already_done', 'trusted')))
    },
    syncNow: () => {
      asked.push('round')
      own.rested(!reachable)
      return Promise.resolve(reachable ? ok(round) : fail(refusal('hub_unreachable', 'away')))
    },
    retakeCourse: async (readmit: () => Promise<void>) => {
      asked.push(`retake while ${gate.held() === null ? 'open' : 'held'}`)
      await readmit()
      return ok(undefined)
    },
  }
  return { own, gate, service, asked, raised, waitOut: () => fire(), cutOff: () => (reachable = false) }
}

describe('Y-81: until its first round has ended a hub’s own folder seals nothing', () => {
  test('a round that time may mend leaves the gate as it is; one that ended opens it, and the start goes on', async () => {
    const { own, gate } = await made({ devices: ['own', 'laptop'] })
    expect(gate.held()).toBe(catchingUp)
    own.rested(true)
    expect(gate.held()).toBe(catchingUp)
    const ready = own.ready(5_000)
    own.rested(false)
    await ready
    expect(gate.held()).toBeNull()
  })

  test('the start waits no longer than it was told, and the gate stays held', async () => {
    const { own, gate, waitOut } = await made({})
    const ready = own.ready(5_000)
    waitOut()
    await ready
    expect(gate.held()).toBe(catchingUp)
  })
})

describe('Y-82: a hub that was brought back from its backup', () => {
  test('Y-106: seals nothing until a person says so, takes in what has come back before, and leaves out numbers of devices that may come back', async () => {
    const { own, gate, service, asked, raised } = await made({
      alarms: [restoredHubAlarm, 'other'],
      devices: ['own', 'laptop'],
    })
    own.rested(false)
    expect(gate.held()).toBe(restoredHub)
    expect(await own.trustRestored(service)).toEqual(ok(undefined))
    expect(asked).toEqual(['leave numbers', 'round'])
    expect([...raised]).toEqual(['other'])
    expect(gate.held()).toBeNull()
    expect(await own.trustRestored(service)).toMatchObject({ ok: false, error: { code: 'already_done' } })
  })

  test('a last round that comes to nothing leaves everything as it was', async () => {
    const { own, gate, service, raised, cutOff } = await made({
      alarms: [restoredHubAlarm],
      devices: ['own', 'laptop'],
    })
    cutOff()
    expect(await own.trustRestored(service)).toMatchObject({ ok: false, error: { code: 'hub_unreachable' } })
    expect(gate.held()).toBe(restoredHub)
    expect([...raised]).toEqual([restoredHubAlarm])
  })

  test('waits for nobody where no other device could bring anything', async () => {
    const { own, gate, raised } = await made({ alarms: [restoredHubAlarm] })
    own.rested(false)
    expect(gate.held()).toBeNull()
    expect([...raised]).toEqual([])
  })

  test('whose folder and store do not fit together is trusted with that word too', async () => {
    const { own, service, asked, gate } = await made({
      alarms: [restoredHubAlarm],
      devices: ['own', 'laptop'],
      halted: 'hub_not_trusted',
    })
    expect(await own.trustRestored(service)).toEqual(ok(undefined))
    expect(asked).toEqual(['leave numbers', 'trust', 'round'])
    expect(gate.held()).toBeNull()
  })
})

describe('Y-83: a hub’s own folder that took another course', () => {
  test('leaves it while nothing is sealed, stays its device, and seals again after a round', async () => {
    const { own, service, asked, gate } = await made({ devices: ['own', 'laptop'], halted: 'forked' })
    own.rested(false)
    expect(gate.held()).toBeNull()
    expect(await own.leaveCourse(service)).toEqual(ok({ deviceNumber: 0 }))
    expect(asked).toEqual(['retake while held', 'readmit own', 'round'])
    expect(gate.held()).toBeNull()
  })

  test('Y-34: is left too where the hub refused something of it', async () => {
    const { own, service, asked } = await made({ devices: ['own', 'laptop'], refused: 1 })
    own.rested(false)
    expect(await own.leaveCourse(service)).toEqual(ok({ deviceNumber: 0 }))
    expect(asked.slice(0, 2)).toEqual(['retake while held', 'readmit own'])
  })

  test('has none to leave where it is not forked, and goes on sealing', async () => {
    const { own, service, asked, gate } = await made({ devices: ['own', 'laptop'] })
    own.rested(false)
    expect(await own.leaveCourse(service)).toMatchObject({ ok: false, error: { code: 'already_done' } })
    expect(asked).toEqual([])
    expect(gate.held()).toBeNull()
  })
})
