import { generateKeyPairSync } from 'node:crypto'
import { copyFile, cp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../main/seal/canonical.ts'
import { entryPae } from '../../../main/seal/entry.ts'
import type { EntryPayload } from '../../../main/seal/entry.ts'
import { keyId, signMessage } from '../../../main/seal/signature.ts'
import { writeExchangeFile } from '../../../main/sync/carried/write-exchange.ts'
import { rotationMessage } from '../../../main/sync/rotation.ts'
import type { RunningService } from '../../../main/server/running-service.ts'
import { ask, createServedWorld, did, rowsOf } from './served-world.ts'
import type { Told } from './served-world.ts'

const world = createServedWorld()
let hub: RunningService
let field: RunningService
let other: RunningService

const fileAt = (name: string): string => path.join(world.root, name)
const idOf = (device: RunningService): string => device.workspace.facts.deviceId

const write = (service: RunningService, name: string, device?: RunningService): Promise<Told> =>
  ask(service, 'POST', '/v1/sync/files/write', {
    path: fileAt(name),
    ...(device === undefined ? {} : { device_id: idOf(device) }),
  })
const read = (service: RunningService, name: string): Promise<Told> =>
  ask(service, 'POST', '/v1/sync/files/read', { path: fileAt(name) })

/** Carries what a device has to the hub, and what the hub has back. */
const carry = async (device: RunningService, name: string): Promise<{ readonly there: Told; readonly back: Told }> => {
  expect((await write(device, `${name}.there`)).status).toBe(200)
  const there = await read(hub, `${name}.there`)
  expect((await write(hub, `${name}.back`, device)).status).toBe(200)
  return { there, back: await read(device, `${name}.back`) }
}

const openCase = async (
  device: RunningService,
  title: string,
): Promise<{ readonly id: number; readonly uid: string }> => {
  await did(device, 'POST', '/v1/cases', { title, description: 'Written where no network is.', priority: 'high' })
  return await device.workspace.db
    .selectFrom('cases')
    .select(['id', 'uid'])
    .where('title', '=', title)
    .executeTakeFirstOrThrow()
}

const note = (device: RunningService, id: number, text: string) =>
  did(device, 'POST', `/v1/cases/${id}/notes`, { text })

const faultOf = ({ error }: Told): string | undefined =>
  error?.details?.find(({ path: where }) => where === 'file')?.message ?? error?.code

/** Everything that a device holds, to be compared before and after what must change nothing. */
const stateOf = async ({
  workspace: {
    sync: { replica },
  },
}: RunningService): Promise<unknown> => {
  const standings = await replica.standings()
  return {
    since: replica.relation()?.since,
    halted: replica.relation()?.halted,
    standings: standings.map(({ case: name, received, pending, refused, anchor }) => ({
      name,
      received,
      pending,
      refused,
      anchor: anchor?.size,
    })),
  }
}

beforeAll(async () => {
  hub = await world.hub()
  field = await world.enrol(hub, 'field')
  other = await world.enrol(hub, 'other', { cases: 'all' })
  // From now on the hub answers at another address: no device reaches it but by files.
  await world.stop(hub)
  hub = await world.start('hub', 'hub')
}, 120_000)

afterAll(() => world.end())

describe('Y-70: files carried between devices and their hub', () => {
  test('Y-72: what a device wrote goes there, its receipts and what others wrote come back, and all have the same rows', async () => {
    const { id, uid } = await openCase(field, 'A case beyond any network')
    await note(field, id, 'The branch has the pictures.')
    const { there, back } = await carry(field, 'first')
    expect(there.data).toMatchObject({ outcome: 'taken', from: 'device', sender: 'field', refused: 0, cases: 1 })
    expect(there.data['received']).toBeGreaterThanOrEqual(2)
    expect(back.data).toMatchObject({ outcome: 'taken', from: 'hub', receipted: there.data['received'] })
    const standing = await field.workspace.sync.replica.standing(uid)
    expect(standing).toMatchObject({ pending: 0, refused: null })
    expect(standing?.anchor?.size, 'the hub’s checkpoint is verified').toBe(standing?.received)
    expect((await did(field, 'GET', '/v1/sync/state'))['entries_waiting']).toBe(0)

    // The other device learns of it, and answers.
    await carry(other, 'second')
    expect(await rowsOf(other, uid)).toEqual(await rowsOf(field, uid))
    await note(other, id, 'I have asked for them.')
    await carry(other, 'third')
    expect((await carry(field, 'fourth')).back.data).toMatchObject({ outcome: 'taken', received: 1 })
    expect(await rowsOf(field, uid)).toEqual(await rowsOf(other, uid))
    await did(hub, 'POST', '/v1/sync/now', {})
    expect(await rowsOf(hub, uid)).toEqual(await rowsOf(field, uid))
  }, 60_000)

  test('Y-71: the same file twice, and files out of order, change nothing', async () => {
    const { id, uid } = await openCase(field, 'Read again')
    expect((await write(field, 'one')).status).toBe(200)
    await note(field, id, 'A second thought.')
    expect((await write(field, 'two')).status).toBe(200)
    expect((await read(hub, 'two')).data).toMatchObject({ outcome: 'taken' })
    expect((await read(hub, 'one')).data, 'an older file brings nothing').toMatchObject({
      outcome: 'nothing_new',
      received: 0,
    })
    expect((await read(hub, 'two')).data).toMatchObject({ outcome: 'nothing_new', received: 0 })
    await write(hub, 'answer-one', field)
    await note(field, id, 'A third one.')
    await write(field, 'three')
    await read(hub, 'three')
    await write(hub, 'answer-two', field)
    expect((await read(field, 'answer-two')).data).toMatchObject({ outcome: 'taken' })
    const after = await stateOf(field)
    expect((await read(field, 'answer-two')).data).toMatchObject({ outcome: 'nothing_new', received: 0, receipted: 0 })
    expect((await read(field, 'answer-one')).data).toMatchObject({ outcome: 'older' })
    expect(await stateOf(field)).toEqual(after)
    expect(await field.workspace.sync.replica.standing(uid)).toMatchObject({ pending: 0 })
  }, 60_000)

  test('a file that was cut off, altered, or made larger says so at either end, and changes nothing', async () => {
    const { id } = await openCase(field, 'Damaged on its way')
    await note(field, id, 'x'.repeat(20_000))
    await write(field, 'whole')
    await write(hub, 'whole-back', field)
    const before = await stateOf(field)
    const altered = async (from: string, to: string, change: (bytes: Buffer) => Buffer): Promise<void> =>
      writeFile(fileAt(to), change(await readFile(fileAt(from))))
    for (const [from, at] of [
      ['whole', hub],
      ['whole-back', field],
    ] as const) {
      const { size } = await stat(fileAt(from))
      for (const length of [0, 10, 60, 150, Math.floor(size / 2), size - 1]) {
        await copyFile(fileAt(from), fileAt('short'))
        await truncate(fileAt('short'), length)
        expect(faultOf(await read(at, 'short')), `${from} cut to ${length}`).toBe(length === 0 ? 'not_exchange' : 'cut')
      }
      for (const place of [200, Math.floor(size / 2), size - 3]) {
        await altered(from, 'flipped', (bytes) => {
          bytes[place] = (bytes[place] ?? 0) ^ 1
          return bytes
        })
        expect(faultOf(await read(at, 'flipped')), `${from} altered at ${place}`).toBe('damaged')
      }
      await altered(from, 'longer', (bytes) => Buffer.concat([bytes, Buffer.from('more')]))
      expect(faultOf(await read(at, 'longer'))).toBe('damaged')
      await altered(from, 'newer', (bytes) =>
        Buffer.from(bytes.toString('latin1').replace('exchange v1', 'exchange v2'), 'latin1'),
      )
      expect(faultOf(await read(at, 'newer'))).toBe('other_version')
    }
    await writeFile(fileAt('a-picture'), Buffer.alloc(4_096, 7))
    expect(faultOf(await read(hub, 'a-picture'))).toBe('not_exchange')
    expect(faultOf(await read(field, 'no-such-file'))).toBe('absent')
    expect(faultOf(await read(field, '.'))).toBe('unreadable')
    expect(await stateOf(field)).toEqual(before)
    expect((await read(hub, 'whole')).data, 'the file itself is good').toMatchObject({ outcome: 'taken' })
  }, 60_000)

  test('a file is read by whom it was written for, and by nobody else', async () => {
    await write(field, 'mine')
    await write(hub, 'for-field', field)
    expect(faultOf(await read(field, 'mine'))).toBe('own_file')
    expect(faultOf(await read(other, 'mine')), 'a device does not read another’s').toBe('other_receiver')
    expect(faultOf(await read(other, 'for-field'))).toBe('other_receiver')
    expect(faultOf(await read(hub, 'for-field'))).toBe('own_file')
    expect(faultOf(await write(field, 'mine')), 'an existing file stays').toBe('exists')
    expect(faultOf(await write(field, 'no/such/folder'))).toBe('unwritable')
    expect((await write(field, 'not-mine', other)).error?.code).toBe('not_a_hub')
    expect((await write(hub, 'nobody')).error?.code).toBe('unknown_reference')
  }, 60_000)

  test('Y-21: what the hub refuses is told in the file back, and stays with what follows it; other cases go on', async () => {
    const { id, uid } = await openCase(field, 'Under a legal hold')
    await note(field, id, 'To be kept.')
    await carry(field, 'before-hold')
    await did(hub, 'POST', '/v1/sync/now', {})
    await did(hub, 'POST', `/v1/cases/${id}/hold`, { reason: 'A court has asked for it.' })
    await did(hub, 'POST', '/v1/sync/now', {})
    const { db } = field.workspace
    const row = await db
      .selectFrom('notes')
      .innerJoin('entries', 'entries.n', 'notes.n')
      .select(['notes.digest', 'entries.id'])
      .where('notes.case_id', '=', id)
      .where('notes.type', '=', 'note.added')
      .executeTakeFirstOrThrow()
    await did(field, 'POST', `/v1/cases/${id}/redactions`, {
      entry_id: row.id.toString('hex'),
      digests: [row.digest],
      legal_basis: 'gdpr_art_17',
    })
    await note(field, id, 'Waits behind it.')
    const fine = await openCase(field, 'Goes on')
    const { there, back } = await carry(field, 'held')
    expect(there.data).toMatchObject({ outcome: 'taken', refused: 1 })
    expect(back.data).toMatchObject({ outcome: 'taken', refused: 1 })
    expect(await field.workspace.sync.replica.standing(uid)).toMatchObject({
      pending: 2,
      refused: { code: 'not_permitted', quarantined: false },
    })
    expect(await field.workspace.sync.replica.standing(fine.uid)).toMatchObject({ pending: 0, refused: null })
    expect((await read(field, 'held.back')).data, 'the same file again').toMatchObject({
      outcome: 'nothing_new',
      refused: 0,
    })
  }, 60_000)

  test('Y-25: a case whose grant has ended leaves by a file too, and what was unsent is set aside', async () => {
    const { id, uid } = await openCase(field, 'Ended in between')
    await carry(field, 'granted')
    const fine = await openCase(field, 'Still granted')
    await note(field, id, 'The hub will not take this.')
    await did(hub, 'POST', '/v1/sync/now', {})
    const admin = await hub.workspace.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .executeTakeFirstOrThrow()
    await did(hub, 'POST', `/v1/cases/${id}/grants/end`, { user_id: admin.id })
    const { there } = await carry(field, 'refused')
    expect(there.data).toMatchObject({ outcome: 'taken', refused: 1 })
    expect(await field.workspace.sync.replica.standing(uid), 'the grant has ended: the case is gone').toBeNull()
    const aside = (await did(field, 'GET', '/v1/sync/set-aside')) as unknown as { case_uid: string }[]
    expect(aside.filter((entry) => entry.case_uid === uid)).toMatchObject([{ reason: 'dropped', type: 'note.added' }])
    expect(await field.workspace.sync.replica.standing(fine.uid)).toMatchObject({ pending: 0, refused: null })
  }, 60_000)

  test('Y-13, Y-70: a device that changed its key twice since the hub heard of it is known by the rotations in its file; nobody else by rotations of his own', async () => {
    const { id, uid } = await openCase(field, 'Before the keys')
    const former = field.workspace.keys.device
    for (let times = 0; times < 2; times++) {
      const reopened = new Promise<boolean>((resolve) => field.onReopened(({ ok }) => resolve(ok)))
      await did(field, 'POST', '/v1/sync/rotate', { confirm: 'this device gets another key' })
      expect(await reopened).toBe(true)
    }
    const present = field.workspace.keys.device
    expect(present.kid).not.toBe(former.kid)
    await note(field, id, 'Sealed with the third key.')

    const relation = field.workspace.sync.replica.relation()
    if (relation === null) throw new Error('the device has no hub')
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const spki = publicKey.export({ format: 'der', type: 'spki' })
    const thief = { kid: keyId(spki), privateKey }
    const pub = {
      kid: thief.kid,
      spki: spki.toString('base64url'),
      device_id: idOf(field),
      device_number: 1,
      proof: Buffer.from(signMessage(rotationMessage(idOf(field), former.kid, thief.kid), privateKey)).toString(
        'base64url',
      ),
    }
    const own = await field.workspace.sync.replica.rotations()
    const sealed = JSON.parse(Buffer.from(own[0]?.payload ?? '').toString('utf8')) as EntryPayload
    const forged = Buffer.from(canonicalJson({ ...sealed, pub }), 'utf8')
    const rotations = [
      { p: forged.toString('utf8'), s: Buffer.from(signMessage(entryPae(forged), privateKey)).toString('base64url') },
    ]
    const header = {
      way: 'to_hub',
      hub: relation.origin,
      device: idOf(field),
      id: '018f3a7c-0000-7000-8000-000000000001',
      at: '2031-03-04T09:12:00.000Z',
      rotations,
    } as const
    const none = async function* (): AsyncGenerator<never> {}
    expect(
      (
        await writeExchangeFile(fileAt('forged'), {
          header,
          signer: thief,
          receiver: relation,
          messages: none(),
          until: () => null,
        })
      ).ok,
    ).toBe(true)
    expect(faultOf(await read(hub, 'forged'))).toBe('unknown_sender')

    const { there, back } = await carry(field, 'rotated')
    expect(there.data).toMatchObject({ outcome: 'taken', sender: 'field', refused: 0 })
    expect(back.data).toMatchObject({ outcome: 'taken', receipted: there.data['received'] })
    expect(await field.workspace.sync.replica.standing(uid)).toMatchObject({ pending: 0, refused: null })
    expect(await field.workspace.sync.replica.rotations()).toEqual([])
    await note(field, id, 'And the hub knows it now.')
    expect((await carry(field, 'rotated-after')).there.data).toMatchObject({
      outcome: 'taken',
      received: 1,
      refused: 0,
    })
  }, 60_000)

  test('Y-13: a file of a revoked device is refused, and the hub’s file tells the device so', async () => {
    await openCase(other, 'Never to be taken')
    await write(other, 'too-late')
    await did(hub, 'POST', `/v1/sync/hub/devices/${idOf(other)}/revoke`, { reason: 'lost in a train' })
    const refused = await read(hub, 'too-late')
    expect(refused.error).toMatchObject({ code: 'sync_halted' })
    expect(refused.error?.message).toContain('revoked')
    await write(hub, 'the-word', other)
    expect((await read(other, 'the-word')).error).toMatchObject({ code: 'sync_halted' })
    expect(await did(other, 'GET', '/v1/sync/state')).toMatchObject({ state: 'revoked' })
    expect((await write(other, 'no-more')).error).toMatchObject({ code: 'sync_halted' })
  }, 60_000)

  test('Y-70, Y-105: a device that the hub enrolled after the backup from which it was restored is known by its file, and comes back with its work', async () => {
    await world.stop(hub)
    const backup = path.join(world.root, 'hub-before')
    await cp(world.folder('hub'), backup, { recursive: true })
    hub = await world.start('hub', 'hub')
    const late = await world.enrol(hub, 'late')
    const { id, uid } = await openCase(late, 'Opened by the late laptop')
    await did(late, 'POST', '/v1/sync/now', {})
    expect(await late.workspace.sync.replica.standing(uid)).toMatchObject({ pending: 0 })

    await world.stop(hub)
    await rm(world.folder('hub'), { recursive: true })
    await cp(backup, world.folder('hub'), { recursive: true })
    // At another address: the device reaches it by files alone.
    hub = await world.start('hub', 'hub')
    await note(late, id, 'Since then.')
    const { there, back } = await carry(late, 'forgotten')
    expect(there.data, 'what follows something that the hub has lost waits').toMatchObject({
      outcome: 'taken',
      sender: 'late',
      refused: 1,
    })
    expect(back.error).toMatchObject({ code: 'sync_halted' })
    expect(await did(late, 'GET', '/v1/sync/state')).toMatchObject({ state: 'hub_not_trusted' })
    await did(late, 'POST', '/v1/sync/hub/trust-restored', { confirm: 'the hub was restored' })
    expect((await carry(late, 'brought-back')).there.data).toMatchObject({ outcome: 'taken', refused: 0 })
    await did(hub, 'POST', '/v1/sync/now', {})
    expect(await rowsOf(hub, uid)).toEqual(await rowsOf(late, uid))
  }, 60_000)
})
