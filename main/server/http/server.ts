import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { codeOf } from '../../platform/system-error.ts'
import type { Addresses } from './addresses.ts'
import { registerBodyParsers } from './bodies.ts'
import { refusalBody, refusalOfError, httpStatus } from './refusals.ts'
import { methodsTaken, unknownAddress } from './unknown-address.ts'

export interface HttpServerOptions {
  readonly log: Logger
  readonly addresses: Addresses
  /** Addresses that take `Upgrade: websocket`; everywhere else such a request is answered as if it had not asked. */
  readonly socketAddresses: ReadonlySet<string>
  /** Beginning of request ids; distinct for each start of the service. */
  readonly requestIdPrefix: string
}

/**
 * Bytes of a request's line and headers: a webhook's body of 8,000 characters may stand in a query, each of up to three
 * bytes, each of these percent-encoded.
 */
const headerMost = 81_920

const failed = refusal('internal', 'The service failed. Nothing of the request was kept; the log holds the request_id.')
const brokenRequest = refusal('invalid_request', 'The request is not well-formed HTTP.')
const noTunnel = refusal('invalid_request', 'This service is not a proxy and opens no tunnels.')

const sendRefusal = (reply: FastifyReply, requestId: string, given: Refusal): FastifyReply =>
  reply
    .code(httpStatus(given.code))
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(refusalBody(given, requestId)))

const answerUnknown = (addresses: Addresses, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const methods = methodsTaken(addresses, request)
  const refused = unknownAddress(methods, reply)
  if (request.method === 'OPTIONS' && methods.length > 0) return reply.code(204).send()
  return sendRefusal(reply, request.id, refused)
}

/** Refuses where there is no request object, so that the bytes are written by hand. */
const refuseBare = (given: Refusal, socket: Duplex, requestId: string): void => {
  const body = JSON.stringify(refusalBody(given, requestId))
  socket.end(
    `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Answers what Node's parser could not read. */
const answerClientError = (error: unknown, socket: Socket, requestId: string): void => {
  if (codeOf(error) === 'ECONNRESET' || !socket.writable) socket.destroy()
  else refuseBare(brokenRequest, socket, requestId)
}

/**
 * Makes the Fastify instance: parsers, ids, headers and the one place where errors become answers. Routes are added by
 * the caller.
 */
export const createHttpServer = ({
  log,
  addresses,
  socketAddresses,
  requestIdPrefix,
}: HttpServerOptions): FastifyInstance => {
  let counter = 0
  const nextId = (): string => {
    counter += 1
    return `${requestIdPrefix}${counter.toString(36)}`
  }
  const app: FastifyInstance = Fastify({
    logger: false,
    // Some clients offer `Upgrade: h2c` with every request; RFC 9110 section 7.8 lets a server pass that over.
    http: {
      shouldUpgradeCallback: ({ headers, url }) =>
        headers.upgrade?.toLowerCase() === 'websocket' && socketAddresses.has(url?.split('?', 1)[0] ?? ''),
      maxHeaderSize: headerMost,
    },
    genReqId: nextId,
    requestIdHeader: false,
    bodyLimit: 1_048_576,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
    // The service answers 503 itself while it stops, in its own words.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      // What stands in a path is bounded by its operation, which says so; the router would answer that there is no such
      // path.
      maxParamLength: headerMost,
      // Parsed later and strictly: here a fault could only be dropped or crash.
      querystringParser: (text: string) => (text === '' ? {} : { text }),
    },
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id)
      void sendRefusal(reply, request.id, refusalOfError(error) ?? failed)
    },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, nextId()),
  })

  app.decorateRequest('caller', null)
  app.decorateRequest('apiKeyId', null)
  registerBodyParsers(app)
  // A request that asks for an expectation we do not know is answered as if it had not asked.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

  // Node closes the connection of a CONNECT that nobody listens to, without a word.
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => socket.destroy())
    refuseBare(noTunnel, socket, nextId())
  })

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    done()
  })
  if (log.isLevelEnabled('debug')) {
    app.addHook('onResponse', (request, reply, done) => {
      // The route's pattern, never the address: a query or a path may hold a search text or a case number.
      log.debug(
        {
          request_id: request.id,
          method: request.method,
          route: request.routeOptions.url ?? 'none',
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 100) / 100,
        },
        'answered',
      )
      done()
    })
  }
  app.setNotFoundHandler((request, reply) => answerUnknown(addresses, request, reply))
  app.setErrorHandler((error, request, reply) => {
    // Of a method that no address takes (QUERY) the framework asks for a body's headers before it says that nothing
    // takes it.
    if (codeOf(error) === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return answerUnknown(addresses, request, reply)
    const known = refusalOfError(error)
    if (known === null || known.code === 'internal')
      log.error({ request_id: request.id, route: request.routeOptions.url, err: error }, 'request failed')
    else if (known.code === 'storage_full') log.error({ request_id: request.id }, 'disk full')
    return sendRefusal(reply, request.id, known ?? failed)
  })
  return app
}
