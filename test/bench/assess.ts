import { freshWorkspace, serve } from '../support/live-service.ts'
import { BenchConnection } from './http-client.ts'
import type { BenchLine } from './report.ts'

const warmUp = 200
const calls = 2_000
/** Milliseconds that a payment can wait for its answer without anybody noticing. */
const limits = { p50: 10, p99: 50 } as const

const bodyOf = (n: number): object => ({
  event_type: 'card_payment',
  metadata: {
    amount: 20 + (n % 700),
    currency: 'EUR',
    customer_id: `c-${n % 300}`,
    terminal_id: `t-${n % 90}`,
    device_id: `d-${n % 400}`,
    ip: `203.0.113.${n % 250}`,
    country: 'DE',
  },
})

const rank = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN

const line = (name: 'p50' | 'p99', ours: number): BenchLine => ({
  name: `one API score with rules, model and reasons, ${name}`,
  unit: 'ms',
  ours,
  limit: limits[name],
  limitName: 'what nobody notices',
  ratio: limits[name] / ours,
  aim: '>= 1',
  met: ours <= limits[name],
})

/**
 * Scores activities one after another over HTTP: the starter rules live, the shipped model in force, reasons by exact
 * TreeSHAP, the answer kept durably.
 */
export const benchAssess = async (): Promise<readonly BenchLine[]> => {
  const { dataDir, credentials } = freshWorkspace()
  const service = await serve(dataDir)
  const connection = await BenchConnection.open(service.url)
  const headers = { host: service.url.host, authorization: `Bearer ${credentials.api_key}` }
  try {
    const took: number[] = []
    for (let n = 0; n < warmUp + calls; n += 1) {
      const started = performance.now()
      const { status, body } = await connection.send({
        method: 'POST',
        path: '/v4/fraud-assessments/create',
        headers,
        body: bodyOf(n),
      })
      if (status !== 201) throw new Error(`an assessment answered ${status}: ${body}`)
      if (n >= warmUp) took.push(performance.now() - started)
    }
    took.sort((a, b) => a - b)
    return [line('p50', rank(took, 0.5)), line('p99', rank(took, 0.99))]
  } finally {
    connection.close()
    await service.stop()
  }
}
