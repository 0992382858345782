import { randomUUID } from 'node:crypto'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { ErrorBody } from '../../shared/api/errors.ts'
import type { Session } from '../../shared/ipc/supervisor.ts'
import { dataPolicy, everywhere } from './securityHeaders.ts'

/** The service as the proxy needs it: where it answers, and a credential that has not run out. */
export type Upstream = { readonly url: string; readonly session: Session }

/** RFC 9110 section 7.6.1: these concern one connection only. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Never taken over from the window: main decides on the credential, and the service is another origin. */
const notForwarded = new Set([
  ...hopByHop,
  'host',
  'content-length',
  'cookie',
  'authorization',
  'x-api-key',
  'origin',
  'referer',
  'accept-encoding',
])
const notReturned = new Set([...hopByHop, 'set-cookie', 'content-security-policy'])

/** The headers of the forwarded request: the window's own, less what must not pass, plus the session's credential. */
export function requestHeaders(incoming: Headers, session: Session): Record<string, string> {
  const named = new Set(
    (incoming.get('connection') ?? '')
      .toLowerCase()
      .split(',')
      .map((name) => name.trim()),
  )
  const kept = [...incoming].filter(([name]) => !notForwarded.has(name) && !named.has(name) && !name.startsWith('sec-'))
  return {
    ...Object.fromEntries(kept),
    authorization: `Bearer ${session.access_token}`,
    'x-api-key': session.institution_key,
  }
}

/** The headers of the answer as the window sees it. The length of one that is encoded is not that of its content. */
export function responseHeaders(raw: IncomingMessage['headersDistinct']): Headers {
  const headers = new Headers()
  for (const [name, values] of Object.entries(raw)) {
    if (notReturned.has(name) || (name === 'content-length' && raw['content-encoding'] !== undefined)) continue
    for (const value of values ?? []) headers.append(name, value)
  }
  for (const [name, value] of Object.entries(everywhere)) headers.set(name, value)
  headers.set('Content-Security-Policy', dataPolicy)
  return headers
}

/** What the window gets while there is no service to answer. */
export function unavailable(message: string): Response {
  const body: ErrorBody = { success: false, error: { code: 'unavailable', message, request_id: randomUUID() } }
  return Response.json(body, {
    status: 503,
    headers: { ...everywhere, 'Retry-After': '1', 'Content-Security-Policy': dataPolicy },
  })
}

/**
 * Calls back where the connection ends before its answer does. A window that gives up destroys the request first; the
 * error is the same.
 */
function watchEnd(outgoing: ClientRequest, incoming: IncomingMessage, onBrokenOff: () => void): void {
  const { socket } = incoming
  const ended = (): void => {
    if (!incoming.complete && !outgoing.destroyed) onBrokenOff()
  }
  socket.prependListener('close', ended)
  // The connection serves further answers.
  incoming.once('close', () => socket.off('close', ended))
}

const withoutBody = new Set([204, 205, 304])

/**
 * Forwards one request of the window to the service, streaming both bodies. Node's own client is used: it knows no
 * proxy, no cookie jar and no cache, so the bytes go to loopback and nowhere else. `onBrokenOff` is called where the
 * service goes away within its answer.
 */
export function forward(
  request: Request,
  upstream: Upstream,
  onBrokenOff: () => void = () => undefined,
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  return new Promise((resolve) => {
    const outgoing = http.request(
      new URL(`${pathname}${search}`, upstream.url),
      { method: request.method, headers: requestHeaders(request.headers, upstream.session), signal: request.signal },
      (incoming) => {
        const status = incoming.statusCode ?? 502
        watchEnd(outgoing, incoming, onBrokenOff)
        const body = withoutBody.has(status) ? null : (Readable.toWeb(incoming) as ReadableStream<Uint8Array>)
        if (body === null) incoming.resume()
        resolve(new Response(body, { status, headers: responseHeaders(incoming.headersDistinct) }))
      },
    )
    outgoing.on('error', () => resolve(unavailable('The service did not answer. The window tries again by itself.')))
    if (request.body === null) outgoing.end()
    else
      Readable.fromWeb(request.body as NodeReadableStream)
        .on('error', (error) => outgoing.destroy(error))
        .pipe(outgoing)
  })
}
