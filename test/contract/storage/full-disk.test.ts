import { existsSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { startService } from '../../../main/server/compose.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { runHere } from '../../support/command-here.ts'
import { ask } from '../api/support.ts'
import { granted } from './support.ts'
import { freshField } from './sync/replicas.ts'
import type { Field } from './sync/replicas.ts'

let field: Field
beforeEach(async () => {
  field = await freshField()
  await field.root.workspace.close()
})
afterEach(() => field.remove())

const full = (): never => {
  throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
}

describe('a folder whose disk is full', () => {
  test('is not opened for work, in words that say what is safe, what to free and what can be read meanwhile; with room it opens', async () => {
    const { dir, env } = field.root
    const refused = await openWorkspace(dir, {
      ...env,
      get workspaceKey() {
        return full()
      },
    })
    expect(refused).toMatchObject({ ok: false, error: { code: 'storage_full' } })
    expect(refused.ok ? '' : refused.error.message).toMatch(
      new RegExp(
        `The disk of ${dir} is full .*Nothing is lost.*Free at least 64 MiB.*fieldseal verify ${dir}.*fieldseal backup --data ${dir}`,
        's',
      ),
    )
    expect((await runHere('verify', dir)).code).toBe(0)
    await granted(await openWorkspace(dir, env)).close()
  })

  test('lets a service that cannot begin say the same', async () => {
    const { dir, env } = field.root
    const started = await startService(
      { dataDir: dir, port: 0, host: '127.0.0.1', role: 'local' },
      { ...env, clock: { ...env.clock, nowMs: full } },
    )
    expect(started).toMatchObject({ ok: false, error: { code: 'storage_full' } })
    await granted(await openWorkspace(dir, env)).close()
  })

  test('L-17: is served by the room that was set aside in it, which comes back when there is room', async () => {
    const { dir, env } = field.root
    const { reserve } = dataFolder(dir)
    const options = { dataDir: dir, port: 0, host: '127.0.0.1', role: 'local' } as const
    await granted(await startService(options, env)).close()
    let wasSpent = false
    const nowMs = (): number => {
      wasSpent ||= !existsSync(reserve)
      return wasSpent ? env.clock.nowMs() : full()
    }
    const service = granted(await startService(options, { ...env, clock: { ...env.clock, nowMs } }))
    const session = granted(await service.localSession())
    expect(
      (
        await ask(service.url, 'GET', '/v1/cases', {
          headers: { authorization: `Bearer ${session.access_token}`, 'x-api-key': session.institution_key },
        })
      ).status,
    ).toBe(200)
    expect([wasSpent, existsSync(reserve)]).toEqual([true, true])
    await service.close()
  })
})
