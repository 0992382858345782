import type { IncomingMessage } from 'node:http'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { boundedBytes } from '../../platform/bounded-bytes.ts'
import type { LinkFault } from '../link.ts'
import { refusedBy, unreachable } from './http.ts'
import { Idle } from './keep-moving.ts'
import { openWay } from './way.ts'
import type { Outward } from './way.ts'

export interface LogLinkOptions extends Outward {
  /** The hub's address: what comes before `/v1/log/...`. */
  readonly url: string
  /** A call ends when nothing moved for this long. Default half a minute. */
  readonly idleMs?: number
  /** A call ends after this long however much moved. Default two minutes. */
  readonly wholeMs?: number
}

/**
 * Reads a hub's log over HTTP, as anyone may, and brings cosignatures. Answers are bounded and redirections are not
 * followed: the hub is what is being watched.
 */
export interface LogLink {
  key(): Promise<Result<string, LinkFault>>
  checkpoint(): Promise<Result<string, LinkFault>>
  /** @param path a C2SP tile path, `tile/0/000.p/7` */
  tile(path: string): Promise<Result<Uint8Array, LinkFault>>
  bring(cosigned: string): Promise<Result<void, LinkFault>>
}

/** A checkpoint with the lines of many witnesses; a tile has 8 KiB. */
const answerMax = 65_536

/** Makes a link to a hub's log. */
export const createLogLink = ({ url, idleMs = 30_000, wholeMs = 120_000, ...outward }: LogLinkOptions): LogLink => {
  const base = new URL(url.endsWith('/') ? url : `${url}/`)
  const way = openWay(base, outward)

  const send = (path: string, body: string | null): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers =
        body === null ? {} : { 'content-type': 'text/plain; charset=utf-8', 'content-length': Buffer.byteLength(body) }
      const request = way.begin(new URL(`v1/${path}`, base), {
        method: body === null ? 'GET' : 'POST',
        headers,
        signal: AbortSignal.timeout(wholeMs),
      })
      request.setTimeout(idleMs, () => request.destroy(new Idle('nothing moved')))
      request.once('response', resolve).once('error', reject)
      request.end(body ?? undefined)
    })

  const call = async (path: string, body: string | null): Promise<Result<Uint8Array, LinkFault>> => {
    try {
      const response = await send(path, body)
      const bytes = await boundedBytes(response, answerMax)
      if (bytes === null)
        return fail({ kind: 'cut', message: 'The hub’s answer is longer than any that was asked for.' })
      const status = response.statusCode ?? 0
      return status === 200 ? ok(bytes) : fail(refusedBy(status, response.headers, bytes))
    } catch (error) {
      return fail(unreachable(error, way))
    }
  }

  const text = async (path: string): Promise<Result<string, LinkFault>> => {
    const read = await call(path, null)
    return read.ok ? ok(Buffer.from(read.value).toString('utf8')) : read
  }

  return {
    key: () => text('log/key'),
    checkpoint: () => text('log/checkpoint'),
    tile: (path) => call(`log/${path}`, null),
    bring: async (cosigned) => {
      const brought = await call('witness/cosignatures', cosigned)
      return brought.ok ? ok(undefined) : brought
    },
  }
}
