import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examineSync } from '../../../main/cli/doctor-sync.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { acquire, ask, must, openCase, startEvidenceWorld, sync, until } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

let world: EvidenceWorld
let first: RunningService
let second: RunningService
let caseId: number

const hubDir = (): string => path.join(world.root, 'hub')

/** Everything that lies in the hub's store of evidence. */
const stored = (): string[] =>
  readdirSync(dataFolder(hubDir()).hubBlobs, {
    recursive: true,
    encoding: 'utf8',
    withFileTypes: true,
  } as never).flatMap((entry: unknown) => {
    const { name, isFile } = entry as { name: string; isFile: () => boolean }
    return isFile.call(entry) && /^[0-9a-f]{64}/u.test(name) ? [name] : []
  })

const isReceived = async (service: RunningService, sha256: string): Promise<boolean> =>
  (await service.workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute()).some(
    ({ received }) => received === 1,
  )

const acquireAndSend = async (name: string): Promise<string> => {
  const sha256 = await acquire(first, world.root, caseId, name, randomBytes(90_000))
  await until('the hub seals that it has the bytes', async () => {
    await sync(first)
    return await isReceived(first, sha256)
  })
  await until('the other device hears of it', async () => {
    await sync(second)
    return await isReceived(second, sha256)
  })
  return sha256
}

const fetched = async (sha256: string): Promise<{ readonly status: number; readonly code: string | undefined }> => {
  const piece = await second.workspace.db
    .selectFrom('evidence')
    .select('id')
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  const { status, body } = await ask(second, 'POST', `/v1/cases/${caseId}/sync/evidence/${piece.id}/fetch`)
  return { status, code: body.error?.code }
}

const doctored = async (): Promise<
  readonly { readonly check: string; readonly state: string; readonly detail: string }[]
> => {
  const checks = []
  for await (const check of examineSync(dataFolder(hubDir()), { databaseUrl: undefined, blobs: undefined }))
    checks.push(check)
  return checks
}

beforeAll(async () => {
  world = await startEvidenceWorld()
  first = await world.enrol('first')
  second = await world.enrol('second')
  await must(second, 'PUT', '/v1/sync/settings', { evidence_policy: 'none' })
  await must(world.hub(), 'PUT', '/v1/sync/settings', { evidence_policy: 'none' })
  caseId = await openCase(first, 'Seized laptop')
  await sync(first)
  await sync(second)
}, 120_000)

afterAll(() => world.stop(), 60_000)

describe('Y-55, Y-61: a hub that sealed that it has bytes, and has them no more', () => {
  test('says which, to doctor and to its devices; one that has them brings them again, and others go on meanwhile', async () => {
    const lost = await acquireAndSend('lost.bin')
    const kept = await acquireAndSend('kept.bin')
    expect(await doctored()).toMatchObject([
      { check: 'sync' },
      { check: 'hub', state: 'ok' },
      { check: 'hub-evidence', state: 'ok', detail: '2 files of evidence and models are where they should be' },
    ])
    await must(first, 'PUT', '/v1/sync/settings', { paused: true })
    const before = stored()
    expect(before).toHaveLength(2)
    // The one that came first goes.
    await world.restartHub(() => {
      const file = readdirSync(dataFolder(hubDir()).hubBlobs, { recursive: true, encoding: 'utf8' }).find((name) =>
        name.endsWith(before[0] ?? ''),
      )
      rmSync(path.join(dataFolder(hubDir()).hubBlobs, file ?? ''))
    })
    const found = (await doctored()).find(({ check }) => check === 'hub-evidence')
    expect(found).toMatchObject({ state: 'fault', detail: expect.stringContaining('1 of 2 files') as string })
    const tried = [await fetched(lost), await fetched(kept)]
    expect(tried.map(({ status }) => status).sort(), 'one comes, one does not').toEqual([200, 409])
    expect(tried.find(({ status }) => status !== 200)?.code).toBe('evidence_elsewhere')
    await must(first, 'PUT', '/v1/sync/settings', { paused: false })
    await until('the bytes are there again', async () => {
      await sync(first)
      return stored().length === 2
    })
    for (const sha256 of [lost, kept]) await until('they come', async () => (await fetched(sha256)).status === 200)
    expect((await doctored()).find(({ check }) => check === 'hub-evidence')).toMatchObject({ state: 'ok' })
  })

  test('Y-63: after it was restored from a backup that lacks them too: whoever says so brings entries, seal and bytes', async () => {
    const backup = path.join(world.root, 'backup')
    await world.restartHub(() => cpSync(hubDir(), backup, { recursive: true }))
    await sync(first)
    const sha256 = await acquireAndSend('after the backup.bin')
    const held = stored().length
    await world.restartHub(() => {
      rmSync(hubDir(), { recursive: true })
      cpSync(backup, hubDir(), { recursive: true })
    })
    expect(stored()).toHaveLength(held - 1)
    await until('the device sees that its hub was set back', async () => {
      await ask(first, 'POST', '/v1/sync/now', {})
      return (await must(first, 'GET', '/v1/sync/state'))['state'] === 'hub_not_trusted'
    })
    for (const device of [first, second]) {
      await ask(device, 'POST', '/v1/sync/now', {})
      if ((await must(device, 'GET', '/v1/sync/state'))['state'] === 'hub_not_trusted')
        await must(device, 'POST', '/v1/sync/hub/trust-restored', { confirm: 'the hub was restored' })
    }
    await until('the bytes are there again', async () => {
      await ask(first, 'POST', '/v1/sync/now', {})
      return stored().length === held
    })
    await until('and come to the other device', async () => {
      await ask(second, 'POST', '/v1/sync/now', {})
      return (await fetched(sha256)).status === 200
    })
  })
})
