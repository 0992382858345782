import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunningService } from '../../../main/server/running-service.ts'
import { startObjectStore } from '../../support/object-store.ts'
import type { TestObjectStore } from '../../support/object-store.ts'
import { seedOfRun } from '../../support/seed-of-run.ts'
import { chanceOf } from '../../support/sync/chance.ts'
import {
  acquire,
  ask,
  must,
  openCase,
  startEvidenceWorld,
  sync,
  uidOf,
  until,
} from '../../support/sync/evidence-world.ts'
import type { EvidenceWorld } from '../../support/sync/evidence-world.ts'

const mebibyte = 1_048_576

const waiting = async (service: RunningService): Promise<unknown> =>
  (await must(service, 'GET', '/v1/sync/state'))['evidence_waiting']

/** The bytes of a piece as the store of a device has them. */
const bytesHere = async ({ workspace: { evidence } }: RunningService, sha256: string): Promise<string | null> => {
  const key = await evidence.store.blobKey(sha256)
  return key === null ? null : await evidence.blobs.hashOf(sha256, key)
}

const placesOf = async (
  service: RunningService,
  caseId: number,
): Promise<readonly { readonly evidence_id: number; readonly sha256: string; readonly here: boolean }[]> =>
  (await must(service, 'GET', `/v1/cases/${caseId}/sync/evidence`)) as unknown as {
    evidence_id: number
    sha256: string
    here: boolean
  }[]

const isReceived = async (service: RunningService, sha256: string): Promise<boolean> =>
  (await service.workspace.db.selectFrom('evidence').select('received').where('sha256', '=', sha256).execute()).some(
    ({ received }) => received === 1,
  )

const kinds = ['files', 'an object store'] as const

describe.each(kinds)('evidence bytes between devices and a hub that keeps them in %s', (kind) => {
  let store: TestObjectStore | null = null
  let world: EvidenceWorld
  let first: RunningService
  let second: RunningService
  let caseId: number
  const seed = seedOfRun()
  const chance = chanceOf(seed)
  let cutting: (() => number | null) | null = null

  beforeAll(async () => {
    if (kind !== 'files') {
      store = await startObjectStore()
      for (const [name, value] of Object.entries(store.credentials)) vi.stubEnv(name, value)
    }
    world = await startEvidenceWorld({
      ...(store === null ? {} : { blobs: store.location }),
      cutAfter: () => cutting?.() ?? null,
    })
    first = await world.enrol('first')
    second = await world.enrol('second')
    caseId = await openCase(first, 'Seized laptop')
    await sync(first)
    await sync(second)
  }, 120_000)

  afterAll(async () => {
    await world.stop()
    await store?.stop()
    vi.unstubAllEnvs()
  }, 60_000)

  test('Y-60, Y-61: small evidence goes to the hub once its entry is there, is sealed as received, and comes to the other device by itself', async () => {
    const bytes = randomBytes(3 * mebibyte + 17)
    const sha256 = await acquire(first, world.root, caseId, 'small.bin', bytes)
    await until('the hub seals that it has the bytes', () => isReceived(first, sha256))
    await sync(second)
    await until('they come to the other device', async () => (await bytesHere(second, sha256)) === sha256)
    // What waits is counted anew a moment after the bytes have arrived.
    for (const service of [first, second])
      await expect.poll(() => waiting(service)).toEqual({ send: 0, send_bytes: 0, fetch: 0, fetch_bytes: 0 })
    expect((await placesOf(second, caseId)).every(({ here }) => here)).toBe(true)
  })

  test('Y-60: with the policy `none` bytes come when a person asks, and until then everything says that they are at the hub', async () => {
    await must(second, 'PUT', '/v1/sync/settings', { evidence_policy: 'none' })
    const sha256 = await acquire(first, world.root, caseId, 'asked.bin', randomBytes(100_000))
    await until('the hub seals that it has the bytes', () => isReceived(first, sha256))
    await until('the other device hears of it', async () => {
      await sync(second)
      return await isReceived(second, sha256)
    })
    const [piece] = (await placesOf(second, caseId)).filter((one) => one.sha256 === sha256)
    expect(piece?.here).toBe(false)
    const address = `/v1/cases/${caseId}/evidence/${piece?.evidence_id ?? 0}`
    expect(await must(second, 'GET', address)).toMatchObject({ bytes: 'hub' })
    expect((await ask(second, 'POST', `${address}/link`, { purpose: 'view' })).body.error).toMatchObject({
      code: 'evidence_elsewhere',
    })
    expect(
      await must(second, 'POST', `/v1/cases/${caseId}/sync/evidence/${piece?.evidence_id ?? 0}/fetch`),
    ).toMatchObject({ here: true })
    expect(await bytesHere(second, sha256)).toBe(sha256)
    expect(await must(second, 'GET', address)).toMatchObject({ bytes: 'here' })
    await must(second, 'PUT', '/v1/sync/settings', { evidence_policy: 'all' })
  })

  test(`Y-61: cut off at random bytes and with both sides started anew, it is gone on with, and little is sent twice (seed ${seed})`, async () => {
    const size = 12 * mebibyte + 4_321
    const bytes = randomBytes(size)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await must(second, 'PUT', '/v1/sync/settings', { paused: true })
    // Shorter than what goes before the first restart, and asked of every connection: one that stood already would
    // never be cut.
    cutting = () => chance.between(mebibyte, 2 * mebibyte)
    world.proxy.cutAll()
    const before = { ...world.proxy.bytes }
    const cutsBefore = world.proxy.cuts()
    await acquire(first, world.root, caseId, 'cut.bin', bytes)
    let restarts = 0
    await until('the bytes are at the hub', async () => {
      const sent = world.proxy.bytes.up - before.up
      if (restarts < 2 && sent > (restarts + 1) * 4 * mebibyte) {
        restarts += 1
        if (restarts === 1) await world.restartHub()
        else first = await world.restart(first)
      }
      return await isReceived(first, sha256)
    })
    const up = world.proxy.bytes.up - before.up
    const cutsUp = world.proxy.cuts() - cutsBefore
    expect(cutsUp).toBeGreaterThan(0)
    // A cut forgets what was on its way, half a mebibyte at most; a restart forgets a segment that was not whole.
    expect(up).toBeLessThan(size + (cutsUp + restarts + 1) * 0.6 * mebibyte + restarts * mebibyte)
    await must(second, 'PUT', '/v1/sync/settings', { paused: false })
    await until('the bytes are at the other device', async () => (await bytesHere(second, sha256)) === sha256)
    const down = world.proxy.bytes.down - before.down
    expect(down).toBeLessThan(size + (world.proxy.cuts() - cutsBefore + 1) * 0.6 * mebibyte)
    cutting = null
    await must(second, 'PUT', '/v1/sync/settings', { evidence_policy: 'all' })
  })

  test('Y-62: nothing of it lies in the clear at the hub', async () => {
    const text = Buffer.from('Schmuggelware Zollfahndung '.repeat(50_000))
    const sha256 = await acquire(first, world.root, caseId, 'clear.txt', text)
    await until('the hub has it', () => isReceived(first, sha256))
    const below = (dir: string): string[] =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .map((name) => path.join(dir, name))
        .filter((file) => statSync(file).isFile())
    const files = [...below(path.join(world.root, 'hub')), ...(store === null ? [] : below(store.directory))]
    expect(files.filter((file) => readFileSync(file).includes('Zollfahndung'))).toEqual([])
    // Nor does a name tell what is kept.
    expect(files.filter((file) => file.includes(sha256) && file.includes('hub/blobs/hub'))).toEqual([])
  })

  test('Y-2: the hub’s own folder fetches and sends as any device does, without a network', async () => {
    const hub = world.hub()
    await sync(hub)
    await until(
      'the hub’s folder has what is small',
      async () => ((await waiting(hub)) as { fetch: number }).fetch === 0,
    )
    const sha256 = await acquire(hub, world.root, caseId, 'at the hub.bin', randomBytes(70_000))
    await until('it is received', () => isReceived(hub, sha256))
    await until('it comes to a device', async () => {
      await sync(second)
      return (await bytesHere(second, sha256)) === sha256
    })
    expect(await uidOf(hub, caseId)).toBe(await uidOf(second, caseId))
  })
})
