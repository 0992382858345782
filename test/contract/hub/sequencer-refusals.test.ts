import { describe, expect, test } from 'vitest'
import { signMessage } from '../../../main/seal/signature.ts'
import { createHubAdministration } from '../../../main/sync/hub/administer.ts'
import { refusalsMost } from '../../../main/sync/hub/refusals.ts'
import { epochMessage } from '../../../main/sync/signed-messages.ts'
import { PaperDevice } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { admin, ana, ben, caseA, caseB, caseC, startMs } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/**
 * Y-91: what a device is stuck at stands with its hub, until the hub has that place of the chain, or the device is told
 * to set it aside.
 */

let world: World

const uidOf = (n: number): string => `01939b52-7b2a-7c1e-8f00-${n.toString(16).padStart(12, '0')}`
/** What takes a supervisor, and is refused to others: what it names was destroyed on its device. */
const erase = (device: PaperDevice, name: string) =>
  device.seal({
    case: name,
    type: 'redaction.applied',
    pub: { entry: device.heads.get(name)?.id ?? '', digests: ['A'.repeat(43)], legal_basis: 'recorded_in_error' },
  })
const roleOfAna = (role: string) => {
  const entry = world.founder.seal({ case: 'workspace', type: 'user.changed', pub: { role }, more: { subject: ana } })
  return world.founder.push([world.founder.run('workspace', [entry])])
}

const listed = async (device: PaperDevice) => {
  const devices = await createHubAdministration(world.hub, world.store, {
    nowMs: () => world.clock.nowMs(),
    witnesses: [],
  }).devices()
  return devices.find(({ deviceId }) => deviceId === device.deviceId)
}
const stuckOf = async (device: PaperDevice) =>
  (await listed(device))?.refused.map(({ code, cases, workspace, sinceMs, lastMs }) => ({
    code,
    cases,
    workspace,
    sinceMs,
    lastMs,
  }))

const beginEpoch = async (old: PaperDevice): Promise<PaperDevice> => {
  const next = new PaperDevice(world.hub, world.clock, '', ana)
  const sig = Buffer.from(
    signMessage(epochMessage(old.deviceId, Buffer.from(next.spki).toString('base64url')), old.privateKey),
  ).toString('base64url')
  const answer = await next.enrol('', { epoch: { device_id: old.deviceId, sig } })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.json))
  return next
}

describe.each(engines)('what a device is stuck at, at the hub on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  test('Y-91: is told by code, with how many cases and since when; trying in vain keeps the time, and what follows keeps the reason', async () => {
    const device = await world.device(ana)
    for (const name of [caseA, caseB]) device.open(name)
    await device.push()
    expect(await stuckOf(device)).toEqual([])
    const from = device.sealed.length
    for (const name of [caseA, caseB]) erase(device, name)
    device.seal({
      case: 'workspace',
      type: 'team.changed',
      pub: { members: [] },
      more: { subject: caseC },
    })
    device.note(caseA, 'after the erasure')
    await device.push(device.runs(from))
    const stuck = { code: 'not_permitted', cases: 2, workspace: true }
    expect(await stuckOf(device)).toEqual([{ ...stuck, sinceMs: startMs, lastMs: startMs }])
    world.clock.pass(60_000)
    await device.push(device.runs(from))
    expect(await stuckOf(device)).toEqual([{ ...stuck, sinceMs: startMs, lastMs: startMs + 60_000 }])
  })

  test('Y-91: goes by itself once the hub has taken that place; what was taken before, sent again, settles nothing', async () => {
    const device = await world.device(ana)
    device.open(caseA)
    await device.push()
    erase(device, caseA)
    await device.push(device.runs(1))
    await device.push(device.runs(0).map((run) => ({ ...run, entries: run.entries.slice(0, 1) })))
    expect(await stuckOf(device)).toMatchObject([{ code: 'not_permitted', cases: 1, workspace: false }])
    await roleOfAna('supervisor')
    await device.push(device.runs(1))
    expect(await stuckOf(device)).toEqual([])
  })

  test('Y-91: a refusal further on is another one, with a time of its own', async () => {
    const device = await world.device(ana)
    device.open(caseA)
    erase(device, caseA)
    await device.push()
    await roleOfAna('supervisor')
    world.clock.pass(5_000)
    device.seal({ case: caseA, type: 'status.changed', pub: { from: 'open', to: 5 } })
    await device.push()
    expect(await stuckOf(device)).toMatchObject([{ code: 'invalid_values', cases: 1, sinceMs: startMs + 5_000 }])
  })

  test('Y-91, Y-34: a new epoch sets it aside, and so does the revocation or removal of the device end it', async () => {
    const device = await world.device(ana)
    device.open(caseA)
    erase(device, caseA)
    await device.push()
    const next = await beginEpoch(device)
    expect(await stuckOf(device)).toEqual([])
    expect(await stuckOf(next)).toEqual([])
    const other = await world.device(ana)
    other.open(caseC)
    erase(other, caseC)
    await other.push()
    expect(await stuckOf(other)).toHaveLength(1)
    await world.hub.revoke(other.deviceId, { actor: admin })
    expect(await stuckOf(other)).toEqual([])
  })

  test('Y-91, Y-25: what the device writes in a case whose grant has ended is stuck until it is told to give the case up', async () => {
    const author = await world.device(ben)
    author.open(caseA)
    await author.push()
    await world.hub.grant(caseA, { kind: 'user', id: ana }, { actor: admin })
    const device = await world.device(ana)
    const end = (await device.pull()).items.at(-1)
    const since = end?.k === 'end' ? end.since : 0
    await world.hub.endGrant(caseA, { kind: 'user', id: ana }, { actor: admin })
    device.note(caseA)
    await device.push()
    expect(await stuckOf(device)).toMatchObject([{ code: 'not_granted', cases: 1 }])
    const page = await device.pull({ since })
    expect(page.items.filter(({ k }) => k === 'drop')).toHaveLength(1)
    expect(await stuckOf(device)).toEqual([])
  })

  test('Y-91: is noted for whoever brings it, whatever name it comes in, and for nobody else', async () => {
    const [device, thief] = [await world.device(ana), await world.device(ben)]
    device.open(caseA)
    await device.push()
    const forged = new PaperDevice(world.hub, world.clock, device.deviceId, ana)
    const entry = forged.note(caseA)
    await thief.push([{ case: caseA, deviceId: device.deviceId, kid: forged.kid, entries: [entry] }])
    expect(await stuckOf(device)).toEqual([])
    expect(await stuckOf(thief)).toMatchObject([{ cases: 1 }])
  })

  test('Y-91: one that makes up cases and names fills its own list, and no more than that', async () => {
    const [greedy, honest] = [await world.device(ana), await world.device(ben)]
    const entry = greedy.note(caseA)
    const names = ['\0', 'x'.repeat(255), '"quoted" \u{1f4a9}']
    const made = [
      ...names.map((deviceId) => ({ case: caseA, deviceId, kid: greedy.kid, entries: [entry] })),
      ...Array.from({ length: 3 * refusalsMost }, (_, n) => ({
        case: uidOf(0x1000 + n),
        deviceId: greedy.deviceId,
        kid: greedy.kid,
        entries: [entry],
      })),
    ]
    for (let again = 0; again < 2; again += 1) await greedy.push(made)
    expect(await world.store.reading((tx) => tx.refusalsOf(greedy.deviceId))).toHaveLength(refusalsMost)
    honest.open(caseB)
    erase(honest, caseB)
    await honest.push()
    expect(await stuckOf(honest)).toEqual([])
    const asInvestigator = await world.device(ana)
    asInvestigator.open(caseC)
    erase(asInvestigator, caseC)
    await asInvestigator.push()
    expect(await stuckOf(asInvestigator)).toHaveLength(1)
  })

  test('a device that was not heard of for longer than its lease is told as such, by the hub’s clock', async () => {
    const device = await world.device(ana)
    expect(await listed(device)).toMatchObject({ leaseEnded: false })
    world.clock.pass(31 * 86_400_000)
    expect(await listed(device)).toMatchObject({ leaseEnded: true })
    await device.signIn()
    expect(await listed(device)).toMatchObject({ leaseEnded: false })
  })
})
