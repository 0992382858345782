import type { IncomingMessage } from 'node:http'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { codeOf } from '../../platform/system-error.ts'
import { timestampMax } from '../../seal/timestamp.ts'
import { openWay, proxySettingCode, proxySettingWords } from './way.ts'
import type { Outward } from './way.ts'

export interface TimestampLinkOptions extends Outward {
  /** The authority's address (RFC 3161 section 3.4). */
  readonly url: string
  /** A call ends when nothing moved for this long. Default ten seconds. */
  readonly idleMs?: number
  /** A call ends after this long however much moved. Default half a minute. */
  readonly wholeMs?: number
}

/** Why an authority gave no answer. */
export interface TimestampLinkFault {
  readonly code: 'tsa_unreachable' | 'tsa_answer_invalid'
  readonly message: string
}

/** Sends a request (DER) to an authority and brings its answer, unread and bounded. */
export type TimestampLink = (
  request: Uint8Array,
  signal: AbortSignal,
) => Promise<Result<Uint8Array, TimestampLinkFault>>

/** The token and the little that is around it. */
const answerMax = timestampMax + 4_096

const invalid = (message: string): Result<never, TimestampLinkFault> => fail({ code: 'tsa_answer_invalid', message })

const read = async (response: IncomingMessage): Promise<Result<Uint8Array, TimestampLinkFault>> => {
  const type = response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (response.statusCode !== 200)
    return invalid(`the authority’s address answers with status ${response.statusCode ?? 0}`)
  if (type !== 'application/timestamp-reply')
    return invalid('the authority’s address answers with something else than a time stamp')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > answerMax) return invalid('the authority’s answer is longer than any time stamp')
    chunks.push(chunk)
  }
  return ok(Buffer.concat(chunks))
}

/** Makes a link to an authority. Redirections are not followed; nothing that it answers is held beyond its bound. */
export const createTimestampLink = ({
  url,
  idleMs = 10_000,
  wholeMs = 30_000,
  ...outward
}: TimestampLinkOptions): TimestampLink => {
  const address = new URL(url)
  return async (body, signal) => {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)])
    const way = openWay(address, outward)
    let close = (): void => way.close()
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const headers = {
          'content-type': 'application/timestamp-query',
          accept: 'application/timestamp-reply',
          'content-length': body.length,
        }
        const request = way.begin(address, { method: 'POST', headers, signal: ended })
        close = () => {
          request.destroy()
          way.close()
        }
        request.setTimeout(idleMs, () => request.destroy(new Error('nothing moved')))
        request.once('response', resolve).on('error', reject)
        request.end(body)
      })
      return await read(response)
    } catch (error) {
      // Addresses may hold a customer's name or token; a log does not repeat them.
      const code = codeOf(error)
      return fail({
        code: 'tsa_unreachable',
        message:
          code === proxySettingCode
            ? proxySettingWords
            : `the authority does not answer (${code || 'no reason given'})`,
      })
    } finally {
      close()
    }
  }
}
