import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { refusal } from '../../shared/api/errors.ts'
import type { Refusal } from '../../shared/api/errors.ts'
import { everyOperation } from '../../shared/api/operations.ts'
import { discardImport, readImport, readImportRejects, runImport, stageImport } from '../../shared/api/workspace.ts'
import { eventProtocol } from '../../shared/schema/event-frames.ts'
import { fail, ok } from '../../shared/schema/result.ts'
import type { Result } from '../../shared/schema/result.ts'
import type { Env } from '../platform/env.ts'
import { deriveKey } from '../platform/key-files.ts'
import { version } from '../platform/version.ts'
import { newSecret, secretHash } from '../storage/access/secrets.ts'
import { openWorkspace } from '../storage/ledger/open-workspace.ts'
import type { Workspace } from '../storage/ledger/workspace.ts'
import { composeAlertImports } from './alerts/compose-alert-imports.ts'
import { createAuthenticate } from './auth/authenticate.ts'
import { createTokens } from './auth/tokens.ts'
import { startEventService } from './events/event-service.ts'
import { createSocketHandler, registerStreamRoutes, socketAddresses, streamAddresses } from './events/stream-routes.ts'
import { messageMax } from './events/websocket.ts'
import { createEvidenceService } from './evidence/evidence-service.ts'
import { rawAddresses, registerRawRoutes } from './evidence/raw-routes.ts'
import { createTusEndpoint } from './evidence/tus-endpoint.ts'
import { createAddresses } from './http/addresses.ts'
import { createAdmission } from './http/admission.ts'
import { registerOperations } from './http/operation-routes.ts'
import { createOriginGuard } from './http/origin-guard.ts'
import { publicAddresses, registerPublicRoutes } from './http/public-routes.ts'
import { createHttpServer } from './http/server.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { joiningOperations, recipesFor } from './idempotency/recipes.ts'
import { startImportService } from './imports/import-service.ts'
import { workspaceTarget } from './imports/workspace-target.ts'
import { resolveLimits } from './limits.ts'
import { composeKyb } from './kyb/compose-kyb.ts'
import { screeningOf } from './kyb/screening-adapter.ts'
import { createLocalSession } from './local-session.ts'
import { currenciesOf, openFeatures } from './detection/open-features.ts'
import { composeDetection } from './detection/detection.ts'
import { accessRoutes } from './routes/access.ts'
import { alertRoutes } from './routes/alerts.ts'
import { caseRoutes } from './routes/cases.ts'
import { eventRoutes } from './routes/events.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { evidenceRoutes } from './routes/evidence.ts'
import { keyDetectionRoutes } from './routes/key-detection.ts'
import { keyEvidenceRoutes } from './routes/key-evidence.ts'
import { observeRequests } from './metrics/start-metrics.ts'
import { composeNetwork } from './network/compose-network.ts'
import { createTrainingJobs } from './models/training-jobs.ts'
import { trialModelOf } from './models/trial-model.ts'
import { modelRoutes } from './routes/models.ts'
import { hubRoutes } from './routes/hub.ts'
import { importRoutes } from './routes/imports.ts'
import { signatureRoutes } from './routes/signatures.ts'
import { metricRoutes } from './routes/metrics.ts'
import { ruleRoutes } from './routes/rules.ts'
import { screeningRoutes } from './routes/screening.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { settlementOf } from './sync-settlement.ts'
import { syncRoutes } from './routes/sync.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { witnessRoutes } from './routes/witnesses.ts'
import { workspaceRoutes } from './routes/workspace.ts'
import type { InjectedAnswer, InjectedRequest, RunningService, ServiceOptions } from './running-service.ts'
import { removeServiceFile, writeServiceFile } from './service-file.ts'
import { serviceProof } from './service-proof.ts'
import { timerScheduler } from '../platform/scheduler.ts'
import { createHubAdministration } from '../sync/hub/administer.ts'
import { startReopening } from './reopening.ts'
import { asideService } from './sync/aside-bytes.ts'
import { composeSync, trustedCa } from './sync/compose-sync.ts'
import { startTimeStamps } from '../sync/hub/time-stamps.ts'
import { createTimestampLink } from '../sync/link/timestamp-link.ts'
import { enrolling } from './sync/enrolling.ts'
import { beginningEpoch } from './sync/new-epoch.ts'
import { rotating } from './sync/rotating.ts'
import { hubAddresses, registerHubProtocol } from './sync/hub-routes.ts'
import { openHub } from './sync/open-hub.ts'
import { guardOwnFolder } from './sync/own-folder.ts'
import type { OpenHub } from './sync/open-hub.ts'
import { composeLists } from './lists/compose-lists.ts'
import { listSourceOf } from './screening/list-source.ts'
import { startScreeningService } from './screening/screening-service.ts'
import { composeReports } from './reports/compose-reports.ts'
import { createDryRunJobs } from './rules/dry-run-jobs.ts'
import { witnessesOf } from './rules/past-witness.ts'
import { factsOfStored } from './rules/stored-facts.ts'
import { composeTransactions } from './transactions/compose-transactions.ts'
import { allowedVariable, parseAllowed } from './webhooks/network.ts'
import type { AllowedNetwork } from './webhooks/network.ts'
import { createV4Guard, registerV4 } from './v4/guard.ts'
import { createVerificationJobs } from './verification/jobs.ts'
import { readWindow, registerWindow } from './window/static-files.ts'

/** A request that hangs this long into a stop is cut off. */
const drainMs = 10_000

const inject = async (app: FastifyInstance, request: InjectedRequest): Promise<InjectedAnswer> => {
  const { body } = request
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const response = await app.inject({
    method: request.method,
    url: request.path,
    headers: { host: 'localhost', ...(body === undefined || isRaw ? {} : { 'content-type': 'application/json' }), ...request.headers },
    ...(body === undefined ? {} : { payload: isRaw ? Buffer.from(body) : JSON.stringify(body) }),
  })
  return { status: response.statusCode, headers: response.headers as InjectedAnswer['headers'], text: response.body, json: () => JSON.parse(response.body) as unknown }
}

const listen = async (app: FastifyInstance, { host, port }: ServiceOptions): Promise<string> => {
  await app.listen({ host, port })
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the service has no port')
  const shown = address.address === '0.0.0.0' || address.address === '::' ? '127.0.0.1' : address.address
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${address.port}`
}

/** Where devices reach a hub: by its public name where one is given, else where it listens. */
const publicUrlOf = ({ host, publicHosts }: ServiceOptions, app: FastifyInstance): string => {
  const [name] = publicHosts ?? []
  if (name !== undefined) return `https://${name}`
  const address = app.server.address()
  return address === null || typeof address === 'string' ? '' : `http://${host}:${address.port}`
}

/** So long a hub's start waits for the first round of its own folder, which nothing but the two stores takes part in; then it serves, and until that round has ended its own window seals nothing (Y-81). */
const firstRoundMs = 5_000

const closeServer = async (app: FastifyInstance): Promise<void> => {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cutOff)
  }
}

/** Composes the service over an open workspace; closing it closes the workspace. */
export const serveWorkspace = async (workspace: Workspace, options: ServiceOptions & { readonly allowed: readonly AllowedNetwork[] }, open: OpenHub | null, reopen: () => void): Promise<Omit<RunningService, 'onReopened'>> => {
  const { env, access, keys, facts } = workspace
  const state = { stopping: false }
  const isStopping = (): boolean => state.stopping
  const localKey = `local_${newSecret(env.random)}`
  const tokens = createTokens({ privateKey: keys.token, workspaceId: facts.uid, clock: env.clock, random: env.random })
  const jobs = createVerificationJobs(workspace)
  const imports = await startImportService(workspaceTarget(workspace), {
    dataDir: workspace.folder.dir,
    random: env.random,
    nowMs: () => env.clock.nowMs(),
    newId: () => env.random.uuidv7(env.clock.nowMs()),
    onFailure: (error) => env.log.error({ err: error }, 'an import failed'),
  })
  const network = composeNetwork(workspace, timerScheduler)
  const detection = composeDetection(workspace, {
    state: await openFeatures(workspace),
    rules: () => workspace.rules.book,
    model: () => workspace.models.current(),
    graph: network.factsOf,
    liveRules: () => workspace.rules.inForce().filter(({ shadow }) => !shadow).length,
  })
  const lists = composeLists(workspace)
  const alertImports = composeAlertImports(workspace)
  const screening = startScreeningService({ store: workspace.screening, lists: listSourceOf(workspace.lists), scheduler: timerScheduler })
  const transactions = composeTransactions(workspace, detection.detector, detection.state, { screening, onTaken: () => network.service.wake() })
  const kyb = composeKyb(workspace, screeningOf(screening))
  const dryRuns = createDryRunJobs(workspace.rules.past, env)
  const trainings = createTrainingJobs({ models: workspace.models, past: workspace.past, currencies: () => currenciesOf(detection.state), env })
  const evidence = await createEvidenceService(workspace, version, timerScheduler)
  const idempotency = createIdempotency({
    access,
    clock: env.clock,
    random: env.random,
    secret: deriveKey(keys.workspace, 'fieldseal idempotency'),
    recipes: recipesFor({ ...workspace, acquisitions: evidence.acquisitions }),
    joining: joiningOperations,
  })
  const windowFiles = await readWindow(options)
  if (options.witnesses !== undefined) {
    const named = await workspace.sync.settings.configureWitnesses(options.witnesses, env.clock.nowMs())
    if (!named.ok) env.log.warn({ code: named.error.code }, 'the witnesses that were named at the start could not be kept')
  }
  const changing = { workspace, ca: trustedCa(process.env), release: () => release(), reopen }
  const ownFolder = open === null ? null : await guardOwnFolder(open, timerScheduler)
  const sync = composeSync(workspace, open === null || ownFolder === null ? null : { ...open, ownFolder }, evidence.locks, { enrol: enrolling(changing), beginNewEpoch: beginningEpoch(changing), rotateKey: rotating(changing) })

  const endStamps =
    open === null || options.timeStamping === undefined
      ? () => Promise.resolve()
      : startTimeStamps({
          ...options.timeStamping,
          cosigned: (options.witnesses ?? []).length > 0,
          store: open.store,
          ask: createTimestampLink({ url: options.timeStamping.url, ...(changing.ca === undefined ? {} : { ca: changing.ca }) }),
          clock: env.clock,
          random: env.random,
          scheduler: timerScheduler,
          log: env.log,
          ...(open.metrics === null ? {} : { onAttempt: open.metrics.stamped }),
        })

  const events = startEventService(workspace, { scheduler: timerScheduler, version, allowed: options.allowed, stream: options.stream })

  const listens = options.listen ?? true
  const giveFree = async (): Promise<void> => {
    state.stopping = true
    await Promise.all([jobs.close(), imports.close(), transactions.close(), alertImports.close(), network.service.close(), lists.close(), dryRuns.close(), trainings.close(), evidence.close(), sync.close(), events.close(), screening.close(), kyb.close(), endStamps()])
    await open?.bytes.close()
    await open?.store.close()
    if (listens) await removeServiceFile(workspace.folder)
    await workspace.close()
  }
  let freed: Promise<void> | undefined
  const release = (): Promise<void> => (freed ??= giveFree())

  const admission = createAdmission({
    limits: resolveLimits(options.limits, process.env),
    originGuard: createOriginGuard({ role: options.role, hosts: [options.host, ...(options.publicHosts ?? [])] }),
    authenticate: createAuthenticate({ access, tokens, desktopKeyHash: secretHash(localKey) }),
    monoMs: () => env.clock.monoMs(),
    isStopping,
  })
  const addresses = createAddresses(everyOperation, [...rawAddresses, ...streamAddresses, ...(open === null ? [] : hubAddresses)], [...publicAddresses, ...windowFiles.map((file) => file.address)])
  const app = createHttpServer({
    log: env.log,
    addresses,
    socketAddresses,
    requestIdPrefix: `${Buffer.from(env.random.bytes(6)).toString('base64url')}-`,
  })
  if (open !== null && open.metrics !== null) observeRequests(app, open.metrics)
  registerPublicRoutes(app, { admission, version, isStopping, prove: (challenge) => serviceProof(localKey, challenge) })
  const guard = createV4Guard({ access, admission, workspaceId: facts.uid })
  await app.register(multipart)
  await app.register(websocket, {
    options: { maxPayload: messageMax, perMessageDeflate: false, handleProtocols: (offered) => (offered.has(eventProtocol) ? eventProtocol : false) },
    // A client that breaks the protocol was told by `ws`, with the code of the fault.
    errorHandler: (error) => env.log.debug({ err: error }, 'a WebSocket failed'),
    // Readers are ended, each with its reason, when the service begins to stop.
    preClose: (done) => done(),
  })
  const streams = { service: events, admission, guard, scheduler: timerScheduler, nowMs: () => env.clock.nowMs() }
  registerOperations(app, {
    admission,
    guard,
    idempotency,
    routes: [
      ...caseRoutes(workspace),
      ...evidenceRoutes(evidence, access),
      ...keyEvidenceRoutes(workspace, evidence, guard),
      ...eventRoutes(workspace, events, createSocketHandler(streams)),
      ...signatureRoutes(workspace),
      ...webhookRoutes(workspace, events),
      ...signInRoutes(workspace, tokens),
      ...accessRoutes(workspace),
      ...workspaceRoutes(workspace, options.role, jobs),
      ...importRoutes({ stage: stageImport, run: runImport, read: readImport, rejects: readImportRejects, discard: discardImport }, imports),
      ...transactions.routes,
      ...lists.routes,
      ...alertRoutes(workspace),
      ...alertImports.routes,
      ...decisionRoutes(workspace),
      ...metricRoutes(workspace),
      ...screeningRoutes(screening),
      ...network.routes,
      ...keyDetectionRoutes(workspace, detection),
      ...kyb.routes,
      ...composeReports(workspace, evidence.links),
      ...ruleRoutes({
        rules: workspace.rules,
        dryRuns,
        witnesses: witnessesOf(workspace.models, network.past),
        factsOf: (id) => factsOfStored({ transactions: workspace.transactions, features: detection.features, model: () => trialModelOf(workspace.models), graph: network.factsOf }, id),
      }),
      ...modelRoutes({ models: workspace.models, trainings, transactions: workspace.transactions, features: detection.features }),
      ...syncRoutes({ service: sync, reads: workspace.sync.overview, settlement: settlementOf(workspace), aside: asideService(workspace, evidence.locks) }),
      ...witnessRoutes(workspace.sync.settings, () => env.clock.nowMs()),
      ...hubRoutes({ workspace, hub: open === null ? null : createHubAdministration(open.hub, open.store, { nowMs: () => env.clock.nowMs(), witnesses: options.witnesses ?? [] }), publicUrl: () => publicUrlOf(options, app) }),
    ],
  })
  registerStreamRoutes(app, streams)
  registerRawRoutes(app, { admission, guard, links: evidence.links, tus: createTusEndpoint(evidence.uploads) })
  const protocol = open === null ? null : await registerHubProtocol(app, { admission, hub: open.hub, store: open.store, bytes: open.bytes, scheduler: timerScheduler, isStopping, witnesses: options.witnesses ?? [] })
  registerV4(app, guard, addresses)
  registerWindow(app, windowFiles, admission)
  await app.ready()

  await ownFolder?.ready(firstRoundMs)
  const localSession = createLocalSession(workspace, tokens, localKey, () => sync.syncNow())
  const url = listens ? await listen(app, options) : ''
  if (listens) await writeServiceFile(workspace.folder, { url, pid: process.pid, institution_key: localKey })

  const close = async (): Promise<void> => {
    state.stopping = true
    protocol?.close()
    await Promise.all([closeServer(app), jobs.close(), events.close()])
    await release()
  }
  let closing: Promise<void> | undefined
  return {
    url,
    workspace,
    inject: (request) => inject(app, request),
    localSession,
    close: () => (closing ??= close()),
  }
}

const startOnce = async (options: ServiceOptions, env: Env, reopen: () => void): Promise<Result<Omit<RunningService, 'onReopened'>, Refusal>> => {
  const allowed = parseAllowed(options.webhookNetworks ?? process.env[allowedVariable])
  if (!allowed.ok) return fail(refusal('unavailable', allowed.error))
  const opened = options.role === 'hub' ? await openHub(options.dataDir, env, { databaseUrl: options.databaseUrl ?? process.env['DATABASE_URL'], blobs: options.blobs ?? process.env['FIELDSEAL_BLOBS'] }) : await openWorkspace(options.dataDir, env)
  if (!opened.ok) return opened
  const { workspace, open } = 'hub' in opened.value ? { workspace: opened.value.workspace, open: opened.value } : { workspace: opened.value, open: null }
  try {
    return ok(await serveWorkspace(workspace, { ...options, allowed: allowed.value }, open, reopen))
  } catch (error) {
    await open?.bytes.close()
    await open?.store.close()
    await workspace.close()
    throw error
  }
}

/** Opens the data folder and serves it; refuses where there is no workspace or another process holds it. */
export const startService = (options: ServiceOptions, env: Env): Promise<Result<RunningService, Refusal>> =>
  startReopening((port, again) => startOnce({ ...options, port: port ?? options.port }, env, again))
