import type { FastifyInstance } from 'fastify'
import { discardImport, readImport, readImportRejects, runImport, stageImport } from '../../shared/api/workspace.ts'
import { createHubAdministration } from '../sync/hub/administer.ts'
import { createSignInAttempts } from './auth/attempts.ts'
import type { Tokens } from './auth/tokens.ts'
import { createSocketHandler } from './events/stream-routes.ts'
import type { StreamRouteParts } from './events/stream-routes.ts'
import type { Route } from './http/call.ts'
import { trialModelOf } from './models/trial-model.ts'
import type { Ground, Parts } from './open-parts.ts'
import { composeReports } from './reports/compose-reports.ts'
import { accessRoutes } from './routes/access.ts'
import { accessLogRoutes } from './routes/access-log.ts'
import { alertRoutes } from './routes/alerts.ts'
import { caseRoutes } from './routes/cases.ts'
import { decisionRoutes } from './routes/decisions.ts'
import { eventRoutes } from './routes/events.ts'
import { evidenceRoutes } from './routes/evidence.ts'
import { hubRoutes } from './routes/hub.ts'
import { importRoutes } from './routes/imports.ts'
import { keyDetectionRoutes } from './routes/key-detection.ts'
import { keyEvidenceRoutes } from './routes/key-evidence.ts'
import { metricRoutes } from './routes/metrics.ts'
import { modelRoutes } from './routes/models.ts'
import { providerSignInRoutes } from './routes/provider-sign-in.ts'
import { ruleRoutes } from './routes/rules.ts'
import { screeningRoutes } from './routes/screening.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { signInListRoutes } from './routes/sign-in-list.ts'
import { signInRoutes } from './routes/sign-in.ts'
import { signatureRoutes } from './routes/signatures.ts'
import { syncRoutes } from './routes/sync.ts'
import { searchRoutes } from './routes/search.ts'
import { taskRoutes } from './routes/tasks.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import { windowLockRoutes } from './routes/window-lock.ts'
import { witnessRoutes } from './routes/witnesses.ts'
import { workloadRoutes } from './routes/workload.ts'
import { workspaceRoutes } from './routes/workspace.ts'
import { witnessesOf } from './rules/past-witness.ts'
import { factsOfStored } from './rules/stored-facts.ts'
import type { ServiceOptions } from './running-service.ts'
import { settlementOf } from './sync-settlement.ts'
import { asideService } from './sync/aside-bytes.ts'

/** What routes stand on besides the parts of the service. */
export interface RouteGround extends Ground {
  readonly app: FastifyInstance
  readonly tokens: Tokens
  readonly streams: StreamRouteParts
}

/** Where devices reach a hub: by its public name where one is given, else where it listens. */
const publicUrlOf = ({ host, publicHosts }: ServiceOptions, app: FastifyInstance): string => {
  const [name] = publicHosts ?? []
  if (name !== undefined) return `https://${name}`
  const address = app.server.address()
  return address === null || typeof address === 'string' ? '' : `http://${host}:${address.port}`
}

const detectionRoutes = ({ workspace }: Ground, { network, detection, dryRuns, trainings }: Parts): Route[] => {
  const { rules, models, transactions } = workspace
  return [
    ...keyDetectionRoutes(workspace, detection),
    ...ruleRoutes({
      rules,
      dryRuns,
      witnesses: witnessesOf(models, network.past),
      factsOf: (id) =>
        factsOfStored(
          { transactions, features: detection.features, model: () => trialModelOf(models), graph: network.factsOf },
          id,
        ),
    }),
    ...modelRoutes({
      models,
      trainings,
      transactions,
      features: detection.features,
      past: workspace.past,
      labelDelayDays: () => workspace.alerts.policy().labels.delay_days,
    }),
  ]
}

const syncingRoutes = ({ workspace, options, open, app }: RouteGround, { sync, evidence }: Parts): Route[] => {
  const nowMs = (): number => workspace.env.clock.nowMs()
  const hub =
    open === null
      ? null
      : createHubAdministration(open.hub, open.store, {
          nowMs,
          witnesses: options.witnesses ?? [],
          silentAfterMs: open.silentAfterMs,
        })
  return [
    ...syncRoutes({
      service: sync,
      reads: workspace.sync.overview,
      settlement: settlementOf(workspace),
      aside: asideService(workspace, evidence.locks),
    }),
    ...witnessRoutes(workspace.sync.settings, nowMs),
    ...hubRoutes({ workspace, hub, sync, publicUrl: () => publicUrlOf(options, app) }),
  ]
}

/** The operations of the interface over the parts that do them. */
export const routesOf = (ground: RouteGround, parts: Parts): Route[] => {
  const { workspace, options, tokens, streams } = ground
  const { evidence, events, imports, screening } = parts
  const attempts = createSignInAttempts(workspace.env.clock)
  return [
    ...caseRoutes(workspace),
    ...taskRoutes(workspace),
    ...searchRoutes(workspace),
    ...workloadRoutes(workspace),
    ...evidenceRoutes(evidence, workspace.access),
    ...keyEvidenceRoutes(workspace, evidence, streams.guard),
    ...eventRoutes(workspace, events, createSocketHandler(streams)),
    ...signatureRoutes(workspace),
    ...webhookRoutes(workspace, events),
    ...signInRoutes(workspace, tokens, attempts),
    ...windowLockRoutes(workspace, attempts),
    ...providerSignInRoutes(workspace, attempts),
    ...secondFactorRoutes(workspace, attempts),
    ...signInListRoutes(workspace),
    ...accessRoutes(workspace),
    ...accessLogRoutes(workspace),
    ...workspaceRoutes(workspace, options.role, parts.jobs),
    ...importRoutes(
      { stage: stageImport, run: runImport, read: readImport, rejects: readImportRejects, discard: discardImport },
      imports,
    ),
    ...parts.transactions.routes,
    ...parts.lists.routes,
    ...alertRoutes(workspace),
    ...parts.alertImports.routes,
    ...decisionRoutes(workspace),
    ...metricRoutes(workspace),
    ...screeningRoutes(screening),
    ...parts.network.routes,
    ...parts.kyb.routes,
    ...composeReports(workspace, evidence),
    ...detectionRoutes(ground, parts),
    ...syncingRoutes(ground, parts),
  ]
}
