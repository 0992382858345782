import { rmSync } from 'node:fs'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { openBlobs } from '../../blobs/file-store.ts'
import { accessLogDaysOf, unusualCasesOf } from '../../../shared/schema/policy.ts'
import { featureNames, featureNotes } from '../../detection/features/catalogue.ts'
import { noCurrencies } from '../../../shared/schema/detection-policy.ts'
import { shippedModel } from '../../detection/models/shipped/shipped-model.ts'
import { dataFolder, hasWorkspace } from '../../platform/data-folder.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import { developmentBuild } from '../../platform/development-build.ts'
import type { Env } from '../../platform/env.ts'
import { takeFolderLock } from '../../platform/folder-lock.ts'
import { loadKeys, loadNextDevice, takeNextDevice } from '../../platform/key-files.ts'
import type { FolderKeys } from '../../platform/key-files.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { createAccessLogStore } from '../access-log/access-log-store.ts'
import { openAccessStore } from '../access/open-access-store.ts'
import { createAlertStore } from '../alerts/create-alert-store.ts'
import { measureEffectiveness } from '../alerts/effectiveness.ts'
import { appliers } from '../areas.ts'
import { createAssessmentStore } from '../assessments/assessment-store.ts'
import { createCaseStore } from '../cases/create-case-store.ts'
import { createNumberSource } from '../cases/number-source.ts'
import { createDecisionStore } from '../decisions/create-decision-store.ts'
import { createEventStore } from '../events/event-store.ts'
import { createWebhookStore } from '../events/webhook-store.ts'
import { createAcquisitionStore } from '../evidence/acquisition-store.ts'
import { createErasureStore } from '../evidence/erasure-store.ts'
import { createEvidenceStore } from '../evidence/evidence-store.ts'
import { createExportStore } from '../evidence/export-store.ts'
import { createEvidenceKeys } from '../evidence/keys.ts'
import { createKnownFileStore } from '../known-files/known-file-store.ts'
import { createEvidenceTextStore } from '../evidence-text/evidence-text-store.ts'
import { createUnsettledBlobs } from '../evidence/unsettled-blobs.ts'
import { createListStore } from '../lists/create-list-store.ts'
import { migrations } from '../migrations/all.ts'
import type { Migration } from '../migrations/all.ts'
import { migrate } from '../migrations/migrate.ts'
import { createFeatureStore } from '../features/feature-store.ts'
import { createAsking } from '../need-to-know/asking.ts'
import { caseOfThing } from '../need-to-know/case-of-thing.ts'
import { createSight } from '../need-to-know/masked-statements.ts'
import { createNetworkStore } from '../network/network-store.ts'
import { createBusinessStore } from '../kyb/business-store.ts'
import { createReportStore } from '../reports/create-report-store.ts'
import { createRuleStore } from '../rules/create-rule-store.ts'
import { createModelFileStore } from '../models/model-files.ts'
import { createModelStore } from '../models/model-store.ts'
import { createPastActivities } from '../models/past-activities.ts'
import { workspaceTables } from '../projections.ts'
import type { Database } from '../schema.ts'
import { createScreeningStore } from '../screening/screening-store.ts'
import { openReader, openWriter } from '../sqlite/connection.ts'
import type { Connection } from '../sqlite/connection.ts'
import { copyDatabase } from '../sqlite/copy.ts'
import { orDamaged, requireContent } from '../sqlite/damage.ts'
import { kyselyOver } from '../sqlite/kysely-dialect.ts'
import { createLogRoom } from '../sqlite/log-room.ts'
import { isPlainDatabase } from '../sqlite/plain-database.ts'
import { isWriteProtected } from '../sqlite/readable.ts'
import { statementsOf } from '../sqlite/statements.ts'
import { projectAfterUpgrade } from '../sync/after-upgrade.ts'
import { createAsideEvidence } from '../sync/aside-evidence.ts'
import { createDeviceReplica } from '../sync/device-replica.ts'
import { createSyncOverview } from '../sync/overview.ts'
import { createHeldNumbers } from '../sync/held-numbers.ts'
import { createSyncSettings } from '../sync/settings.ts'
import { createTransferStore } from '../sync/transfers.ts'
import type { LabelSink } from '../alerts/ports.ts'
import { keepFinding } from '../transactions/labels.ts'
import { openSnapshots } from '../verification/snapshot.ts'
import { createVerification } from '../verification/create-verification.ts'
import { createSearchStore } from '../search/search-store.ts'
import { createTaskStore } from '../tasks/create-task-store.ts'
import { createTransactionStore } from '../transactions/transaction-store.ts'
import { createWorkloadReader } from '../workload/read-workload.ts'
import { copyBeforeMigration } from './copy-before-migration.ts'
import { beginRestored } from './begin-restored.ts'
import { startCheckpoints } from './checkpoints.ts'
import { createLedger } from './create-ledger.ts'
import type { OwnedLedger } from './create-ledger.ts'
import { orFull } from './full-disk.ts'
import { readWorkspaceFacts } from './read-facts.ts'
import { createSealGate } from './seal-gate.ts'
import { createEndCopies } from './set-aside-ends.ts'
import { removeUnfinishedDatabases } from './unfinished-databases.ts'
import { createVault } from './vault.ts'
import type { Workspace } from './workspace.ts'

export interface OpenOptions {
  /** When checkpoints are signed; default: by timers. */
  readonly scheduler?: Scheduler
  /** Those of this release, unless others are given: by a test of what a later release will do. */
  readonly migrations?: readonly Migration[]
}

export const noWorkspace = refusal('not_found', 'There is no workspace in this folder; make one with `fieldseal init`.')
/** Another process holds the folder; it may be about to let it go. */
export const inUse = refusal(
  'unavailable',
  'Another Fieldseal service works in this data folder; stop it first, or use another folder.',
)

const writeProtected = ({ dir }: DataFolder): Refusal =>
  refusal(
    'unavailable',
    `The data folder ${dir} cannot be written: it is on a read-only medium, or this user may not write there. Nothing was changed. It can be checked where it is (fieldseal verify, fieldseal doctor); to work in it or to export from it, copy it to a disk that can be written.`,
  )

const assemble = async (
  folder: DataFolder,
  keys: FolderKeys,
  env: Env,
  scheduler: Scheduler,
  writer: Connection,
  reader: Connection,
  hold: (connection: Connection) => void,
): Promise<Result<Omit<Workspace, 'close'> & { readonly finish: () => Promise<void> }, Refusal>> => {
  const facts = readWorkspaceFacts(statementsOf(writer), keys)
  if (!facts.ok) return facts
  const vault = createVault(keys.workspace, env.random)
  const { deviceId, deviceNumber, institution } = facts.value
  const gate = createSealGate()
  const asking = createAsking()
  const written = createLedger({ writer, env, vault, signer: keys.device, deviceNumber, appliers, gate })
  // Whoever wrote last, what follows a commit is done for the service itself.
  const ledger: OwnedLedger = {
    ...written,
    onCommitted: (listener) => written.onCommitted((chains) => asking.forItself(() => listener(chains))),
    onEvents: (listener) => written.onEvents((last) => asking.forItself(() => listener(last))),
  }
  const db = kyselyOver<Database>(reader)
  const plain = statementsOf(reader)
  const sight = createSight({ file: folder.database, key: keys.database, plain, asking, hold })
  const { sql } = sight
  const access = await openAccessStore({ ledger, db, reading: sql, env, deviceId })
  const checkpoints = startCheckpoints({
    ledger,
    sql: ledger.sql,
    key: keys.device,
    deviceId,
    clock: env.clock,
    log: env.log,
    scheduler,
  })
  const endCopies = createEndCopies({ ledger, folder, log: env.log })
  await endCopies()
  const labels: LabelSink = {
    label: async (tx, rows, finding) => {
      for (const row of rows) await keepFinding(tx.sql, row, finding)
    },
  }
  const numbers = createNumberSource()
  const cases = createCaseStore(
    {
      db,
      sql,
      env,
      vault,
      ledger,
      writer,
      checkpoints,
      institution,
      deviceNumber,
      policy: () => access.policy(),
      endCopies,
      labels,
      numbers,
    },
    appliers,
  )
  const alerts = await createAlertStore({
    ledger,
    sql,
    vault,
    env,
    institution,
    deviceNumber,
    policy: () => access.policy(),
    labels,
    numbers,
  })
  const decisions = createDecisionStore({ ledger, sql, vault, env, policy: () => alerts.policy() })
  const evidenceKeys = createEvidenceKeys(keys.workspace, env.random)
  const evidence = {
    store: createEvidenceStore({ sql, vault, ledger, env, keys: evidenceKeys }),
    acquisitions: createAcquisitionStore({ ledger, sql, keys: evidenceKeys }),
    keys: evidenceKeys,
    exports: createExportStore({ ledger, sql, keys: evidenceKeys }),
    blobs: openBlobs(folder.blobs, env.random),
    unsettled: createUnsettledBlobs({ ledger, sql: plain }),
    texts: createEvidenceTextStore({ ledger, sql, keys: evidenceKeys, env, dir: folder.texts }),
    known: createKnownFileStore({ ledger, sql, env, workspaceKey: keys.workspace, dir: folder.knownFiles }),
    erasures: createErasureStore({ ledger, writer, sql, vault, endCopies, log: env.log }),
  }
  await evidence.acquisitions.thinOut()
  const intake = { sql: ledger.sql, vault, appliers, workspaceTables, deviceId, deviceNumber }
  await projectAfterUpgrade(ledger, intake)
  const replica = createDeviceReplica({
    ledger,
    writer,
    intake,
    sql: plain,
    blobs: evidence.blobs,
    endCopies,
    log: env.log,
  })
  const sync = {
    replica,
    settings: createSyncSettings({ ledger, sql }),
    overview: createSyncOverview({ sql, vault }),
    transfers: createTransferStore({ ledger, sql: plain, keys: evidenceKeys, env }),
    numbers: createHeldNumbers({ ledger, sql: plain, source: numbers }),
    aside: createAsideEvidence({ ledger, writing: ledger.sql, sql, vault, keys: evidenceKeys, env }),
    gate,
  }
  const tasks = createTaskStore({ sql, vault, env, ledger })
  const rules = createRuleStore({
    ledger,
    sql,
    env,
    features: featureNotes,
    fourEyes: () => access.policy().four_eyes,
    currencies: () => alerts.policy().currencies ?? noCurrencies,
  })
  const models = createModelStore({ sql, ledger, env, known: new Set(featureNames), shipped: shippedModel })
  const lists = createListStore({ ledger, sql, env, deviceId })
  await lists.thinOut()
  const accessLog = createAccessLogStore({
    ledger,
    sql,
    writing: ledger.sql,
    vault,
    env,
    scheduler,
    deviceId,
    keptDays: () => accessLogDaysOf(access.policy()),
    unusualCases: () => unusualCasesOf(access.policy()),
  })
  const verification = createVerification({
    sql: plain,
    env,
    folder,
    keys,
    vault,
    beforeCase: (chainId) => checkpoints.signChain(chainId),
  })
  return ok({
    folder,
    env,
    keys,
    facts: facts.value,
    ledger,
    db,
    asking,
    hides: (uid, caseId) => sight.hides(uid, caseId),
    caseOf: (thing) => caseOfThing(plain, thing),
    cases,
    tasks,
    search: createSearchStore({ sql, vault, env, files: evidence.texts.files }),
    alerts,
    decisions,
    reports: createReportStore({
      ledger,
      sql,
      vault,
      env,
      institution: facts.value.name,
      verifyCase: (caseId) => verification.verifyCase(caseId),
    }),
    workload: createWorkloadReader({
      sql,
      vault,
      env,
      policy: () => access.policy(),
      cases,
      tasks,
      alerts,
      decisions,
      conflicts: (query) => sync.overview.conflicts(query),
    }),
    assessments: createAssessmentStore({ ledger, sql }),
    effectiveness: (fromMs, toMs) => measureEffectiveness(sql, fromMs, toMs, env.clock.nowMs()),
    evidence,
    verification,
    access,
    accessLog,
    rules,
    models,
    modelFiles: createModelFileStore({ sql, models, shipped: shippedModel }),
    lists,
    past: createPastActivities(sql),
    screening: await createScreeningStore({ ledger, sql, vault, env }),
    sync,
    transactions: createTransactionStore(sql),
    businesses: createBusinessStore({ ledger, sql, vault, env }),
    features: createFeatureStore(sql),
    network: { store: createNetworkStore(plain), sql: plain },
    events: createEventStore({ ledger, sql: plain }),
    webhooks: createWebhookStore({
      ledger,
      sql,
      writing: ledger.sql,
      workspaceKey: keys.workspace,
      random: env.random,
    }),
    signChain: (chainId) => checkpoints.signChain(chainId),
    readMoment: async (read) => {
      const snapshots = openSnapshots(folder.database, keys.database)
      try {
        return await snapshots.at(() => read({ sql: snapshots.sql, vault }))
      } finally {
        snapshots.close()
      }
    },
    backup: (file) => copyDatabase(folder.database, keys.database, file),
    finish: async () => {
      checkpoints.stop()
      await checkpoints.signAll()
      await ledger.close()
      evidence.texts.files.close()
    },
  })
}

/** Y-15: where the database says that a new epoch has begun, its key is put in place. */
const keysOfEpoch = (folder: DataFolder, keys: FolderKeys, writer: Connection): FolderKeys => {
  const next = loadNextDevice(folder, keys)
  const device = statementsOf(writer).get<{ kid: string }>('select kid from device where id = 1')
  return next !== null && device?.kid === next.kid ? takeNextDevice(folder, keys, next) : keys
}

/** What is open, and how all of it is given free. */
interface Holding {
  readonly hold: (connection: Connection) => void
  /** Says whether the connections can be closed as well: by the last one the log is written back. */
  readonly closes: (may: () => boolean) => void
  readonly letGo: () => void
}

const openHeld = async (
  folder: DataFolder,
  env: Env,
  options: OpenOptions,
  { hold, closes, letGo }: Holding,
): Promise<Result<Workspace, Refusal>> => {
  const content = requireContent(folder.database)
  if (!content.ok) return content
  if (isPlainDatabase(folder.database)) return fail(developmentBuild)
  const loaded = loadKeys(folder, env.workspaceKey)
  if (!loaded.ok) return loaded
  const keys = loaded.value
  const writer = openWriter(folder.database, keys.database)
  hold(writer)
  const log = createLogRoom(writer, folder.database)
  closes(log.mayClose)
  const steps = options.migrations ?? migrations
  const copied = copyBeforeMigration({ folder, key: keys.database, db: writer, steps }, env)
  if (!copied.ok) return copied
  const migrated = migrate(writer, steps)
  if (!migrated.ok) return migrated
  removeUnfinishedDatabases(folder.database)
  beginRestored(writer, env)
  const reader = openReader(folder.database, keys.database)
  hold(reader)
  const parts = await assemble(
    folder,
    keysOfEpoch(folder, keys, writer),
    env,
    options.scheduler ?? timerScheduler,
    writer,
    reader,
    hold,
  )
  if (!parts.ok) return parts
  const { finish, ...workspace } = parts.value
  workspace.ledger.onCommitted(log.committed)
  let closing: Promise<void> | null = null
  return ok({ ...workspace, close: () => (closing ??= finish().finally(letGo)) })
}

/** Opens a folder whose lock is held; `release` is called when it is closed, or cannot be opened. */
const openLocked = async (
  folder: DataFolder,
  env: Env,
  options: OpenOptions,
  release: () => void,
): Promise<Result<Workspace, Refusal>> => {
  const connections: Connection[] = []
  let mayClose = (): boolean => true
  const letGo = (): void => {
    // What stays open ends with the process, and the log stays as it is for the next start.
    if (mayClose()) for (const connection of connections.reverse()) connection.close()
    release()
  }
  try {
    const opened = await orDamaged(() =>
      openHeld(folder, env, options, {
        hold: (connection) => void connections.push(connection),
        closes: (may) => {
          mayClose = may
        },
        letGo,
      }),
    )
    if (!opened.ok) letGo()
    return opened
  } catch (error) {
    letGo()
    throw error
  }
}

/**
 * Opens a workspace that is still being made, for what belongs into it before it appears. The caller holds the folder's
 * lock.
 *
 * @param folder with the database under the name that it has until it is complete
 */
export const openUnfinished = (folder: DataFolder, env: Env): Promise<Result<Workspace, Refusal>> =>
  openLocked(folder, env, {}, () => undefined)

/**
 * Opens the workspace of a data folder for this process alone: takes the lock, brings forward what an earlier release
 * wrote, begins anew what a restored folder must not go on with, signs what an earlier run left open.
 *
 * @returns a refusal where there is no workspace, the folder cannot be written, another service holds it, a newer
 * release or a development
 *   build has written it, the workspace key is missing or another one, the database is damaged, or the disk is full
 */
export const openWorkspace = async (
  dataDir: string,
  env: Env,
  options: OpenOptions = {},
): Promise<Result<Workspace, Refusal>> => {
  const folder = dataFolder(dataDir)
  if (!hasWorkspace(folder)) return fail(noWorkspace)
  if (isWriteProtected(folder.database)) return fail(writeProtected(folder))
  const opened = await orFull(folder, async () => {
    const lock = takeFolderLock(folder.lock)
    return lock === null ? fail(inUse) : await openLocked(folder, env, options, () => lock.release())
  })
  // A set-up was cut off right before its end.
  if (opened.ok) rmSync(folder.unfinished, { force: true })
  return opened
}
