import { execFileSync } from 'node:child_process'
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
  if (disk !== '') execFileSync('umount', [disk], { stdio: 'ignore' })
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

describe.skipIf(!canMount)('a real disk that is full', () => {
  beforeEach(() => {
    begin()
    if (!mounted('48m')) throw new Error('a file system that could be mounted cannot be any more')
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
})
