import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import { startProxy } from '../../support/sync/byte-proxy.ts'
import type { ByteProxy } from '../../support/sync/byte-proxy.ts'
import { createServedWorld } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

/** A laptop that was enrolled, and whose hub goes away before the first round. */

let world: ServedWorld
/**
 * The address of the hub stays its own while it is away: the port of a service that has ended may be given to anybody.
 */
let way: ByteProxy
const run = (...command: readonly string[]): ReturnType<typeof runHere> =>
  runHere(...command, '--data', world.folder('laptop'))

beforeAll(async () => {
  world = createServedWorld()
  const hub = await world.hub()
  way = await startProxy(new URL(hub.url))
  await world.enrolOnly(hub, 'laptop', { url: way.url })
  await world.stop(hub)
})
afterAll(async () => {
  await world.end()
  await way.close()
})

test('its commands say that the hub has to be reached once, and so does its service', async () => {
  for (const command of [
    ['sync', '--once'],
    ['user', 'list'],
  ]) {
    const { code, lines, stderr } = await run(...command)
    expect({ code, lines }).toEqual({ code: 1, lines: [] })
    expect(stderr).toMatch(/Nobody may work on this computer yet: its hub has to be reached once/u)
  }
  const laptop = await world.start('laptop', 'local')
  expect(await laptop.localSession()).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  await world.stop(laptop)
})

test('once the hub is back, the same command syncs', async () => {
  way.retarget(new URL((await world.start('hub', 'hub')).url))
  expect(await run('sync', '--once')).toMatchObject({ code: 0 })
})
