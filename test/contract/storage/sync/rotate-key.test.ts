import { spawnSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../../../shared/schema/result.ts'
import { openWorkspace } from '../../../../main/storage/ledger/open-workspace.ts'
import { rotateKey } from '../../../../main/storage/ledger/rotate-key.ts'
import { freshWorkspace, granted, refused } from '../support.ts'
import { freshField } from './replicas.ts'
import type { Field, Replica } from './replicas.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

/** Y-13: a device gets another key. */

let field: Field
let device: Replica

beforeAll(async () => {
  field = await freshField()
  device = await field.enrol()
  await device.workspace.close()
}, 60_000)

afterAll(async () => await field.remove())

test('Y-13: a folder that works alone keeps its key', async () => {
  const alone = await freshWorkspace()
  const { kid } = alone.workspace.keys.device
  await alone.workspace.close()
  expect(refused(await rotateKey(alone.dir, alone.admin, alone.env))).toBe('not_joined')
  const opened = granted(await openWorkspace(alone.dir, alone.env, { scheduler: turnedByHand() }))
  expect(opened.keys.device.kid).toBe(kid)
  await opened.close()
})

test('Y-13: killed at any moment, the folder has the old key or the new one, whole', { timeout: 300_000 }, async () => {
  const support = path.resolve('test/support')
  const base = path.dirname(device.dir)
  const run = (dir: string, dieAt: number) => {
    cpSync(device.dir, dir, { recursive: true })
    return spawnSync(
      process.execPath,
      ['--import', path.join(support, 'die-at.ts'), path.join(support, 'rotate-once.ts'), dir, field.admin.userUid],
      {
        encoding: 'utf8',
        env: { ...process.env, ...(dieAt === 0 ? {} : { DIE_AT: String(dieAt) }) },
      },
    )
  }
  const counting = run(path.join(base, 'counting'), 0)
  expect(counting.stdout, counting.stderr).toContain('rotated')
  const steps = Number(/steps (\d+)/u.exec(counting.stdout)?.[1])
  const kids = new Set<boolean>()
  const points = [0.25, 0.5, 0.6, 0.75, 1].map((part) => Math.floor(steps * part))
  for (const dieAt of points) {
    const dir = path.join(base, `killed-${dieAt}`)
    expect(run(dir, dieAt).signal, `step ${dieAt} of ${steps}`).toBe('SIGKILL')
    const opened = granted(await openWorkspace(dir, device.env, { scheduler: turnedByHand() }))
    const { kid } = opened.keys.device
    const rotations = await opened.sync.replica.rotations()
    kids.add(kid === device.workspace.keys.device.kid)
    expect(rotations, `step ${dieAt} of ${steps}`).toHaveLength(kid === device.workspace.keys.device.kid ? 0 : 1)
    const sealed = await opened.ledger.write(field.admin, async (tx) =>
      ok((await tx.append({ case: 'workspace', type: 'kpi.reported', subject: 'kpi', pub: {} })).id),
    )
    expect(sealed.ok).toBe(true)
    expect((await opened.verification.verifyWorkspace())?.verdict, `step ${dieAt} of ${steps}`).toBe('intact')
    await opened.close()
    if (kid !== device.workspace.keys.device.kid) expect(existsSync(opened.folder.nextDeviceKey)).toBe(false)
  }
  expect([...kids].sort()).toEqual([false, true])
})

test('S-35: with a hub, no device ends the key of another: the command refuses in words, and seals nothing', async () => {
  const { root, admin } = field
  const before = await root.workspace.db
    .selectFrom('entries')
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const { deviceId } = device.workspace.facts
  expect(await root.workspace.access.revokeDevice(deviceId, 'lost', { actor: admin })).toMatchObject({
    ok: false,
    error: { code: 'unknown_reference', message: expect.stringContaining('only the hub revokes a device') as string },
  })
  expect(
    await root.workspace.db
      .selectFrom('entries')
      .select((select) => select.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ).toEqual(before)
})
