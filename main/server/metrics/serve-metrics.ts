import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Refusal } from '../../../shared/api/errors.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { hostAndPort, tryListen } from '../http/listen.ts'
import type { HubMetrics } from './hub-metrics.ts'
import { metricsVariable } from './metrics-address.ts'
import type { MetricsAddress } from './metrics-address.ts'

/** A listener for metrics alone. */
export interface MetricsServer {
  readonly url: string
  close(): Promise<void>
}

const answer = (response: ServerResponse, status: number, contentType: string, body: string): void => {
  response.writeHead(status, {
    'content-type': contentType,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  response.end(body)
}

const plain = 'text/plain; charset=utf-8'

/**
 * Serves `/metrics` on an address of its own, so that no proxy that publishes the hub can publish it with it, and no
 * scraper needs a credential of the hub (docs/decisions/hub-metrics.md). Refuses an address that is taken or not of
 * this machine.
 */
export const serveMetrics = async (
  metrics: Pick<HubMetrics, 'text' | 'contentType'>,
  { host, port }: MetricsAddress,
): Promise<Result<MetricsServer, Refusal>> => {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path !== '/metrics') return answer(response, 404, plain, 'There is only /metrics here.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, plain, 'GET it.\n')
    metrics.text().then(
      (text) => answer(response, 200, metrics.contentType, text),
      () => answer(response, 500, plain, 'The metrics could not be read; the log of the hub says why.\n'),
    )
  })
  const listening = await tryListen(() => once(server.listen({ host, port }), 'listening'), {
    host,
    port,
    what: 'Metrics',
    wayOn: `give ${metricsVariable} another address`,
  })
  if (!listening.ok) return listening
  const { port: bound } = server.address() as AddressInfo
  return ok({
    url: `http://${hostAndPort(host, bound)}/metrics`,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await Promise.resolve()
    },
  })
}
