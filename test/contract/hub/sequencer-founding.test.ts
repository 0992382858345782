import { describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { isCodeOf } from '../../../main/sync/hub/code.ts'
import { createHub } from '../../../main/sync/hub/create-hub.ts'
import type { Hub } from '../../../main/sync/hub/create-hub.ts'
import { foundHub } from '../../../main/sync/hub/founding.ts'
import type { Founding } from '../../../main/sync/hub/founding.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { PaperDevice, testClock } from '../../support/paper-device.ts'
import { inFreshStores } from './each-test.ts'
import { engines } from './engines.ts'
import { admin, ana, caseA, hubSecret, startMs, workspaceUid } from './sequencer-world.ts'

let store: HubStore
const clock = testClock(startMs)
const options = { clock, random: systemRandom(), log: createLog('silent'), hubSecret }
const founder = new PaperDevice(null as unknown as Hub, clock, 'founder', admin)
const founding: Founding = {
  workspaceUid,
  institution: 'ACME',
  name: 'Acme Bank',
  founder: { deviceId: 'founder', name: 'Hub', userUid: admin, kid: founder.kid, spki: founder.spki },
}

inFreshStores(engines[0] as (typeof engines)[number], (fresh) => {
  ;({ store } = fresh)
})

describe('Y-17: founding a hub', () => {
  test('the same again gives the same hub, and a store is the hub of one workspace', async () => {
    const [first, second] = await Promise.all([foundHub(store, founding, options), foundHub(store, founding, options)])
    expect(first).toMatchObject({ ok: true, value: { origin: `hub/${workspaceUid}`, rootKid: founder.kid } })
    expect(second).toEqual(first)
    expect(await foundHub(store, { ...founding, workspaceUid: caseA }, options)).toMatchObject({
      ok: false,
      error: { code: 'other_workspace' },
    })
  })

  test('a store that was not founded, or lies under another secret, opens no hub', async () => {
    expect(await createHub(store, options)).toBeNull()
    await foundHub(store, founding, options)
    expect(await createHub(store, { ...options, hubSecret: Buffer.alloc(32, 1) })).toBeNull()
    expect(await createHub(store, options)).not.toBeNull()
  })

  test('nothing is enrolled before the folder has brought the hub’s key; the code says whose it is', async () => {
    await foundHub(store, founding, options)
    const hub = (await createHub(store, options)) as Hub
    const { code } = await hub.createCode({ userUid: ana, deviceName: 'Laptop', cases: [], validForMs: 1_000 })
    expect(isCodeOf(code, hub.identity.spki)).toBe(true)
    expect(isCodeOf(code, founder.spki)).toBe(false)
    expect(await new PaperDevice(hub, clock, '', ana).enrol(code)).toMatchObject({
      status: 503,
      json: { error: { code: 'unavailable' } },
    })
    expect(await hub.listDevices()).toHaveLength(1)
  })

  test('nobody but the founder brings keys into the chain, and nobody speaks for it without its key', async () => {
    await foundHub(store, founding, options)
    const hub = (await createHub(store, options)) as Hub
    const stranger = new PaperDevice(hub, clock, 'founder', admin)
    expect(await stranger.signIn()).toMatchObject({ status: 401 })
  })
})
