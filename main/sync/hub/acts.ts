import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { refuseCall } from './answer.ts'
import type { GrantTo } from './administration.ts'
import type { CallRefusal } from './answer.ts'
import { mayHave } from './case-access.ts'
import { sealing } from './core.ts'
import type { HubCore } from './core.ts'
import { end, give, hasGrant, reachedSubjects } from './grants.ts'
import type { HubDevice } from './records.ts'
import type { HubWork } from './work.ts'

/** Whoever an administrator is, by the user's uid. */
export interface By {
  readonly actor: string
  readonly reason?: string
}

const noDevice = refuseCall('invalid_request', 'There is no device with this id.')
const noTeam = refuseCall(
  'invalid_request',
  'There is no team with this id, or the hub has not taken it in yet; then try again in a moment.',
)
const noCase = refuseCall('invalid_request', 'This hub has no case with this id.')

const mayNotKnow = refuseCall(
  'invalid_request',
  'The access rule of this case does not let them know it, so it is not granted to them. Change the rule first.',
)

const withReason = ({ reason }: By) => (reason === undefined || reason === '' ? {} : { withheld: { reason } })

const revokeKey = async (work: HubWork, device: HubDevice, fromDseq: number, by: By): Promise<void> => {
  await work.seal('workspace', {
    type: 'key.revoked',
    actor: by.actor,
    origin: { by: 'person' },
    subject: device.deviceId,
    pub: { kid: device.kid, from_dseq: fromDseq },
    ...withReason(by),
  })
}

/**
 * Y-13: revokes the key of a device. Entries from `fromDseq` on are refused; without it, all that has not arrived yet.
 */
export const revokeDevice = (
  core: HubCore,
  deviceId: string,
  by: By & { readonly fromDseq?: number },
): Promise<Result<HubDevice, CallRefusal>> =>
  sealing(core, async (work) => {
    const device = await work.tx.device(deviceId)
    if (device === null) return noDevice
    if (device.kid === core.identity.rootKid)
      return refuseCall('invalid_request', 'The hub’s own folder cannot be revoked.')
    if (device.state === 'revoked' || device.state === 'removed') return ok(device)
    const fromDseq = by.fromDseq ?? device.dseq + 1
    await revokeKey(work, device, fromDseq, by)
    const after: HubDevice = { ...device, state: 'revoked', revokedFromDseq: fromDseq, leaseUntilMs: work.nowMs }
    await work.tx.saveDevice(after)
    await work.tx.endRefusals(deviceId)
    return ok(after)
  })

/**
 * Y-13: removes a device: it is told so at its next contact and wipes what was granted to it. What it has sent counts.
 */
export const removeDevice = (core: HubCore, deviceId: string, by: By): Promise<Result<HubDevice, CallRefusal>> =>
  sealing(core, async (work) => {
    const device = await work.tx.device(deviceId)
    if (device === null) return noDevice
    if (device.kid === core.identity.rootKid)
      return refuseCall('invalid_request', 'The hub’s own folder cannot be removed.')
    if (device.state === 'removed') return ok(device)
    const fromDseq = device.revokedFromDseq ?? device.dseq + 1
    if (device.revokedFromDseq === null) await revokeKey(work, device, fromDseq, by)
    await work.seal('workspace', {
      type: 'device.removed',
      actor: by.actor,
      origin: { by: 'person' },
      subject: deviceId,
      pub: { device_id: deviceId, kid: device.kid },
      ...withReason(by),
    })
    const after: HubDevice = { ...device, state: 'removed', revokedFromDseq: fromDseq, leaseUntilMs: work.nowMs }
    await work.tx.saveDevice(after)
    await work.tx.endRefusals(deviceId)
    return ok(after)
  })

/**
 * Grants a case to a user, a device or a team, by an entry of the case (Y-3). One who has it keeps it, and nothing is
 * sealed.
 */
export const grantCase = (
  core: HubCore,
  name: string,
  subject: GrantTo,
  by: By,
): Promise<Result<boolean, CallRefusal>> =>
  sealing(core, async (work) => {
    if (name === 'workspace' || (await work.size(name)) === 0) return noCase
    const workspace = await work.workspace()
    if (subject.kind === 'team' && !Object.hasOwn(workspace.teams, subject.id)) return noTeam
    const head = await work.caseHead(name)
    if (!(await mayHave(work, workspace, head, subject))) return mayNotKnow
    const feed = await work.feed()
    if (!(await give(work.tx, name, subject, feed))) return ok(false)
    for (const reached of reachedSubjects(subject, workspace))
      if (await mayHave(work, workspace, head, reached)) await give(work.tx, name, reached, feed)
    await work.seal(name, {
      type: 'grant.given',
      actor: by.actor,
      origin: { by: 'person' },
      subject: name,
      pub: { to: subject.kind, id: subject.id },
      ...withReason(by),
    })
    return ok(true)
  })

/**
 * Ends the grant of a case: the device drops the case at its next contact, unless it has it by another grant (Y-25).
 */
export const endGrant = (
  core: HubCore,
  name: string,
  subject: GrantTo,
  by: By,
): Promise<Result<boolean, CallRefusal>> =>
  sealing(core, async (work) => {
    if (!(await hasGrant(work.tx, name, subject))) return ok(false)
    const feed = await work.feed()
    await end(work.tx, name, subject, feed)
    for (const reached of reachedSubjects(subject, await work.workspace())) await end(work.tx, name, reached, feed)
    await work.seal(name, {
      type: 'grant.ended',
      actor: by.actor,
      origin: { by: 'person' },
      subject: name,
      pub: { to: subject.kind, id: subject.id },
      ...withReason(by),
    })
    return ok(true)
  })
