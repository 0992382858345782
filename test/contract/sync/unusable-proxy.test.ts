import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { runHere } from '../../support/command-here.ts'
import { openRaw } from '../../support/raw-database.ts'
import { ask, createServedWorld, did } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

const words = /HTTPS_PROXY does not name an HTTP proxy, and nothing goes past it/u
const socks = { HTTPS_PROXY: 'socks5://127.0.0.1:9' }

let world: ServedWorld
let code: string
beforeAll(async () => {
  world = createServedWorld()
  const hub = await world.hub()
  code = (await did(hub, 'POST', '/v1/sync/hub/codes', { user_id: 1, cases: [], device_name: 'New' }))['code'] as string
  await world.stop(await world.enrol(hub, 'laptop'))
  const db = openRaw(world.folder('laptop'))
  db.prepare('update hub set url = ?').run('https://hub.invalid')
  db.close()
}, 60_000)
afterAll(async () => {
  vi.unstubAllEnvs()
  await world.end()
})

test('a proxy of a kind that is not known is told by sync and in the log, and the laptop works on', async () => {
  const log = createLog('silent')
  const warned = vi.spyOn(log, 'warn')
  const laptop = await startService(
    {
      dataDir: world.folder('laptop'),
      port: 0,
      host: '127.0.0.1',
      role: 'local',
      limits: { perAddress: 0, perCredential: 0 },
    },
    { ...systemEnv(log), variables: socks },
  )
  if (!laptop.ok) throw new Error(laptop.error.message)
  try {
    expect(await ask(laptop.value, 'POST', '/v1/sync/now', {})).toMatchObject({
      error: { code: 'hub_unreachable', message: expect.stringMatching(words) as string },
    })
    expect((await ask(laptop.value, 'GET', '/v1/sync/state')).data).toMatchObject({
      state: 'offline',
      message: expect.stringMatching(words) as string,
    })
    expect(warned).toHaveBeenCalledWith(expect.stringMatching(words))
    expect((await ask(laptop.value, 'GET', '/v1/cases')).status).toBe(200)
  } finally {
    await laptop.value.close()
  }
})

test('doctor names it where it keeps a folder from its hub, and nowhere else', async () => {
  const syncCheck = async (name: string) =>
    (await runHere('doctor', '--data', world.folder(name))).lines.find(({ check }) => check === 'sync')
  vi.stubEnv('HTTPS_PROXY', socks.HTTPS_PROXY)
  vi.stubEnv('NO_PROXY', '')
  expect(await syncCheck('laptop')).toMatchObject({ state: 'warning', advice: expect.stringMatching(words) as string })
  expect(await syncCheck('hub')).toMatchObject({ state: 'ok' })
  vi.stubEnv('NO_PROXY', 'hub.invalid')
  expect((await syncCheck('laptop'))?.['advice'] ?? '').not.toMatch(words)
})

test('a folder is not enrolled past it', async () => {
  const asked = await enrolDevice(
    world.folder('new'),
    { url: 'https://hub.invalid', code, deviceName: 'New' },
    { ...systemEnv(createLog('silent')), variables: socks },
    new AbortController().signal,
  )
  expect(asked).toMatchObject({
    ok: false,
    error: { code: 'hub_unreachable', message: expect.stringMatching(words) as string },
  })
})
