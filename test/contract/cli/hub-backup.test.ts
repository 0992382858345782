import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runHere } from '../../support/command-here.ts'
import { createServedWorld, did } from '../sync/served-world.ts'
import type { ServedWorld } from '../sync/served-world.ts'

/** What the commands for backups say of a hub and of its laptops. */

let world: ServedWorld
let hub: RunningService

const at = (name: string): string => path.join(world.root, name)
const openCase = (service: RunningService) =>
  did(service, 'POST', '/v1/cases', { title: 'Opened on a laptop', description: 'x', priority: 'low' })

beforeEach(async () => {
  world = createServedWorld()
  hub = await world.hub()
})
afterEach(() => world.end())

describe('a backup of a hub', { timeout: 60_000 }, () => {
  test('holds in its own folder what the hub had acknowledged when it began, and counts the same on both sides', async () => {
    const laptop = await world.enrol(hub, 'laptop')
    for (let n = 1; n <= 3; n += 1) {
      await openCase(laptop)
      await did(laptop, 'POST', '/v1/sync/now', {})
      const { code, lines } = await runHere('backup', '--data', world.folder('hub'), '--out', at(`b${n}.db`))
      expect({ code, line: lines[0] }).toMatchObject({ code: 0, line: { cases: n, hub: { cases: n }, behind: 0 } })
    }
  })

  test('whose process was stopped before its folder had followed says how far the folder is behind', async () => {
    const laptop = await world.enrol(hub, 'laptop')
    await did(hub, 'PUT', '/v1/sync/settings', { paused: true })
    await openCase(laptop)
    await did(laptop, 'POST', '/v1/sync/now', {})
    await world.stop(hub)
    const made = await runHere('backup', '--data', world.folder('hub'), '--out', at('b.db'))
    expect(made).toMatchObject({ code: 0, lines: [{ cases: 0, hub: { cases: 1 } }] })
    expect(made.lines[0]?.['behind']).toBeGreaterThan(0)
    expect(made.stderr).toMatch(/not yet in the copy of its own folder\. Nothing is lost/u)
  })
})

describe('a restore over a folder', { timeout: 60_000 }, () => {
  test('counts what is in what it sets aside, was never sent and is not in the backup', async () => {
    const laptop = await world.enrol(hub, 'laptop')
    const { id } = await openCase(laptop)
    await did(laptop, 'POST', '/v1/sync/now', {})
    const data = world.folder('laptop')
    expect(await runHere('backup', '--data', data, '--out', at('l.db'))).toMatchObject({ code: 0 })
    await world.stop(hub)
    for (const text of ['one', 'two']) await did(laptop, 'POST', `/v1/cases/${String(id)}/notes`, { text })
    await world.stop(laptop)
    const restored = await runHere('restore', at('l.db'), '--data', data, '--set-aside')
    expect(restored).toMatchObject({ code: 0, lines: [{ set_aside_unsent: { entries: 2, cases: 1 } }] })
    expect(restored.stderr).toMatch(/2 entries of 1 case in it were never sent to a hub/u)
    const again = await runHere('restore', at('l.db'), '--data', data, '--set-aside')
    expect(again).toMatchObject({ code: 0, lines: [{ set_aside_unsent: { entries: 0, cases: 0 } }] })
  })
})
