import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { syncLimits, syncRefusal } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Scheduler } from '../../platform/scheduler.ts'
import { codeOf } from '../../platform/system-error.ts'
import { chooseEncoding, pack, unpack } from '../compression.ts'
import type { ContentCoding } from '../compression.ts'
import type { LinkFault, SyncLink } from '../link.ts'
import { keepMoving } from './keep-moving.ts'
import { openWay, proxySettingCode, proxySettingWords } from './way.ts'
import type { Outward, Way } from './way.ts'

export interface HttpLinkOptions extends Outward {
  /** The hub's address, as a person gave it: what comes before `/v1/sync/...`. */
  readonly url: string
  /** Told how many bytes went each way, compressed, without HTTP's own. */
  readonly onBytes?: (sent: number, received: number) => void
  /** A call ends when nothing moved for this long, or next to nothing for twice as long. Default one minute. */
  readonly idleMs?: number
  /** When it is looked whether enough has moved. Default: timers. */
  readonly scheduler?: Scheduler
}

/** A link that can also hear the hub's hints. */
export interface HttpLink extends SyncLink {
  /**
   * Calls back at each hint until the signal ends; resolves when the stream ends, however that comes. Whoever calls
   * tries again in its own time.
   */
  hints(token: string, onHint: () => void, signal: AbortSignal): Promise<void>
  close(): void
}

type Call = Parameters<SyncLink['call']>[0]

/** A small message is not worth a compressor. */
const packFrom = 512
const defaultIdleMs = 60_000
const maxRetryAfterMs = 86_400_000

const fault = (value: LinkFault): Result<never, LinkFault> => fail(value)

const tunnelCode = 'ERR_PROXY_TUNNEL'

/**
 * Words for what Node says of a connection that failed; never its address, which a log may not hold. What fails at a
 * proxy, Node tells as if the hub had failed.
 */
export const unreachable = (error: unknown, { isProxied }: Pick<Way, 'isProxied'>): LinkFault => {
  const code = codeOf(error)
  const words: Readonly<Record<string, string>> = {
    ECONNREFUSED: 'Nothing answers at the hub’s address.',
    ENOTFOUND: 'The hub’s name is not known to this network.',
    EAI_AGAIN: 'The hub’s name cannot be looked up: there is no network.',
    ENETUNREACH: 'There is no network.',
    EHOSTUNREACH: 'The hub cannot be reached from this network.',
    ETIMEDOUT: 'The hub does not answer.',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'The hub’s certificate is not signed by an authority that this computer trusts.',
    SELF_SIGNED_CERT_IN_CHAIN: 'The hub’s certificate is not signed by an authority that this computer trusts.',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The hub’s certificate is not signed by an authority that this computer trusts.',
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The hub’s certificate is not signed by an authority that this computer trusts.',
    [tunnelCode]: 'The proxy that HTTPS_PROXY names does not lead to the hub.',
    [proxySettingCode]: proxySettingWords,
    CERT_HAS_EXPIRED: 'The hub’s certificate has expired, or this computer’s clock is wrong.',
    CERT_NOT_YET_VALID:
      'The hub’s certificate is not valid yet by this computer’s clock, which is most likely behind: set date and time right.',
    ERR_TLS_CERT_ALTNAME_INVALID: 'The hub’s certificate is for another name.',
  }
  const message = words[code] ?? `The hub cannot be reached (${code || 'no reason given'}).`
  return {
    kind: 'unreachable',
    message:
      isProxied && code !== tunnelCode
        ? `${message} Connections go through the proxy that HTTPS_PROXY names, but for hosts in NO_PROXY.`
        : message,
  }
}

/** RFC 9110 section 10.2.3: seconds, or a date. */
const retryAfterOf = (header: string | undefined, dateHeader: string | undefined): number | undefined => {
  if (header === undefined) return undefined
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.parse(dateHeader ?? '')
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), maxRetryAfterMs) : undefined
}

export const refusedBy = (status: number, headers: IncomingMessage['headers'], body: Uint8Array): LinkFault => {
  const parse = (): unknown => {
    try {
      return JSON.parse(Buffer.from(body).toString('utf8'))
    } catch {
      return null
    }
  }
  const told = syncRefusal.safeParse(parse())
  const header = retryAfterOf(headers['retry-after'], headers.date)
  if (!told.success)
    return {
      kind: 'refused',
      status,
      message: `The hub’s address answers with status ${status}, and not as a hub does.`,
      ...(header === undefined ? {} : { retryAfterMs: header }),
    }
  const { code, message, retry_after: seconds, versions } = told.data.error
  const retryAfterMs = seconds === undefined ? header : Math.max(seconds * 1_000, header ?? 0)
  return {
    kind: 'refused',
    status,
    code,
    message,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(versions === undefined ? {} : { versions }),
  }
}

const headersOf = (call: Call, packed: ContentCoding): Record<string, string> => ({
  'content-type': call.name === 'push' ? 'application/x-ndjson' : 'application/json',
  'accept-encoding': 'zstd, gzip',
  ...(packed === 'identity' ? {} : { 'content-encoding': packed }),
  ...('token' in call ? { authorization: `Bearer ${call.token}` } : {}),
})

/**
 * A link over HTTP or HTTPS. Timeouts are about progress: a slow network is no failure as long as it brings a few bytes
 * a second.
 */
export const createHttpLink = ({
  url,
  onBytes,
  idleMs = defaultIdleMs,
  scheduler,
  ...outward
}: HttpLinkOptions): HttpLink => {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const way = openWay(base, outward)
  /** A hub of before, or a proxy, may not know zstd: then the next best is tried from there on. */
  let encoding: ContentCoding = 'zstd'

  const begin = (path: string, options: RequestOptions): ClientRequest => way.begin(new URL(path, base), options)

  const send = (
    path: string,
    headers: Record<string, string | number>,
    body: Uint8Array,
    signal: AbortSignal,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const request = begin(path, { method: 'POST', headers: { ...headers, 'content-length': body.length }, signal })
      keepMoving(request, idleMs, scheduler)
      request.once('response', resolve).once('error', reject)
      request.end(body)
    })

  /** Reads what comes back; an answer that breaks off gives what came of it. */
  const read = async (
    response: IncomingMessage,
    signal: AbortSignal,
  ): Promise<Result<{ bytes: Uint8Array; whole: boolean }, LinkFault>> => {
    const given = chooseEncoding(response.headers['content-encoding'])
    if (given === null) {
      response.resume()
      return fault({
        kind: 'refused',
        status: response.statusCode ?? 0,
        message: 'The hub’s answer is compressed in a way that was not asked for.',
      })
    }
    let received = 0
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of response as AsyncIterable<Uint8Array>) {
        received += chunk.length
        yield chunk
      }
    }
    const unpacked = await unpack(counted(), given, syncLimits.bytes, signal)
    onBytes?.(0, received)
    if (!unpacked.ok) {
      response.destroy()
      return fault({ kind: 'cut', message: unpacked.error.message })
    }
    return ok(unpacked.value)
  }

  const call = async (asked: Call, signal: AbortSignal): Promise<Result<Uint8Array, LinkFault>> => {
    const packed: ContentCoding = asked.body.length < packFrom ? 'identity' : encoding
    const body = await pack(asked.body, packed)
    try {
      const response = await send(`v1/sync/${asked.name}`, headersOf(asked, packed), body, signal)
      onBytes?.(body.length, 0)
      const answer = await read(response, signal)
      if (!answer.ok) return answer
      const status = response.statusCode ?? 0
      if (status === 415 && packed !== 'identity') {
        encoding = packed === 'zstd' ? 'gzip' : 'identity'
        return await call(asked, signal)
      }
      if (status !== 200) return fault(refusedBy(status, response.headers, answer.value.bytes))
      // Lines tell by themselves where they were cut off; a single JSON text is worth nothing then.
      if (!answer.value.whole && asked.name !== 'pull')
        return fault({ kind: 'cut', message: 'The hub’s answer was cut off.' })
      return ok(answer.value.bytes)
    } catch (error) {
      if (signal.aborted) return fault({ kind: 'unreachable', message: 'The call was cancelled.' })
      const code = codeOf(error)
      return fault(
        code === 'ECONNRESET' || code === 'EPIPE'
          ? { kind: 'cut', message: 'The connection to the hub was cut.' }
          : unreachable(error, way),
      )
    }
  }

  const hints = (token: string, onHint: () => void, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const request = begin('v1/sync/hints', {
        method: 'GET',
        headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
        signal,
      })
      request.setTimeout(idleMs, () => request.destroy())
      request.once('error', () => resolve())
      request.once('response', (response) => {
        if (response.statusCode !== 200) response.resume()
        else response.on('data', (chunk: Buffer) => (chunk.includes('data:') ? onHint() : undefined))
        response.once('error', () => undefined).once('close', () => resolve())
      })
      request.end()
    })

  return { call, hints, reconnect: () => way.letGo(), close: () => way.close() }
}
