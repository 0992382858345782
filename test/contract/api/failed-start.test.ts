import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { startService } from '../../../main/server/compose.ts'
import type { ServiceOptions } from '../../../main/server/running-service.ts'
import { serveWorkspace } from '../../../main/server/serve-workspace.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { runHere } from '../../support/command-here.ts'
import { must } from '../../support/must.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'

const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-port-'))
const dataDir = path.join(root, 'data')
const env = systemEnv(createLog('silent'))
const other = createServer()
let port: number

beforeAll(async () => {
  await preparedWorkspace(dataDir, { institution: 'ACME', name: 'Acme', admin: 'Admin' })
  await once(other.listen(0, '127.0.0.1'), 'listening')
  port = (other.address() as AddressInfo).port
})
afterAll(async () => {
  other.close()
  await rm(root, { recursive: true, force: true })
})

const startAt = (options: Pick<ServiceOptions, 'role' | 'host' | 'port'>): ReturnType<typeof startService> =>
  startService({ dataDir, ...options }, env)

describe('an address that cannot be listened on', () => {
  it('is refused in a sentence by the command', async () => {
    const { code, lines, stderr } = await runHere('serve', '--data', dataDir, '--port', String(port))
    expect({ code, lines }).toEqual({ code: 1, lines: [] })
    expect(stderr).toBe(
      `fieldseal serve: This workspace cannot be served on 127.0.0.1:${port}: another program listens there (EADDRINUSE); choose another port or address.\n`,
    )
  })

  for (const role of ['local', 'hub'] as const) {
    it(`is refused to a service of the role ${role}, and its folder is free again`, async () => {
      expect(await startAt({ role, host: '127.0.0.1', port })).toMatchObject({
        ok: false,
        error: { code: 'unavailable' },
      })
      const service = must(await startAt({ role, host: '127.0.0.1', port: 0 }))
      expect((await service.inject({ method: 'GET', path: '/healthz' })).status).toBe(200)
      await service.close()
    })
  }

  it('is refused where it is none of this computer', async () => {
    expect(await startAt({ role: 'local', host: '192.0.2.1', port: 0 })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('this computer has no such address') as string },
    })
    expect(await startAt({ role: 'local', host: '2001:db8::1', port: 0 })).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('on [2001:db8::1]:0: ') as string },
    })
  })
})

describe('a start that fails half way', () => {
  /** Starts over a folder, and counts who still listens to its workspace at the end. */
  const startCounted = async (options: Partial<ServiceOptions>) => {
    const workspace = must(await openWorkspace(dataDir, env))
    let began = 0
    const listening = new Set<symbol>()
    const counted =
      <Listener>(listen: (listener: Listener) => () => void) =>
      (hear: Listener) => {
        const end = listen(hear)
        began += 1
        const listener = Symbol('listener')
        listening.add(listener)
        return () => {
          listening.delete(listener)
          end()
        }
      }
    const { events, lists, ledger } = workspace
    const watched = {
      ...workspace,
      events: { ...events, onNews: counted((listener: () => void) => events.onNews(listener)) },
      lists: { ...lists, onChange: counted((listener: () => void) => lists.onChange(listener)) },
      ledger: {
        ...ledger,
        onCommitted: counted((listener: Parameters<typeof ledger.onCommitted>[0]) => ledger.onCommitted(listener)),
      },
    }
    const outcome = await serveWorkspace(
      {
        workspace: watched,
        options: { dataDir, role: 'local', host: '127.0.0.1', port, allowed: [], ...options },
        open: null,
      },
      () => undefined,
    ).catch((error: unknown) => error)
    return { outcome, began, listening }
  }

  it.each([
    ['is refused', {}, { ok: false }],
    ['throws', { rendererDir: path.join(root, 'none') }, { code: 'ENOENT' }],
  ])('and %s ends every part that it began', async (_how, options, expected) => {
    const { outcome, began, listening } = await startCounted(options)
    expect(outcome).toMatchObject(expected)
    expect(began).toBeGreaterThan(3)
    expect(listening.size).toBe(0)
  })
})
