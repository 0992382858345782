import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { Readable } from 'node:stream'
import { aheadHeader, blobState, blobsLacking, blobsPath, followsHeader } from '../../../shared/protocol/blobs.ts'
import type { BlobName, BlobsLacking } from '../../../shared/protocol/blobs.ts'
import { protocolVersions } from '../../../shared/protocol/sync.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { codeOf } from '../../platform/system-error.ts'
import type { BytesLink, ComingBytes, OfferAnswer } from '../bytes-link.ts'
import type { LinkFault } from '../link.ts'
import { decodeJson, encodeJson } from '../wire.ts'
import { refusedBy, unreachable } from './http.ts'
import { keepMoving } from './keep-moving.ts'
import { openWay } from './way.ts'
import type { Outward, Way } from './way.ts'

export interface BytesHttpOptions extends Outward {
  /** The hub's address: what comes before `/v1/sync/...`. */
  readonly url: string
  /** A call ends when nothing moved for this long, or next to nothing for twice as long. Default one minute. */
  readonly idleMs?: number
}

/** Answers that are no evidence are short. */
const answerMax = 65_536
const defaultIdleMs = 60_000

const faultOf = (error: unknown, signal: AbortSignal, way: Way): LinkFault => {
  if (signal.aborted) return { kind: 'unreachable', message: 'The call was cancelled.' }
  return ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(codeOf(error))
    ? { kind: 'cut', message: 'The connection to the hub was cut.' }
    : unreachable(error, way)
}

const readShort = async (response: IncomingMessage): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > answerMax) break
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** RFC 9110 section 14.4: the first byte of the answer, and how many there are in all. */
const placeOf = (response: IncomingMessage): { readonly start: number; readonly size: number } | null => {
  const range = /^bytes (\d{1,15})-\d{1,15}\/(\d{1,15})$/.exec(response.headers['content-range'] ?? '')
  if (response.statusCode === 206 && range !== null) return { start: Number(range[1]), size: Number(range[2]) }
  const length = response.headers['content-length'] ?? ''
  return response.statusCode === 200 && /^\d{1,15}$/.test(length) ? { start: 0, size: Number(length) } : null
}

/** The way of evidence over HTTP or HTTPS: tus 1.0.0 up, ranges down. Timeouts are about progress. */
export const createBytesHttpLink = ({ url, idleMs = defaultIdleMs, ...outward }: BytesHttpOptions): BytesLink => {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const way = openWay(base, outward)

  const begin = (path: string, options: RequestOptions): ClientRequest => {
    const request = way.begin(new URL(path, base), options)
    keepMoving(request, idleMs)
    return request
  }

  const pathOf = ({ case: name, sha256 }: Pick<BlobName, 'case' | 'sha256'>): string =>
    `${blobsPath.slice(1)}/${name}/${sha256}`

  const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      request.once('response', resolve)
      // What fails after the answer has come shows in the answer itself.
      request.on('error', reject)
    })

  const refused = async (response: IncomingMessage): Promise<Result<never, LinkFault>> =>
    fail(refusedBy(response.statusCode ?? 0, response.headers, await readShort(response)))

  const offer = async (
    token: string,
    blob: Parameters<BytesLink['offer']>[1],
    signal: AbortSignal,
  ): Promise<Result<OfferAnswer, LinkFault>> => {
    const body = encodeJson({ protocol: protocolVersions[0], ...blob })
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const request = begin(blobsPath.slice(1), { method: 'POST', headers, signal })
    const coming = answerTo(request)
    request.end(body)
    const response = await coming
    if (response.statusCode !== 200) return await refused(response)
    const read = decodeJson(blobState, await readShort(response))
    const ahead = String(response.headers[aheadHeader])
    return read.ok
      ? ok({ ...read.value, ...(/^\d{1,15}$/.test(ahead) ? { ahead: Number(ahead) } : {}) })
      : fail({ kind: 'cut', message: 'The hub’s answer cannot be read.' })
  }

  const lacking = async (token: string, signal: AbortSignal): Promise<Result<BlobsLacking, LinkFault>> => {
    const request = begin(blobsPath.slice(1), { method: 'GET', headers: { authorization: `Bearer ${token}` }, signal })
    const coming = answerTo(request)
    request.end()
    const response = await coming
    if (response.statusCode !== 200) return await refused(response)
    const read = decodeJson(blobsLacking, await readShort(response))
    return read.ok ? read : fail({ kind: 'cut', message: 'The hub’s answer cannot be read.' })
  }

  const send: BytesLink['send'] = async (token, blob, { offset, length, follows, bytes }, signal) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
      'content-length': length,
      ...(follows ? { [followsHeader]: '1' } : {}),
    }
    const request = begin(`${pathOf(blob)}?entry=${blob.entry}`, { method: 'PATCH', headers, signal })
    const coming = answerTo(request)
    const body = Readable.from(bytes, { objectMode: false, highWaterMark: 262_144 })
    body.once('error', (error) => request.destroy(error))
    request.once('close', () => body.destroy())
    body.pipe(request)
    const response = await coming
    if (response.statusCode !== 204) {
      const answered = await refused(response)
      request.destroy()
      return answered
    }
    response.resume()
    const reached = Number(response.headers['upload-offset'])
    return Number.isSafeInteger(reached) && reached >= offset && reached <= offset + length
      ? ok(reached)
      : fail({ kind: 'cut', message: 'The hub does not say how far the bytes came.' })
  }

  const comingOf = (response: IncomingMessage, size: number, signal: AbortSignal): ComingBytes => {
    let fault: LinkFault | null = null
    const bytes = async function* (): AsyncGenerator<Uint8Array, void> {
      try {
        for await (const chunk of response as AsyncIterable<Uint8Array>) yield chunk
      } catch (error) {
        fault = faultOf(error, signal, way)
      }
    }
    return { size, bytes: bytes(), fault: () => fault }
  }

  const read: BytesLink['read'] = async (token, name, { offset, length }, signal) => {
    const request = begin(pathOf(name), {
      method: 'GET',
      headers: { authorization: `Bearer ${token}`, range: `bytes=${offset}-${offset + length - 1}` },
      signal,
    })
    const coming = answerTo(request)
    request.end()
    const response = await coming
    const place = placeOf(response)
    if (place === null) return await refused(response)
    if (place.start !== offset) {
      response.destroy()
      return fail({
        kind: 'refused',
        status: response.statusCode ?? 0,
        message: 'The hub answers with other bytes than were asked for.',
      })
    }
    return ok(comingOf(response, place.size, signal))
  }

  const called = async <T>(
    job: () => Promise<Result<T, LinkFault>>,
    signal: AbortSignal,
  ): Promise<Result<T, LinkFault>> => {
    try {
      return await job()
    } catch (error) {
      return fail(faultOf(error, signal, way))
    }
  }

  return {
    offer: (token, blob, signal) => called(() => offer(token, blob, signal), signal),
    send: (token, blob, sent, signal) => called(() => send(token, blob, sent, signal), signal),
    read: (token, name, run, signal) => called(() => read(token, name, run, signal), signal),
    lacking: (token, signal) => called(() => lacking(token, signal), signal),
    close: () => way.close(),
  }
}
