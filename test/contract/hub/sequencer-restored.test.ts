import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../../main/platform/log.ts'
import { systemRandom } from '../../../main/platform/random.ts'
import { createHub } from '../../../main/sync/hub/create-hub.ts'
import type { Hub } from '../../../main/sync/hub/create-hub.ts'
import type { CarriedRun } from '../../../main/sync/entry.ts'
import type { HubEntry } from '../../../main/sync/hub/records.ts'
import type { HubStore } from '../../../main/sync/hub/store.ts'
import { openEntry } from '../../../main/seal/entry.ts'
import { createInclusionProofs } from '../../../main/seal/merkle.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { sessionMessage } from '../../../main/sync/signed-messages.ts'
import { PaperDevice } from '../../support/paper-device.ts'
import { copyOfFolder, sqlite } from './engines.ts'
import type { TestStore } from './engines.ts'
import { admin, ana, ben, caseA, caseB, caseC, hubSecret, makeWorld, openStore } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

let world: World
const opened: { readonly store: HubStore; readonly stored: TestStore }[] = []

beforeEach(async () => {
  world = await makeWorld(await sqlite.start())
})

afterEach(async () => {
  for (const { store, stored } of opened.splice(0)) {
    await store.close()
    await stored.remove()
  }
  await world.close()
})

/** The hub's files as they are now, to be put back. */
const backUp = () => {
  const stored = copyOfFolder(world.stored)
  return async (): Promise<{ readonly hub: Hub; readonly store: HubStore }> => {
    const store = await openStore(stored)
    opened.push({ store, stored })
    return {
      store,
      hub: (await createHub(store, {
        clock: world.clock,
        random: systemRandom(),
        log: createLog('silent'),
        hubSecret,
      })) as Hub,
    }
  }
}

const entriesOf = (store: HubStore, name: string): Promise<readonly HubEntry[]> =>
  store.reading((tx) => tx.entriesOf(name, 0, 1_000))

/** What a device that holds all of a chain brings: a run for each author in turn. */
const runsOf = (entries: readonly HubEntry[]) =>
  entries.map(({ case: name, deviceId, kid, id, payload, sig, disclosures }) => ({
    case: name,
    deviceId,
    kid,
    entries: [{ id, payload, kid, sig, disclosures }],
  }))

const atHub = async (device: PaperDevice, hub: Hub): Promise<PaperDevice> => {
  Object.assign(device, { hub })
  await device.signIn()
  return device
}

test('Y-3: what a hub seals after it was set back never stands where it sealed something before', async () => {
  const device = await world.device(ana)
  device.open(caseA)
  await device.push()
  const restore = backUp()
  await world.hub.grant(caseA, { kind: 'user', id: ben }, { actor: admin })
  const lost = await entriesOf(world.store, caseA)
  const { hub, store } = await restore()
  await hub.grant(caseA, { kind: 'device', id: device.deviceId }, { actor: admin })
  await atHub(device, hub)
  const answer = await device.push(runsOf(lost))
  expect(answer.runs.map(({ positions }) => positions)).toEqual([[0], [2]])
  const [, anew, before] = await entriesOf(store, caseA)
  expect(anew?.deviceId).not.toBe(before?.deviceId)
})

test('Y-55: what the hub had sealed counts again as it is brought: grants, their ends, devices that were enrolled and revoked', async () => {
  const device = await world.device(ana)
  device.open(caseA)
  await device.push()
  const restore = backUp()
  const later = await world.device(ben)
  const gone = await world.device(ben)
  await world.hub.grant(caseA, { kind: 'device', id: later.deviceId }, { actor: admin })
  await world.hub.grant(caseA, { kind: 'user', id: admin }, { actor: admin })
  await world.hub.endGrant(caseA, { kind: 'user', id: admin }, { actor: admin })
  await world.hub.revoke(gone.deviceId, { actor: admin })
  const lost = [...(await entriesOf(world.store, 'workspace')), ...(await entriesOf(world.store, caseA))]
  const { hub } = await restore()
  expect((await hub.listDevices()).map(({ deviceId }) => deviceId)).not.toContain(later.deviceId)
  await atHub(device, hub)
  const answer = await device.push(runsOf(lost))
  expect(answer.runs.filter(({ refused }) => refused !== undefined)).toEqual([])
  const devices = await hub.listDevices()
  expect(devices.find(({ deviceId }) => deviceId === later.deviceId)).toMatchObject({
    state: 'active',
    number: later.number,
    userUid: ben,
  })
  expect(devices.find(({ deviceId }) => deviceId === gone.deviceId)).toMatchObject({ state: 'revoked' })
  const given = (await hub.grants(caseA)).filter(({ endedFeed }) => endedFeed === null).map(({ subject }) => subject.id)
  expect(given).toContain(later.deviceId)
  expect(given).not.toContain(admin)
  await atHub(later, hub)
  expect((await later.push([later.run(caseA, [later.note(caseA)])])).runs[0]?.refused).toBeUndefined()
  // Numbers that were given once are nobody else’s: integer ids follow from them.
  const { code } = await hub.createCode({ userUid: ben, deviceName: 'Another', cases: [], validForMs: 60_000 })
  const another = new PaperDevice(hub, world.clock, '', ben)
  await another.enrol(code)
  expect(another.number).toBeGreaterThan(gone.number)
})

test('Y-20, Y-55: an entry waits for what it has seen: it never stands before something that its author knew', async () => {
  const [mine, theirs] = [await world.device(ana), await world.device(ben)]
  mine.open(caseA)
  await mine.push()
  await world.hub.grant(caseA, { kind: 'device', id: theirs.deviceId }, { actor: admin })
  const restore = backUp()
  const lost = mine.note(caseA)
  await mine.push()
  const { hub } = await restore()
  const after = theirs.seal({ case: caseA, type: 'note.added', withheld: { text: 'Seen' }, more: { seen: [lost.id] } })
  await atHub(theirs, hub)
  expect((await theirs.push([theirs.run(caseA, [after])])).runs[0]?.refused).toMatchObject({
    code: 'missing_entry',
    quarantined: false,
  })
  const answer = await theirs.push([mine.run(caseA, [lost]), theirs.run(caseA, [after])])
  expect(answer.runs.map(({ positions }) => positions)).toEqual([[2], [3]])
})

const saidOf = (entry: HubEntry | undefined): { readonly type: string; readonly runs?: unknown } => {
  const opened = entry === undefined ? null : openEntry(entry)
  if (opened?.ok !== true) throw new Error('this is no entry')
  const { type, pub } = opened.value
  return type === 'entries.returned' ? { type, runs: pub['runs'] } : { type }
}

/** The same runs with where they stood, as a device says that kept the order and the hub's checkpoint of it (Y-84). */
const asSignedFor = (entries: readonly HubEntry[], note: string): CarriedRun[] => {
  const prove = createInclusionProofs(entries.map(({ id }) => Buffer.from(id, 'hex')))
  return runsOf(entries).map((run, index) => ({ ...run, former: { note, places: [{ index, hashes: prove(index) }] } }))
}

test('Y-84: what the hub had signed for needs no second permission: whoever has lost account, role or share since, and whatever a revocation says now', async () => {
  const bens = await world.device(ben)
  const all = await world.device(admin, 'all')
  const restore = backUp()
  bens.open(caseA)
  bens.seal({ case: caseA, type: 'hold.placed' })
  bens.note(caseA)
  await bens.push()
  await world.hub.revoke(bens.deviceId, { actor: admin })
  world.founder.seal({ case: 'workspace', type: 'user.changed', pub: { active: false }, more: { subject: ben } })
  const changed = await world.founder.push([
    world.founder.run(
      'workspace',
      world.founder.sealed.slice(-1).map(({ entry }) => entry),
    ),
  ])
  expect(changed.runs.map(({ refused }) => refused)).toEqual([undefined])
  const lost = await entriesOf(world.store, caseA)
  const workspace = await entriesOf(world.store, 'workspace')
  const noteOf = async (name: string): Promise<string> =>
    (await world.store.reading((tx) => tx.checkpoint(name)))?.note ?? ''
  const [signed, ofWorkspace] = [await noteOf(caseA), await noteOf('workspace')]
  const { hub, store } = await restore()
  await atHub(all, hub)
  expect((await all.push(runsOf(workspace))).runs.flatMap(({ refused }) => refused ?? [])).toEqual([])
  const refusalsOf = async (runs: readonly CarriedRun[]) =>
    (await all.push(runs)).runs.map(({ refused }) => refused?.code)

  const proven = asSignedFor(lost, signed)
  const [opening] = proven as [CarriedRun]
  const places = opening.former?.places ?? []
  // Without a proof that holds, and for another order or place, it is judged as anybody's.
  expect(await refusalsOf([runsOf(lost)[0] as CarriedRun])).toEqual(['not_permitted'])
  expect(await refusalsOf([{ ...opening, former: { note: ofWorkspace, places } }])).toEqual(['not_permitted'])
  expect(
    await refusalsOf([
      { ...opening, former: { note: signed.replace(/\n\d+\n/u, '\n1\n'), places: [{ index: 0, hashes: [] }] } },
    ]),
  ).toEqual(['not_permitted'])
  expect(
    await refusalsOf([
      { ...opening, former: { note: signed, places: places.map(({ hashes }) => ({ index: 1, hashes })) } },
    ]),
  ).toEqual(['not_permitted'])
  expect(await refusalsOf(proven)).toEqual(proven.map(() => undefined))
  const after = await entriesOf(store, caseA)
  expect(after.slice(0, -1).map(({ id }) => id)).toEqual(lost.map(({ id }) => id))
  expect(saidOf(after.at(-1))).toEqual({
    type: 'entries.returned',
    runs: [{ device_id: bens.deviceId, from: 1, to: 3 }],
  })
  // What it never signed for has no place in that order.
  expect(await refusalsOf([{ ...bens.run(caseA, [bens.note(caseA)]), former: { note: signed, places } }])).toEqual([
    'revoked_key',
  ])
})

test('Y-84: that entries came back is sealed once all of their order has, whatever pushes they come in, and only of what was lost', async () => {
  const [mine, theirs] = [await world.device(ana), await world.device(admin, 'all')]
  mine.open(caseA)
  mine.note(caseA, 'kept')
  await mine.push()
  const restore = backUp()
  mine.note(caseA, 'lost')
  await mine.push()
  theirs.note(caseA, 'lost too')
  await theirs.push()
  mine.note(caseA, 'and this')
  await mine.push()
  const lost = await entriesOf(world.store, caseA)
  const signed = (await world.store.reading((tx) => tx.checkpoint(caseA)))?.note ?? ''
  const { hub, store } = await restore()
  await atHub(theirs, hub)
  const proven = asSignedFor(lost, signed)
  const typesOf = async () => (await entriesOf(store, caseA)).map((entry) => saidOf(entry).type)
  // The second push brings again what the first one brought.
  await theirs.push(proven.slice(0, 4))
  expect(await typesOf()).not.toContain('entries.returned')
  await theirs.push(proven.slice(2))
  const after = await entriesOf(store, caseA)
  expect(after.slice(0, -1).map(({ id }) => id)).toEqual(lost.map(({ id }) => id))
  expect(saidOf(after.at(-1))).toEqual({
    type: 'entries.returned',
    runs: [
      { device_id: mine.deviceId, from: 3, to: 4 },
      { device_id: theirs.deviceId, from: 1, to: 1 },
    ],
  })
  // Brought once more it changes nothing.
  await theirs.push(proven)
  expect(await entriesOf(store, caseA)).toHaveLength(after.length)
})

test('Y-84: where the rest of an order never comes, what came back is told as soon as something new follows', async () => {
  const [device, other] = [await world.device(ana), await world.device(admin, 'all')]
  device.open(caseA)
  await device.push()
  const restore = backUp()
  device.note(caseA, 'lost')
  device.note(caseA, 'never seen again')
  await device.push()
  const lost = await entriesOf(world.store, caseA)
  const signed = (await world.store.reading((tx) => tx.checkpoint(caseA)))?.note ?? ''
  const { hub, store } = await restore()
  await atHub(device, hub)
  await device.push(asSignedFor(lost, signed).slice(0, 2))
  expect(await entriesOf(store, caseA)).toHaveLength(2)
  await atHub(other, hub)
  await other.push([other.run(caseA, [other.note(caseA, 'new')])])
  expect((await entriesOf(store, caseA)).slice(2).map((entry) => saidOf(entry).type)).toEqual([
    'note.added',
    'entries.returned',
  ])
})

test('Y-84: form, seals and forks are asked still: what another entry stands in the place of is kept aside', async () => {
  const device = await world.device(ana)
  device.open(caseA)
  await device.push()
  const restore = backUp()
  const copy = device.clone()
  device.note(caseA, 'lost')
  await device.push()
  const lost = await entriesOf(world.store, caseA)
  const signed = (await world.store.reading((tx) => tx.checkpoint(caseA)))?.note ?? ''
  const { hub } = await restore()
  await atHub(copy, hub)
  await copy.push([copy.run(caseA, [copy.note(caseA, 'meanwhile')])])
  const bringer = await world.device(admin, 'all')
  const { code } = await hub.createCode({ userUid: admin, deviceName: 'Bringer', cases: 'all', validForMs: 60_000 })
  Object.assign(bringer, { hub, deviceId: '' })
  await bringer.enrol(code)
  await bringer.signIn()
  const answer = await bringer.push(asSignedFor(lost, signed))
  expect(answer.runs.map(({ refused }) => refused?.code)).toEqual([undefined, 'device_fork'])
})

test('Y-84: a case number that the hub had signed for stays its device’s, though its slot was lent to another one since', async () => {
  const [mine, theirs] = [await world.device(ana), await world.device(ben)]
  const restore = backUp()
  mine.open(caseA, { case_number: 'CASE-ACME-20260301-37701' })
  await mine.push()
  const lost = await entriesOf(world.store, caseA)
  const signed = (await world.store.reading((tx) => tx.checkpoint(caseA)))?.note ?? ''
  const { hub } = await restore()
  await atHub(theirs, hub)
  const opened = await theirs.push([
    theirs.run(caseB, [theirs.open(caseB, { case_number: 'CASE-ACME-20260301-37702' })]),
  ])
  expect(opened.runs[0]?.refused).toBeUndefined()
  await atHub(mine, hub)
  expect((await mine.push(runsOf(lost))).runs[0]?.refused).toMatchObject({ code: 'number_not_leased' })
  expect((await mine.push(asSignedFor(lost, signed))).runs[0]?.refused).toBeUndefined()
  const next = await mine.push([mine.run(caseC, [mine.open(caseC, { case_number: 'CASE-ACME-20260301-37703' })])])
  expect(next.runs[0]?.refused).toBeUndefined()
})

/** Opens a session with a word of the hub in hand; answers the refusal, or none. */
const sessionBy = async (
  device: PaperDevice,
  word: HubEntry | null,
  signer = device,
): Promise<{ code: string; message: string } | undefined> => {
  const { challenge } = (await device.call('challenge', { device_id: device.deviceId })).json as { challenge: string }
  const { json } = await device.call('session', {
    device_id: device.deviceId,
    challenge,
    sig: Buffer.from(signMessage(sessionMessage(challenge), signer.privateKey)).toString('base64url'),
    ...(word === null
      ? {}
      : {
          enrolled: { p: Buffer.from(word.payload).toString('utf8'), s: Buffer.from(word.sig).toString('base64url') },
        }),
  })
  return (json as { error?: { code: string; message: string } }).error
}

/** The hub's word that enrolled a device. */
const wordFor = async (device: PaperDevice): Promise<HubEntry> => {
  const found = (await entriesOf(world.store, 'workspace')).find((entry) => {
    const opened = openEntry(entry)
    return opened.ok && opened.value.type === 'key.enrolled' && opened.value.subject === device.deviceId
  })
  if (found === undefined) throw new Error('the hub has sealed no enrolment')
  return found
}

describe('Y-105: a device that a restored hub does not know', () => {
  test('shows the hub’s own word and its key, and is the device that it was', async () => {
    const earlier = await world.device(ana)
    earlier.open(caseA)
    await earlier.push()
    const restore = backUp()
    const { code } = await world.hub.createCode({
      userUid: ben,
      deviceName: 'Late',
      cases: [caseA],
      validForMs: 60_000,
    })
    const late = new PaperDevice(world.hub, world.clock, '', ben)
    await late.enrol(code)
    const word = await wordFor(late)
    const { hub } = await restore()
    Object.assign(late, { hub })
    expect(await sessionBy(late, null)).toMatchObject({ code: 'code_invalid' })
    expect(await sessionBy(late, word, earlier)).toMatchObject({ code: 'session_expired' })
    expect((await hub.listDevices()).map(({ deviceId }) => deviceId)).not.toContain(late.deviceId)
    expect(await sessionBy(late, word)).toBeUndefined()
    expect((await hub.listDevices()).find(({ deviceId }) => deviceId === late.deviceId)).toMatchObject({
      state: 'active',
      number: late.number,
      name: 'Laptop',
      userUid: ben,
    })
    expect((await hub.grants(caseA)).map(({ subject }) => subject.id)).toContain(late.deviceId)
  })

  test('is not let in by another device’s word, by a forged one, by another word of the hub, or after its removal', async () => {
    const removed = await world.device(ben)
    const ofRemoved = await wordFor(removed)
    await world.hub.remove(removed.deviceId, { actor: admin })
    const restore = backUp()
    const [late, other] = [await world.device(ben), await world.device(ben)]
    const [ofOther, word] = [await wordFor(other), await wordFor(late)]
    const opened = openEntry(word)
    if (!opened.ok) throw new Error('this is no entry')
    const forged = late.seal({ case: 'workspace', type: 'key.enrolled', pub: opened.value.pub, withheld: {} })
    await world.hub.revoke(late.deviceId, { actor: admin })
    const revocation = (await entriesOf(world.store, 'workspace')).at(-1) as HubEntry
    const { hub } = await restore()
    for (const one of [late, removed]) Object.assign(one, { hub })
    expect(await sessionBy(late, ofOther)).toMatchObject({ code: 'code_invalid' })
    expect(await sessionBy(late, { ...word, payload: forged.payload, sig: forged.sig })).toMatchObject({
      code: 'code_invalid',
    })
    expect(await sessionBy(late, { ...word, sig: forged.sig })).toMatchObject({ code: 'code_invalid' })
    expect(await sessionBy(late, revocation)).toMatchObject({ code: 'code_invalid' })
    expect(await sessionBy(removed, ofRemoved)).toMatchObject({ code: 'removed' })
    expect((await hub.listDevices()).map(({ deviceId }) => deviceId)).not.toContain(late.deviceId)
  })
})

test('Y-106: where the number of a device was given again it is said, and neither gets the other’s ids', async () => {
  const restore = backUp()
  const late = await world.device(ben)
  const entries = await entriesOf(world.store, 'workspace')
  const { hub } = await restore()
  const { code } = await hub.createCode({ userUid: ben, deviceName: 'Meanwhile', cases: [], validForMs: 60_000 })
  const meanwhile = new PaperDevice(hub, world.clock, '', ben)
  await meanwhile.enrol(code)
  expect(meanwhile.number).toBe(late.number)
  const word = entries.at(-1) as HubEntry
  Object.assign(late, { hub })
  expect(await sessionBy(late, word)).toMatchObject({
    code: 'code_invalid',
    message: expect.stringContaining('given the number of this device to another one') as string,
  })
})

test('Y-106: a hub that starts from its backup leaves out the numbers that it may have given since, once', async () => {
  const restore = backUp()
  const late = await world.device(ben)
  const { hub } = await restore()
  await hub.leaveDeviceNumbers()
  await hub.leaveDeviceNumbers()
  const { code } = await hub.createCode({ userUid: ben, deviceName: 'Meanwhile', cases: [], validForMs: 60_000 })
  const meanwhile = new PaperDevice(hub, world.clock, '', ben)
  await meanwhile.enrol(code)
  expect(meanwhile.number - late.number).toBeGreaterThan(998)
  expect(meanwhile.number - late.number).toBeLessThan(5_200)
})
