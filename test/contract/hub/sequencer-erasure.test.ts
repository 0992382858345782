import { describe, expect, test } from 'vitest'
import type { PaperDevice } from '../../support/paper-device.ts'
import { inFreshWorlds } from './each-test.ts'
import { engines } from './engines.ts'
import { ana, caseA } from './sequencer-world.ts'
import type { World } from './sequencer-world.ts'

/** L-131, Y-120, Y-121: what a hub asks of an erasure of evidence, and what it does with the bytes. */

let world: World

const piece = '01939b52-7b2a-7c1e-8f00-00000000e001'
const bytes = 'ab'.repeat(32)
const order = { legal_basis: 'court_order', reference: 'AG 12/31' }

describe.each(engines)('an erasure of evidence at the hub on $name', (kind) => {
  inFreshWorlds(kind, (fresh) => {
    world = fresh
  })

  /** A device of Ana's that has acquired a piece in its case; answers the entry, and what names the piece. */
  const acquired = async () => {
    const device = await world.device(ana)
    device.open(caseA)
    const named = { evidence_id: device.number * 2 ** 32 + 1, sha256: bytes, size: 3 }
    const { id: entry } = device.seal({
      case: caseA,
      type: 'evidence.acquired',
      pub: { ...named, method: 'upload' },
      withheld: { name: 'phone.bin' },
      more: { subject: piece },
    })
    await device.push()
    return { device, named, blob: { case: caseA, sha256: bytes, entry } }
  }
  const pushed = async (device: PaperDevice, draft: Parameters<PaperDevice['seal']>[0]) => {
    const entry = device.seal(draft)
    const { runs } = await device.push([device.run(draft.case, [entry])])
    return { id: entry.id, refused: runs[0]?.refused }
  }
  const requested = async ({ device, named }: Awaited<ReturnType<typeof acquired>>): Promise<string> =>
    (
      await pushed(device, {
        case: caseA,
        type: 'evidence.erasure_requested',
        pub: { ...named, ...order },
        withheld: { reason: 'Seized unlawfully.' },
        more: { subject: piece },
      })
    ).id
  const approvalOf = (named: object, request: string) => ({
    case: caseA,
    type: 'evidence.erased',
    pub: { ...named, ...order, request },
    refs: [request],
    more: { subject: piece },
  })

  test('Y-120, Y-121: by another, it takes the key of the bytes, and they are not taken in again', async () => {
    const made = await acquired()
    const { hub, founder } = world
    const { device, blob, named } = made
    expect((await hub.blobs.receive(device.deviceId, blob)).ok).toBe(true)
    const request = await requested(made)
    let told = 0
    hub.blobs.onErased(() => (told += 1))
    expect((await pushed(founder, approvalOf(named, request))).refused).toBeUndefined()
    expect(told).toBe(1)
    expect((await hub.blobs.readable(device.deviceId, blob)).ok).toBe(false)
    expect((await hub.blobs.erasedDue()).blobs.map(({ sha256 }) => sha256)).toEqual([bytes])
    for (const answer of [
      await hub.blobs.offered(device.deviceId, blob),
      await hub.blobs.receive(device.deviceId, blob),
    ])
      expect(answer.ok ? null : answer.error.message).toContain('erased by order')
  })

  test('L-131: without the request of another it is refused, and the bytes stay', async () => {
    const made = await acquired()
    const { hub, founder } = world
    const { device, blob, named } = made
    await hub.blobs.receive(device.deviceId, blob)
    const own = await pushed(founder, {
      case: caseA,
      type: 'evidence.erasure_requested',
      pub: { ...named, ...order },
      withheld: { reason: 'My own.' },
      more: { subject: piece },
    })
    expect(own.refused).toBeUndefined()
    const approved = await pushed(founder, approvalOf(named, own.id))
    expect(approved.refused).toMatchObject({
      code: 'not_permitted',
      message: expect.stringContaining('another person') as string,
    })
    expect((await hub.blobs.readable(device.deviceId, blob)).ok).toBe(true)
  })

  test('L-54: under a legal hold it is refused, and the bytes stay', async () => {
    const made = await acquired()
    const { hub, founder } = world
    await hub.blobs.receive(made.device.deviceId, made.blob)
    const request = await requested(made)
    const hold = { case: caseA, type: 'hold.placed', withheld: { reason: 'A court asks for it.' } }
    expect((await pushed(founder, hold)).refused).toBeUndefined()
    const approved = await pushed(founder, approvalOf(made.named, request))
    expect(approved.refused).toMatchObject({
      code: 'not_permitted',
      message: expect.stringContaining('hold') as string,
    })
    expect((await hub.blobs.readable(made.device.deviceId, made.blob)).ok).toBe(true)
  })
})
