import { isIP } from 'node:net'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'

/** The environment variable that says where metrics are served. */
export const metricsVariable = 'FIELDSEAL_METRICS'

export interface MetricsAddress {
  readonly host: string
  readonly port: number
}

/** Reads `9464`, `127.0.0.1:9464` or `[::1]:9464`. A port alone is of this machine only. */
export const parseMetricsAddress = (text: string): Result<MetricsAddress, Refusal> => {
  const found = /^(?:(?<host>[0-9.]+|\[[0-9a-f:]+\]):)?(?<port>\d{1,5})$/iu.exec(text.trim())?.groups
  const host = (found?.['host'] ?? '127.0.0.1').replaceAll(/[[\]]/gu, '')
  const port = Number(found?.['port'])
  if (found === undefined || isIP(host) === 0 || port > 65_535) {
    return fail(
      refusal(
        'unavailable',
        `${metricsVariable} is no address for metrics: write a port (9464), or an IP address and a port (127.0.0.1:9464, [::1]:9464).`,
      ),
    )
  }
  return ok({ host, port })
}
