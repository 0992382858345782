import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runHere } from '../../support/command-here.ts'
import { Forger } from '../../support/forger.ts'
import { acquire, must, openCase, startEvidenceWorld, sync, until } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

/**
 * S-99, L-83: that bytes never came is no fault where a hub has them. What this device acquired and no hub has is
 * nowhere else.
 */

let world: EvidenceWorld
let laptop: RunningService
let caseId: number
let atHub: string
let onlyHere: string

beforeAll(async () => {
  world = await startEvidenceWorld()
  laptop = await world.enrol('laptop')
  caseId = await openCase(laptop, 'Seized telephone')
  atHub = await acquire(laptop, world.root, caseId, 'first', Buffer.from('bytes that the hub has received'))
  await until('the hub has sealed that it has the first piece', async () => {
    await sync(laptop)
    const { evidence_waiting: waiting, entries_waiting: entries } = (await must(
      laptop,
      'GET',
      '/v1/sync/state',
    )) as unknown as { evidence_waiting: { send: number }; entries_waiting: number }
    return waiting.send === 0 && entries === 0
  })
  await sync(laptop)
  await must(laptop, 'PUT', '/v1/sync/settings', { metered: true })
  onlyHere = await acquire(laptop, world.root, caseId, 'second', Buffer.from('bytes that no hub has ever seen'))
  await acquire(
    world.hub(),
    world.root,
    await openCase(world.hub(), 'Of the hub'),
    'third',
    Buffer.from('bytes that the hub itself acquired'),
  )
  for (const service of [laptop, world.hub()]) await service.close()
}, 120_000)
afterAll(() => world.stop())

const faultsWithout = async (sha256: string | null, dir = laptop.workspace.folder.dir): Promise<unknown[]> => {
  const forger = new Forger(dir)
  try {
    if (sha256 !== null) {
      forger.run('delete from blob_keys where sha256 = ?', sha256)
      rmSync(path.join(dataFolder(forger.dataDir).blobs, 'sha256', sha256.slice(0, 2), sha256))
    }
    return (await runHere('verify', forger.dataDir)).lines
      .filter((line) => line['severity'] === 'fault')
      .map((line) => line['code'])
  } finally {
    forger.close()
    forger.discard()
  }
}

test('of what nobody took away, nothing is a fault', async () => {
  for (const { workspace } of [laptop, world.hub()]) expect(await faultsWithout(null, workspace.folder.dir)).toEqual([])
})

test('of what the hub has sealed as received, bytes and key may be gone', async () =>
  expect(await faultsWithout(atHub)).toEqual([]))

test('the only copy of a piece that this device acquired is missed, with its key', async () =>
  expect(await faultsWithout(onlyHere)).toEqual(['blob_missing']))
