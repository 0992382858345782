import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { createServedWorld, did } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

/** A laptop whose person was deactivated at the hub. */

let world: ServedWorld
let hub: RunningService
let sue: number
const run = (...command: readonly string[]): ReturnType<typeof runHere> => runHere(...command, '--data', world.folder('sue'))
const said = /enrolled for Sue Dee, who was deactivated/u

beforeAll(async () => {
  world = createServedWorld()
  hub = await world.hub()
  sue = (await did(hub, 'POST', '/v1/users', { login_name: 'sue', name: 'Sue Dee', role: 'investigator', password: 'a long enough password' }))['id'] as number
  await world.stop(await world.enrol(hub, 'sue', { cases: 'all', user: sue }))
  await did(hub, 'PATCH', `/v1/users/${sue}`, { active: false })
  await did(hub, 'POST', '/v1/sync/now', {})
  // Takes in that Sue was deactivated.
  await run('sync', '--once')
})
afterAll(() => world.end())

test('Y-19: its commands refuse in words, and act as nobody else', async () => {
  for (const command of [['sync', '--once'], ['user', 'list'], ['token', '--user', '1']]) {
    const { code, lines, stderr } = await run(...command)
    expect({ command, code, lines }).toEqual({ command, code: 1, lines: [] })
    expect(stderr).toMatch(said)
  }
})

test('so do they beside its running service, which gives out no session', async () => {
  const laptop = await world.start('sue', 'local')
  const session = await laptop.localSession()
  expect(session.ok ? session.value : session.error.message).toMatch(said)
  expect((await run('user', 'list')).stderr).toMatch(said)
  await world.stop(laptop)
})

test('activated again, the next command works', async () => {
  await did(hub, 'PATCH', `/v1/users/${sue}`, { active: true })
  await did(hub, 'POST', '/v1/sync/now', {})
  expect(await run('sync', '--once')).toMatchObject({ code: 0 })
  expect(await run('token', '--user', String(sue))).toMatchObject({ code: 0 })
})

test('the folder of the hub itself goes on with another admin', async () => {
  const second = (await did(hub, 'POST', '/v1/users', { login_name: 'eve', name: 'Eve', role: 'admin', password: 'a long enough password' }))['id'] as number
  await did(hub, 'PATCH', '/v1/users/1', { active: false })
  expect(await hub.localSession()).toMatchObject({ ok: true, value: { user_id: String(second) } })
})
