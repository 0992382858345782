import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { until } from '../../support/sync/evidence-world.ts'
import { createServedWorld, did } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

/** A laptop whose person was deactivated at the hub. */

let world: ServedWorld
let hub: RunningService
let sue: number
const run = (...command: readonly string[]): ReturnType<typeof runHere> =>
  runHere(...command, '--data', world.folder('sue'))
const said = /enrolled for Sue Dee, who was deactivated/u

beforeAll(async () => {
  world = createServedWorld()
  hub = await world.hub()
  sue = (
    await did(hub, 'POST', '/v1/users', {
      login_name: 'sue',
      name: 'Sue Dee',
      role: 'investigator',
      password: 'a long enough password',
    })
  )['id'] as number
  await world.stop(await world.enrol(hub, 'sue', { cases: 'all', user: sue }))
  await did(hub, 'PATCH', `/v1/users/${sue}`, { active: false })
  await did(hub, 'POST', '/v1/sync/now', {})
  // Takes in that Sue was deactivated.
  await run('sync', '--once')
})
afterAll(() => world.end())

test('Y-19: its commands refuse in words, and act as nobody else', async () => {
  for (const command of [
    ['sync', '--once'],
    ['user', 'list'],
    ['token', '--user', '1'],
  ]) {
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

test('Y-33: what only its folder has is told to whoever finds it, before the computer is wiped, and arrives once an admin lets it', async () => {
  await did(hub, 'PATCH', `/v1/users/${sue}`, { active: true })
  await did(hub, 'POST', '/v1/sync/now', {})
  const laptop = await world.start('sue', 'local')
  await did(laptop, 'POST', '/v1/sync/now', {})
  await did(laptop, 'PUT', '/v1/sync/settings', { paused: true })
  const { id } = await did(laptop, 'POST', '/v1/cases', {
    title: 'From the field',
    description: 'Written before she left.',
    priority: 'high',
  })
  const file = path.join(world.root, 'seized.bin')
  writeFileSync(file, 'seized')
  expect(await runHere('acquire', file, '--data', laptop.workspace.folder.dir, '--case', String(id))).toMatchObject({
    code: 0,
  })
  await did(hub, 'PATCH', `/v1/users/${sue}`, { active: false })
  await did(hub, 'POST', '/v1/sync/now', {})
  await did(laptop, 'PUT', '/v1/sync/settings', { paused: false })
  await did(laptop, 'POST', '/v1/sync/now', {})
  const session = await laptop.localSession()
  const words = session.ok ? '' : session.error.message
  expect(words).toMatch(said)
  expect(words).toContain('2 sealed entries and the bytes of 1 pieces of evidence exist only here')
  await world.stop(laptop)
})

test('activated again, the next command works', async () => {
  await did(hub, 'PATCH', `/v1/users/${sue}`, { active: true })
  await did(hub, 'POST', '/v1/sync/now', {})
  expect(await run('sync', '--once')).toMatchObject({ code: 0 })
  expect(await run('token', '--user', String(sue))).toMatchObject({ code: 0 })
  const laptop = await world.start('sue', 'local')
  const received = async (): Promise<boolean> =>
    (await hub.workspace.db.selectFrom('evidence').select('received').execute()).some((piece) => piece.received === 1)
  await until('the hub has what she acquired', async () => {
    await did(hub, 'POST', '/v1/sync/now', {})
    return await received()
  })
  await world.stop(laptop)
})

test('the folder of the hub itself goes on with another admin', async () => {
  const second = (
    await did(hub, 'POST', '/v1/users', {
      login_name: 'eve',
      name: 'Eve',
      role: 'admin',
      password: 'a long enough password',
    })
  )['id'] as number
  await did(hub, 'PATCH', '/v1/users/1', { active: false })
  expect(await hub.localSession()).toMatchObject({ ok: true, value: { user_id: String(second) } })
})
