import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Actor } from '../../../main/domain/access/actor.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok, type Result } from '../../../shared/schema/result.ts'
import type { Env } from '../../../main/platform/env.ts'
import { createLog } from '../../../main/platform/log.ts'
import type { Scheduler } from '../../../main/platform/scheduler.ts'
import { signMessage } from '../../../main/seal/signature.ts'
import { initWorkspace } from '../../../main/storage/ledger/init-workspace.ts'
import { openWorkspace } from '../../../main/storage/ledger/open-workspace.ts'
import { attachFolder } from '../../../main/storage/sync/attach-folder.ts'
import { enrolFolder, prepareEnrolment } from '../../../main/storage/sync/enrol-folder.ts'
import { enrolWith } from '../../../main/sync/device/enrol.ts'
import { foundHub, hubKeyValues } from '../../../main/sync/hub/founding.ts'
import type { HubIdentity } from '../../../main/sync/hub/records.ts'
import type { SyncLink } from '../../../main/sync/link.ts'
import { chanceOf, seededRandomness } from './chance.ts'
import { deviceClock } from './device-clock.ts'
import { openProductDevice } from './product-device.ts'
import { hubSecret, openHub, openProductHub, openStore } from './product-hub.ts'
import type { HubSubject, Subject } from './subject.ts'

const granted = <T>(result: Result<T, Refusal>): T => {
  if (!result.ok) throw new Error(`refused: ${result.error.code}: ${result.error.message}`)
  return result.value
}

const noTimers: Scheduler = { after: () => () => undefined }
const url = 'https://hub.test'

/** The time at which everything was set up: a day before the worlds begin. */
const foundingEnv = (name: string): Env => ({
  clock: deviceClock(name, () => -86_400_000, 0),
  random: seededRandomness(chanceOf(1).fork(name)),
  log: createLog('silent'),
  variables: {},
})

const linkTo = (hub: HubSubject): SyncLink => ({ call: (call) => hub.handle(call, '') })

/** A round of a device with the hub, without a network in between. */
const syncOnce = async (dir: string, env: Env, hub: HubSubject): Promise<void> => {
  const device = await openProductDevice({ dir, env, scheduler: noTimers, link: linkTo(hub) })
  const end = await device.round(linkTo(hub), new AbortController().signal)
  await device.close()
  if (end.end !== 'whole') throw new Error(`a device could not begin: ${JSON.stringify(end)}`)
}

interface Root {
  readonly dir: string
  readonly env: Env
  readonly workspaceUid: string
  readonly deviceId: string
  readonly admin: Actor
  readonly userUids: readonly string[]
  readonly key: { readonly kid: string; readonly spki: Uint8Array }
}

/** The workspace is made on the first device, whose folder is the hub's own (Y-2). */
const foundRoot = async (dir: string, users: number): Promise<Root> => {
  const env = foundingEnv('device-1')
  const made = granted(await initWorkspace(dir, { institution: 'ACME', name: 'Acme Bank', admin: 'Ana Ruiz' }, env))
  const admin: Actor = { userId: made.userId, userUid: made.userUid, role: 'admin' }
  const workspace = granted(await openWorkspace(dir, env, { scheduler: noTimers }))
  const userUids: string[] = []
  for (let n = 2; n <= users; n++)
    userUids.push(
      granted(
        await workspace.access.addUser(
          { login_name: `user.${n}`, name: `User ${n}`, role: 'supervisor', password: 'a long enough password' },
          { actor: admin },
        ),
      ).uid,
    )
  const { kid, spki } = workspace.keys.device
  await workspace.close()
  return { dir, env, workspaceUid: made.workspaceId, deviceId: made.deviceId, admin, userUids, key: { kid, spki } }
}

/** The hub's own folder becomes its device, and brings the hub's key into the workspace chain. */
const attachRoot = async (root: Root, identity: HubIdentity): Promise<void> => {
  const answer = {
    workspace_id: root.workspaceUid,
    institution: 'ACME',
    workspace_name: 'Acme Bank',
    hub: { origin: identity.origin, kid: identity.kid, spki: Buffer.from(identity.spki).toString('base64url') },
    root_kid: root.key.kid,
    device_id: root.deviceId,
    device_number: 0,
    user_uid: root.admin.userUid,
    lease: { slots: [0], until: '2027-01-01T00:00:00.000Z' },
  }
  granted(attachFolder(root.dir, { answer, url }, root.env))
  const workspace = granted(await openWorkspace(root.dir, root.env, { scheduler: noTimers }))
  granted(
    await workspace.ledger.write({ ...root.admin, acting: { origin: { by: 'setup' } } }, async (tx) => {
      const pub = hubKeyValues(identity)
      await tx.append({ case: 'workspace', type: 'key.enrolled', subject: pub.device_id, pub })
      return ok(undefined)
    }),
  )
  await workspace.close()
}

interface Enrolment {
  readonly dir: string
  readonly env: Env
  readonly link: SyncLink
  readonly name: string
  readonly code: string
}

const enrol = async ({ dir, env, link, name, code }: Enrolment): Promise<boolean> => {
  const { device: key } = granted(await prepareEnrolment(dir, env))
  const sign = (message: Uint8Array): Uint8Array => signMessage(message, key.privateKey)
  const answer = await enrolWith(link, { code, deviceName: name, spki: key.spki, sign }, new AbortController().signal)
  if (!answer.ok) return false
  granted(await enrolFolder(dir, { answer: answer.value, url, password: null }, env))
  return true
}

const enrolDevice = async (dir: string, name: string, code: string, hub: HubSubject): Promise<void> => {
  const env = foundingEnv(name)
  if (!(await enrol({ dir, env, link: linkTo(hub), name, code }))) throw new Error(`${name} could not enrol`)
  await syncOnce(dir, env, hub)
}

/**
 * The product itself: its hub over SQLite, its devices, everything between the bytes of a call and the bytes of a file.
 */
export const productSubject = (): Subject => ({
  found: async (base, devices) => {
    const hubDir = path.join(base, 'hub')
    mkdirSync(hubDir, { recursive: true })
    const root = await foundRoot(path.join(base, 'device-1'), devices)
    const hubParts = { dir: hubDir, env: foundingEnv('hub'), scheduler: noTimers }
    const store = await openStore(hubParts)
    const founder = { deviceId: root.deviceId, name: 'Hub folder', userUid: root.admin.userUid, ...root.key }
    const founded = await foundHub(
      store,
      { workspaceUid: root.workspaceUid, institution: 'ACME', name: 'Acme Bank', founder },
      { ...hubParts.env, hubSecret },
    )
    if (!founded.ok) throw new Error(founded.error.message)
    await attachRoot(root, founded.value)
    const codes = await openHub(store, hubParts)
    const hub = await openProductHub(hubParts)
    await syncOnce(root.dir, root.env, hub)
    const dirs = [root.dir]
    for (const [index, userUid] of root.userUids.entries()) {
      const name = `device-${index + 2}`
      const dir = path.join(base, name)
      const { code } = await codes.createCode({ userUid, deviceName: name, cases: [], validForMs: 86_400_000 })
      await enrolDevice(dir, name, code, hub)
      dirs.push(dir)
    }
    await hub.close()
    await store.close()
    return { hub: hubDir, devices: dirs }
  },
  openHub: openProductHub,
  openDevice: openProductDevice,
  enrol,
})
