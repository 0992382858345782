import { z } from 'zod'
import type { Role } from '../schema/user.ts'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an operation: anyone (`public`), whoever is signed in (`signed_in`: every role), or the named roles.
 * `/v1` asks for a bearer access token and the institution's X-API-Key, or a window's session cookie.
 */
export type Access = 'public' | 'signed_in' | readonly Role[] | KeyScope

/** Operations of /v4 are called with an API key alone; it needs this scope. */
export type KeyScope = 'v4:read' | 'v4:write'

/** Whether an operation is called with an API key. */
export const needsKey = (access: Access): access is KeyScope => access === 'v4:read' || access === 'v4:write'

/**
 * What a request body is: JSON by default, CSV or any file as a stream of bytes, or JSON with a form of files as the
 * other choice; what is no JSON the handler reads itself.
 */
export type BodyKind = 'json' | 'csv' | 'file' | 'json_or_multipart'

/**
 * What a client does that sent a request and lost the answer. `key`: it sends it again under its Idempotency-Key and
 * gets the first answer; without one it may make a second of what was asked for.
 * `again`: it sends it again, for that changes nothing more, or finds that it is done; an Idempotency-Key is not
 * needed. `anew`: each request is an act of its own (a session, a link, a file that is staged) of
 * which no answer is kept; an Idempotency-Key is refused.
 */
export type Retry = 'key' | 'again' | 'anew'

/** Whether the body is a file that the handler reads as a stream. */
export const isUpload = (kind: BodyKind): boolean => kind === 'csv' || kind === 'file'

/** One operation of the interface: the single source of routing, validation, OpenAPI text and the client's types. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly access: Access
  /**
   * Whether the person at the computer of the folder may call it, too, whatever their role: it is about this device,
   * and seals nothing in their name.
   */
  readonly atComputer: boolean
  /** Whether it is answered while the device is locked for want of contact with its hub (Y-102). */
  readonly whileLocked: boolean
  /** Whether it is answered to a window that is locked because nobody used it (L-120). */
  readonly whileIdle: boolean
  /** Whether it is answered to somebody who still has to set a second factor up (L-121). */
  readonly withoutFactor: boolean
  readonly status: 200 | 201 | 202
  readonly params: Params
  readonly query: Query
  readonly body: Body
  /** The whole success body, envelope included; for `answers: 'csv'` the operation streams text/csv instead. */
  readonly answer: Answer
  readonly answers: 'json' | 'csv' | 'text'
  readonly bodyKind: BodyKind
  /**
   * Whether the handler checks the JSON body itself: many items at once are read by a reader that a test holds against
   * the schema.
   */
  readonly ownBody: boolean
  /** Of /v4: whether a call must name its workspace. */
  readonly workspace: 'required' | 'optional'
  readonly retry: Retry
  /** Whose revision `If-Match` names; null: the operation compares none, and the header is refused. */
  readonly compares: 'case' | 'alert' | null
  /** Largest body in bytes. */
  readonly bodyLimit: number
  readonly refusals: readonly ErrorCode[]
}

/** A request part that takes nothing: any field in it is refused. */
export const nothing = z.strictObject({})
export type Nothing = typeof nothing

/** Largest JSON body unless an operation says otherwise: 1 MiB. */
export const defaultBodyLimit = 1_048_576

type Given<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = Pick<
  Operation<P, Q, B, A>,
  'id' | 'path' | 'tag' | 'summary' | 'description' | 'access' | 'answer'
> &
  Partial<
    Pick<
      Operation<P, Q, B, A>,
      | 'atComputer'
      | 'whileLocked'
      | 'whileIdle'
      | 'withoutFactor'
      | 'status'
      | 'ownBody'
      | 'params'
      | 'query'
      | 'body'
      | 'answers'
      | 'bodyKind'
      | 'workspace'
      | 'compares'
      | 'bodyLimit'
      | 'refusals'
    >
  > &
  // What a second POST does follows from nothing else; by the other methods it is the same request again (RFC 9110
  // section 9.2.2), or sets what it says.
  (
    | { readonly method: 'POST'; readonly retry: Retry }
    | { readonly method: Exclude<Operation['method'], 'POST'>; readonly retry?: Retry }
  )

/** Declares an operation; parts that are left out take nothing. */
export const defineOperation = <
  A extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
>(
  given: Given<P, Q, B, A>,
): Operation<P, Q, B, A> => ({
  atComputer: false,
  whileLocked: false,
  whileIdle: false,
  withoutFactor: false,
  status: 200,
  params: nothing as unknown as P,
  query: nothing as unknown as Q,
  body: nothing as unknown as B,
  answers: 'json',
  bodyKind: 'json',
  ownBody: false,
  workspace: 'required',
  retry: 'again',
  compares: null,
  bodyLimit: defaultBodyLimit,
  refusals: [],
  ...given,
})

/** The success envelope around one result. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ success: z.literal(true), data })

/** The success envelope with a message (case status update). */
export const envelopeWithMessage = <T extends z.ZodType>(data: T) =>
  z.object({ success: z.literal(true), message: z.string(), data })

export const pagination = z.object({ total: z.int(), page: z.int(), size: z.int(), total_pages: z.int() })

/** The success envelope around a page of results. */
export const pageEnvelope = <T extends z.ZodType>(item: T) =>
  z.object({ success: z.literal(true), data: z.array(item), pagination })

export type ParamsOf<O> = O extends Operation<infer P, z.ZodType, z.ZodType, z.ZodType> ? z.infer<P> : never
export type QueryOf<O> = O extends Operation<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.infer<Q> : never
export type QueryInputOf<O> = O extends Operation<z.ZodType, infer Q, z.ZodType, z.ZodType> ? z.input<Q> : never
export type BodyOf<O> = O extends Operation<z.ZodType, z.ZodType, infer B, z.ZodType> ? z.infer<B> : never
export type AnswerOf<O> = O extends Operation<z.ZodType, z.ZodType, z.ZodType, infer A> ? z.infer<A> : never
