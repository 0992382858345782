import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { reserveSize } from '../../../main/platform/reserve.ts'
import { startService } from '../../../main/server/compose.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { runCli, serve, v1Headers } from '../../support/live-service.ts'
import type { Credentials, LiveService } from '../../support/live-service.ts'
import { ask, must, openCase } from '../../support/sync/evidence-world.ts'
import { granted } from './support.ts'

const env = systemEnv(createLog('silent'))
let root: string
let disk: string
let running: RunningService | undefined

const mounted = (size: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const begin = (): void => {
  root = mkdtempSync(path.join(tmpdir(), 'fieldseal-disk-'))
  disk = path.join(root, 'disk')
  mkdirSync(disk)
}
const end = (): void => {
  if (disk !== '') execFileSync('umount', ['-l', disk], { stdio: 'ignore' })
  rmSync(root, { recursive: true, force: true })
}

/** Only root can mount a file system of its own; everybody else has the tests with a disk that pretends. */
const canMount = ((): boolean => {
  begin()
  const can = mounted('1m')
  if (!can) disk = ''
  end()
  return can
})()

/** Others fill the disk to the last byte. */
const fill = (): void => {
  const file = openSync(path.join(disk, 'others'), 'a')
  const block = Buffer.alloc(4_096)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    expect((error as { code: string }).code).toBe('ENOSPC')
  } finally {
    closeSync(file)
  }
}

const start = async (): Promise<RunningService> => {
  running = granted(
    await startService({ dataDir: path.join(disk, 'data'), port: 0, host: '127.0.0.1', role: 'local' }, env),
  )
  return running
}

/** Ends a service as a power cut does, and answers once nothing holds its folder. */
const killed = async (service: LiveService): Promise<void> => {
  await service.kill()
  fill()
}

describe.skipIf(!canMount)('a real disk that is full', () => {
  beforeEach(() => {
    begin()
    if (!mounted('96m')) throw new Error('a file system that could be mounted cannot be any more')
  })
  afterEach(async () => {
    await running?.close()
    running = undefined
    end()
  })

  test('L-13, L-16, L-17: cases are read while the service runs and after every new start, and work goes on by itself once there is room', async () => {
    granted(
      await createWorkspaceFolder(path.join(disk, 'data'), { institution: 'ACME', name: 'Acme', admin: 'Admin' }, env),
    )
    const folder = dataFolder(path.join(disk, 'data'))
    let service = await start()
    const id = await openCase(service, 'Before the disk was full')
    const note = (text: string) => ask(service, 'POST', `/v1/cases/${id}/notes`, { text })
    expect((await note('kept')).status).toBe(201)
    const reads = [
      `/v1/cases/${id}`,
      `/v1/cases/${id}/timeline`,
      '/v1/cases?q=Before',
      '/v1/alerts',
      `/v1/cases/${id}/evidence`,
      '/v1/users',
      '/v1/sync/state',
    ]
    for (let starts = 0; starts < 4; starts += 1) {
      fill()
      for (const address of reads) expect((await ask(service, 'GET', address)).status, address).toBe(200)
      expect(await must(service, 'POST', `/v1/cases/${id}/verify`)).toMatchObject({ verdict: 'intact' })
      expect(await note('no room')).toMatchObject({ status: 507, body: { error: { code: 'storage_full' } } })
      await service.close()
      fill()
      service = await start()
      expect(statSync(folder.reserve).size, 'what the start did not need is not left to others').toBeGreaterThan(
        reserveSize / 4,
      )
    }
    rmSync(path.join(disk, 'others'))
    expect((await note('with room')).status).toBe(201)
    await service.close()
    expect([existsSync(folder.reserve), statSync(folder.reserve).size]).toEqual([true, reserveSize])
  })

  test('L-16: a service that was killed with a long log is opened again and again, and the room that was set aside stays', async () => {
    const data = path.join(disk, 'data')
    const [made] = runCli('init', '--data', data, '--institution', 'ACME', '--name', 'Acme').lines
    const headers = { ...v1Headers(made as unknown as Credentials), 'content-type': 'application/json' }
    let service = await serve(data)
    const asked = async (method: 'GET' | 'POST', address: string, body?: unknown): Promise<number> => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) }
      return (await fetch(new URL(address, service.url), { method, headers, ...sent })).status
    }
    const note = (): Promise<number> =>
      asked('POST', '/v1/cases/1/notes', { text: randomBytes(20_000).toString('hex') })
    expect(await asked('POST', '/v1/cases', { title: 'x', description: 'y', priority: 'low' })).toBe(201)
    // Long enough for the database to have to grow by more than what is set aside.
    for (let n = 0; n < 220; n += 1) expect(await note()).toBe(201)
    try {
      for (let kills = 0; kills < 3; kills += 1) {
        fill()
        expect([201, 507]).toContain(await note())
        await killed(service)
        service = await serve(data)
        expect(await asked('GET', '/v1/cases/1/timeline')).toBe(200)
        expect(statSync(dataFolder(data).reserve).size).toBeGreaterThan(reserveSize / 2)
      }
      rmSync(path.join(disk, 'others'))
      expect(await note()).toBe(201)
    } finally {
      await service.stop()
    }
    expect(runCli('verify', data).lines.at(-1)).toMatchObject({ verdict: 'intact' })
  }, 240_000)
})
