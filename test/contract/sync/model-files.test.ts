import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { modelActivated } from '../../../main/storage/models/appliers.ts'
import { modelId } from '../../../main/storage/models/model-id.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { ModelElsewhere, ModelItem } from '../../../shared/schema/models.ts'
import { smallModel } from '../../unit/detection/models/small-model.ts'
import { chanceOf } from '../../support/sync/chance.ts'
import { ask, must, startEvidenceWorld, sync, until } from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

let world: EvidenceWorld
let first: RunningService
let second: RunningService
const seed = 20_261_122
const chance = chanceOf(seed)
let cutting: (() => number | null) | null = null

type Listed = {
  readonly models: readonly ModelItem[]
  readonly in_force: string | null
  readonly awaited: { readonly sha256: string; readonly version: string } | null
  readonly elsewhere: readonly ModelElsewhere[]
}

const listed = async (service: RunningService): Promise<Listed> =>
  (await must(service, 'GET', '/v1/models')) as unknown as Listed
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const features = { amount: 900, customer_count_1d: 4 }

/** Adds a file and puts it in force. */
const putInForce = async (service: RunningService, name: string, version: string, file: string): Promise<string> => {
  const added = await must(service, 'POST', '/v1/models', { name, version, file })
  await must(service, 'PUT', '/v1/models/in-force', { model_id: added['id'], accept_unknown: true })
  return added['id'] as string
}

const received = async ({ workspace: { db } }: RunningService, sha256: string): Promise<boolean> =>
  (await db.selectFrom('model_files').select('received').where('sha256', '=', sha256).executeTakeFirst())?.received ===
  1

/** Syncs a device until it has a model. */
const comes = (service: RunningService, id: string): Promise<void> =>
  until('the model comes', async () => {
    await sync(service)
    return (await listed(service)).in_force === id
  })

const alarms = async (service: RunningService): Promise<readonly string[]> =>
  ((await must(service, 'GET', '/v1/sync/state'))['alarms'] as { code: string }[]).map(({ code }) => code)

beforeAll(async () => {
  world = await startEvidenceWorld({ cutAfter: () => cutting?.() ?? null })
  first = await world.enrol('first')
  second = await world.enrol('second')
}, 120_000)

afterAll(() => world.stop(), 60_000)

describe('Y-64: the file of the model in force', () => {
  const file = smallModel()
  const id = modelId(hashOf(file))

  test('M-9: put in force on a device, it is at the hub and on every other device byte for byte, and all score alike', async () => {
    expect(await putInForce(first, 'Cards', '1', file)).toBe(id)
    for (const service of [world.hub(), second]) await comes(service, id)
    const [there] = (await listed(second)).models
    expect(there).toMatchObject({
      id,
      name: 'Cards',
      version: '1',
      source: 'synced',
      sha256: hashOf(file),
      bytes: Buffer.byteLength(file),
      in_force: true,
      created_by: 'system',
    })
    expect((await must(second, 'GET', `/v1/models/${id}/file`))['file']).toBe(file)
    const scores = [first, second, world.hub()].map(({ workspace }) => workspace.models.current()?.score(features))
    expect(scores[0]).toBeDefined()
    expect(scores).toEqual([scores[0], scores[0], scores[0]])
  })

  test('is sealed by the hub as received, from whom, and every folder verifies', async () => {
    const payloads = (await second.workspace.db.selectFrom('entries').select('payload').execute()).map(
      ({ payload }) =>
        JSON.parse(Buffer.from(payload).toString('utf8')) as { type: string; subject: string; pub: object },
    )
    const sealed = payloads.filter(({ type }) => type === 'model.received')
    expect(sealed).toEqual([
      expect.objectContaining({
        subject: id,
        pub: {
          sha256: hashOf(file),
          size: Buffer.byteLength(file),
          from_device: first.workspace.facts.deviceId,
          origin: { by: 'hub' },
        },
      }),
    ])
    for (const { workspace } of [first, second, world.hub()])
      expect((await workspace.verification.verifyWorkspace())?.verdict).toBe('intact')
  })

  test('is told as awaited until it comes; meanwhile nothing is scored by a model', async () => {
    await must(first, 'PUT', '/v1/sync/settings', { paused: true })
    const next = smallModel({ seed: 2 })
    await putInForce(world.hub(), 'Cards', '2', next)
    // Bytes wait for another network; entries do not (Y-29).
    await must(first, 'PUT', '/v1/sync/settings', { paused: false, metered: true })
    await until('the entry comes', async () => {
      await sync(first)
      return (await listed(first)).awaited !== null
    })
    expect(await listed(first)).toMatchObject({
      in_force: null,
      awaited: { id: modelId(hashOf(next)), sha256: hashOf(next), version: '2' },
    })
    expect(first.workspace.models.current()).toBeNull()
    await must(first, 'PUT', '/v1/sync/settings', { metered: false })
    await comes(first, modelId(hashOf(next)))
    expect((await listed(first)).awaited).toBeNull()
    await comes(second, modelId(hashOf(next)))
  })

  test('that was taken out of force before it came is told to be elsewhere, and comes once it is in force again', async () => {
    await must(first, 'PUT', '/v1/sync/settings', { metered: true })
    const passed = smallModel({ seed: 8 })
    const there = await putInForce(second, 'Passed', '1', passed)
    await must(second, 'PUT', '/v1/models/in-force', { model_id: null })
    await until('both entries come', async () => {
      await Promise.all([sync(first), sync(second)])
      const { in_force: inForce, awaited, elsewhere } = await listed(first)
      return inForce === null && awaited === null && elsewhere.length > 0
    })
    expect((await listed(first)).elsewhere).toEqual([
      { id: there, sha256: hashOf(passed), name: 'Passed', version: '1' },
    ])
    expect((await listed(second)).elsewhere).toEqual([])
    await must(first, 'PUT', '/v1/sync/settings', { metered: false })
    await must(second, 'PUT', '/v1/models/in-force', { model_id: there, accept_unknown: true })
    await until('it comes', async () => {
      await Promise.all([sync(first), sync(second)])
      return (await listed(first)).in_force === there
    })
    expect((await listed(first)).elsewhere).toEqual([])
    await comes(world.hub(), there)
  })

  test('under a name and version that another file has here is told apart by its hash', async () => {
    const here = smallModel({ seed: 3 })
    await must(second, 'POST', '/v1/models', { name: 'Doubled', version: '1', file: here })
    const there = smallModel({ seed: 4 })
    const doubled = await putInForce(first, 'Doubled', '1', there)
    await comes(second, doubled)
    expect(
      (await listed(second)).models
        .filter(({ name }) => name === 'Doubled')
        .map(({ version }) => version)
        .sort(),
    ).toEqual(['1', `1-${hashOf(there).slice(0, 6)}`])
  })

  test('is gone on with where the network cuts it', async () => {
    // Longer than what comes between two cuts.
    const long = ' '.repeat(3_000_000) + smallModel({ seed: 5 })
    const cutsBefore = world.proxy.cuts()
    cutting = () => chance.between(300_000, 900_000)
    world.proxy.cutAll()
    const cut = await putInForce(first, 'Long', '1', long)
    await until('the hub seals that it has it', async () => {
      await ask(first, 'POST', '/v1/sync/now', {})
      return await received(first, hashOf(long))
    })
    await until('it comes to the other device', async () => {
      await ask(second, 'POST', '/v1/sync/now', {})
      return (await listed(second)).in_force === cut
    })
    cutting = null
    expect(world.proxy.cuts() - cutsBefore).toBeGreaterThan(3)
    expect((await must(second, 'GET', `/v1/models/${cut}/file`))['file']).toBe(long)
  })

  test('that an earlier release put in force, stating no size, travels once it is put in force again', async () => {
    const old = smallModel({ seed: 7 })
    const added = await must(first, 'POST', '/v1/models', { name: 'Old', version: '1', file: old })
    const { ledger, db } = first.workspace
    const admin = await db
      .selectFrom('users')
      .select(['id', 'uid'])
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    await ledger.write({ userId: admin.id, userUid: admin.uid, role: 'admin' }, async (tx) => {
      await tx.append({
        case: 'workspace',
        type: 'model.activated',
        subject: String(added['id']),
        pub: { sha256: hashOf(old), version: '1', previous_version: null },
        withheld: { name: 'Old' },
      })
      return ok(undefined)
    })
    await until('the other device hears of it', async () => {
      await Promise.all([sync(first), sync(second)])
      return (await listed(second)).awaited?.sha256 === hashOf(old)
    })
    await must(first, 'PUT', '/v1/models/in-force', { model_id: added['id'], accept_unknown: true })
    await comes(second, String(added['id']))
    expect(
      (await ask(first, 'PUT', '/v1/models/in-force', { model_id: added['id'], accept_unknown: true })).body.error
        ?.code,
    ).toBe('already_done')
  })

  test('that the hub has lost is brought again by who has it', async () => {
    const lost = smallModel({ seed: 6 })
    const blobs = dataFolder(path.join(world.root, 'hub')).hubBlobs
    const stored = (): readonly string[] =>
      readdirSync(blobs, { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{64}$/u.test(name))
    const before = new Set(stored())
    await putInForce(first, 'Lost', '1', lost)
    await until('the hub seals that it has it', async () => {
      await sync(first)
      return await received(first, hashOf(lost))
    })
    const [name = ''] = stored().filter((one) => !before.has(one))
    await world.restartHub(() => rmSync(path.join(blobs, name)))
    expect(stored()).not.toContain(name)
    await until('it is there again', async () => {
      await sync(first)
      return stored().includes(name)
    })
    await comes(second, modelId(hashOf(lost)))
  })
})

describe('Y-64: what is no model file', () => {
  /** Puts a text in force as if it were a model, at a device that would not have taken it. */
  const forced = async ({ workspace: { ledger, db } }: RunningService, text: string): Promise<string> => {
    const sha256 = hashOf(text)
    const item = { id: modelId(sha256), sha256, name: 'Forged', version: '9', bytes: Buffer.byteLength(text) }
    const admin = await db
      .selectFrom('users')
      .select(['id', 'uid'])
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    const row = await db.selectFrom('models').selectAll().limit(1).executeTakeFirstOrThrow()
    await ledger.write({ userId: admin.id, userUid: admin.uid, role: 'admin' }, async (tx) => {
      await tx.db
        .insertInto('models')
        .values({
          ...row,
          id: item.id,
          sha256,
          name: item.name,
          version: item.version,
          bytes: item.bytes,
          file: gzipSync(text),
        })
        .execute()
      await tx.append(modelActivated({ model: item, previousVersion: null }))
      return ok(undefined)
    })
    return sha256
  }

  test('that this release cannot use is not taken, and a person hears of it once', async () => {
    const forged = await forced(world.hub(), '{"learner": {"__proto__": {}}}')
    await until('the device refuses it', async () => {
      await sync(second)
      return (await alarms(second)).includes('file_refused')
    })
    const down = world.proxy.bytes.down
    for (let round = 0; round < 3; round += 1) await sync(second)
    expect(world.proxy.bytes.down - down, 'it is not fetched again and again').toBeLessThan(40_000)
    expect(await listed(second)).toMatchObject({ in_force: null, awaited: { sha256: forged } })
    expect((await alarms(second)).filter((code) => code === 'file_refused')).toHaveLength(1)
  })
})
