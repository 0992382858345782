import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  aheadHeader,
  aheadMost,
  blobName,
  blobOffer,
  blobsPath,
  followsHeader,
} from '../../../shared/protocol/blobs.ts'
import type { BlobName } from '../../../shared/protocol/blobs.ts'
import { ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { boundedBytes } from '../../platform/bounded-bytes.ts'
import { answerRefusal, refuseCall, versionRefusal } from '../../sync/hub/answer.ts'
import type { CallRefusal } from '../../sync/hub/answer.ts'
import type { HubBytes } from '../../sync/hub/bytes.ts'
import type { Hub } from '../../sync/hub/create-hub.ts'
import { createPartTurns } from '../../sync/hub/part-turns.ts'
import type { ComePart } from '../../sync/hub/part-turns.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'
import { decodeJson, encodeJson } from '../../sync/wire.ts'
import { rangeOf } from '../evidence/content-response.ts'
import { createTus } from '../evidence/tus-endpoint.ts'
import type { TusAnswer, TusRequest, TusWords } from '../evidence/tus-endpoint.ts'
import { timerScheduler } from '../../platform/scheduler.ts'
import { prefixes } from '../http/addresses.ts'
import type { Admission } from '../http/admission.ts'
import { deviceBearer } from './bearer.ts'
import { createUnderWay } from './under-way.ts'
import type { UnderWay } from './under-way.ts'

/** What the addresses of bytes stand on. */
export interface BlobRouteParts {
  readonly admission: Admission
  readonly hub: Pick<Hub, 'authenticate'>
  readonly bytes: HubBytes
}

/** Addresses of this file, for the table of methods. */
export const blobAddresses = [
  { path: blobsPath, methods: ['GET', 'POST'] as const },
  { path: `${blobsPath}/{case}/{sha256}`, methods: ['GET', 'HEAD', 'PATCH', 'DELETE'] as const },
]

/** An offer is a short JSON text. */
const offerMax = 4_096
/** One piece of an upload; a longer file comes in several. */
const pieceMax = 1_073_741_824

/**
 * Files that one device reads at once, each with its memory: it reads a few, and more are of connections that it gave
 * up.
 */
const downloadsOfOne = 16

const beginOneMore = (underWay: UnderWay, deviceId: string, { raw }: FastifyReply): void => {
  const begun = underWay.begin(deviceId, () => raw.destroy())
  raw.once('close', () => begun?.closed())
}

const refuse = (reply: FastifyReply, refused: CallRefusal): FastifyReply => {
  const { status, body, retryAfterMs } = answerRefusal(refused)
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  // What a device still sends of a refused piece is not waited for.
  void reply.header('connection', 'close').header('content-type', 'application/json; charset=utf-8')
  return reply.code(status).send(Buffer.from(body))
}

const readOffer = async (body: unknown): Promise<Uint8Array | null> =>
  body instanceof Readable ? await boundedBytes(body, offerMax) : new Uint8Array()

const malformed = refuseCall(
  'invalid_request',
  'The address names no bytes: it is the uid of a case, a SHA-256 in lower-case hexadecimal digits, and, for an upload, `entry` with the id of the entry that acquired them.',
)

/** The bytes that an address names; nothing of it ever becomes a path. */
const namedIn = (request: FastifyRequest): Result<BlobName, CallRefusal> => {
  const { text = '' } = request.query as { text?: string }
  const read = blobName.safeParse({
    ...(request.params as object),
    entry: new URLSearchParams(text).get('entry') ?? '0'.repeat(64),
  })
  return read.success ? ok(read.data) : malformed
}

const tusWords: TusWords<CallRefusal> = (status, text) => {
  if (status === 409)
    return {
      code: 'offset_mismatch',
      message: 'These bytes stand at another offset; offer them again and go on from there.',
    }
  if (status === 413) return { code: 'too_large', message: 'The body is longer than what is left of the bytes.' }
  return { code: 'invalid_request', message: `The upload was refused: ${text.trim()}` }
}

/** What one upload is called on its way through the library: nothing of it has to be escaped. */
const idOf = (deviceId: string, name: BlobName): string =>
  Buffer.from(JSON.stringify([deviceId, name])).toString('base64url')
const namedBy = (id: string): readonly [string, BlobName] =>
  JSON.parse(Buffer.from(id, 'base64url').toString('utf8')) as [string, BlobName]

const headersOf = (request: FastifyRequest): Headers => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value)
  return headers
}

const outOfTurn: CallRefusal = {
  code: 'offset_mismatch',
  message: 'The part before this one did not come. Nothing of this one was taken; offer the bytes again and go on.',
}

const partOf = (
  { headers }: FastifyRequest,
  { raw }: FastifyReply,
  whose: Pick<ComePart, 'deviceId' | 'key'>,
): ComePart => ({
  ...whose,
  offset: Number(headers['upload-offset']),
  follows: headers[followsHeader] === '1',
  onGone: (gone) => void raw.once('close', gone),
})

/** How far an upload stands after a part; null where that part was refused. */
const offsetAfter = (answered: Result<TusAnswer, CallRefusal>): number | null => {
  const offset = answered.ok ? answered.value.headers['upload-offset'] : undefined
  return offset === undefined ? null : Number(offset)
}

/** The uploads of the hub, as the library asks for them. */
const tusOver = (bytes: HubBytes) =>
  createTus<CallRefusal>(
    {
      state: (id) => bytes.state(...namedBy(id)),
      write: (id, offset, body) => {
        const [deviceId, name] = namedBy(id)
        return bytes.write(deviceId, name, offset, body)
      },
      cancel: (id) => bytes.drop(...namedBy(id)),
    },
    tusWords,
  )

/**
 * Registers the addresses by which bytes of evidence go up (tus 1.0.0) and come down (ranges, RFC 9110 section 14)
 * within the scope of the hub's protocol.
 */
export const registerBlobRoutes = (scope: FastifyInstance, { admission, hub, bytes }: BlobRouteParts): void => {
  const downloads = createUnderWay(downloadsOfOne)
  const tus = tusOver(bytes)
  const turns = createPartTurns(timerScheduler)

  /** The device of the session; whoever has none is counted by address. */
  const callerOf = async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Result<{ readonly deviceId: string }, CallRefusal>> => {
    try {
      const caller = await hub.authenticate(deviceBearer(request), 'evidence')
      if (!caller.ok) admission.perAddress(request, reply)
      return caller
    } catch (error) {
      if (error instanceof HubStoreFault) return refuseCall(error.refusal.code, error.refusal.message, 2_000)
      throw error
    }
  }

  const offer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await callerOf(request, reply)
    if (!caller.ok) return refuse(reply, caller.error)
    const body = await readOffer(request.body)
    if (body === null) return refuse(reply, { code: 'too_large', message: `An offer has at most ${offerMax} bytes.` })
    const version = versionRefusal(body)
    if (version?.ok === false) return refuse(reply, version.error)
    const read = decodeJson(blobOffer, body)
    if (!read.ok)
      return refuse(reply, {
        code: read.error.code === 'too_large' ? 'too_large' : 'invalid_request',
        message: read.error.message,
      })
    const { protocol: _protocol, prove, ...name } = read.value
    const state = await bytes.offer(caller.value.deviceId, name, prove)
    if (!state.ok) return refuse(reply, state.error)
    return reply
      .code(200)
      .headers({
        'content-type': 'application/json; charset=utf-8',
        [aheadHeader]: aheadMost,
        location: `${blobsPath}/${name.case}/${name.sha256}?entry=${name.entry}`,
      })
      .send(Buffer.from(encodeJson(state.value)))
  }

  const upload = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await callerOf(request, reply)
    if (!caller.ok) return refuse(reply, caller.error)
    const name = namedIn(request)
    if (!name.ok) return refuse(reply, name.error)
    const body = request.body instanceof Readable ? request.body : null
    const id = idOf(caller.value.deviceId, name.value)
    const job = () => tus({ id, method: request.method as TusRequest['method'], headers: headersOf(request), body })
    const answered =
      request.method === 'PATCH'
        ? await turns.run(partOf(request, reply, { deviceId: caller.value.deviceId, key: id }), job, offsetAfter)
        : await job()
    if (answered === null) return refuse(reply, outOfTurn)
    if (!answered.ok) return refuse(reply, answered.error)
    return reply.code(answered.value.status).headers(answered.value.headers).send()
  }

  const download = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await callerOf(request, reply)
    if (!caller.ok) return refuse(reply, caller.error)
    const name = namedIn(request)
    if (!name.ok) return refuse(reply, name.error)
    const opened = await bytes.open(caller.value.deviceId, name.value)
    if (!opened.ok) return refuse(reply, opened.error)
    beginOneMore(downloads, caller.value.deviceId, reply)
    const { size } = opened.value
    const range = rangeOf(request.headers.range, size)
    void reply.headers({
      'content-type': 'application/octet-stream',
      'accept-ranges': 'bytes',
      etag: `"${name.value.sha256}"`,
    })
    if (!range.ok)
      return reply
        .code(416)
        .headers({ 'content-range': `bytes */${size}`, 'content-length': 0 })
        .send()
    const { start, end } = range.value ?? { start: 0, end: size }
    void reply.code(range.value === null ? 200 : 206).header('content-length', end - start)
    if (range.value !== null) void reply.header('content-range', `bytes ${start}-${end - 1}/${size}`)
    return reply.send(Readable.from(opened.value.read(start, end), { objectMode: false, highWaterMark: 1_048_576 }))
  }

  const lacking = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const caller = await callerOf(request, reply)
    if (!caller.ok) return refuse(reply, caller.error)
    const told = await bytes.lacking(caller.value.deviceId)
    return told.ok
      ? reply
          .code(200)
          .header('content-type', 'application/json; charset=utf-8')
          .send(Buffer.from(encodeJson(told.value)))
      : refuse(reply, told.error)
  }

  for (const prefix of prefixes) {
    const onRequest = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
      admission.outer(request, reply, false)
      done()
    }
    scope.post(`${prefix}${blobsPath}`, { onRequest, bodyLimit: offerMax }, offer)
    scope.route({ method: 'GET', url: `${prefix}${blobsPath}`, onRequest, exposeHeadRoute: false, handler: lacking })
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${prefix}${blobsPath}/:case/:sha256`,
      bodyLimit: pieceMax,
      onRequest,
      handler: upload,
    })
    scope.route({
      method: 'GET',
      url: `${prefix}${blobsPath}/:case/:sha256`,
      onRequest,
      exposeHeadRoute: false,
      handler: download,
    })
  }
}
