import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { everyOperation } from '../../shared/api/operations.ts'
import { eventProtocol } from '../../shared/schema/event-frames.ts'
import type { Closing } from '../platform/closing.ts'
import { deriveKey } from '../platform/key-files.ts'
import { timerScheduler } from '../platform/scheduler.ts'
import { version } from '../platform/version.ts'
import { secretHash } from '../storage/access/secrets.ts'
import { createNoteReading } from './access-log/note-reading.ts'
import { createAuthenticate } from './auth/authenticate.ts'
import { lacksFactor } from './auth/factor-first.ts'
import { createIdleCheck } from './auth/idle.ts'
import type { Tokens } from './auth/tokens.ts'
import { registerStreamRoutes, socketAddresses, streamAddresses } from './events/stream-routes.ts'
import { messageMax } from './events/websocket.ts'
import { rawAddresses, registerRawRoutes } from './evidence/raw-routes.ts'
import { createTusEndpoint } from './evidence/tus-endpoint.ts'
import { createAddresses } from './http/addresses.ts'
import { createAdmission } from './http/admission.ts'
import type { Admission } from './http/admission.ts'
import { registerOperations } from './http/operation-routes.ts'
import { watchConnections, type Connections } from './http/connections.ts'
import { createOriginGuard } from './http/origin-guard.ts'
import { publicAddresses, registerPublicRoutes } from './http/public-routes.ts'
import { createHttpServer } from './http/server.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { joiningOperations, recipesFor } from './idempotency/recipes.ts'
import { resolveLimits } from './limits.ts'
import { observeRequests } from './metrics/start-metrics.ts'
import type { Ground, Parts } from './open-parts.ts'
import { routesOf } from './routes-of.ts'
import { serviceProof } from './service-proof.ts'
import { hubAddresses, registerHubProtocol } from './sync/hub-routes.ts'
import { createV4Guard, registerV4 } from './v4/guard.ts'
import { readWindow, registerWindow } from './window/static-files.ts'

/** How requests prove who sends them, and whether any are taken. */
export interface Entrance {
  readonly tokens: Tokens
  /** The key of the person at this computer; it lives as long as the service. */
  readonly localKey: string
  readonly isStopping: () => boolean
}

/** A request that hangs this long into a stop is cut off. */
const drainMs = 10_000

const closeServer = async (app: FastifyInstance, connections: Connections): Promise<void> => {
  connections.endIdle()
  const cutOff = setTimeout(() => app.server.closeAllConnections(), drainMs)
  try {
    await app.close()
  } finally {
    clearTimeout(cutOff)
  }
}

const registerSockets = async (app: FastifyInstance, { workspace: { env } }: Ground): Promise<void> => {
  await app.register(multipart)
  await app.register(websocket, {
    options: {
      maxPayload: messageMax,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has(eventProtocol) ? eventProtocol : false),
    },
    // A client that breaks the protocol was told by `ws`, with the code of the fault.
    errorHandler: (error) => env.log.debug({ err: error }, 'a WebSocket failed'),
    // Readers are ended, each with its reason, when the service begins to stop.
    preClose: (done) => done(),
  })
}

const admissionOf = (
  { workspace: { env, access }, options }: Ground,
  { tokens, localKey, isStopping }: Entrance,
  { sync }: Pick<Parts, 'sync'>,
): Admission =>
  createAdmission({
    limits: resolveLimits(options.limits, env.variables),
    originGuard: createOriginGuard({ role: options.role, hosts: [options.host, ...(options.publicHosts ?? [])] }),
    authenticate: createAuthenticate({ access, tokens, desktopKeyHash: secretHash(localKey) }),
    isIdle: createIdleCheck(access),
    lacksFactor: (caller) => lacksFactor(access, caller),
    monoMs: () => env.clock.monoMs(),
    isStopping,
    lock: () => sync.lock(),
  })

/**
 * Makes the HTTP server of a service with all that answers on it; it does not listen yet. What has to be ended when the
 * service stops answering is noted in `serving`.
 */
export const assemble = async (
  ground: Ground,
  parts: Parts,
  entrance: Entrance,
  serving: Closing,
): Promise<FastifyInstance> => {
  const { workspace, options, open } = ground
  const { env, access, keys, facts } = workspace
  const { tokens, localKey, isStopping } = entrance
  const { evidence, events } = parts
  const windowFiles = await readWindow(options)
  const admission = admissionOf(ground, entrance, parts)
  const addresses = createAddresses(
    everyOperation,
    [...rawAddresses, ...streamAddresses, ...(open === null ? [] : hubAddresses)],
    [...publicAddresses, ...windowFiles.map((file) => file.address)],
  )
  const app = createHttpServer({
    log: env.log,
    addresses,
    socketAddresses,
    requestIdPrefix: `${Buffer.from(env.random.bytes(6)).toString('base64url')}-`,
  })
  const connections = watchConnections(app.server)
  serving.keep({ close: () => closeServer(app, connections) })
  if (open !== null && open.metrics !== null) observeRequests(app, open.metrics)
  registerPublicRoutes(app, { admission, version, isStopping, prove: (challenge) => serviceProof(localKey, challenge) })
  const guard = createV4Guard({ access, admission, workspaceId: facts.uid })
  await registerSockets(app, ground)
  const streams = { service: events, admission, guard, scheduler: timerScheduler, nowMs: () => env.clock.nowMs() }
  const idempotency = createIdempotency({
    access,
    clock: env.clock,
    random: env.random,
    secret: deriveKey(keys.workspace, 'fieldseal idempotency'),
    recipes: recipesFor({ ...workspace, acquisitions: evidence.acquisitions }),
    joining: joiningOperations,
  })
  registerOperations(app, {
    admission,
    guard,
    workspace,
    idempotency,
    noteReading: createNoteReading(workspace.accessLog),
    routes: routesOf({ ...ground, app, tokens, streams }, parts),
  })
  registerStreamRoutes(app, streams)
  registerRawRoutes(app, {
    admission,
    guard,
    links: evidence.links,
    tus: createTusEndpoint(evidence.uploads),
    isHidden: (id, uid) => {
      const caseId = workspace.caseOf({ kind: 'acquisition', id })
      return caseId !== null && workspace.hides(uid, caseId)
    },
  })
  if (open !== null)
    serving.keep(
      await registerHubProtocol(app, {
        admission,
        hub: open.hub,
        store: open.store,
        bytes: open.bytes,
        scheduler: timerScheduler,
        isStopping,
        witnesses: options.witnesses ?? [],
      }),
    )
  registerV4(app, guard, addresses)
  registerWindow(app, windowFiles, admission)
  await app.ready()
  return app
}
