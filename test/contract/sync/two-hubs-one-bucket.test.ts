import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { ok } from '../../../shared/schema/result.ts'
import { startObjectStore } from '../../support/object-store.ts'
import type { TestObjectStore } from '../../support/object-store.ts'
import { hasPostgres, startPostgres } from '../../support/postgres.ts'
import type { TestPostgres } from '../../support/postgres.ts'
import { startProxy } from '../../support/sync/byte-proxy.ts'
import type { ByteProxy } from '../../support/sync/byte-proxy.ts'
import { acquire, must, openCase, sync, until } from '../../support/sync/evidence-world.ts'

const mebibyte = 1_048_576
const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-bucket-'))
const env = systemEnv(createLog('silent'))
const running: RunningService[] = []

const isReceived = async (service: RunningService, sha256: string): Promise<boolean> =>
  (await service.workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute()).some(
    ({ received }) => received === 1,
  )

const hasBytes = async ({ workspace: { evidence } }: RunningService, sha256: string): Promise<boolean> => {
  const key = await evidence.store.blobKey(sha256)
  return key !== null && (await evidence.blobs.hashOf(sha256, key)) === sha256
}

describe.skipIf(!hasPostgres())('Y-1, Y-62: two hub processes on one PostgreSQL and one bucket', () => {
  let postgres: TestPostgres
  let objects: TestObjectStore
  let databaseUrl: string
  let one: RunningService
  let two: RunningService
  let proxy: ByteProxy
  let atOne: RunningService
  let atTwo: RunningService
  let caseId: number
  let cutAfter: number | null = null

  const keep = (started: Awaited<ReturnType<typeof startService>>): RunningService => {
    if (!started.ok) throw new Error(started.error.message)
    running.push(started.value)
    return started.value
  }

  const startHub = async (name: string): Promise<RunningService> =>
    keep(
      await startService(
        {
          dataDir: path.join(root, name),
          port: 0,
          host: '127.0.0.1',
          role: 'hub',
          databaseUrl,
          blobs: objects.location,
          limits: { perAddress: 0, perCredential: 0 },
        },
        { ...env, workspaceKey: ok(Buffer.alloc(32, 9)) },
      ),
    )

  const enrol = async (name: string, url: string): Promise<RunningService> => {
    const { code } = await must(one, 'POST', '/v1/sync/hub/codes', { user_id: 1, device_name: name, cases: 'all' })
    const enrolled = await enrolDevice(
      path.join(root, name),
      { url, code: code as string, deviceName: name },
      env,
      new AbortController().signal,
    )
    if (!enrolled.ok) throw new Error(enrolled.error.message)
    return keep(
      await startService(
        {
          dataDir: path.join(root, name),
          port: 0,
          host: '127.0.0.1',
          role: 'local',
          limits: { perAddress: 0, perCredential: 0 },
        },
        env,
      ),
    )
  }

  /** Until a device has heard, at its own hub, that bytes arrived. */
  const heard = (service: RunningService, sha256: string): Promise<void> =>
    until('the hub seals that it has the bytes', async () => {
      await sync(service)
      return await isReceived(service, sha256)
    })

  const fetched = (service: RunningService, sha256: string): Promise<void> =>
    until('the bytes come', async () => {
      await sync(service)
      return await hasBytes(service, sha256)
    })

  beforeAll(async () => {
    postgres = await startPostgres()
    objects = await startObjectStore()
    for (const [name, value] of Object.entries(objects.credentials)) vi.stubEnv(name, value)
    databaseUrl = await postgres.createDatabase()
    const made = await createWorkspaceFolder(
      path.join(root, 'one'),
      { institution: 'ACME', name: 'Acme', admin: 'Admin' },
      { ...env, workspaceKey: ok(Buffer.alloc(32, 9)) },
    )
    if (!made.ok) throw new Error(made.error.message)
    one = await startHub('one')
    await sync(one)
    two = await startHub('two')
    proxy = await startProxy(new URL(one.url), () => cutAfter)
    atOne = await enrol('at one', proxy.url.href)
    atTwo = await enrol('at two', two.url)
    caseId = await openCase(atOne, 'Seized laptop')
    await sync(atOne)
    await until('the other device has the case', async () => {
      await sync(atTwo)
      return (await atTwo.workspace.db.selectFrom('cases').select('id').execute()).length === 1
    })
  }, 240_000)

  afterAll(async () => {
    for (const service of running.reverse()) await service.close()
    await proxy.close()
    await postgres.remove()
    await objects.stop()
    vi.unstubAllEnvs()
    await rm(root, { recursive: true, force: true })
  }, 60_000)

  test('what one took in the other gives out', async () => {
    const sha256 = await acquire(atOne, root, caseId, 'across.bin', randomBytes(2 * mebibyte + 5))
    await heard(atOne, sha256)
    await fetched(atTwo, sha256)
  })

  test('the same bytes that come to both at once spoil nothing, and are sealed as received', async () => {
    const bytes = randomBytes(3 * mebibyte + 1)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await Promise.all([
      acquire(atOne, root, caseId, 'mine.bin', bytes),
      acquire(atTwo, root, caseId, 'yours.bin', bytes),
    ])
    await Promise.all([heard(atOne, sha256), heard(atTwo, sha256)])
    // Both hubs' own folders fetch them too, each through its own process.
    for (const hub of [one, two]) await fetched(hub, sha256)
  })

  test('an upload that was cut off at one is begun anew at the other, and comes whole', async () => {
    cutAfter = 2 * mebibyte
    // Connections that are open already were promised more.
    proxy.cutAll()
    const cuts = proxy.cuts()
    const sha256 = await acquire(atOne, root, caseId, 'cut.bin', randomBytes(7 * mebibyte + 3))
    await until('it is cut off', () => Promise.resolve(proxy.cuts() > cuts))
    cutAfter = null
    proxy.retarget(new URL(two.url))
    proxy.cutAll()
    await heard(atOne, sha256)
    await fetched(atTwo, sha256)
    proxy.retarget(new URL(one.url))
    for (const service of [one, two, atOne, atTwo])
      expect(
        (await service.workspace.verification.verifyWorkspace())?.findings.filter(
          ({ severity }) => severity === 'fault',
        ),
      ).toEqual([])
  })
})
