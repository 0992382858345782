import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Result } from '../../../shared/schema/result.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import { codeOf } from '../../platform/system-error.ts'
import { openWay, proxySettingCode, proxySettingWords } from './way.ts'
import type { Outward } from './way.ts'

/** How long a call may take. */
export interface CallBounds {
  /** A call ends when nothing moved for this long. Default ten seconds. */
  readonly idleMs?: number
  /** A call ends after this long however much moved. Default half a minute. */
  readonly wholeMs?: number
}

/** One request, and how its answer is read. */
export interface OneCall<T> {
  readonly method: 'GET' | 'POST'
  readonly headers: OutgoingHttpHeaders
  readonly body?: Uint8Array
  readonly signal: AbortSignal
  readonly read: (response: IncomingMessage) => Promise<T>
}

/**
 * Sends one request on a connection of its own, and has its answer read. Redirections are not followed.
 *
 * @returns what was read; why there was no answer, in words that repeat no address
 */
export const callOnce = async <T>(
  address: URL,
  { idleMs = 10_000, wholeMs = 30_000, ...outward }: CallBounds & Outward,
  { method, headers, body, signal, read }: OneCall<T>,
): Promise<Result<T, string>> => {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)])
  const way = openWay(address, outward)
  let close = (): void => way.close()
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = way.begin(address, { method, headers, signal: ended })
      close = () => {
        request.destroy()
        way.close()
      }
      request.setTimeout(idleMs, () => request.destroy(new Error('nothing moved')))
      request.once('response', resolve).on('error', reject)
      request.end(body)
    })
    return ok(await read(response))
  } catch (error) {
    // Addresses may hold a customer's name or token; a log does not repeat them.
    const code = codeOf(error)
    return fail(
      code === proxySettingCode ? proxySettingWords : `the authority does not answer (${code || 'no reason given'})`,
    )
  } finally {
    close()
  }
}
