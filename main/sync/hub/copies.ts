import { copiesRequest, returnCopyRequest, takeCopyRequest } from '../../../shared/protocol/sync.ts'
import type { CopiesAnswer } from '../../../shared/protocol/sync.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { decodeJson } from '../wire.ts'
import { refuseCall, refuseMessage, versionRefusal } from './answer.ts'
import type { CallRefusal } from './answer.ts'
import { activeDevice, sealing } from './core.ts'
import type { HubCore } from './core.ts'
import type { HubDevice, HubGrant } from './records.ts'
import type { HubWork } from './work.ts'

/** How cases are called, for people who choose among them; a sequencer by itself knows none of it. */
export type DescribeCases = (
  uids: readonly string[],
) => Promise<ReadonlyMap<string, { readonly number: string; readonly title: string }>>

/** Cases that one answer lists at most. */
const listedMax = 10_000

const notGranted = refuseCall(
  'not_granted',
  'This case is not granted to this device: an administrator of the hub can share it.',
)

/** Y-73: the cases that are granted to a device and that it gave back: what it can take again. */
export const copies = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
  describe: DescribeCases | undefined,
): Promise<Result<CopiesAnswer, CallRefusal>> => {
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const read = decodeJson(copiesRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  const found = await core.store.reading(async (tx) => {
    const device = await activeDevice(tx, deviceId)
    return device.ok ? ok(await tx.givenBack(device.value)) : device
  })
  if (!found.ok) return found
  const listed = found.value.slice(0, listedMax)
  const names = (await describe?.(listed.map((chain) => chain.case))) ?? new Map<string, never>()
  return ok({
    cases: listed.map(({ case: name, size }) => ({
      case: name,
      size,
      number: names.get(name)?.number ?? '',
      title: names.get(name)?.title ?? '',
    })),
  })
}

/** Where copies lie is part of a case's record: the hub seals each move in it, in the name of the device's user. */
const sealMove = async (
  work: HubWork,
  device: HubDevice,
  name: string,
  type: 'grant.given' | 'grant.ended',
  copy: 'taken' | 'given_back',
): Promise<void> => {
  const subject: HubGrant['subject'] = { kind: 'device', id: device.deviceId }
  await work.seal(name, {
    type,
    actor: device.userUid,
    origin: { by: 'sync' },
    subject: name,
    pub: { to: subject.kind, id: subject.id, copy },
  })
}

/** Y-73: gives a case that was given back to the device again; false where it has it. */
export const takeCopy = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
): Promise<Result<{ readonly changed: boolean }, CallRefusal>> => {
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const read = decodeJson(takeCopyRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  const name = read.value.case
  return await sealing<{ readonly changed: boolean }>(core, async (work) => {
    const device = await activeDevice(work.tx, deviceId)
    if (!device.ok) return device
    if (await work.tx.isGranted(device.value, name)) return ok({ changed: false })
    const release = await work.tx.release(deviceId, name)
    const isTheirs = (await work.tx.givenBack(device.value)).some((chain) => chain.case === name)
    if (release === null || !isTheirs) return notGranted
    await work.tx.saveRelease({ ...release, takenFeed: await work.feed() })
    await sealMove(work, device.value, name, 'grant.given', 'taken')
    return ok({ changed: true })
  })
}

/**
 * Y-73: ends the copy of a case on a device, at its own word. The device names the last entry of its own in the case:
 * the hub must have it, so that nothing goes that exists only there. The same again answers that nothing changed.
 */
export const returnCopy = async (
  core: HubCore,
  deviceId: string,
  body: Uint8Array,
): Promise<Result<{ readonly changed: boolean }, CallRefusal>> => {
  const version = versionRefusal(body, core.env.versions)
  if (version !== null) return version
  const read = decodeJson(returnCopyRequest, body)
  if (!read.ok) return refuseMessage(read.error)
  const { case: name, seq } = read.value
  return await sealing<{ readonly changed: boolean }>(core, async (work) => {
    const device = await activeDevice(work.tx, deviceId)
    if (!device.ok) return device
    if (device.value.kid === core.identity.rootKid)
      return refuseCall('invalid_request', 'The hub’s own folder holds every case.')
    if (!(await work.tx.isGranted(device.value, name)))
      return (await work.tx.release(deviceId, name)) === null ? notGranted : ok({ changed: false })
    if (((await work.lastOf(name, deviceId))?.seq ?? 0) < seq)
      return refuseCall(
        'invalid_request',
        'The hub does not have every entry that this device sealed in the case. Nothing was ended.',
      )
    await work.tx.saveRelease({ deviceId, case: name, feed: await work.feed(), takenFeed: null })
    await sealMove(work, device.value, name, 'grant.ended', 'given_back')
    return ok({ changed: true })
  })
}
