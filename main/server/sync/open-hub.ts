import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { EnrolAnswer } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openBlobStore } from '../../blobs/open-blob-store.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import type { Env } from '../../platform/env.ts'
import { deriveKey } from '../../platform/key-files.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { createCheckedSignatures } from '../../seal/checked-signatures.ts'
import type { CheckedSignatures } from '../../seal/checked-signatures.ts'
import { toBase64url } from '../../seal/hash.ts'
import { signMessage } from '../../seal/signature.ts'
import { openHubStore } from '../../storage/hub/open-hub-store.ts'
import { systemActor } from '../../storage/ledger/ledger.ts'
import { noWorkspace, openWorkspace } from '../../storage/ledger/open-workspace.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { attachFolder } from '../../storage/sync/attach-folder.ts'
import { enrolFolder, prepareEnrolment } from '../../storage/sync/enrol-folder.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import { createHubBytes } from '../../sync/hub/bytes.ts'
import type { HubBytes } from '../../sync/hub/bytes.ts'
import { createHub } from '../../sync/hub/create-hub.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'
import type { Hub } from '../../sync/hub/create-hub.ts'
import { foundHub, hubKeyValues } from '../../sync/hub/founding.ts'
import type { HubIdentity } from '../../sync/hub/records.ts'
import type { HubStore } from '../../sync/hub/store.ts'
import { enrolWith } from '../../sync/device/enrol.ts'
import { createInProcessLink } from '../../sync/link/in-process.ts'
import { metricsVariable } from '../metrics/metrics-address.ts'
import { startMetrics } from '../metrics/start-metrics.ts'
import type { RunningMetrics } from '../metrics/start-metrics.ts'
import { ownHubUrl } from './own-hub-url.ts'
import { parseSilence, silenceVariable } from './silence-days.ts'

/** Where a hub keeps what is not in its folder. */
export interface HubPlaces {
  /** Of PostgreSQL; absent: SQLite in the data folder. */
  readonly databaseUrl: string | undefined
  /** The bucket of evidence (`s3://...`); absent: files in the data folder. */
  readonly blobs: string | undefined
}

/** A hub that is open, with its own folder (Y-2). */
export interface OpenHub {
  readonly hub: Hub
  readonly store: HubStore
  /** The bytes of evidence that devices bring and fetch. */
  readonly bytes: HubBytes
  readonly workspace: Workspace
  /** Signatures that the hub has checked, so that its own folder need not do it again. */
  readonly checked: CheckedSignatures
  /** How long a device may be silent (Y-98). */
  readonly silentAfterMs: number
  /** Null where nobody asked for metrics. */
  readonly metrics: RunningMetrics | null
}

const otherSecret = refusal(
  'unavailable',
  'The hub’s key lies under another workspace key than this process has. Nothing was changed. All processes of one hub share one workspace key.',
)
const lostStore = refusal(
  'unavailable',
  'The store of this hub is not here: its folder has no hub.db, or what should be the store is empty. Nothing was founded or sealed. Put the FILE.hub of the backup from which the folder comes into it as hub.db; of a hub on PostgreSQL bring the database back and give its DATABASE_URL (docs/hub.md, Backup and restore). Laptops keep what they have meanwhile.',
)
const notEnrolled = refusal(
  'unavailable',
  'This folder belongs to another hub. A hub serves the folder in which its workspace was made, or one that it made itself.',
)

/** What the processes of a hub seal its key under (Y-17). */
export const hubSecretOf = (keys: Pick<FolderKeys, 'workspace'>): Uint8Array =>
  deriveKey(keys.workspace, 'fieldseal hub secret')

/** Whether the store is in PostgreSQL (`DATABASE_URL`); else it is SQLite in the data folder. */
const usesServer = (databaseUrl: string | undefined): databaseUrl is string =>
  databaseUrl !== undefined && databaseUrl !== ''

const storePlace = (folder: DataFolder, databaseUrl: string | undefined) =>
  usesServer(databaseUrl) ? { databaseUrl } : { folder }

const answerFor = (
  { workspaceUid, institution, name, origin, kid, spki, rootKid }: HubIdentity,
  device: {
    readonly deviceId: string
    readonly userUid: string
    readonly slots: readonly number[]
    readonly leaseUntilMs: number
  },
): EnrolAnswer => ({
  workspace_id: workspaceUid,
  institution,
  workspace_name: name,
  hub: { origin, kid, spki: toBase64url(spki) },
  root_kid: rootKid,
  device_id: device.deviceId,
  device_number: 0,
  user_uid: device.userUid,
  lease: { slots: [...device.slots], until: new Date(device.leaseUntilMs).toISOString() },
})

/** What the store cannot do now, because its database went away or its disk is full, is refused in its own words. */
const orRefused = async <T>(job: Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> => {
  try {
    return await job
  } catch (error) {
    if (!(error instanceof HubStoreFault)) throw error
    return fail(error.refusal)
  }
}

/** Why a hub does not open in its store: nothing was founded there, or it lies under another secret. */
const whyShut = async (store: HubStore, unfounded: Refusal): Promise<Refusal> =>
  (await store.reading((tx) => tx.identity())) === null ? unfounded : otherSecret

/** Founds the hub of a folder's workspace, or finds it founded. */
const found = async (store: HubStore, workspace: Workspace): Promise<Result<HubIdentity, Refusal>> => {
  const { facts, keys, env, db } = workspace
  const admin = await db.selectFrom('users').select('uid').where('role', '=', 'admin').orderBy('id').executeTakeFirst()
  const founded = await foundHub(
    store,
    {
      workspaceUid: facts.uid,
      institution: facts.institution,
      name: facts.name,
      founder: {
        deviceId: facts.deviceId,
        name: 'Hub',
        userUid: admin?.uid ?? systemActor.userUid,
        kid: keys.device.kid,
        spki: keys.device.spki,
      },
    },
    { clock: env.clock, random: env.random, hubSecret: hubSecretOf(keys) },
  )
  return founded.ok ? founded : fail(refusal('unavailable', founded.error.message))
}

/**
 * Makes the folder in which the workspace was made a device of its hub; it has to be closed and opened again for that.
 */
const attach = async (
  store: HubStore,
  identity: HubIdentity,
  workspace: Workspace,
): Promise<Result<Workspace, Refusal>> => {
  const { folder, env, facts } = workspace
  const device = await orRefused(store.reading(async (tx) => ok(await tx.device(facts.deviceId))))
  if (!device.ok || device.value === null) {
    await workspace.close()
    return device.ok ? fail(notEnrolled) : device
  }
  await workspace.close()
  const attached = attachFolder(folder.dir, { answer: answerFor(identity, device.value), url: ownHubUrl }, env)
  return attached.ok ? await openWorkspace(folder.dir, env) : attached
}

/** Y-3: the founder brings the hub's key into the workspace's chain, once. */
const bringHubKey = async (identity: HubIdentity, { ledger, db }: Workspace): Promise<Result<void, Refusal>> => {
  const rows = await db.selectFrom('entries').select('payload').where('chain', '=', 0).execute()
  if (rows.some(({ payload }) => payload.includes(`"kid":"${identity.kid}"`))) return ok(undefined)
  const pub = hubKeyValues(identity)
  return await ledger.write({ ...systemActor, acting: { origin: { by: 'setup' } } }, async (tx) => {
    await tx.append({ case: 'workspace', type: 'key.enrolled', subject: pub.device_id, pub })
    return ok(undefined)
  })
}

const openInFolder = async (
  folder: DataFolder,
  env: Env,
  { databaseUrl, blobs: location }: HubPlaces,
): Promise<Result<OpenHub, Refusal>> => {
  const silence = parseSilence(env.variables[silenceVariable])
  if (!silence.ok) return silence
  const silentAfterMs = silence.value
  const opened = await openWorkspace(folder.dir, env)
  if (!opened.ok) return opened
  let workspace = opened.value
  const isOwn = workspace.sync.replica.relation()
  // An empty store that was made here would stand in the place of the one that is to come back.
  if (isOwn?.url === ownHubUrl && !usesServer(databaseUrl) && !existsSync(folder.hubDatabase)) {
    await workspace.close()
    return fail(lostStore)
  }
  const bare = await openHubStore({
    ...storePlace(folder, databaseUrl),
    key: workspace.keys.workspace,
    random: env.random,
    log: env.log,
  })
  if (!bare.ok) {
    await workspace.close()
    return bare
  }
  const metrics = await startMetrics(bare.value, env.variables[metricsVariable], { ...env, silentAfterMs })
  if (!metrics.ok) {
    await bare.value.close()
    await workspace.close()
    return metrics
  }
  const store = ok(metrics.value?.store ?? bare.value)
  const refuse = async (error: Refusal): Promise<Result<never, Refusal>> => {
    await store.value.close()
    await workspace.close()
    return fail(error)
  }
  if (isOwn !== null && isOwn.url !== ownHubUrl) return await refuse(notEnrolled)
  if (isOwn === null) {
    const identity = await orRefused(found(store.value, workspace))
    if (!identity.ok) return await refuse(identity.error)
    const attached = await attach(store.value, identity.value, workspace)
    if (!attached.ok) {
      await store.value.close()
      return attached
    }
    workspace = attached.value
  }
  const checked = createCheckedSignatures()
  const created = await orRefused(
    createHub(store.value, {
      checked,
      ownDeviceId: workspace.facts.deviceId,
      clock: env.clock,
      random: env.random,
      log: env.log,
      hubSecret: hubSecretOf(workspace.keys),
      describeCases: (uids) => workspace.sync.overview.namesOf(uids),
    }).then(async (made): Promise<Result<Hub, Refusal>> =>
      made === null ? fail(await whyShut(store.value, lostStore)) : ok(made),
    ),
  )
  if (!created.ok) return await refuse(created.error)
  const hub = created.value
  // Only the folder in which the workspace was made brings the key: another process's folder finds it in the chain that
  // it pulls.
  if (workspace.keys.device.kid === hub.identity.rootKid) {
    const brought = await bringHubKey(hub.identity, workspace)
    if (!brought.ok) return await refuse(brought.error)
  }
  await mkdir(folder.hubBlobs, { recursive: true, mode: 0o700 })
  const blobs = await openBlobStore({
    folder: folder.hubBlobs,
    location: location === '' ? undefined : location,
    random: env.random,
  })
  if (!blobs.ok) return await refuse(blobs.error)
  const bytes = createHubBytes({
    blobs: hub.blobs,
    store: blobs.value,
    clock: env.clock,
    scheduler: timerScheduler,
    log: env.log,
  })
  return ok({ hub, store: store.value, bytes, workspace, checked, silentAfterMs, metrics: metrics.value })
}

const codeValidMs = 600_000

/** A further process of a hub makes itself a folder: a device to which every case is granted (Y-2). */
const makeFolder = async (folder: DataFolder, env: Env, databaseUrl: string): Promise<Result<void, Refusal>> => {
  const prepared = await prepareEnrolment(folder.dir, env)
  if (!prepared.ok) return prepared
  const keys = prepared.value
  const store = await openHubStore({ databaseUrl, key: keys.workspace, random: env.random, log: env.log })
  if (!store.ok) return store
  try {
    const hub = await createHub(store.value, {
      clock: env.clock,
      random: env.random,
      log: env.log,
      hubSecret: hubSecretOf(keys),
    })
    if (hub === null) return fail(await whyShut(store.value, noWorkspace))
    const [first] = await hub.listDevices()
    const { code } = await hub.createCode({
      userUid: first?.userUid ?? systemActor.userUid,
      deviceName: 'Hub',
      cases: 'all',
      validForMs: codeValidMs,
    })
    const { spki, privateKey } = keys.device
    const answer = await enrolWith(
      createInProcessLink(hub),
      { code, deviceName: 'Hub', spki, sign: (message) => signMessage(message, privateKey) },
      new AbortController().signal,
    )
    if (!answer.ok) return answer
    const made = await enrolFolder(folder.dir, { answer: answer.value, url: ownHubUrl, password: null }, env)
    return made.ok ? ok(undefined) : made
  } finally {
    await store.value.close()
  }
}

/**
 * Opens a hub in a data folder: founds it at the first start, makes the folder a device of it, and brings its key into
 * the workspace's chain. With PostgreSQL, a folder that is empty becomes that of a further process of the hub.
 */
export const openHub = async (dataDir: string, env: Env, places: HubPlaces): Promise<Result<OpenHub, Refusal>> => {
  const { databaseUrl } = places
  const folder = dataFolder(dataDir)
  if (!hasWorkspace(folder)) {
    if (!usesServer(databaseUrl)) return fail(noWorkspace)
    const made = await orRefused(makeFolder(folder, env, databaseUrl))
    if (!made.ok) return made
  }
  return await openInFolder(folder, env, places)
}
