import { lookup } from 'node:dns/promises'
import http from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { errorText } from '../../../shared/text/error-text.ts'
import { codeOf } from '../../platform/system-error.ts'
import type { AllowedNetwork } from './network.ts'
import { findTarget } from './target.ts'
import type { Resolve, Target } from './target.ts'

/** A message on its way. */
export interface Message {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What came back: an answer, or why there is none. */
export type Posted =
  | { readonly status: number; readonly retryAfter: string | null; readonly answer: string }
  | { readonly error: string }

/** Posts a message; the signal gives it up. It never rejects. */
export type Post = (message: Message, signal: AbortSignal) => Promise<Posted>

export interface PostOptions {
  readonly allowed: readonly AllowedNetwork[]
  /** All of it, from the look-up of the name to the end of the answer. */
  readonly timeoutMs: number
  readonly resolve?: Resolve
}

/** More of an answer than this is not read. */
const answerMax = 16_384

/** So much of it is kept. */
const keptAnswer = 1_000

/** The names as the operating system resolves them. */
export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true })

/** A look-up that knows one answer: the connection goes to an address that was judged. */
const pinned =
  ({ addresses }: Target): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }

/** Controls in what a stranger answers have no place in a log. */
const readable = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .slice(0, keptAnswer)
    .toWellFormed()

/** The status counts once it is there: a body that never ends changes nothing of it. */
const readAnswer = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= answerMax) break
    }
  } catch {
    chunks.push(Buffer.from(' [cut off]'))
  }
  response.destroy()
  return readable(Buffer.concat(chunks).subarray(0, answerMax))
}

const begin = (target: Target, { headers, body }: Message, signal: AbortSignal): ClientRequest => {
  const { request, Agent } = target.url.protocol === 'https:' ? https : http
  return request(target.url, {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // An agent of its own: no proxy of the environment, no connection that was made before the address was judged.
    agent: new Agent({ keepAlive: false }),
    lookup: pinned(target),
    signal,
    maxHeaderSize: 16_384,
  })
}

const answerOf = (target: Target, message: Message, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = begin(target, message, signal)
    request.once('response', resolve)
    request.once('error', reject)
    request.end(message.body)
  })

const faultOf = (error: unknown): string => {
  const code = codeOf(error)
  return (code === '' ? errorText(error) : `${code}: ${errorText(error)}`).slice(0, 300)
}

/**
 * Makes what posts messages: no redirect is followed, no proxy used, the name is resolved once and what is connected to
 * is an address that was judged, and little of an answer is read.
 */
export const createPost =
  ({ allowed, timeoutMs, resolve = systemResolve }: PostOptions): Post =>
  async (message, given) => {
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = AbortSignal.any([given, limit])
    const timedOut = `no answer within ${timeoutMs / 1_000} s`
    try {
      const target = await Promise.race([findTarget(message.url, resolve, allowed), aborted(signal)])
      if (target === null) return { error: timedOut }
      if (!target.ok) return { error: `the address ${target.error.message}` }
      const response = await answerOf(target.value, message, signal)
      const retryAfter = response.headers['retry-after'] ?? null
      return { status: response.statusCode ?? 0, retryAfter, answer: await readAnswer(response) }
    } catch (error) {
      return { error: limit.aborted ? timedOut : faultOf(error) }
    }
  }

const aborted = (signal: AbortSignal): Promise<null> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    else signal.addEventListener('abort', () => resolve(null), { once: true })
  })
