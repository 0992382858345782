import type { Activity } from '../../../shared/schema/activity.ts'
import { levelOfScore } from '../../detection/combine.ts'
import type { JsonValue } from '../../seal/canonical.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { caseContext, ownershipContext, screeningContext } from '../../storage/network/contexts.ts'
import { createMergeStore } from '../../storage/network/merge-store.ts'
import type { Route } from '../http/call.ts'
import { networkRoutes } from '../routes/network.ts'
import { graphFacts } from './graph-facts.ts'
import { openNetwork } from './network-service.ts'
import { createPastNetwork, type PastNetwork } from './past-network.ts'
import type { NetworkService } from './network-service.ts'

/** The network at work. */
export interface ComposedNetwork {
  readonly service: NetworkService
  readonly routes: readonly Route[]
  /** What rules may read of the network about an activity. */
  readonly factsOf: (event: Activity) => Readonly<Record<string, JsonValue>>
  /** An empty network that grows once more with the activities of the past. */
  readonly past: () => PastNetwork
}

/** Composes the network over an open workspace. */
export const composeNetwork = (
  workspace: Pick<Workspace, 'ledger' | 'network' | 'transactions' | 'alerts' | 'screening' | 'env'>,
  scheduler: Scheduler,
): ComposedNetwork => {
  const { ledger, transactions, alerts, env } = workspace
  const { store, sql } = workspace.network
  const held: { service?: NetworkService } = {}
  const merges = createMergeStore({
    ledger,
    sql,
    env,
    labelOf: (entity) => {
      const model = held.service?.now() ?? null
      const node = model?.find(entity)
      return model === null || node === undefined ? entity.id : model.ownLabelOf(entity)
    },
  })
  const contexts = [caseContext(sql, store), screeningContext(sql, workspace.screening), ownershipContext(sql)]
  const service = openNetwork({
    ledger,
    store,
    transactions,
    env,
    scheduler,
    contexts,
    proposalsWaiting: () => merges.waiting(),
  })
  held.service = service
  return {
    service,
    routes: networkRoutes({
      network: service,
      store,
      merges,
      alerts,
      levelOf: (score) => levelOfScore(score, alerts.policy().levels),
      nowMs: () => env.clock.nowMs(),
    }),
    factsOf: (event) => graphFacts(service.now(), event),
    past: () => createPastNetwork({ merges: store.accepted(), contexts, nowMs: env.clock.nowMs() }),
  }
}
