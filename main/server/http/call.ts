import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { AnswerOf, BodyOf, Operation, ParamsOf, QueryOf } from '../../../shared/api/operation.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { fail } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { Role } from '../../../shared/schema/user.ts'
import type { LedgerTx } from '../../storage/ledger/ledger.ts'
import { placedFields } from './field-places.ts'

/** Who asks: the user behind a credential, with the role that the credential grants. */
export interface Caller {
  readonly userId: number
  readonly userUid: string
  readonly role: Role
  readonly via: 'token' | 'session' | 'desktop'
  /** Whether it came with the key that only this computer's own user can read: the desktop's, or the command line's. */
  readonly isLocal: boolean
  /** The sign-in that the credential belongs to; null for tokens minted with the folder's key. */
  readonly family: string | null
  /** Whether they signed in by the provider of the institution, which asks for second factors itself. */
  readonly byProvider: boolean
}

/** Joins the keeping of an idempotent answer to the command's own transaction. */
export type InTransaction = (tx: LedgerTx, answer: unknown) => Promise<void>

/** One validated request on its way into a handler. */
export interface Call<O extends Operation> {
  readonly params: ParamsOf<O>
  readonly query: QueryOf<O>
  readonly body: BodyOf<O>
  readonly caller: Caller
  /** The revision of `If-Match`, for operations that can refuse as stale. */
  readonly ifRevision: number | undefined
  /** Given where the request carries an Idempotency-Key; the store calls it with its answer before it commits. */
  readonly inTransaction: InTransaction | undefined
  /** The body of an operation that takes a file, ended with a refusal where it grows beyond the limit. */
  readonly upload: Readable | undefined
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A file of rows that is streamed as the answer. */
export interface CsvAnswer {
  readonly fileName: string
  /** Of rows that are no CSV. */
  readonly mediaType?: 'application/x-ndjson'
  readonly rows: AsyncIterable<string>
}

type Reply<O extends Operation> = O['answers'] extends 'json' ? AnswerOf<O> : AnswerOf<O> | CsvAnswer

/** What answers an operation, at once or later. */
export type Handler<O extends Operation> = (
  call: Call<O>,
) => Result<Reply<O>, Refusal> | Promise<Result<Reply<O>, Refusal>>

/** What an operation does with a request that asks for a WebSocket. */
export interface SocketHandler {
  /** Checks all that is to be checked, before the upgrade; throws a RefusalError. */
  admit(request: FastifyRequest, reply: FastifyReply): void
  serve(socket: WebSocket, request: FastifyRequest): void
}

/** An operation with what answers it. */
export interface Route {
  readonly operation: Operation
  readonly socket?: SocketHandler
  readonly handler: (call: Call<Operation>) => Promise<Result<unknown, Refusal>>
}

/**
 * Binds an operation of the table to its handler; the handler's types follow from the operation's schemas. A refusal
 * may name a field alone: its answer says where in the request it stands.
 */
export const route = <O extends Operation>(operation: O, handler: Handler<O>, socket?: SocketHandler): Route => {
  const placed = placedFields(operation)
  const placing = async (call: Call<O>): Promise<Result<Reply<O>, Refusal>> => {
    const done = await handler(call)
    return done.ok ? done : fail(placed(done.error))
  }
  return { operation, handler: placing, ...(socket === undefined ? {} : { socket }) }
}

/** Whether an answer is a file to stream. */
export const isCsvAnswer = (answer: unknown): answer is CsvAnswer =>
  typeof answer === 'object' && answer !== null && 'rows' in answer && 'fileName' in answer
