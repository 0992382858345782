import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { acquire, until } from '../../support/sync/evidence-world.ts'
import { ask, createServedWorld, did } from './served-world.ts'

/**
 * Y-78, through the running services: evidence whose entry reached no case of the hub is taken in again from its bytes.
 */

const world = createServedWorld()
let hub: RunningService
let desk: RunningService
let copy: RunningService
let caseId: number
let seized: { readonly bytes: Buffer; readonly sha256: string }

interface Aside {
  readonly entry_id: string
  readonly reason: string
  readonly type: string
  readonly case_id: number | null
  readonly bytes: number | null
  readonly values: Record<string, unknown>
}

const asides = async (service: RunningService): Promise<readonly Aside[]> =>
  (await did(service, 'GET', '/v1/sync/set-aside')) as unknown as readonly Aside[]
const acquiredOf = async (service: RunningService, sha256: string): Promise<Aside | undefined> =>
  (await asides(service)).find(({ values }) => values['sha256'] === sha256)
const sync = (service: RunningService) => did(service, 'POST', '/v1/sync/now', {})
const blobOf = (name: string, sha256: string): boolean =>
  existsSync(path.join(dataFolder(world.folder(name)).blobs, 'sha256', sha256.slice(0, 2), sha256))
const restore = (service: RunningService, entry: string, body: object = {}) =>
  ask(service, 'POST', `/v1/sync/set-aside/${entry}/restore`, body)
const take = (service: RunningService, id: number, name: string, bytes: Uint8Array) =>
  acquire(service, world.root, id, name, bytes)
const open = async (service: RunningService, title: string): Promise<number> =>
  Number((await did(service, 'POST', '/v1/cases', { title, description: 'With evidence.', priority: 'high' }))['id'])

const faultsOf = async (service: RunningService): Promise<readonly string[]> =>
  ((await service.workspace.verification.verifyWorkspace())?.findings ?? [])
    .filter(({ severity }) => severity === 'fault')
    .map(({ code, message }) => `${code}: ${message}`)

const entryOf = async ({ workspace: { db } }: RunningService, id: string) => {
  const row = await db
    .selectFrom('entries')
    .select('payload')
    .where('id', '=', Buffer.from(id, 'hex'))
    .executeTakeFirstOrThrow()
  return JSON.parse(row.payload.toString('utf8')) as {
    readonly type: string
    readonly refs: readonly string[]
    readonly pub: Record<string, unknown>
  }
}

const newEpoch = async (service: RunningService): Promise<void> => {
  const reopened = new Promise<boolean>((resolve) => service.onReopened(({ ok }) => resolve(ok)))
  await did(service, 'POST', '/v1/sync/epoch', { confirm: 'this folder is the one to go on with' })
  expect(await reopened).toBe(true)
}

beforeAll(async () => {
  hub = await world.hub()
  desk = await world.enrol(hub, 'desk', { cases: 'all' })
  caseId = await open(desk, 'Copied with its folder')
  await sync(desk)
  await world.stop(desk)
  cpSync(world.folder('desk'), world.folder('copy'), { recursive: true })
  desk = await world.start('desk', 'local')
  copy = await world.start('copy', 'local')
  await did(desk, 'POST', `/v1/cases/${caseId}/notes`, { text: 'by the first' })
  await sync(desk)
  const bytes = randomBytes(200_000)
  seized = { bytes, sha256: await take(copy, caseId, 'seized.bin', bytes) }
  expect((await ask(copy, 'POST', '/v1/sync/now', {})).error?.code).toBe('sync_halted')
}, 120_000)

afterAll(() => world.end())

describe('Y-78: a new epoch sets evidence aside with its bytes', () => {
  let former: Aside

  test('they are counted in the list, and stay over starts', async () => {
    const own = await open(copy, 'Never sent')
    await take(copy, own, 'never-sent.bin', Buffer.from('never sent'))
    await newEpoch(copy)
    await sync(copy)
    const found = await acquiredOf(copy, seized.sha256)
    expect(found).toMatchObject({
      type: 'evidence.acquired',
      reason: 'epoch',
      case_id: caseId,
      bytes: seized.bytes.length,
      values: { name: 'seized.bin.source', source: 'A test' },
    })
    former = found as Aside
    await world.stop(copy)
    copy = await world.start('copy', 'local')
    expect(blobOf('copy', seized.sha256)).toBe(true)
    expect(await did(copy, 'GET', `/v1/cases/${caseId}/evidence`)).toEqual([])
  })

  test('bytes that were altered meanwhile are not taken in, and nothing goes', async () => {
    const file = path.join(dataFolder(world.folder('copy')).blobs, 'sha256', seized.sha256.slice(0, 2), seized.sha256)
    const aside = path.join(world.root, 'sound')
    cpSync(file, aside)
    writeFileSync(file, randomBytes(200))
    expect((await restore(copy, former.entry_id)).error?.code).toBe('evidence_damaged')
    expect(await acquiredOf(copy, seized.sha256)).toMatchObject({ bytes: seized.bytes.length })
    cpSync(aside, file)
  })

  test('taken in again it is evidence by its former facts, names the former entry, and reaches everyone with its bytes', async () => {
    const restored = await restore(copy, former.entry_id)
    expect(restored).toMatchObject({ status: 201, data: { case_id: caseId } })
    const sealed = await entryOf(copy, String(restored.data['entry_id']))
    expect(sealed).toMatchObject({
      type: 'evidence.acquired',
      refs: [former.entry_id],
      pub: {
        sha256: seized.sha256,
        size: seized.bytes.length,
        method: former.values['method'],
        started_at: former.values['started_at'],
        ended_at: former.values['ended_at'],
      },
    })
    expect(sealed.pub['evidence_id']).not.toBe(former.values['evidence_id'])
    expect(
      await did(copy, 'GET', `/v1/cases/${caseId}/evidence/${String(restored.data['evidence_id'])}`),
    ).toMatchObject({ name: 'seized.bin.source', bytes: 'here', facts: { source: 'A test' } })
    expect(await acquiredOf(copy, seized.sha256), 'it left the list').toBeUndefined()
    expect((await restore(copy, former.entry_id)).error?.code, 'once').toBe('not_found')
    expect(await sync(copy)).toMatchObject({ refused: 0 })
    await until('it comes to a colleague with its bytes', async () => {
      await sync(copy)
      await ask(hub, 'POST', '/v1/sync/now', {})
      const piece = await hub.workspace.db
        .selectFrom('evidence')
        .select(['id', 'received'])
        .where('sha256', '=', seized.sha256)
        .executeTakeFirst()
      return piece?.received === 1
    })
    expect(await faultsOf(copy)).toEqual([])
    await until('the hub’s own folder has them', async () => {
      const piece = await hub.workspace.db
        .selectFrom('evidence')
        .select('id')
        .where('sha256', '=', seized.sha256)
        .executeTakeFirstOrThrow()
      return (await ask(hub, 'POST', `/v1/cases/${caseId}/sync/evidence/${piece.id}/fetch`)).status === 200
    })
  })

  test('where its case never reached the hub, it goes into another case that is named', async () => {
    const sha256 = createHash('sha256').update('never sent').digest('hex')
    const found = await acquiredOf(copy, sha256)
    expect(found).toMatchObject({ case_id: null, bytes: 10 })
    const entry = found?.entry_id ?? ''
    expect(await restore(copy, entry)).toMatchObject({
      status: 422,
      error: { code: 'unknown_reference', details: [{ path: 'body.case_id' }] },
    })
    expect(await restore(copy, entry, { case_id: caseId })).toMatchObject({ status: 201, data: { case_id: caseId } })
    expect(blobOf('copy', sha256)).toBe(true)
    expect(await faultsOf(copy)).toEqual([])
  })
})

describe('Y-78: other ways by which an entry reaches no case', () => {
  test('the end of a grant sets it aside with its bytes; only a person who lets it go destroys them', async () => {
    const laptop = await world.enrol(hub, 'laptop')
    const id = await open(laptop, 'Ended before it was sent')
    await sync(laptop)
    await did(laptop, 'PUT', '/v1/sync/settings', { paused: true })
    const [again, letGo] = [
      await take(laptop, id, 'again.bin', randomBytes(50_000)),
      await take(laptop, id, 'let-go.bin', randomBytes(60_000)),
    ]
    await sync(hub)
    const { id: admin } = await hub.workspace.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    await did(hub, 'POST', `/v1/cases/${id}/grants/end`, { user_id: admin })
    await did(laptop, 'PUT', '/v1/sync/settings', { paused: false })
    await until('the case goes', async () => {
      await ask(laptop, 'POST', '/v1/sync/now', {})
      return (
        (await laptop.workspace.db.selectFrom('cases').select('id').where('id', '=', id).executeTakeFirst()) ===
        undefined
      )
    })
    for (const sha256 of [again, letGo]) {
      expect(blobOf('laptop', sha256)).toBe(true)
      expect(await acquiredOf(laptop, sha256)).toMatchObject({ reason: 'dropped', case_id: null })
    }
    expect(
      await did(laptop, 'DELETE', `/v1/sync/set-aside/${(await acquiredOf(laptop, letGo))?.entry_id ?? ''}`),
    ).toMatchObject({})
    expect(blobOf('laptop', letGo)).toBe(false)
    await did(hub, 'POST', `/v1/cases/${id}/grants`, { device_id: laptop.workspace.facts.deviceId })
    await until('the case comes back', async () => {
      await sync(laptop)
      return (
        (await laptop.workspace.db.selectFrom('cases').select('id').where('id', '=', id).executeTakeFirst()) !==
        undefined
      )
    })
    expect(await restore(laptop, (await acquiredOf(laptop, again))?.entry_id ?? '')).toMatchObject({
      status: 201,
      data: { case_id: id },
    })
    expect(await sync(laptop)).toMatchObject({ refused: 0 })
    expect(await asides(laptop)).toEqual([])
    expect(await laptop.workspace.db.selectFrom('kept_evidence').select('n').execute()).toEqual([])
  })

  test('what the hub refused goes into another case, where it is one exhibit however often it is asked for', async () => {
    const supervisor = await did(hub, 'POST', '/v1/users', { login_name: 'sam', name: 'Sam Field', role: 'supervisor' })
    const field = await world.enrol(hub, 'field', { cases: [], user: Number(supervisor['id']) })
    const [held, other] = [await open(field, 'Held in the field'), await open(field, 'Another case')]
    await did(field, 'POST', `/v1/cases/${held}/notes`, { text: 'She lives in Gdansk.' })
    await sync(field)
    await did(field, 'PUT', '/v1/sync/settings', { paused: true })
    const timeline = (await did(field, 'GET', `/v1/cases/${held}/timeline?size=50`)) as unknown as readonly {
      readonly entry_id: string
      readonly type: string
      readonly withheld: Readonly<Record<string, { readonly digest: string }>>
    }[]
    const note = timeline.find(({ type }) => type === 'note.added')
    // An erasure has no place without effect (Y-95): what follows it waits with it.
    await did(field, 'POST', `/v1/cases/${held}/redactions`, {
      entry_id: note?.entry_id,
      digests: [note?.withheld['text']?.digest],
      legal_basis: 'gdpr_art_17',
    })
    const sha256 = await take(field, held, 'field.bin', randomBytes(30_000))
    await did(hub, 'PATCH', `/v1/users/${String(supervisor['id'])}`, { role: 'investigator' })
    await sync(hub)
    await did(field, 'PUT', '/v1/sync/settings', { paused: false })
    await until('the hub refuses', async () => {
      await ask(field, 'POST', '/v1/sync/now', {})
      return (
        (await field.workspace.db
          .selectFrom('standings')
          .select('uid')
          .where('refused_entry', 'is not', null)
          .executeTakeFirst()) !== undefined
      )
    })
    const sealed = await field.workspace.db
      .selectFrom('evidence')
      .innerJoin('entries', 'entries.n', 'evidence.n')
      .select('entries.id')
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow()
    const entry = sealed.id.toString('hex')
    const answers = await Promise.all([
      restore(field, entry, { case_id: other }),
      restore(field, entry, { case_id: other }),
      restore(field, entry, { case_id: other }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ data }) => data['evidence_id'])).size).toBe(1)
    expect(
      await field.workspace.db.selectFrom('evidence').select('id').where('case_id', '=', other).execute(),
    ).toHaveLength(1)
    expect(await faultsOf(field)).toEqual([])
  })

  test('an entry that took in no evidence, or that nobody set aside, is told apart', async () => {
    expect((await restore(copy, 'ab'.repeat(32))).error?.code).toBe('not_found')
    const note = (await asides(copy)).find(({ type }) => type === 'case.opened')
    expect((await restore(copy, note?.entry_id ?? '')).error).toMatchObject({
      code: 'unknown_reference',
      message: expect.stringContaining('no evidence') as string,
    })
  })
})
