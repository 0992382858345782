import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { createWorkspaceFolder } from '../../../main/server/create-workspace.ts'
import { startService } from '../../../main/server/compose.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { enrolDevice } from '../../../main/server/sync/enrol-device.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { joiningOf } from '../../../main/storage/sync/join-folder.ts'
import { enrolWith } from '../../../main/sync/device/enrol.ts'
import { createHttpLink } from '../../../main/sync/link/http.ts'
import { must, openCase, startEvidenceWorld, sync } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

const real = systemEnv(createLog('silent'))
/** A laptop whose clock is forty days ahead: beyond any lease of case numbers. */
const ahead: Env = {
  ...real,
  clock: {
    nowMs: () => real.clock.nowMs() + 40 * 86_400_000,
    monoMs: () => real.clock.monoMs(),
    upMs: () => real.clock.upMs(),
    bootId: real.clock.bootId,
  },
}
const never = new AbortController().signal

let world: EvidenceWorld

beforeAll(async () => {
  world = await startEvidenceWorld()
}, 120_000)

afterAll(() => world.stop(), 60_000)

const working = async <T>(dataDir: string, env: Env, work: (service: RunningService) => Promise<T>): Promise<T> => {
  const started = await startService(
    { dataDir, port: 0, host: '127.0.0.1', role: 'local', limits: { perAddress: 0, perCredential: 0 } },
    env,
  )
  if (!started.ok) throw new Error(started.error.message)
  try {
    return await work(started.value)
  } finally {
    await started.value.close()
  }
}

/** A folder that works alone, with a case. */
const folderAlone = async (name: string, env: Env): Promise<string> => {
  const dir = path.join(world.root, name)
  const made = await createWorkspaceFolder(dir, { institution: 'ACME', name: 'Acme', admin: 'Admin' }, env)
  if (!made.ok) throw new Error(made.error.message)
  await working(dir, env, (service) => openCase(service, `Of ${name}`))
  return dir
}

const codeOf = async (): Promise<string> =>
  (await must(world.hub(), 'POST', '/v1/sync/hub/codes', { user_id: 1, device_name: 'Laptop', cases: [] }))[
    'code'
  ] as string

const titlesAtHub = async (): Promise<readonly string[]> => {
  await sync(world.hub())
  return (await world.hub().workspace.db.selectFrom('cases').select('title').execute()).map(({ title }) => title)
}

test('Y-89: a folder joins whatever its clock shows, and its cases come along', async () => {
  const dir = await folderAlone('forty days ahead', ahead)
  expect(
    await enrolDevice(dir, { url: world.hub().url, code: await codeOf(), deviceName: 'Laptop' }, ahead, never),
  ).toMatchObject({ ok: true, value: { joined: true } })
  await working(dir, ahead, sync)
  expect(await titlesAtHub()).toContain('Of forty days ahead')
})

test('Y-89: a folder whose joining came to nothing after the hub had said yes joins by a new code, and what was sealed in between is refused and listed', async () => {
  const dir = await folderAlone('cut off', real)
  const link = createHttpLink({ url: world.hub().url })
  const opened = await openWorkspace(dir, real)
  if (!opened.ok) throw new Error(opened.error.message)
  const { spki, privateKey } = opened.value.keys.device
  const answered = await enrolWith(
    link,
    {
      code: await codeOf(),
      deviceName: 'Laptop',
      spki,
      sign: (message) => signMessage(message, privateKey),
      joining: await joiningOf(opened.value),
    },
    never,
  )
  await opened.value.close()
  link.close()
  expect(answered.ok, 'the hub has said yes; then the laptop was shut').toBe(true)
  await working(dir, real, (service) => openCase(service, 'Opened in between'))
  const joined = await enrolDevice(
    dir,
    { url: world.hub().url, code: await codeOf(), deviceName: 'Laptop' },
    real,
    never,
  )
  expect(joined).toMatchObject({
    ok: true,
    value: { joined: true, deviceNumber: answered.ok ? answered.value.device_number : 0 },
  })
  const stuck = await working(dir, real, async (service) => {
    await sync(service)
    // The folder remembers the second joining until it hears which one is sealed: its rows are those of the sealed one
    // then.
    expect(
      ((await service.workspace.verification.verifyWorkspace())?.findings ?? []).filter(
        ({ code }) => code === 'row_differs',
      ),
    ).toEqual([])
    return await must(service, 'GET', '/v1/sync/set-aside')
  })
  expect(await titlesAtHub()).toContain('Of cut off')
  expect(stuck).toEqual(expect.arrayContaining([expect.objectContaining({ reason: 'refused', type: 'case.opened' })]))
})
