import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { systemEnv } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { Scheduler } from '../../../main/platform/scheduler.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { openHub } from '../../../main/server/sync/open-hub.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../main/storage/ledger/workspace.ts'
import { enrolFolder, prepareEnrolment } from '../../../main/storage/sync/enrol-folder.ts'
import { enrolWith } from '../../../main/sync/device/enrol.ts'
import { startRunner } from '../../../main/sync/device/runner.ts'
import type { RoundEnd } from '../../../main/sync/device/runner.ts'
import { createInProcessLink } from '../../../main/sync/link/in-process.ts'
import type { SyncLink } from '../../../main/sync/link.ts'
import { must } from '../../support/must.ts'
import { preparedWorkspace } from '../../support/prepared-workspace.ts'

const root = mkdtempSync(path.join(tmpdir(), 'fieldseal-number-'))
const env = systemEnv(createLog('silent'))
/** Nothing happens by itself. */
const never: Scheduler = { after: () => () => undefined }

afterAll(() => rm(root, { recursive: true, force: true }))

const roundsOf = ({ sync, facts, keys }: Workspace, link: SyncLink): (() => Promise<RoundEnd>) => {
  const device = {
    deviceId: facts.deviceId,
    sign: (message: Uint8Array) => signMessage(message, keys.device.privateKey),
  }
  const runner = startRunner({
    replica: sync.replica,
    link,
    device,
    clock: env.clock,
    random: env.random,
    scheduler: never,
    log: env.log,
    paused: false,
  })
  return () => runner.round()
}

test('Y-24: many cases that changed at one feed number, more than a page holds, all arrive at a device that has read the feed before', async () => {
  await preparedWorkspace(path.join(root, 'hub'), { institution: 'ACME', name: 'Acme', admin: 'Admin' })
  const {
    hub,
    store,
    workspace: own,
  } = must(await openHub(path.join(root, 'hub'), env, { databaseUrl: undefined, blobs: undefined }))
  const link = createInProcessLink(hub)
  const syncOwn = roundsOf(own, link)
  await syncOwn()

  const dir = path.join(root, 'laptop')
  const { device } = must(await prepareEnrolment(dir, env))
  const userUid = (await hub.listDevices())[0]?.userUid ?? ''
  const { code } = await hub.createCode({ userUid, deviceName: 'Laptop', cases: 'all', validForMs: 600_000 })
  const sign = (message: Uint8Array): Uint8Array => signMessage(message, device.privateKey)
  const answer = must(
    await enrolWith(link, { code, deviceName: 'Laptop', spki: device.spki, sign }, new AbortController().signal),
  )
  must(await enrolFolder(dir, { answer, url: 'http://hub.example', password: null }, env))
  const laptop = must(await openWorkspace(dir, env))
  const sync = roundsOf(laptop, link)
  await sync()

  const user = await laptop.db
    .selectFrom('users')
    .select(['id', 'uid', 'role'])
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow()
  const actor = { userId: user.id, userUid: user.uid, role: user.role }
  const opened = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      laptop.cases.create({ title: `Case ${n}`, description: 'One of many.', priority: 'low' }, { actor }),
    ),
  )
  const ids = opened.map((result) => must(result).id)
  // Each case in turn, some 6 MB together: the second push moves every case, and a page has 4 MB.
  const rounds = 24
  for (let n = 0; n < rounds; n++)
    for (const note of await Promise.all(
      ids.map((id) => laptop.cases.addNote(id, { text: `${n} `.padEnd(9_900, 'x') }, { actor })),
    ))
      must(note)
  await sync()
  expect((await syncOwn()).moved.received).toBeGreaterThanOrEqual(20 * (rounds + 1))

  const uids = (await laptop.db.selectFrom('cases').select('uid').execute()).map(({ uid }) => uid)
  expect(uids).toHaveLength(20)
  for (const uid of uids)
    expect(await own.sync.replica.standing(uid)).toMatchObject({ received: rounds + 1, pending: 0 })
  for (const one of [laptop, own, store]) await one.close()
}, 60_000)
