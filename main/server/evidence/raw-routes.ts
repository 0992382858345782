import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Actor } from '../../domain/access/actor.ts'
import { prefixes } from '../http/addresses.ts'
import type { Admission } from '../http/admission.ts'
import { callerOf } from '../http/caller.ts'
import { RefusalError } from '../http/refusals.ts'
import type { V4Guard } from '../v4/guard.ts'
import { digestHeaders, disposition, rangeOf } from './content-response.ts'
import type { LinkedContent, Links } from './links.ts'
import type { TusAnswer, TusRequest } from './tus-endpoint.ts'

/** What the addresses need that carry bytes instead of JSON. */
export interface RawRouteOptions {
  readonly admission: Admission
  readonly guard: V4Guard
  readonly links: Links
  /** Whether an upload is of a case that somebody may not know. */
  readonly isHidden: (uploadId: string, uid: string) => boolean
  readonly tus: (request: TusRequest, by: Actor) => Promise<Result<TusAnswer, Refusal>>
}

/** Addresses of this file, for the table of methods. */
export const rawAddresses = [
  { path: '/v1/evidence/content/{token}', methods: ['GET', 'HEAD'] },
  { path: '/v1/uploads/{id}', methods: ['HEAD', 'PATCH', 'DELETE'] },
  { path: '/v4/evidence/uploads/{id}', methods: ['HEAD', 'PATCH', 'DELETE'] },
] as const

const writers = ['investigator', 'supervisor', 'admin'] as const

/** One piece of an upload; a longer file comes in several. */
const pieceMax = 1_073_741_824

const tusType = 'application/offset+octet-stream'

const gone = refusal('not_found', 'This link has ended. Ask for a new one.')
const notThere = refusal('not_found', 'There is no upload with this id, or it has ended.')

const sandboxed = "default-src 'none'; sandbox; frame-ancestors 'none'"

const bytesOf = async (content: LinkedContent, start: number, end: number): Promise<Readable> => {
  const opened = await content.open(start, end)
  if (!opened.ok) throw new RefusalError(opened.error)
  return Readable.from(opened.value, { objectMode: false, highWaterMark: 1_048_576 })
}

const serve = async (links: Links, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const content = links.find((request.params as { token: string }).token)
  if (content === null) throw new RefusalError(gone)
  const refused = content.refused?.() ?? null
  if (refused !== null) throw new RefusalError(refused)
  const { size, sha256 } = content
  const etag = `"${sha256}"`
  const condition = request.headers['if-range']
  const range = rangeOf(condition === undefined || condition === etag ? request.headers.range : undefined, size)
  void reply.headers({
    'content-type': content.mediaType,
    'content-disposition': disposition(content.name),
    'content-security-policy': sandboxed,
    'accept-ranges': 'bytes',
    etag,
    ...digestHeaders(sha256),
  })
  if (!range.ok)
    return await reply.code(416).header('content-range', `bytes */${size}`).header('content-length', 0).send()
  const { start, end } = range.value ?? { start: 0, end: size }
  void reply.code(range.value === null ? 200 : 206).header('content-length', end - start)
  if (range.value !== null) void reply.header('content-range', `bytes ${start}-${end - 1}/${size}`)
  return await reply.send(request.method === 'HEAD' ? undefined : await bytesOf(content, start, end))
}

const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return headers
}

const isUploadId = (id: string): boolean => /^[0-9a-f-]{36}$/.test(id)

/** Registers the links that serve bytes, and the addresses that take them. */
export const registerRawRoutes = (
  app: FastifyInstance,
  { admission, guard, links, tus, isHidden }: RawRouteOptions,
): void => {
  app.addContentTypeParser(tusType, (_request, payload, done) => done(null, payload))

  const answerTus = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { id } = request.params as { id: string }
    if (!isUploadId(id) || isHidden(id, callerOf(request).userUid)) throw new RefusalError(notThere)
    const body = request.body instanceof Readable ? request.body : null
    const answered = await tus(
      { id, method: request.method as TusRequest['method'], headers: headersOf(request), body },
      callerOf(request),
    )
    if (!answered.ok) {
      // What the client still sends of a refused piece is not waited for.
      if (body !== null && !body.readableEnded) void reply.header('connection', 'close')
      throw new RefusalError(answered.error)
    }
    return await reply.code(answered.value.status).headers(answered.value.headers).send()
  }

  const checkType = (request: FastifyRequest): void => {
    if (request.method === 'PATCH' && request.headers['content-type'] !== tusType)
      throw new RefusalError(refusal('unsupported_media_type', `Send the bytes as ${tusType}.`))
  }

  for (const prefix of prefixes) {
    app.route({
      method: ['GET', 'HEAD'],
      url: `${prefix}/v1/evidence/content/:token`,
      onRequest: (request, reply, done) => {
        admission.outer(request, reply, false)
        // A guessed link is one in 2^256; the limit is for those who try.
        if (links.find((request.params as { token: string }).token) === null) admission.perAddress(request, reply)
        admission.unlocked()
        done()
      },
      handler: (request, reply) => serve(links, request, reply),
    })
    app.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${prefix}/v1/uploads/:id`,
      bodyLimit: pieceMax,
      onRequest: async (request, reply) => {
        admission.outer(request, reply, false)
        await admission.signedIn(request, reply, writers)
        admission.unlocked()
        checkType(request)
      },
      handler: answerTus,
    })
    app.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${prefix}/v4/evidence/uploads/:id`,
      bodyLimit: pieceMax,
      onRequest: (request, reply, done) => {
        guard.admit(request, reply, 'v4:write')
        guard.checkWorkspace(request)
        checkType(request)
        done()
      },
      handler: answerTus,
    })
  }
}
