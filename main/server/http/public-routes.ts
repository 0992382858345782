import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openApiDocument } from '../description/openapi.ts'
import { pageCsp, renderPage } from '../description/page.ts'
import { pageHeaders } from '../window/static-files.ts'
import type { Admission } from './admission.ts'

/** Addresses that answer without a credential, besides signing in and the window. */
export const publicAddresses = ['/healthz', '/openapi.json', '/docs', '/docs/', '/api/openapi.json'] as const

export interface PublicRouteOptions {
  readonly admission: Admission
  readonly version: string
  readonly isStopping: () => boolean
}

/** Makes a value when it is first asked for, and keeps it: describing every operation takes a quarter of a start, and few starts are asked. */
const onDemand = <T>(make: () => T): (() => T) => {
  const made: { value?: T } = {}
  return () => (made.value ??= make())
}

/** Registers health, the OpenAPI document and its page. */
export const registerPublicRoutes = (app: FastifyInstance, { admission, version, isStopping }: PublicRouteOptions): void => {
  const description = onDemand(() => openApiDocument(version))
  const documentText = onDemand(() => JSON.stringify(description()))
  const page = onDemand(() => renderPage(description()))

  const admit = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    admission.outer(request, reply, true)
    admission.perAddress(request, reply)
    done()
  }
  const json = (reply: FastifyReply, text: string): FastifyReply => reply.header('content-type', 'application/json; charset=utf-8').send(text)

  // Health answers also while the service stops, so that whoever watches it learns why.
  app.get('/healthz', (_request, reply) => {
    const stopping = isStopping()
    return json(reply.code(stopping ? 503 : 200), JSON.stringify({ status: stopping ? 'stopping' : 'ok', version }))
  })
  for (const address of ['/openapi.json', '/api/openapi.json']) app.get(address, { onRequest: admit }, (_request, reply) => json(reply, documentText()))
  for (const address of ['/docs', '/docs/']) {
    app.get(address, { onRequest: admit }, (_request, reply) => reply.headers(pageHeaders(pageCsp)).header('content-type', 'text/html; charset=utf-8').send(page()))
  }
}
