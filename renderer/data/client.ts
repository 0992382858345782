import type { z } from 'zod'
import { isUpload } from '../../shared/api/operation.ts'
import type { AnswerOf, Operation } from '../../shared/api/operation.ts'
import { errorBody } from '../../shared/api/errors.ts'
import { AnswerError, ApiError, NetworkError } from './errors.ts'

type Scalar = string | number | boolean

/** What a caller writes for a part of the request: nothing, bytes, or the schema's own input. */
type PathValues<Z extends z.ZodType> = { readonly [K in keyof z.input<Z>]: string | number }
type QueryValues<Z extends z.ZodType> = { readonly [K in keyof z.input<Z>]?: z.input<Z>[K] | Scalar }
type BodyValue<Z extends z.ZodType> = Z extends z.ZodString ? string | Blob : z.input<Z>

/** A strict object without fields infers as `Record<string, never>`: such a part is left out. */
type TakesNothing<Z extends z.ZodType> = string extends keyof z.input<Z> ? true : false

type Parts<O extends Operation> = (TakesNothing<O['params']> extends true
  ? { readonly params?: never }
  : { readonly params: PathValues<O['params']> }) &
  (TakesNothing<O['query']> extends true ? { readonly query?: never } : { readonly query?: QueryValues<O['query']> }) &
  (TakesNothing<O['body']> extends true ? { readonly body?: never } : { readonly body: BodyValue<O['body']> })

export type CallOptions<O extends Operation> = Parts<O> & {
  /** Revision of the case on which the change was decided; a newer one refuses the change. */
  readonly ifMatch?: number
  /** Makes a create safe to send again: see `newIdempotencyKey`. */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

type LooseOptions = {
  readonly params?: Readonly<Record<string, Scalar>>
  readonly query?: Readonly<Record<string, Scalar | undefined>>
  readonly body?: unknown
  readonly ifMatch?: number
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** A fresh key for one intended create; keep it while the same text is sent again. */
export const newIdempotencyKey = (): string => crypto.randomUUID()

/** The address of an operation on this origin, for links and downloads as well as for calls. */
export const addressOf = (operation: Operation, options: Pick<LooseOptions, 'params' | 'query'> = {}): string => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(options.params?.[name] ?? '')),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined && value !== '') query.set(name, String(value))
  }
  return `/api${path}${query.size > 0 ? `?${query.toString()}` : ''}`
}

/** An address that the service gave, on this origin: its own begin at `/v1`, the window reaches them below `/api`. */
export const serviceAddress = (given: string): string =>
  given.startsWith('/api/') ? given : `/api${given.startsWith('/') ? '' : '/'}${given}`

const uploadTypes = {
  json: 'application/json',
  json_or_multipart: 'application/json',
  csv: 'text/csv',
  file: 'application/octet-stream',
} as const

const headersOf = (operation: Operation, options: LooseOptions): Headers => {
  const headers = new Headers({
    accept: operation.answers === 'json' ? 'application/json' : 'text/csv, text/plain, application/json',
  })
  if (operation.method !== 'GET') headers.set('x-fieldseal-window', '1')
  if (options.body !== undefined) headers.set('content-type', uploadTypes[operation.bodyKind])
  if (options.ifMatch !== undefined) headers.set('if-match', `"${options.ifMatch}"`)
  if (options.idempotencyKey !== undefined) headers.set('idempotency-key', options.idempotencyKey)
  return headers
}

const bodyOf = (operation: Operation, body: unknown): BodyInit | undefined => {
  if (body === undefined) return undefined
  return isUpload(operation.bodyKind) ? (body as string | Blob) : JSON.stringify(body)
}

const refusalFrom = async (response: Response): Promise<ApiError | AnswerError> => {
  const parsed = errorBody.safeParse(await response.json().catch(() => null))
  if (!parsed.success) return new AnswerError(response.status)
  const { code, message, details, request_id } = parsed.data.error
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  return new ApiError({
    code,
    message,
    status: response.status,
    details: details ?? [],
    requestId: request_id,
    retryAfter: Number.isFinite(wait) ? wait : null,
  })
}

const isEnvelope = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'success' in value && value.success === true

/**
 * Calls one operation of the interface on the window's own origin. The credential is the session cookie, or the desktop
 * adds one on the way. Throws `ApiError` (refused), `NetworkError` (not reached) or `AnswerError` (not our service).
 */
export const call = async <O extends Operation>(operation: O, options: CallOptions<O>): Promise<AnswerOf<O>> => {
  const loose = options as LooseOptions
  const init: RequestInit = {
    method: operation.method,
    headers: headersOf(operation, loose),
    credentials: 'same-origin',
    cache: 'no-store',
    ...(loose.body === undefined ? {} : { body: bodyOf(operation, loose.body) }),
    ...(loose.signal === undefined ? {} : { signal: loose.signal }),
  }
  const response = await fetch(addressOf(operation, loose), init).catch((cause: unknown) => {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new NetworkError(cause)
  })
  if (!response.ok) throw await refusalFrom(response)
  if (operation.answers !== 'json') return (await response.text()) as AnswerOf<O>
  const answer: unknown = await response.json().catch(() => null)
  if (!isEnvelope(answer)) throw new AnswerError(response.status)
  return answer as AnswerOf<O>
}
