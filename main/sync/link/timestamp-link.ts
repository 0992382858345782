import type { IncomingMessage } from 'node:http'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { boundedBytes } from '../../platform/bounded-bytes.ts'
import { timestampMax } from '../../seal/timestamp.ts'
import { callOnce } from './one-call.ts'
import type { CallBounds } from './one-call.ts'
import type { Outward } from './way.ts'

export interface TimestampLinkOptions extends Outward, CallBounds {
  /** The authority's address (RFC 3161 section 3.4). */
  readonly url: string
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

/** Fetches a revocation list (DER) from an address that the operator named, unread and bounded. */
export type RevocationListLink = (address: string, signal: AbortSignal) => Promise<Result<Uint8Array, string>>

/** The token and the little that is around it. */
const answerMax = timestampMax + 4_096

const invalid = (message: string): Result<never, TimestampLinkFault> => fail({ code: 'tsa_answer_invalid', message })

const readAnswer = async (response: IncomingMessage): Promise<Result<Uint8Array, TimestampLinkFault>> => {
  const type = response.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (response.statusCode !== 200)
    return invalid(`the authority’s address answers with status ${response.statusCode ?? 0}`)
  if (type !== 'application/timestamp-reply')
    return invalid('the authority’s address answers with something else than a time stamp')
  const body = await boundedBytes(response, answerMax)
  return body === null ? invalid('the authority’s answer is longer than any time stamp') : ok(body)
}

/** Makes a link to an authority. Redirections are not followed; nothing that it answers is held beyond its bound. */
export const createTimestampLink = ({ url, ...how }: TimestampLinkOptions): TimestampLink => {
  const address = new URL(url)
  return async (body, signal) => {
    const headers = {
      'content-type': 'application/timestamp-query',
      accept: 'application/timestamp-reply',
      'content-length': body.length,
    }
    const called = await callOnce(address, how, { method: 'POST', headers, body, signal, read: readAnswer })
    return called.ok ? called.value : fail({ code: 'tsa_unreachable', message: called.error })
  }
}

const readList = async (response: IncomingMessage): Promise<Result<Uint8Array, string>> => {
  if (response.statusCode !== 200) return fail(`its address answers with status ${response.statusCode ?? 0}`)
  const body = await boundedBytes(response, timestampMax)
  return body === null ? fail(`it is longer than ${timestampMax} bytes, and would not fit into a token`) : ok(body)
}

/** Makes a link to the addresses of revocation lists. */
export const createRevocationListLink =
  (how: Outward & CallBounds): RevocationListLink =>
  async (address, signal) => {
    const headers = { accept: 'application/pkix-crl, */*;q=0.1' }
    const called = await callOnce(new URL(address), how, { method: 'GET', headers, signal, read: readList })
    return called.ok ? called.value : called
  }
