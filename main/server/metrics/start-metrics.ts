import type { FastifyInstance } from 'fastify'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Log } from '../../platform/log.ts'
import type { HubStore } from '../../sync/hub/store.ts'
import type { HubMetrics, HubOperation, MetricsParts } from './hub-metrics.ts'
import { parseMetricsAddress } from './metrics-address.ts'

/** What of the metrics the rest of the hub uses. Closing the store ends the listener. */
export type RunningMetrics = Pick<HubMetrics, 'store' | 'answered' | 'stamped'>

/**
 * Measures a hub and serves what it finds, where an address is given; without one nothing is measured, and none of it
 * is loaded.
 *
 * @param address of `FIELDSEAL_METRICS`
 */
export const startMetrics = async (
  store: HubStore,
  address: string | undefined,
  means: MetricsParts & { readonly log: Log },
): Promise<Result<RunningMetrics | null, Refusal>> => {
  if (address === undefined || address === '') return ok(null)
  const parsed = parseMetricsAddress(address)
  if (!parsed.ok) return parsed
  const { createHubMetrics } = await import('./hub-metrics.ts')
  const { serveMetrics } = await import('./serve-metrics.ts')
  const metrics = createHubMetrics(store, means)
  const server = await serveMetrics(metrics, parsed.value)
  if (!server.ok) return server
  means.log.info({ url: server.value.url }, 'metrics are served')
  const close = async (): Promise<void> => {
    await server.value.close()
    await store.close()
  }
  return ok({
    store: { ...metrics.store, close },
    answered: (...given) => metrics.answered(...given),
    stamped: (outcome) => metrics.stamped(outcome),
  })
}

const operationsByPath: readonly (readonly [RegExp, HubOperation])[] = [
  [/^\/v1\/sync\/(challenge|session|enrol|push|pull|health)$/u, 'other'],
  [/^\/v1\/sync\/hints$/u, 'hint'],
  [/^\/v1\/sync\/(evidence|blobs)(\/|$)/u, 'evidence'],
  [/^\/v1\/log\//u, 'log'],
  [/^\/v1\/witness(\/|$)/u, 'witness'],
]

/** The operation of a request of the hub's protocol; null for any other request. */
export const operationOf = (url: string): HubOperation | null => {
  const path = url.split('?', 1)[0] ?? ''
  for (const [pattern, operation] of operationsByPath) {
    const found = pattern.exec(path)
    if (found !== null) return operation === 'other' ? (found[1] as HubOperation) : operation
  }
  return null
}

/** Counts and times what the hub's protocol answers. */
export const observeRequests = (app: FastifyInstance, metrics: RunningMetrics): void => {
  app.addHook('onResponse', (request, reply, done) => {
    const operation = operationOf(request.url)
    if (operation !== null) metrics.answered(operation, reply.statusCode, reply.elapsedTime / 1_000)
    done()
  })
}
