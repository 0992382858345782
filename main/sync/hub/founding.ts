import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { emptyFrontier, encodeFrontier } from '../../seal/frontier.ts'
import { toBase64url } from '../../seal/hash.ts'
import { hubOriginOf, makeHubKey } from './hub-key.ts'
import type { HubEnv } from './hub-key.ts'
import { leaseMs } from './slots.ts'
import type { HubIdentity } from './records.ts'
import type { HubStore } from './store.ts'
import { foundingHead } from './workspace-head.ts'

/** What a hub is founded for: the workspace of its own folder, and the device that this folder is (Y-2). */
export interface Founding {
  readonly workspaceUid: string
  readonly institution: string
  readonly name: string
  /** The folder's device, whose key the workspace chain starts from (S-31). */
  readonly founder: {
    readonly deviceId: string
    readonly name: string
    readonly userUid: string
    readonly kid: string
    readonly spki: Uint8Array
  }
}

/** Why a hub cannot be founded. */
export interface FoundingFault {
  readonly code: 'other_workspace'
  readonly message: string
}

/**
 * Founds a hub in an empty store: makes its key, and lets the first device in. The same again changes nothing, so that
 * several processes may begin at once.
 *
 * The hub seals nothing before its own folder has pushed the workspace chain with a `key.enrolled` of the hub's key
 * (`role: hub`, device id `hub:<workspace uid>`, number 0), sealed by the founder.
 */
export const foundHub = async (
  store: HubStore,
  founding: Founding,
  env: Pick<HubEnv, 'clock' | 'random' | 'hubSecret'>,
): Promise<Result<HubIdentity, FoundingFault>> =>
  await store.exclusively(async (tx) => {
    const { workspaceUid, institution, name, founder } = founding
    const before = await tx.identity()
    if (before !== null) {
      return before.workspaceUid === workspaceUid
        ? ok(before)
        : fail({ code: 'other_workspace', message: 'This store is the hub of another workspace.' })
    }
    const identity: HubIdentity = {
      workspaceUid,
      institution,
      name,
      origin: hubOriginOf(workspaceUid),
      rootKid: founder.kid,
      ...makeHubKey(workspaceUid, env),
    }
    await tx.found(identity)
    const nowMs = env.clock.nowMs()
    const feed = await tx.nextFeed()
    const head = foundingHead({ kid: founder.kid, deviceId: founder.deviceId, spki: toBase64url(founder.spki) })
    await tx.saveChain({
      case: 'workspace',
      size: 0,
      frontier: encodeFrontier(emptyFrontier),
      head: JSON.stringify(head),
      feed,
      checkpointSize: 0,
    })
    await tx.saveDevice({
      deviceId: founder.deviceId,
      number: 0,
      name: founder.name,
      userUid: founder.userUid,
      kid: founder.kid,
      spki: founder.spki,
      state: 'active',
      enrolledAtMs: nowMs,
      lastContactMs: nowMs,
      dseq: 0,
      revokedFromDseq: null,
      slots: await tx.freeSlots(nowMs, 1),
      leaseUntilMs: nowMs + leaseMs,
      pastSlots: [],
      joined: false,
      codeHash: '',
    })
    return ok(identity)
  })

/** The public values of the `key.enrolled` by which the founder brings the hub's key into the workspace chain (Y-3). */
export const hubKeyValues = (identity: Pick<HubIdentity, 'workspaceUid' | 'kid' | 'spki'>) => ({
  kid: identity.kid,
  spki: toBase64url(identity.spki),
  device_id: `hub:${identity.workspaceUid}`,
  device_number: 0,
  device_name: 'Hub',
  role: 'hub',
})
