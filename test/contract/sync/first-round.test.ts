import { afterAll, beforeAll, expect, test } from 'vitest'
import { runHere } from '../../support/command-here.ts'
import { createServedWorld } from './served-world.ts'
import type { ServedWorld } from './served-world.ts'

/** A laptop that was enrolled, and whose hub goes away before the first round. */

let world: ServedWorld
let hubPort: number
const run = (...command: readonly string[]): ReturnType<typeof runHere> => runHere(...command, '--data', world.folder('laptop'))

beforeAll(async () => {
  world = createServedWorld()
  const hub = await world.hub()
  hubPort = Number(new URL(hub.url).port)
  await world.enrolOnly(hub, 'laptop')
  await world.stop(hub)
})
afterAll(() => world.end())

test('its commands say that the hub has to be reached once, and so does its service', async () => {
  for (const command of [['sync', '--once'], ['user', 'list']]) {
    const { code, lines, stderr } = await run(...command)
    expect({ code, lines }).toEqual({ code: 1, lines: [] })
    expect(stderr).toMatch(/Nobody may work on this computer yet: its hub has to be reached once/u)
  }
  const laptop = await world.start('laptop', 'local')
  expect(await laptop.localSession()).toMatchObject({ ok: false, error: { code: 'unavailable' } })
  await world.stop(laptop)
})

test('once the hub is back, the same command syncs', async () => {
  await world.start('hub', 'hub', hubPort)
  expect(await run('sync', '--once')).toMatchObject({ code: 0 })
})
