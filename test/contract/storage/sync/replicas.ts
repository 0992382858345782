import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Actor } from '../../../../main/domain/access/actor.ts'
import type { EnrolAnswer } from '../../../../shared/protocol/sync.ts'
import { ok } from '../../../../shared/schema/result.ts'
import { deviceKeyOf } from '../../../../main/platform/key-files.ts'
import type { DeviceKey } from '../../../../main/platform/key-files.ts'
import { createLog } from '../../../../main/platform/log.ts'
import { systemRandom } from '../../../../main/platform/random.ts'
import type { Env } from '../../../../main/platform/env.ts'
import { signCheckpoint } from '../../../../main/seal/checkpoint.ts'
import { openEntry, sealEntry } from '../../../../main/seal/entry.ts'
import { appendLeaf, emptyFrontier, frontierRoot } from '../../../../main/seal/frontier.ts'
import { encodeHlc } from '../../../../main/seal/hlc.ts'
import type { CaseIntake, Intake } from '../../../../main/sync/device/replica.ts'
import type { CarriedEntry } from '../../../../main/sync/entry.ts'
import { openWorkspace } from '../../../../main/storage/ledger/open-workspace.ts'
import type { Workspace } from '../../../../main/storage/ledger/workspace.ts'
import { openReader } from '../../../../main/storage/sqlite/connection.ts'
import { statementsOf } from '../../../../main/storage/sqlite/statements.ts'
import { attachFolder } from '../../../../main/storage/sync/attach-folder.ts'
import { enrolFolder, prepareEnrolment } from '../../../../main/storage/sync/enrol-folder.ts'
import { joinFolder, joiningOf } from '../../../../main/storage/sync/join-folder.ts'
import { projectionOf } from '../../../../main/storage/verification/projection-of.ts'
import { freshWorkspace, granted, testClock } from '../support.ts'
import type { TestClock, TestWorkspace } from '../support.ts'
import { turnedByHand } from '../../../support/turned-by-hand.ts'

/** A device of the field: its workspace, and how it is closed and gone. */
export interface Replica {
  readonly workspace: Workspace
  readonly clock: TestClock
  readonly dir: string
  readonly env: Env
  remove(): Promise<void>
}

const nothing: Intake = { cases: [], granted: [], dropped: [], lease: null, since: null }

const isWorkspace = (uid: string): boolean => uid === 'workspace'

/** The order that a hub gives, and nothing else of one: no checks, no receipts, no network. */
export class Order {
  readonly chains = new Map<string, CarriedEntry[]>()
  readonly key: DeviceKey = deviceKeyOf(generateKeyPairSync('ed25519').privateKey)
  readonly origin: string

  constructor(workspaceUid: string) {
    this.origin = `hub/${workspaceUid}`
  }

  chain(uid: string): CarriedEntry[] {
    const known = this.chains.get(uid)
    if (known !== undefined) return known
    const made: CarriedEntry[] = []
    this.chains.set(uid, made)
    return made
  }

  /** Takes what a device has for the hub, run by run in its order; what the device has not pulled comes along. */
  async push(replica: Replica, limits = { entries: 2_000, bytes: 8_000_000 }): Promise<void> {
    for (;;) {
      const runs = await replica.workspace.sync.replica.pending(limits)
      if (runs.length === 0) return
      for (const run of runs) this.chain(run.case).push(...run.entries)
      await this.pull(
        replica,
        runs.map((run) => run.case),
      )
    }
  }

  checkpoint(uid: string, size: number): NonNullable<CaseIntake['checkpoint']> {
    const root = frontierRoot(
      this.chain(uid)
        .slice(0, size)
        .reduce((tree, { id }) => appendLeaf(tree, Buffer.from(id, 'hex')), emptyFrontier),
    )
    const origin = `${this.origin}/case/${uid}`
    return {
      size,
      root,
      note: signCheckpoint(
        { origin, size, root },
        { name: origin, privateKey: this.key.privateKey, publicKeyRaw: this.key.publicKeyRaw },
      ),
    }
  }

  /** What a device lacks of a chain, at most so many entries of it. */
  async lacking(replica: Replica, uid: string, most = Infinity): Promise<CaseIntake> {
    const { replica: kept } = replica.workspace.sync
    const from = (await kept.standing(uid))?.received ?? 0
    const own = new Set((await kept.waiting(uid)).map(({ id }) => id))
    const items = this.chain(uid).slice(from, from + most)
    const checkpoint = items.length === 0 ? null : this.checkpoint(uid, from + items.length)
    return {
      case: uid,
      from,
      entries: items.map((entry) => (own.has(entry.id) ? { own: entry.id } : entry)),
      receipts: [],
      checkpoint,
    }
  }

  /** Gives a device all of these chains (all that there are, unless named), the workspace's first. */
  async pull(replica: Replica, uids: readonly string[] = [...this.chains.keys()], most = Infinity): Promise<void> {
    const { replica: kept } = replica.workspace.sync
    for (const uid of [...new Set(uids)].sort((a, b) => Number(isWorkspace(b)) - Number(isWorkspace(a)))) {
      const isNew = !isWorkspace(uid) && (await kept.standing(uid)) === null
      if (isNew) await kept.take({ ...nothing, granted: [{ case: uid, size: this.chain(uid).length }] })
      for (;;) {
        const intake = await this.lacking(replica, uid, most)
        if (intake.entries.length === 0) break
        await kept.take({ ...nothing, cases: [intake] })
      }
    }
  }
}

/** A workspace with its order, and devices enrolled with it. */
export interface Field {
  readonly order: Order
  /** The device in which the workspace was made. */
  readonly root: Replica
  readonly admin: Actor
  /** Enrols one more device; its user is the first admin. */
  enrol(): Promise<Replica>
  /** The same, before anything of the workspace has come to it. */
  enrolOnly(): Promise<Replica>
  remove(): Promise<void>
}

const answerFor = (
  order: Order,
  { made }: TestWorkspace,
  rootKid: string,
  deviceId: string,
  number: number,
  userUid: string,
): EnrolAnswer => ({
  workspace_id: made.workspaceId,
  institution: made.institution,
  workspace_name: 'Acme Bank',
  hub: { origin: order.origin, kid: order.key.kid, spki: Buffer.from(order.key.spki).toString('base64url') },
  root_kid: rootKid,
  device_id: deviceId,
  device_number: number,
  user_uid: userUid,
  lease: { slots: [number], until: '2036-01-01T00:00:00.000Z' },
})

type KeyPub = Record<string, string | number | boolean>

/** Y-3: the device that made the workspace brings the key of its hub. */
const bringHubKey = async (root: Replica, admin: Actor, pub: KeyPub): Promise<void> => {
  granted(
    await root.workspace.ledger.write({ ...admin, acting: { origin: { by: 'setup' } } }, async (tx) => {
      await tx.append({ case: 'workspace', type: 'key.enrolled', subject: String(pub['device_id']), pub })
      return ok(undefined)
    }),
  )
}

/** The hub seals that a key belongs to the workspace (S-35), after all that the order has. */
export const enrolKey = ({ order, root, admin }: Pick<Field, 'order' | 'root' | 'admin'>, pub: KeyPub): void => {
  const dev = order.origin.replace('/', ':')
  const own = order.chain('workspace').filter((entry) => {
    const opened = openEntry(entry)
    return opened.ok && opened.value.dev === dev
  })
  const ms = root.clock.nowMs()
  const { id, payload, kid, sig } = sealEntry(
    {
      v: 1,
      case: 'workspace',
      type: 'key.enrolled',
      dev,
      kid: order.key.kid,
      actor: admin.userUid,
      seq: own.length + 1,
      dseq: own.length + 1,
      prev: own.at(-1)?.id ?? null,
      seen: [],
      at: new Date(ms).toISOString(),
      hlc: encodeHlc({ ms, counter: 0 }),
      boot: 'hub',
      mono: own.length,
      anchor: null,
      subject: String(pub['device_id']),
      refs: [],
      pub,
      _sd: [],
      _sd_alg: 'sha-256',
    },
    order.key,
  )
  order.chain('workspace').push({ id, payload, kid, sig, disclosures: [] })
}

export const keyPub = (key: Pick<DeviceKey, 'kid' | 'spki'>, deviceId: string, number: number): KeyPub => ({
  kid: key.kid,
  spki: Buffer.from(key.spki).toString('base64url'),
  device_id: deviceId,
  device_number: number,
  device_name: `Device ${number}`,
})

/** The canonical dump of a replica's tables. */
export const dumpOf = ({ workspace }: Replica): Readonly<Record<string, string>> => {
  const reader = openReader(workspace.folder.database, workspace.keys.database)
  try {
    return projectionOf(statementsOf(reader))
  } finally {
    reader.close()
  }
}

/** The faults that a replica's own verification names. */
export const faultsOf = async ({ workspace }: Replica): Promise<readonly string[]> => {
  const report = await workspace.verification.verifyWorkspace()
  return (report?.findings ?? [])
    .filter(({ severity }) => severity === 'fault')
    .map(({ code, message }) => `${code}: ${message}`)
}

export const answerOf = answerFor

/** Makes a workspace with a hub's order. */
export const freshField = async (): Promise<Field> => {
  const t = await freshWorkspace()
  const order = new Order(t.made.workspaceId)
  const rootKid = t.workspace.keys.device.kid
  await t.workspace.close()
  granted(
    attachFolder(
      t.dir,
      { answer: answerFor(order, t, rootKid, t.made.deviceId, 0, t.made.userUid), url: 'https://hub.test' },
      t.env,
    ),
  )
  const open = async (dir: string, env: Env, clock: TestClock): Promise<Replica> => {
    const workspace = granted(await openWorkspace(dir, env, { scheduler: turnedByHand() }))
    return {
      workspace,
      clock,
      dir,
      env,
      remove: async () => {
        await workspace.close()
        rmSync(path.dirname(dir), { recursive: true, force: true })
      },
    }
  }
  const root = await open(t.dir, t.env, t.clock)
  await bringHubKey(root, t.admin, { ...keyPub(order.key, `hub:${t.made.workspaceId}`, 0), role: 'hub' })
  await order.push(root)
  const devices: Replica[] = []
  const enrolOnly = async (): Promise<Replica> => {
    const number = devices.length + 1
    const clock = testClock()
    const env: Env = { clock, random: systemRandom(), log: createLog('silent'), variables: {} }
    const dir = path.join(mkdtempSync(path.join(tmpdir(), 'fieldseal-field-')), 'data')
    const keys = granted(await prepareEnrolment(dir, env))
    const deviceId = env.random.uuidv7(clock.nowMs())
    await order.push(root)
    enrolKey({ order, root, admin: t.admin }, keyPub(keys.device, deviceId, number))
    await order.pull(root, ['workspace'])
    granted(
      await enrolFolder(
        dir,
        {
          answer: answerFor(order, t, rootKid, deviceId, number, t.admin.userUid),
          url: 'https://hub.test',
          password: null,
        },
        env,
      ),
    )
    const device = await open(dir, env, clock)
    devices.push(device)
    return device
  }
  return {
    order,
    root,
    admin: t.admin,
    enrolOnly,
    enrol: async () => {
      const device = await enrolOnly()
      await order.pull(device)
      return device
    },
    remove: async () => {
      for (const device of [...devices, root]) await device.remove()
    },
  }
}

/** Joins a folder that worked alone to the order, and opens it. */
export const joinAlone = async (
  field: Field,
  alone: TestWorkspace,
  answer: EnrolAnswer,
  number: number,
): Promise<Replica> => {
  const joining = await joiningOf(alone.workspace)
  await field.order.push(field.root)
  enrolKey(field, {
    ...keyPub(alone.workspace.keys.device, alone.made.deviceId, number),
    joined: true,
    joined_dseq: joining.dseq,
  })
  await field.order.pull(field.root, ['workspace'])
  await alone.workspace.close()
  granted(
    await joinFolder(
      alone.dir,
      { answer, url: 'https://hub.test', password: null, joinedDseq: joining.dseq },
      alone.env,
    ),
  )
  const workspace = granted(await openWorkspace(alone.dir, alone.env, { scheduler: turnedByHand() }))
  return { workspace, clock: alone.clock, dir: alone.dir, env: alone.env, remove: () => workspace.close() }
}
