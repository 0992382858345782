import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { ok } from '../../../shared/schema/result.ts'
import { hasPostgres, startPostgres } from '../../support/postgres.ts'
import type { TestPostgres } from '../../support/postgres.ts'
import { ask } from './served-world.ts'

const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-hubs-'))
const env = { ...systemEnv(createLog('silent')), workspaceKey: ok(Buffer.alloc(32, 9)) }
const running: RunningService[] = []

const post = async (service: RunningService, address: string, body: unknown): Promise<number> =>
  (await ask(service, 'POST', address, body)).status

describe.skipIf(!hasPostgres())('Y-1, Y-2: two hub processes on one PostgreSQL', () => {
  let postgres: TestPostgres
  let databaseUrl: string

  const start = async (name: string): Promise<RunningService> => {
    const started = await startService(
      {
        dataDir: path.join(root, name),
        port: 0,
        host: '127.0.0.1',
        role: 'hub',
        databaseUrl,
        limits: { perAddress: 0, perCredential: 0 },
      },
      env,
    )
    if (!started.ok) throw new Error(started.error.message)
    running.push(started.value)
    return started.value
  }

  beforeAll(async () => {
    postgres = await startPostgres()
    databaseUrl = await postgres.createDatabase()
    const made = await createWorkspaceFolder(
      path.join(root, 'one'),
      { institution: 'ACME', name: 'Acme', admin: 'Admin' },
      env,
    )
    if (!made.ok) throw new Error(made.error.message)
  }, 180_000)

  afterAll(async () => {
    for (const service of running.reverse()) await service.close()
    await postgres.remove()
    await rm(root, { recursive: true, force: true })
  }, 60_000)

  test('the second makes itself a folder, and both show what is written at either', async () => {
    const one = await start('one')
    await post(one, '/v1/sync/now', {})
    expect(
      await post(one, '/v1/cases', {
        title: 'Written at the first',
        description: 'Of the two processes.',
        priority: 'high',
      }),
    ).toBe(201)
    await post(one, '/v1/sync/now', {})
    const two = await start('two')
    const titles = async (service: RunningService): Promise<string[]> =>
      (await service.workspace.db.selectFrom('cases').select('title').orderBy('id').execute()).map(({ title }) => title)
    await expect.poll(() => titles(two), { timeout: 30_000 }).toEqual(['Written at the first'])
    expect(
      await post(two, '/v1/cases', {
        title: 'Written at the second',
        description: 'Of the two processes.',
        priority: 'low',
      }),
    ).toBe(201)
    await expect.poll(() => titles(one), { timeout: 30_000 }).toEqual(['Written at the first', 'Written at the second'])
  }, 120_000)
})
