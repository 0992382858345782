import { detailText, refusalText } from '../../shared/text/detail-text.ts'
import { setTimeout as wait } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { errorBody } from '../../shared/api/errors.ts'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryInputOf } from '../../shared/api/operation.ts'
import { fail, ok, type Result } from '../../shared/schema/result.ts'
import { failed, misused, type Stop } from './io.ts'

/** What a call sends besides the operation itself; parts that the operation does not have are left out. */
export interface Sent<O extends Operation> {
  readonly params?: ParamsOf<O>
  readonly query?: Partial<QueryInputOf<O>>
  readonly body?: BodyOf<O>
}

/** The HTTP interface as the command line uses it; nothing else of the service is known here. */
export interface ApiClient {
  call<O extends Operation>(operation: O, sent: Sent<O>): Promise<Result<AnswerOf<O>, Stop>>
  /** Sends a file as the body. */
  upload<O extends Operation>(operation: O, sent: Sent<O>, content: Readable): Promise<Result<AnswerOf<O>, Stop>>
  /** Opens the CSV that the operation streams. */
  download(operation: Operation, sent: Sent<Operation>): Promise<Result<ReadableStream<Uint8Array>, Stop>>
  /** Opens what a link serves, by its address below the service. */
  follow(url: string): Promise<Result<ReadableStream<Uint8Array>, Stop>>
}

/** What a request to /v1 carries. */
export interface RequestContent {
  readonly accessToken: string
  readonly institutionKey: string
}

/** Credentials for each request; asked for anew, because access tokens end after 15 minutes. */
export type Credentials = () => Promise<Result<RequestContent, Stop>>

const triesWhenLimited = 20

const addressOf = (base: string, operation: Operation, sent: Sent<Operation>): string => {
  const params = (sent.params ?? {}) as Readonly<Record<string, unknown>>
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const given = Object.entries<string | undefined>(sent.query ?? {})
  const text = new URLSearchParams(
    given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString()
  return `${base}${path}${text === '' ? '' : `?${text}`}`
}

const stopOf = async (response: Response): Promise<Stop> => {
  const text = await response.text()
  const parsed = errorBody.safeParse(safeJson(text))
  if (!parsed.success) return failed(`the service answered ${response.status} without a reason`)
  const { code, message, details } = parsed.data.error
  const more = (details ?? []).filter((detail) => !message.includes(detail.message)).map(detailText)
  const sentence = `${refusalText(message, details ?? [])}${more.length === 0 ? '' : ` (${more.join('; ')})`} [${code}]`
  // What the service finds malformed came from the arguments.
  return code === 'invalid_request' ? misused(sentence) : failed(sentence)
}

const safeJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const contentOf = (response: Response): ReadableStream<Uint8Array> =>
  response.body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() })

/**
 * Makes a client of the service at `base`. A refusal because of too many requests is waited out as the service asks.
 */
export function createClient(base: string, credentials: Credentials): ApiClient {
  const send = async (
    operation: Operation,
    sent: Sent<Operation>,
    content?: Readable,
  ): Promise<Result<Response, Stop>> => {
    const held = await credentials()
    if (!held.ok) return held
    const { accessToken, institutionKey } = held.value
    const headers: Record<string, string> = { authorization: `Bearer ${accessToken}`, 'x-api-key': institutionKey }
    if (content !== undefined)
      headers['content-type'] = operation.bodyKind === 'file' ? 'application/octet-stream' : 'text/csv'
    else if (sent.body !== undefined) headers['content-type'] = 'application/json'
    const body = content === undefined ? (sent.body === undefined ? undefined : JSON.stringify(sent.body)) : content
    try {
      const init = { method: operation.method, headers, body, duplex: 'half' } as RequestInit
      return ok(await fetch(addressOf(base, operation, sent), init))
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      return fail(failed(`the service at ${base} does not answer: ${cause}`))
    }
  }

  const sendPatiently = async (operation: Operation, sent: Sent<Operation>): Promise<Result<Response, Stop>> => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(operation, sent)
      if (!answer.ok || answer.value.status !== 429 || tries === triesWhenLimited) return answer
      await answer.value.body?.cancel()
      await wait(Math.max(1, Number(answer.value.headers.get('retry-after') ?? 1)) * 1_000)
    }
  }

  const answerOf = async <O extends Operation>(
    sentResponse: Result<Response, Stop>,
  ): Promise<Result<AnswerOf<O>, Stop>> => {
    if (!sentResponse.ok) return sentResponse
    if (!sentResponse.value.ok) return fail(await stopOf(sentResponse.value))
    return ok((await sentResponse.value.json()) as AnswerOf<O>)
  }

  return {
    call: async (operation, sent) => answerOf(await sendPatiently(operation, sent as Sent<Operation>)),
    upload: async (operation, sent, content) => answerOf(await send(operation, sent as Sent<Operation>, content)),
    async download(operation, sent) {
      const answer = await sendPatiently(operation, sent)
      if (!answer.ok) return answer
      if (!answer.value.ok) return fail(await stopOf(answer.value))
      return ok(contentOf(answer.value))
    },
    async follow(url) {
      // The link is its own credential, but whether the service is still there to be followed is asked in the same
      // place.
      const held = await credentials()
      if (!held.ok) return held
      const response = await fetch(`${base}${url}`)
      return response.ok ? ok(contentOf(response)) : fail(await stopOf(response))
    },
  }
}
