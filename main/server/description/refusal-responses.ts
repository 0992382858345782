import { errorCatalogue } from '../../../shared/api/errors.ts'
import type { ErrorCode } from '../../../shared/api/errors.ts'
import type { OpenApiOperation } from './document.ts'

/** The answers of refusals by status. */
export const refusalResponses = (codes: readonly ErrorCode[]): OpenApiOperation['responses'] => {
  const byStatus = Map.groupBy(codes, (code) => errorCatalogue[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join(' '),
        headers: {
          'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
          ...(status === 429 || status === 503 ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
        },
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Refusal' },
                { properties: { error: { properties: { code: { enum: ofStatus } } } } },
              ],
            },
          },
        },
      },
    ]),
  )
}
