import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { syncLimits } from '../../../shared/protocol/sync.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { chooseEncoding, pack, unpack } from '../../sync/compression.ts'
import { answerRefusal } from '../../sync/hub/answer.ts'
import type { HubAnswer } from '../../sync/hub/answer.ts'
import type { HubBytes } from '../../sync/hub/bytes.ts'
import { hubCalls } from '../../sync/hub/create-hub.ts'
import type { Hub, HubCall } from '../../sync/hub/create-hub.ts'
import { HubStoreFault } from '../../sync/hub/store-fault.ts'
import type { HubStore } from '../../sync/hub/store.ts'
import { prefixes } from '../http/addresses.ts'
import type { Admission } from '../http/admission.ts'
import type { NoteVerifier } from '../../seal/checkpoint.ts'
import { deviceBearer } from './bearer.ts'
import { blobAddresses, registerBlobRoutes } from './blob-routes.ts'
import { cosignaturesAddress, cosignedMax, logKeyLine, takeCosigned } from './cosigned.ts'
import { createUnderWay } from './under-way.ts'

/** What the addresses of a hub's protocol stand on. */
export interface HubProtocolParts {
  readonly admission: Admission
  readonly hub: Hub
  readonly store: Pick<HubStore, 'onChange'>
  readonly scheduler: Scheduler
  readonly isStopping: () => boolean
  readonly witnesses: readonly NoteVerifier[]
  readonly bytes: HubBytes
}

/** Addresses of this file, for the table of methods. */
export const hubAddresses = [
  ...hubCalls.map((call) => ({ path: `/v1/sync/${call}`, methods: ['POST'] as const })),
  ...blobAddresses,
  { path: '/v1/sync/hints', methods: ['GET'] as const },
  { path: '/v1/log/checkpoint', methods: ['GET'] as const },
  { path: '/v1/log/key', methods: ['GET'] as const },
  { path: '/v1/log/timestamped', methods: ['GET'] as const },
  { path: '/v1/log/timestamp', methods: ['GET'] as const },
  { path: cosignaturesAddress, methods: ['POST'] as const },
]

/** An answer below this is not worth a compressor. */
const packFrom = 512
/** Between signs of life of a stream of hints; a reader gives it up when it is silent for a minute. */
const pulseMs = 20_000
/** Changes that come together are one hint. */
const hintMs = 200
/** A stream of hints ends before its session does; the device opens the next. */
const hintsLastMs = 600_000
const hintsAtOnce = 2_000

/**
 * What is asked for without a session is short; only a folder that joins with very many people, or a key that was
 * rotated many times, needs more than a little.
 */
const unknownMost: Readonly<Partial<Record<HubCall, number>>> = {
  challenge: 4_096,
  session: 1_048_576,
  enrol: 1_048_576,
}
/**
 * So much of such a message is always read; what goes beyond has its room together, since anybody can begin any number
 * of them and never end.
 */
const unknownFree = 16_384
const unknownTogether = 16 * 1_048_576
/** Calls of one device at once. It makes one after another; more are of connections that it gave up. */
const callsOfOne = 4
const hintsOfOne = 4

const malformed = (message: string): HubAnswer => answerRefusal({ code: 'invalid_request', message })
const tooLarge = (most: number): HubAnswer =>
  answerRefusal({ code: 'too_large', message: `A message has at most ${most} bytes.` })
const busy = answerRefusal({
  code: 'busy',
  message: 'The hub has as much to do as it can at once.',
  retryAfterMs: 2_000,
})

/** Stops a body that is longer than a message may be even where nothing comes out of it. */
const bounded = async function* (
  source: AsyncIterable<Uint8Array>,
  most: number,
  over: () => void,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > most) return over()
    yield chunk
  }
}

/** The body of a call, unpacked within its bounds: a bomb costs no more than a message. */
const readBody = async (
  request: FastifyRequest,
  most: number,
  hasRoom?: (bytes: number) => boolean,
): Promise<Uint8Array | HubAnswer> => {
  const given = request.headers['content-encoding']
  const encoding = chooseEncoding(given)
  if (encoding === null) return { ...malformed('Send the body as zstd, gzip, or as it is.'), status: 415 }
  if (!(request.body instanceof Readable)) return new Uint8Array()
  let isOver = false
  const unpacked = await unpack(
    bounded(request.body as AsyncIterable<Uint8Array>, most, () => (isOver = true)),
    encoding,
    most,
    undefined,
    hasRoom,
  )
  if (isOver) return tooLarge(most)
  if (!unpacked.ok && unpacked.error.code === 'no_room') return busy
  if (!unpacked.ok) return unpacked.error.code === 'too_large' ? tooLarge(most) : malformed(unpacked.error.message)
  return unpacked.value.whole ? unpacked.value.bytes : malformed('The request ended before its body was complete.')
}

const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  call: HubCall,
  answer: HubAnswer,
): Promise<FastifyReply> => {
  const { status, body, retryAfterMs } = answer
  const encoding =
    body.length < packFrom ? 'identity' : (chooseEncoding(request.headers['accept-encoding']) ?? 'identity')
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.max(1, Math.ceil(retryAfterMs / 1_000)))
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  void reply
    .header('vary', 'accept-encoding')
    .header(
      'content-type',
      call === 'pull' && status === 200 ? 'application/x-ndjson; charset=utf-8' : 'application/json; charset=utf-8',
    )
  return await reply.code(status).send(Buffer.from(await pack(body, encoding)))
}

/** The device of a session, or why there is none. */
const callerOf = async (
  hub: Pick<Hub, 'authenticate'>,
  request: FastifyRequest,
  only?: 'evidence',
): Promise<string | HubAnswer> => {
  try {
    const caller = await hub.authenticate(deviceBearer(request), only)
    return caller.ok ? caller.value.deviceId : answerRefusal(caller.error)
  } catch (error) {
    if (!(error instanceof HubStoreFault)) throw error
    return answerRefusal({ code: error.refusal.code, message: error.refusal.message, retryAfterMs: 2_000 })
  }
}

/**
 * Answers calls of the protocol; what cannot be read is refused before anything is looked at, and nothing long is read
 * of somebody unknown.
 */
const createCalls = ({
  hub,
}: Pick<HubProtocolParts, 'hub'>): ((
  call: HubCall,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>) => {
  const underWay = createUnderWay(callsOfOne)
  let together = 0

  const refuse = (
    call: HubCall,
    request: FastifyRequest,
    reply: FastifyReply,
    answer: HubAnswer,
  ): Promise<FastifyReply> => {
    void reply.header('connection', 'close')
    return send(request, reply, call, answer)
  }

  const answerUnknown = async (
    call: HubCall,
    most: number,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    let own = 0
    const hasRoom = (bytes: number): boolean => {
      const more = Math.max(0, bytes - unknownFree) - own
      if (together + more > unknownTogether) return false
      own += more
      together += more
      return true
    }
    try {
      const body = await readBody(request, most, hasRoom)
      return body instanceof Uint8Array
        ? await send(request, reply, call, await hub.handle(call, null, body))
        : await refuse(call, request, reply, body)
    } finally {
      together -= own
    }
  }

  return async (call, request, reply) => {
    const most = unknownMost[call]
    if (most !== undefined) return await answerUnknown(call, most, request, reply)
    // A device that was removed may say that it wiped what was granted to it (Y-99).
    const caller = await callerOf(hub, request, call === 'health' ? 'evidence' : undefined)
    if (typeof caller !== 'string') return await refuse(call, request, reply, caller)
    const begun = underWay.begin(caller, () => reply.raw.destroy())
    if (begun === null) return await refuse(call, request, reply, busy)
    reply.raw.once('close', () => begun.closed())
    const body = await readBody(request, syncLimits.bytes)
    if (!(body instanceof Uint8Array)) return await refuse(call, request, reply, body)
    const answer = await begun.held(() => hub.handle(call, deviceBearer(request), body))
    return await send(request, reply, call, answer)
  }
}

/** Tells that something is new, to whoever listens; what, a pull says. Hints may be lost. */
const createHints = ({
  hub,
  store,
  scheduler,
  isStopping,
}: HubProtocolParts): {
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  close: () => void
} => {
  const streams = new Set<{ write: (text: string) => void; end: () => void }>()
  const underWay = createUnderWay(hintsOfOne)
  let pending: (() => void) | null = null
  const unsubscribe = store.onChange(() => {
    pending ??= scheduler.after(hintMs, () => {
      pending = null
      for (const stream of streams) stream.write('data: new\n\n')
    })
  })
  const refuse = (reply: FastifyReply, { status, body }: HubAnswer): void => {
    reply.raw
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .end(body)
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = await hub.authenticate(deviceBearer(request))
    reply.hijack()
    if (!caller.ok) return refuse(reply, answerRefusal(caller.error))
    if (isStopping() || streams.size >= hintsAtOnce)
      return refuse(
        reply,
        answerRefusal({ code: 'busy', message: 'The hub gives no hints now.', retryAfterMs: 60_000 }),
      )
    const { raw } = reply
    // A stream is never held, so there is room for the newest.
    const begun = underWay.begin(caller.value.deviceId, () => raw.end())
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    raw.write(': here\n\n')
    const stream = { write: (text: string) => void raw.write(text), end: () => void raw.end() }
    streams.add(stream)
    let cancelPulse: () => void = () => undefined
    const pulse = (): void => {
      stream.write(': here\n\n')
      cancelPulse = scheduler.after(pulseMs, pulse)
    }
    cancelPulse = scheduler.after(pulseMs, pulse)
    const cancelEnd = scheduler.after(hintsLastMs, stream.end)
    raw.once('close', () => {
      begun?.closed()
      streams.delete(stream)
      cancelPulse()
      cancelEnd()
    })
  }
  const close = (): void => {
    unsubscribe()
    pending?.()
    for (const stream of streams) stream.end()
  }
  return { answer, close }
}

/** Registers the addresses of a hub's protocol and of its log; answers how their streams are ended. */
export const registerHubProtocol = async (
  app: FastifyInstance,
  parts: HubProtocolParts,
): Promise<{ close: () => void }> => {
  const { admission, hub, witnesses } = parts
  const hints = createHints(parts)
  const answerCall = createCalls(parts)
  const admit = (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    admission.outer(request, reply, false)
    admission.perAddress(request, reply)
    done()
  }
  await app.register(async (scope) => {
    // Bodies are lines or JSON, compressed; they are read within their own bounds.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    registerBlobRoutes(scope, parts)
    for (const prefix of prefixes) {
      for (const call of hubCalls) {
        scope.post(`${prefix}/v1/sync/${call}`, { onRequest: admit, bodyLimit: syncLimits.bytes }, (request, reply) =>
          answerCall(call, request, reply),
        )
      }
      scope.get(`${prefix}/v1/sync/hints`, { onRequest: admit }, (request, reply) => hints.answer(request, reply))
      scope.get(`${prefix}/v1/log/checkpoint`, { onRequest: admit }, async (_request, reply) => {
        const head = await hub.logCheckpoint()
        return head === null
          ? await reply.code(404).send()
          : await reply.header('content-type', 'text/plain; charset=utf-8').send(head.note)
      })
      scope.get(
        `${prefix}/v1/log/key`,
        { onRequest: admit },
        async (_request, reply) =>
          await reply.header('content-type', 'text/plain; charset=utf-8').send(logKeyLine(hub)),
      )
      // A note and the token over it: the token is over these very bytes.
      scope.get(`${prefix}/v1/log/timestamped`, { onRequest: admit }, async (_request, reply) => {
        const head = await hub.timestampedHead()
        return head === null
          ? await reply.code(404).send()
          : await reply.header('content-type', 'text/plain; charset=utf-8').send(head.note)
      })
      scope.get(`${prefix}/v1/log/timestamp`, { onRequest: admit }, async (_request, reply) => {
        const head = await hub.timestampedHead()
        return head === null
          ? await reply.code(404).send()
          : await reply.header('content-type', 'application/octet-stream').send(Buffer.from(head.token))
      })
      scope.post(
        `${prefix}${cosignaturesAddress}`,
        { onRequest: admit, bodyLimit: cosignedMax },
        async (request, reply) => {
          const answer = await takeCosigned(hub, witnesses, request)
          return await reply
            .code(answer.status)
            .header('content-type', 'application/json; charset=utf-8')
            .send(Buffer.from(answer.body))
        },
      )
      scope.get(`${prefix}/v1/log/tile/*`, { onRequest: admit }, async (request, reply) => {
        const tile = await hub.tile(`tile/${(request.params as { '*': string })['*']}`)
        if (tile === null) return await reply.code(404).send()
        // A tile never changes: whoever has it once need not ask again (C2SP tlog-tiles).
        return await reply
          .header('cache-control', 'public, max-age=31536000, immutable')
          .header('content-type', 'application/octet-stream')
          .send(Buffer.from(tile))
      })
    }
    await Promise.resolve()
  })
  return {
    close: () => {
      hints.close()
      parts.bytes.interrupt()
    },
  }
}
