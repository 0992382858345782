import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldRefused } from '../../../shared/api/errors.ts'
import { openApiDocument } from '../description/openapi.ts'
import { pageCsp, renderPage } from '../description/page.ts'
import { pageHeaders } from '../window/static-files.ts'
import { challengeForm } from '../service-proof.ts'
import type { Admission } from './admission.ts'
import { parseQueryString } from './query-text.ts'
import { RefusalError } from './refusals.ts'

/** Addresses that answer without a credential, besides signing in and the window. */
export const publicAddresses = ['/healthz', '/openapi.json', '/docs', '/docs/', '/api/openapi.json'] as const

export interface PublicRouteOptions {
  readonly admission: Admission
  readonly version: string
  readonly isStopping: () => boolean
  /** Proves to whoever can read `service.json` that this is the service which wrote it. */
  readonly prove: (challenge: string) => string
}

const badChallenge = fieldRefused('query.challenge', 'must be 22 to 86 characters of base64url')

/** The challenge of a request; null where it has none. */
const challengeOf = (request: FastifyRequest): string | null => {
  const query = parseQueryString((request.query as { text?: string }).text ?? '')
  if (!query.ok) throw new RefusalError(query.error)
  const { challenge } = query.value
  if (challenge === undefined) return null
  if (!challengeForm.test(challenge)) throw new RefusalError(badChallenge)
  return challenge
}

/**
 * Makes a value when it is first asked for, and keeps it: describing every operation takes a quarter of a start, and
 * few starts are asked.
 */
const onDemand = <T>(make: () => T): (() => T) => {
  const made: { value?: T } = {}
  return () => (made.value ??= make())
}

/** Registers health, the OpenAPI document and its page. */
export const registerPublicRoutes = (
  app: FastifyInstance,
  { admission, version, isStopping, prove }: PublicRouteOptions,
): void => {
  const description = onDemand(() => openApiDocument(version))
  const documentText = onDemand(() => JSON.stringify(description()))
  const page = onDemand(() => renderPage(description()))

  const admit = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    admission.outer(request, reply, true)
    admission.perAddress(request, reply)
    done()
  }
  const json = (reply: FastifyReply, text: string): FastifyReply =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text)

  // Health answers also while the service stops, so that whoever watches it learns why.
  app.get('/healthz', (request, reply) => {
    admission.addressed(request)
    const stopping = isStopping()
    const challenge = challengeOf(request)
    return json(
      reply.code(stopping ? 503 : 200),
      JSON.stringify({
        status: stopping ? 'stopping' : 'ok',
        version,
        ...(challenge === null ? {} : { proof: prove(challenge) }),
      }),
    )
  })
  for (const address of ['/openapi.json', '/api/openapi.json'])
    app.get(address, { onRequest: admit }, (_request, reply) => json(reply, documentText()))
  for (const address of ['/docs', '/docs/']) {
    app.get(address, { onRequest: admit }, (_request, reply) =>
      reply.headers(pageHeaders(pageCsp)).header('content-type', 'text/html; charset=utf-8').send(page()),
    )
  }
}
