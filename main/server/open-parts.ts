import type { Closing } from '../platform/closing.ts'
import { timerScheduler } from '../platform/scheduler.ts'
import type { Scheduler } from '../platform/scheduler.ts'
import { version } from '../platform/version.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import { startTimeStamps } from '../sync/hub/time-stamps.ts'
import { createRevocationListLink, createTimestampLink } from '../sync/link/timestamp-link.ts'
import type { Outward } from '../sync/link/way.ts'
import { composeAlertImports } from './alerts/compose-alert-imports.ts'
import { composeDetection } from './detection/detection.ts'
import { currenciesOf, openFeatures } from './detection/open-features.ts'
import { startEventService } from './events/event-service.ts'
import { createEvidenceService } from './evidence/evidence-service.ts'
import { startImportService } from './imports/import-service.ts'
import { workspaceTarget } from './imports/workspace-target.ts'
import { composeKyb } from './kyb/compose-kyb.ts'
import { screeningOf } from './kyb/screening-adapter.ts'
import { composeLists } from './lists/compose-lists.ts'
import { createTrainingJobs } from './models/training-jobs.ts'
import { composeNetwork } from './network/compose-network.ts'
import { createDryRunJobs } from './rules/dry-run-jobs.ts'
import type { ServiceOptions } from './running-service.ts'
import { listSourceOf } from './screening/list-source.ts'
import { startScreeningService } from './screening/screening-service.ts'
import { createHubReach } from './sync/hub-reach.ts'
import { composeSync } from './sync/compose-sync.ts'
import { enrolling } from './sync/enrolling.ts'
import { beginningEpoch } from './sync/new-epoch.ts'
import type { OpenHub } from './sync/open-hub.ts'
import { outwardOf } from './sync/outward.ts'
import { guardOwnFolder } from './sync/own-folder.ts'
import { watchSilence } from './sync/silence.ts'
import { rotating } from './sync/rotating.ts'
import { composeTransactions } from './transactions/compose-transactions.ts'
import { createVerificationJobs } from './verification/jobs.ts'
import type { AllowedNetwork } from './webhooks/network.ts'

/** What a service stands on. */
export interface Ground {
  readonly workspace: Workspace
  readonly options: ServiceOptions & { readonly allowed: readonly AllowedNetwork[] }
  /** Null where the service is no hub. */
  readonly open: OpenHub | null
}

/** How the folder is let go while the service runs, so that another can stand in its place. */
export interface FolderTurn {
  /** Ends the parts and closes the workspace. */
  readonly release: () => Promise<void>
  /** Has the folder opened anew. */
  readonly reopen: () => void
}

/** What is done later is done for the service itself, whoever set it off. */
const laterForItself = ({ asking }: Workspace): Scheduler => ({
  after: (ms, work) => timerScheduler.after(ms, () => asking.forItself(work)),
})

const stampHeads = ({ workspace: { env }, options, open }: Ground, closing: Closing, outward: Outward): void => {
  const { timeStamping, witnesses = [] } = options
  if (open === null || timeStamping === undefined) return
  const close = startTimeStamps({
    ...timeStamping,
    cosigned: witnesses.length > 0,
    store: open.store,
    ask: createTimestampLink({ url: timeStamping.url, ...outward }),
    fetchList: createRevocationListLink(outward),
    clock: env.clock,
    random: env.random,
    scheduler: timerScheduler,
    log: env.log,
    ...(open.metrics === null ? {} : { onAttempt: open.metrics.stamped }),
  })
  closing.keep({ close })
}

const keepWitnesses = async ({ workspace: { sync, env }, options: { witnesses } }: Ground): Promise<void> => {
  if (witnesses === undefined) return
  const named = await sync.settings.configureWitnesses(witnesses, env.clock.nowMs())
  if (!named.ok)
    env.log.warn({ code: named.error.code }, 'the witnesses that were named at the start could not be kept')
}

const openImports = ({ workspace }: Ground) => {
  const { env } = workspace
  return startImportService(workspaceTarget(workspace), {
    dataDir: workspace.folder.dir,
    random: env.random,
    nowMs: () => env.clock.nowMs(),
    newId: () => env.random.uuidv7(env.clock.nowMs()),
    onFailure: (error) => env.log.error({ err: error }, 'an import failed'),
  })
}

/** Detection and what its activities set going. */
const openDetection = async ({ workspace }: Ground, closing: Closing) => {
  const network = composeNetwork(workspace, laterForItself(workspace))
  closing.keep(network.service)
  const detection = composeDetection(workspace, {
    state: await openFeatures(workspace),
    rules: () => workspace.rules.book,
    model: () => workspace.models.current(),
    graph: network.factsOf,
    liveRules: () => workspace.rules.inForce().filter(({ shadow }) => !shadow).length,
  })
  const screening = closing.keep(
    startScreeningService({
      store: workspace.screening,
      lists: listSourceOf(workspace.lists),
      scheduler: timerScheduler,
    }),
  )
  const transactions = closing.keep(
    composeTransactions(workspace, detection.detector, detection.state, {
      screening,
      onTaken: () => network.service.wake(),
    }),
  )
  return { network, detection, screening, transactions }
}

/**
 * Opens what works in a service besides its interface. Whatever has a close is noted in `closing` as soon as it was
 * started, so that a start that fails half way can end it.
 *
 * @throws what cannot be opened
 */
export const openParts = async (ground: Ground, closing: Closing, turn: FolderTurn) => {
  const { workspace, options, open } = ground
  const { env } = workspace
  await workspace.accessLog.begin()
  closing.keep({ close: () => workspace.accessLog.end() })
  const jobs = closing.keep(createVerificationJobs(workspace))
  const imports = closing.keep(await openImports(ground))
  const { network, detection, screening, transactions } = await openDetection(ground, closing)
  const lists = closing.keep(composeLists(workspace))
  const alertImports = closing.keep(composeAlertImports(workspace))
  const kyb = closing.keep(composeKyb(workspace, screeningOf(screening)))
  const dryRuns = closing.keep(createDryRunJobs(workspace.rules.past, env))
  const trainings = closing.keep(
    createTrainingJobs({
      models: workspace.models,
      past: workspace.past,
      currencies: () => currenciesOf(detection.state),
      nameOf: (uid) => workspace.access.userByUid(uid)?.name ?? uid,
      env,
    }),
  )
  const hubReach = createHubReach()
  const evidence = closing.keep(
    await createEvidenceService(
      workspace,
      version,
      laterForItself(workspace),
      hubReach.beWitnessed,
      options.textQuietMs,
    ),
  )
  await keepWitnesses(ground)
  const changing = { workspace, outward: outwardOf(env.variables), ...turn }
  const ownFolder = open === null ? null : await guardOwnFolder(open, timerScheduler)
  const sync = closing.keep(
    composeSync(workspace, open === null || ownFolder === null ? null : { ...open, ownFolder }, evidence.locks, {
      enrol: enrolling(changing),
      beginNewEpoch: beginningEpoch(changing),
      rotateKey: rotating(changing),
    }),
  )
  hubReach.by(sync)
  stampHeads(ground, closing, changing.outward)
  if (open !== null) closing.keep({ close: watchSilence(open) })
  const events = closing.keep(
    startEventService(workspace, {
      scheduler: timerScheduler,
      version,
      allowed: options.allowed,
      stream: options.stream,
      isLocked: () => sync.lock()?.locked === true,
    }),
  )
  return {
    jobs,
    imports,
    network,
    detection,
    screening,
    transactions,
    lists,
    alertImports,
    kyb,
    dryRuns,
    trainings,
    evidence,
    ownFolder,
    sync,
    events,
  }
}

/** What works in a service besides its interface. */
export type Parts = Awaited<ReturnType<typeof openParts>>
