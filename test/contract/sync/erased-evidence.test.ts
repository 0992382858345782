import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runHere } from '../../support/command-here.ts'
import {
  acquire,
  ask,
  must,
  openCase,
  startEvidenceWorld,
  sync,
  until,
  uidOf,
} from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

/** Y-120 to Y-122: bytes that one laptop erases by order go at the hub and at the other laptop. */

let world: EvidenceWorld
let first: RunningService
let second: RunningService
let hub: RunningService
let caseId: number

/** The id by which a device knows the case that all know by one uid. */
const idAt = async (service: RunningService): Promise<number> =>
  (
    await service.workspace.db
      .selectFrom('cases')
      .select('id')
      .where('uid', '=', await uidOf(first, caseId))
      .executeTakeFirstOrThrow()
  ).id

const isStored = ({ workspace: { evidence } }: RunningService, sha256: string): boolean =>
  existsSync(evidence.blobs.pathOf(sha256))

/** Names of the files in which the hub keeps the bytes of all cases, and sizes of what it has begun to take. */
const hubFiles = (): readonly string[] =>
  readdirSync(hub.workspace.folder.hubBlobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name} ${statSync(path.join(entry.parentPath, entry.name)).size}`)
    .sort()

const received = async (service: RunningService, sha256: string): Promise<boolean> =>
  (await service.workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute()).some(
    (row) => row.received === 1,
  )

const pieceOf = async (service: RunningService, sha256: string): Promise<number> =>
  (
    await service.workspace.db
      .selectFrom('evidence')
      .select('id')
      .where('sha256', '=', sha256)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id

const addressOf = async (service: RunningService, sha256: string): Promise<string> =>
  `/v1/cases/${await idAt(service)}/evidence/${await pieceOf(service, sha256)}`

const everywhere = async (name: string): Promise<string> => {
  const sha256 = await acquire(first, world.root, caseId, name, randomBytes(50_000))
  await until('both devices and the hub have them', async () => {
    await sync(first)
    await sync(second)
    return (await received(first, sha256)) && isStored(second, sha256)
  })
  return sha256
}

const order = { legal_basis: 'court_order', reference: 'AG 12/31', reason: 'The seizure was unlawful.' } as const

/** Asked for on the second laptop; answers the request. */
const asked = async (sha256: string): Promise<string> => {
  const { entry_id: request } = await must(second, 'POST', `${await addressOf(second, sha256)}/erasure`, order)
  await sync(second)
  await until('the request reaches the first', async () => {
    await sync(first)
    return (await must(first, 'GET', await addressOf(first, sha256)))['erasure'] !== null
  })
  return String(request)
}

const bytesAre = async (service: RunningService, sha256: string): Promise<unknown> =>
  (await must(service, 'GET', await addressOf(service, sha256)))['bytes']

const isErasedAt = (service: RunningService, sha256: string): Promise<void> =>
  until('the erasure has come', async () => {
    await sync(service)
    return (await bytesAre(service, sha256)) === 'erased'
  })

const faults = async (service: RunningService): Promise<readonly unknown[]> =>
  (await runHere('verify', service.workspace.folder.dir)).lines.filter(({ severity }) => severity === 'fault')

beforeAll(async () => {
  world = await startEvidenceWorld()
  hub = world.hub()
  const sam = await must(hub, 'POST', '/v1/users', {
    login_name: 'sam',
    name: 'Sam',
    role: 'supervisor',
    password: 'sam-sam-sam-sam-1',
  })
  first = await world.enrol('first')
  second = await world.enrol('second', 'all', Number(sam['id']))
  caseId = await openCase(first, 'Seized phone')
  await sync(first)
  await sync(second)
}, 120_000)

afterAll(() => world.stop(), 60_000)

test('Y-120: the entry takes the bytes from the hub and from the other laptop, and every folder verifies', async () => {
  const before = hubFiles()
  const sha256 = await everywhere('phone.bin')
  expect(hubFiles().length).toBe(before.length + 1)
  const request = await asked(sha256)
  await must(first, 'POST', `${await addressOf(first, sha256)}/erasure/approve`, { request })
  expect(isStored(first, sha256)).toBe(false)
  await sync(first)
  await until('the hub has removed them', () => Promise.resolve(hubFiles().join() === before.join()))
  await isErasedAt(second, sha256)
  expect(isStored(second, sha256)).toBe(false)
  await isErasedAt(hub, sha256)
  expect(
    (await ask(second, 'POST', `${await addressOf(second, sha256)}/link`, { purpose: 'view' })).body.error?.code,
  ).toBe('evidence_erased')
  const fetch = `/v1/cases/${await idAt(second)}/sync/evidence/${await pieceOf(second, sha256)}/fetch`
  expect((await ask(second, 'POST', fetch)).body.error?.code).toBe('evidence_erased')
  for (const service of [first, second, hub]) expect(await faults(service)).toEqual([])
}, 120_000)

test('Y-121: bytes that the hub does not have yet are not sent once they are erased, and it has none of them', async () => {
  await must(first, 'PUT', '/v1/sync/settings', { paused: true })
  const before = hubFiles()
  const sha256 = await acquire(first, world.root, caseId, 'unsent.bin', randomBytes(60_000))
  const address = await addressOf(first, sha256)
  const { entry_id: request } = await must(first, 'POST', `${address}/erasure`, order)
  const sam = await first.workspace.db
    .selectFrom('users')
    .select(['uid', 'id'])
    .where('role', '=', 'supervisor')
    .executeTakeFirstOrThrow()
  const by = { userId: sam.id, userUid: sam.uid, role: 'supervisor' } as const
  const { erasures } = first.workspace.evidence
  const done = await erasures.approve(caseId, await pieceOf(first, sha256), { request: String(request) }, by)
  expect(done.ok).toBe(true)
  await must(first, 'PUT', '/v1/sync/settings', { paused: false })
  await sync(first)
  expect(await bytesAre(first, sha256)).toBe('erased')
  expect(hubFiles()).toEqual(before)
}, 120_000)

test('Y-122: another piece with the same bytes keeps them on every device and at the hub', async () => {
  const sha256 = await everywhere('shared.bin')
  const shared = hubFiles()
  const again = path.join(world.root, 'shared.bin.source')
  await must(first, 'POST', `/v1/cases/${caseId}/acquisitions`, { path: again, facts: {} })
  await until('the second piece is there', async () => {
    await sync(first)
    const rows = await first.workspace.db.selectFrom('evidence').select('id').where('sha256', '=', sha256).execute()
    return rows.length === 2
  })
  await sync(first)
  await sync(second)
  const request = await asked(sha256)
  const { kept_for: kept } = await must(first, 'POST', `${await addressOf(first, sha256)}/erasure/approve`, { request })
  expect(kept).toHaveLength(1)
  await sync(first)
  await isErasedAt(second, sha256)
  expect([isStored(first, sha256), isStored(second, sha256)]).toEqual([true, true])
  expect(hubFiles()).toEqual(shared)
  for (const service of [first, second]) expect(await faults(service)).toEqual([])
}, 120_000)
