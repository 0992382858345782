import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../main/seal/canonical.ts'
import { keyId } from '../../../main/seal/entry.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { rotationMessage } from '../../../main/sync/rotation.ts'
import { epochMessage } from '../../../main/sync/signed-messages.ts'
import { PaperDevice } from '../../support/paper-device.ts'
import type { PaperDraft } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { admin, ana, ben, caseA } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/** A device that holds a valid enrolment and takes as much as it is given: what is everybody's stays everybody's. */

let world: World

const uidOf = (n: number): string => `01939b52-7b2a-7c1e-8f00-${n.toString(16).padStart(12, '0')}`
const numbered = (slot: number): { case_number: string } => ({
  case_number: `CASE-ACME-20260301-${String(slot * 100 + 1).padStart(5, '0')}`,
})

const rotate = (device: PaperDevice): void => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const spki = publicKey.export({ format: 'der', type: 'spki' })
  const kid = keyId(spki)
  const proof = Buffer.from(signMessage(rotationMessage(device.deviceId, device.kid, kid), privateKey)).toString(
    'base64url',
  )
  device.seal({
    case: 'workspace',
    type: 'key.rotated',
    pub: { kid, spki: spki.toString('base64url'), device_id: device.deviceId, device_number: device.number, proof },
  })
  Object.assign(device, { kid, privateKey, spki })
}

const newEpoch = async (
  old: PaperDevice,
): Promise<{ readonly next: PaperDevice; readonly answer: Awaited<ReturnType<PaperDevice['enrol']>> }> => {
  const next = new PaperDevice(world.hub, world.clock, '', ana)
  const sig = Buffer.from(
    signMessage(epochMessage(old.deviceId, Buffer.from(next.spki).toString('base64url')), old.privateKey),
  ).toString('base64url')
  return { next, answer: await next.enrol('', { epoch: { device_id: old.deviceId, sig } }) }
}

describe.each(engines)('a greedy device at the hub on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  test('Y-16: a person’s devices hold 250 slots of case numbers at most, and others get theirs', async () => {
    const [greedy, second] = [await world.device(ana), await world.device(ana)]
    const taken = async (device: PaperDevice, slots: readonly number[]): Promise<number> => {
      for (const slot of slots) device.open(uidOf(slot), numbered(slot))
      return (await device.push(device.runs(device.sealed.length - slots.length))).runs.filter(
        ({ positions }) => positions.length > 0,
      ).length
    }
    expect(
      await taken(
        greedy,
        Array.from({ length: 300 }, (_, index) => 100 + index),
      ),
    ).toBe(248)
    expect(await taken(second, [450])).toBe(0)
    const other = await world.device(ben)
    expect(await taken(other, [451])).toBe(1)
  })

  test('Y-13: a device has 500 keys at most; its other entries go on', async () => {
    const device = await world.device(ana)
    for (let n = 0; n < 500; n += 1) rotate(device)
    const { runs } = await device.push()
    expect(runs.filter(({ positions }) => positions.length > 0)).toHaveLength(499)
    expect(runs.at(-1)?.refused).toMatchObject({ code: 'not_permitted', quarantined: false })
  })

  test('Y-15: a person’s devices begin twenty new epochs in a day, and go on the day after', async () => {
    let device = await world.device(ana)
    const statuses: number[] = []
    for (let n = 0; n < 20; n += 1) {
      const { next, answer } = await newEpoch(device)
      statuses.push(answer.status)
      device = next
    }
    expect(new Set(statuses)).toEqual(new Set([200]))
    const { answer } = await newEpoch(device)
    expect(answer).toMatchObject({ status: 429, json: { error: { code: 'busy' } } })
    world.clock.pass(86_400_000)
    expect((await newEpoch(device)).answer.status).toBe(200)
  })

  test('S-33: an entry with the last number that there is is refused, and its device is revoked and removed like any other', async () => {
    const device = await world.device(ana)
    const last = device.seal({ case: 'workspace', type: 'unheard.of', more: { dseq: Number.MAX_SAFE_INTEGER } })
    expect((await device.push([device.run('workspace', [last])])).runs[0]?.refused).toMatchObject({
      code: 'invalid_values',
      quarantined: false,
    })
    expect(await world.hub.revoke(device.deviceId, { actor: admin, reason: 'stolen' })).toMatchObject({
      ok: true,
      value: { revokedFromDseq: 1 },
    })
    expect((await world.hub.remove(device.deviceId, { actor: admin })).ok).toBe(true)
  })

  test('Y-20: values that nest deeper than every replica can read are refused, openly sealed or withheld', async () => {
    const device = await world.device(ana)
    const nested = (levels: number): JsonValue => (levels === 0 ? 1 : [nested(levels - 1)])
    const refusedOf = async (draft: Pick<PaperDraft, 'pub' | 'withheld'>) =>
      (
        await device.push([
          device.run('workspace', [device.clone().seal({ case: 'workspace', type: 'unheard.of', ...draft })]),
        ])
      ).runs[0]?.refused?.code
    expect(await refusedOf({ pub: { x: nested(64) } })).toBe('invalid_values')
    expect(await refusedOf({ withheld: { x: nested(65) } })).toBe('disclosure_differs')
    expect(await refusedOf({ pub: { x: nested(63) }, withheld: { x: nested(64) } })).toBeUndefined()
  })

  test('Y-24: whoever names very many cases that are not granted is told of them in pages', async () => {
    const device = await world.device(ana)
    const named = Array.from({ length: 5_000 }, (_, index) => uidOf(index))
    const from = Object.fromEntries(named.map((name) => [name, 0]))
    for (const request of [{ from }, { heads: from }]) {
      const { items } = await device.pull({ since: Number.MAX_SAFE_INTEGER - 1, ...request })
      const dropped = items.flatMap((item) => (item.k === 'drop' ? [item.case] : []))
      expect(dropped.length).toBeLessThanOrEqual(2_000)
      expect(items.at(-1)).toMatchObject({ k: 'end', more: true })
      const left = Object.fromEntries(named.filter((name) => !dropped.includes(name)).map((name) => [name, 0]))
      const after = (
        await device.pull({
          since: Number.MAX_SAFE_INTEGER - 1,
          ...('heads' in request ? { heads: left } : { from: left }),
        })
      ).items
      expect(after.some((item) => item.k === 'drop' && dropped.includes(item.case))).toBe(false)
    }
  })

  test('Y-20: what an entry names as seen is looked up together, and one that is not here is named', async () => {
    const [device, other] = [await world.device(ana), await world.device(ben, 'all')]
    device.open(caseA)
    const notes = Array.from({ length: 1_200 }, () => device.note(caseA))
    await device.push()
    const seen = notes.map(({ id }) => id).sort()
    const note = other.seal({ case: caseA, type: 'note.added', withheld: { text: 'All of them' }, more: { seen } })
    expect((await other.push([other.run(caseA, [note])])).runs[0]).toMatchObject({ positions: [1_201] })
    const unheard = 'f'.repeat(64)
    const wrong = other.seal({
      case: caseA,
      type: 'note.added',
      withheld: { text: 'And one more' },
      more: { seen: [...seen, unheard] },
    })
    expect((await other.push([other.run(caseA, [wrong])])).runs[0]?.refused).toMatchObject({ code: 'missing_entry' })
    expect(await world.store.reading((tx) => tx.standing(caseA, [...seen, unheard]))).toEqual(new Set(seen))
    expect(await world.store.reading((tx) => tx.standing('workspace', seen))).toEqual(new Set())
  })
})
