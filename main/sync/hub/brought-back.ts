import { fromBase64url } from '../../seal/hash.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { grantFromStart } from './first-grants.ts'
import { end, give, reachedSubjects } from './grants.ts'
import type { HubDevice, HubGrant } from './records.ts'
import type { HubWork } from './work.ts'
import { broughtKey } from './workspace-head.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const kinds = ['user', 'device', 'team'] as const

const subjectOf = ({ to, id }: EntryPayload['pub']): HubGrant['subject'] | null => {
  const kind = kinds.find((one) => one === to)
  return kind === undefined || text(id) === '' ? null : { kind, id: text(id) }
}

/** A grant, or its end, and all whom it reaches. */
const followGrant = async (work: HubWork, { type, case: name, pub }: EntryPayload): Promise<void> => {
  const subject = subjectOf(pub)
  if (subject === null) return
  const change = type === 'grant.given' ? give : end
  for (const each of [subject, ...reachedSubjects(subject, await work.workspace())])
    await change(work.tx, name, each, await work.feed())
}

/** The cases that an enrolment named. */
const admittedTo = (cases: unknown): readonly string[] | 'all' =>
  cases === 'all' ? 'all' : Array.isArray(cases) ? cases.filter((name): name is string => typeof name === 'string') : []

/**
 * A device whose enrolment the hub has lost, with what it was granted from the start.
 *
 * @param payload the hub's own `key.enrolled`; that its seal holds was checked
 * @returns the device as it is to be saved; null where it is known, or its number is another's by now: ids of two
 * devices would be the same
 */
export const enrolledAgain = async (work: HubWork, payload: EntryPayload): Promise<HubDevice | null> => {
  const key = broughtKey(payload)
  const spki = key === null ? null : fromBase64url(key.spki)
  if (key === null || spki === null || (await work.tx.deviceOfKey(key.kid)) !== null) return null
  const devices = await work.tx.devices()
  if (devices.some(({ deviceId, number }) => deviceId === key.deviceId || number === key.number)) return null
  await work.tx.passDeviceNumbers(key.number)
  const device: HubDevice = {
    deviceId: key.deviceId,
    number: key.number,
    name: text(payload.pub['device_name']),
    userUid: text(payload.pub['user_uid']),
    kid: key.kid,
    spki,
    state: 'active',
    enrolledAtMs: Date.parse(payload.at),
    lastContactMs: null,
    dseq: 0,
    revokedFromDseq: null,
    slots: [],
    leaseUntilMs: 0,
    pastSlots: [],
    joined: key.joinedDseq > 0,
    codeHash: `brought back by ${key.kid}`,
  }
  const { cases, follows } = payload.pub
  const old = typeof follows === 'string' ? await work.tx.device(follows) : null
  await grantFromStart(work, device, { cases: admittedTo(cases), old })
  return device
}

/**
 * Y-55: what the hub sealed before it was set back counts again once a device brings it: grants that were given and
 * ended, devices that were enrolled, revoked and removed. The hub's own signature
 * over it was checked.
 *
 * @param device the device that the entry is about, as it is now
 * @returns a device as it is to be saved; null where none changes
 */
export const followOwn = async (
  work: HubWork,
  payload: EntryPayload,
  device: HubDevice | null,
): Promise<HubDevice | null> => {
  const { type, pub } = payload
  if (type === 'grant.given' || type === 'grant.ended') await followGrant(work, payload)
  if (type === 'key.enrolled') return await enrolledAgain(work, payload)
  if (type === 'key.revoked') {
    const from = typeof pub['from_dseq'] === 'number' ? pub['from_dseq'] : 1
    return device?.state === 'active'
      ? { ...device, state: 'revoked', revokedFromDseq: from, leaseUntilMs: work.nowMs }
      : null
  }
  if (type === 'device.removed')
    return device === null ? null : { ...device, state: 'removed', leaseUntilMs: work.nowMs }
  return null
}
