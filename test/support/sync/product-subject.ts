import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import { dataFolder } from '../../../main/platform/data-folder.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { Scheduler } from '../../../main/platform/scheduler.ts'
import { openHubStore } from '../../../main/storage/hub/open-hub-store.ts'
import { initWorkspace } from '../../../main/storage/ledger/init-workspace.ts'
import type { Actor } from '../../../main/storage/ledger/ledger.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { attachFolder } from '../../../main/storage/sync/attach-folder.ts'
import { enrolFolder, prepareEnrolment } from '../../../main/storage/sync/enrol-folder.ts'
import { emptyFrontier, encodeFrontier } from '../../../main/seal/frontier.ts'
import { hubOriginOf, makeHubKey } from '../../../main/sync/hub/hub-key.ts'
import { sealing } from '../../../main/sync/hub/core.ts'
import { foundingHead } from '../../../main/sync/hub/workspace-head.ts'
import type { HubDevice, HubIdentity } from '../../../main/sync/hub/store.ts'
import type { SyncLink } from '../../../main/sync/link.ts'
import { chanceOf, seededRandomness } from './chance.ts'
import { deviceClock } from './device-clock.ts'
import { openProductDevice } from './product-device.ts'
import { hubSecret, openCore, openProductHub } from './product-hub.ts'
import type { HubSubject, Subject } from './subject.ts'

const granted = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(`refused: ${result.error.code}: ${result.error.message}`)
  return result.value
}

const noTimers: Scheduler = { after: () => () => undefined }
const leaseUntil = '2037-01-01T00:00:00.000Z'

/** The time at which everything was set up: a day before the worlds begin. */
const foundingEnv = (name: string): Env => ({ clock: deviceClock(name, () => -86_400_000, 0), random: seededRandomness(chanceOf(1).fork(name)), log: createLog('silent') })

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

interface Founding {
  readonly base: string
  readonly hubDir: string
  readonly identity: HubIdentity
  readonly rootKid: string
  readonly workspaceUid: string
}

const answerFor = ({ identity, rootKid, workspaceUid }: Founding, deviceId: string, number: number, userUid: string): EnrolAnswer => ({
  workspace_id: workspaceUid, institution: 'ACME', workspace_name: 'Acme Bank',
  hub: { origin: identity.origin, kid: identity.kid, spki: base64url(identity.spki) },
  root_kid: rootKid, device_id: deviceId, device_number: number, user_uid: userUid, lease: { slots: [number], until: leaseUntil },
})

const hubDevice = (given: Pick<HubDevice, 'deviceId' | 'number' | 'userUid' | 'kid' | 'spki'>): HubDevice => ({
  ...given, name: `Device ${given.number}`, state: 'active', enrolledAtMs: 0, lastContactMs: null, dseq: 0, revokedFromDseq: null, slots: [given.number], leaseUntilMs: Date.parse(leaseUntil), joined: false, codeHash: `code ${given.number}`,
})

const linkTo = (hub: HubSubject): SyncLink => ({ call: (call) => hub.handle(call, '') })

/** A round of a device with the hub, without a network in between. */
const syncOnce = async (dir: string, env: Env, hub: HubSubject): Promise<void> => {
  const device = await openProductDevice({ dir, env, scheduler: noTimers, link: linkTo(hub) })
  const end = await device.round(linkTo(hub), new AbortController().signal)
  await device.close()
  if (end.end !== 'whole') throw new Error(`a device could not begin: ${JSON.stringify(end)}`)
}

/** The workspace is made on the first device, whose folder is the hub's own (Y-2). */
const foundRoot = async (dir: string, users: number): Promise<{ readonly env: Env; readonly workspaceUid: string; readonly deviceId: string; readonly admin: Actor; readonly userUids: readonly string[]; readonly key: { readonly kid: string; readonly spki: Uint8Array } }> => {
  const env = foundingEnv('device-1')
  const made = granted(await initWorkspace(dir, { institution: 'ACME', name: 'Acme Bank', admin: 'Ana Ruiz' }, env))
  const admin: Actor = { userId: made.userId, userUid: made.userUid, role: 'admin' }
  const workspace = granted(await openWorkspace(dir, env, { scheduler: noTimers }))
  const userUids: string[] = []
  for (let n = 2; n <= users; n++) userUids.push(granted(await workspace.access.addUser({ login_name: `user.${n}`, name: `User ${n}`, role: 'investigator', password: 'a long enough password' }, { actor: admin })).uid)
  const { kid, spki } = workspace.keys.device
  await workspace.close()
  return { env, workspaceUid: made.workspaceId, deviceId: made.deviceId, admin, userUids, key: { kid, spki } }
}

/** The product itself. */
export const productSubject = (): Subject => ({
  found: async (base, devices) => {
    const hubDir = path.join(base, 'hub')
    mkdirSync(hubDir, { recursive: true })
    const rootDir = path.join(base, 'device-1')
    const root = await foundRoot(rootDir, devices)
    const hubEnv = foundingEnv('hub')
    const identity: HubIdentity = {
      workspaceUid: root.workspaceUid, institution: 'ACME', name: 'Acme Bank', origin: hubOriginOf(root.workspaceUid), rootKid: root.key.kid,
      ...makeHubKey(root.workspaceUid, { hubSecret, random: hubEnv.random }),
    }
    const founding: Founding = { base, hubDir, identity, rootKid: root.key.kid, workspaceUid: root.workspaceUid }
    const store = granted(await openHubStore({ folder: dataFolder(hubDir), key: hubSecret, random: hubEnv.random, log: hubEnv.log, scheduler: noTimers }))
    await store.exclusively(async (tx) => {
      await tx.found(identity)
      const head = foundingHead({ kid: root.key.kid, deviceId: root.deviceId, spki: base64url(root.key.spki) })
      await tx.saveChain({ case: 'workspace', size: 0, frontier: encodeFrontier(emptyFrontier), head: JSON.stringify(head), feed: 0, checkpointSize: 0 })
      await tx.saveDevice(hubDevice({ deviceId: root.deviceId, number: 0, userUid: root.admin.userUid, ...root.key }))
    })
    await store.close()
    granted(await attachFolder(rootDir, { answer: answerFor(founding, root.deviceId, 0, root.admin.userUid), url: 'https://hub.test' }, root.env))
    const workspace = granted(await openWorkspace(rootDir, root.env, { scheduler: noTimers }))
    const pub = { kid: identity.kid, spki: base64url(identity.spki), device_id: `hub:${root.workspaceUid}`, device_number: 0, device_name: 'Hub', role: 'hub' }
    granted(
      await workspace.ledger.write(root.admin, async (tx) => {
        await tx.append({ case: 'workspace', type: 'key.enrolled', subject: pub.device_id, pub })
        return ok(undefined)
      }),
    )
    await workspace.close()
    const parts = { dir: hubDir, env: hubEnv, scheduler: noTimers }
    const hub = await openProductHub(parts)
    await syncOnce(rootDir, root.env, hub)
    const dirs = [rootDir]
    for (const [index, userUid] of root.userUids.entries()) {
      const number = index + 1
      const dir = path.join(base, `device-${number + 1}`)
      const env = foundingEnv(`device-${number + 1}`)
      const { device: key } = granted(await prepareEnrolment(dir, env))
      const deviceId = env.random.uuidv7(env.clock.nowMs())
      const core = await openCore(parts)
      await sealing(core, async (work) => {
        await work.seal('workspace', { type: 'key.enrolled', actor: root.admin.userUid, subject: deviceId, pub: { kid: key.kid, spki: base64url(key.spki), device_id: deviceId, device_number: number, device_name: `Device ${number}` } })
        await work.tx.saveDevice(hubDevice({ deviceId, number, userUid, kid: key.kid, spki: key.spki }))
        return ok(undefined)
      })
      await core.store.close()
      granted(await enrolFolder(dir, { answer: answerFor(founding, deviceId, number, userUid), url: 'https://hub.test', password: null }, env))
      await syncOnce(dir, env, hub)
      dirs.push(dir)
    }
    await hub.close()
    return { hub: hubDir, devices: dirs }
  },
  openHub: openProductHub,
  openDevice: openProductDevice,
})
