import { Readable } from 'node:stream'
import type {} from '@fastify/websocket'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import { isUpload, needsKey, nothing } from '../../../shared/api/operation.ts'
import type { Operation } from '../../../shared/api/operation.ts'
import { everyOperation } from '../../../shared/api/operations.ts'
import type { NoteReading } from '../access-log/note-reading.ts'
import type { Idempotency } from '../idempotency/idempotency.ts'
import { misreadAddresses, routerPath, prefixes } from './addresses.ts'
import type { Admission } from './admission.ts'
import { bodyHeadersFault, isForm, limitedUpload } from './bodies.ts'
import { callerOf } from './caller.ts'
import { isCsvAnswer } from './call.ts'
import type { Call, CsvAnswer, Route } from './call.ts'
import { parseQueryString } from './query-text.ts'
import type { Workspace } from '../../storage/ledger/workspace.ts'
import { answeredFor } from '../need-to-know/gate.ts'
import type { V4Guard } from '../v4/guard.ts'
import { RefusalError } from './refusals.ts'
import { validatePart } from './validation.ts'
import type {} from './request-context.ts'

export interface OperationRouteOptions {
  readonly routes: readonly Route[]
  readonly admission: Admission
  readonly guard: V4Guard
  readonly idempotency: Idempotency
  readonly noteReading: NoteReading
  /** Says who may know which cases. */
  readonly workspace: Pick<Workspace, 'asking' | 'hides' | 'caseOf'>
}

/** An alert that nobody touched yet has the revision 0. */
const ifMatchPattern = /^"(0|[1-9][0-9]{0,15})"$/

const must = <T>(
  result: { ok: true; value: T } | { ok: false; error: ConstructorParameters<typeof RefusalError>[0] },
): T => {
  if (result.ok) return result.value
  throw new RefusalError(result.error)
}

const badHeader = (name: string, message: string): RefusalError =>
  new RefusalError(fieldRefused(`header.${name}`, message))

const revisionOf = (request: FastifyRequest, operation: Operation): number | undefined => {
  const given = request.headers['if-match']
  if (given === undefined || given === '*' || operation.method === 'GET') return undefined
  // A condition that would not be asked must not be passed over: its sender relies on it.
  if (operation.compares === null) {
    throw badHeader(
      'if-match',
      'is not taken by this operation, which compares no revision. Nothing was changed; send the request without it',
    )
  }
  const match = ifMatchPattern.exec(given)
  if (match === null) throw badHeader('if-match', 'must be a revision in double quotes, for example "3"')
  return Number(match[1])
}

/**
 * The Idempotency-Key of a request to an operation that keeps its answers. One that would not be looked at is refused:
 * its sender relies on it.
 */
const idempotencyKeyOf = (request: FastifyRequest, { retry }: Operation): string | string[] | undefined => {
  const key = request.headers['idempotency-key']
  if (key === undefined || retry === 'again') return undefined
  if (retry === 'anew')
    throw badHeader(
      'idempotency-key',
      'is not taken by this operation: each request is an act of its own, of which no answer is kept. Nothing was done; send the request without it',
    )
  if (isForm(request))
    throw badHeader(
      'idempotency-key',
      'is not taken with a form, whose files are not compared. Nothing was taken; send the request without it, or announce the file as JSON and send its bytes by tus, which goes on where it was cut off',
    )
  return key
}

const bodyOf = (operation: Operation, request: FastifyRequest): unknown => {
  if (
    isUpload(operation.bodyKind) ||
    operation.method === 'GET' ||
    (operation.bodyKind === 'json_or_multipart' && isForm(request))
  )
    return undefined
  if (operation.body === nothing && request.body === undefined) return {}
  // With the workspace alone, in the query or as a header, there is nothing to say in a body.
  if (needsKey(operation.access) && request.body === undefined) return must(validatePart('body', operation.body, {}))
  if (request.body === undefined)
    throw new RefusalError(refusal('malformed_json', 'The body is empty; send a JSON object as application/json.'))
  return operation.ownBody ? request.body : must(validatePart('body', operation.body, request.body))
}

const unread = { params: {}, query: {}, body: {} }

/** Finds who calls and checks their role. Who is kept from reading by it leaves a row in the access log. */
const admitPerson = async (
  { admission, noteReading }: Pick<OperationRouteOptions, 'admission' | 'noteReading'>,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  try {
    await admission.signedIn(request, reply, operation.access, operation)
  } catch (error) {
    if (error instanceof RefusalError && request.caller !== null)
      await noteReading(operation, unread, request.caller, error.refusal.code)
    throw error
  }
}

const paramsOf = (operation: Operation, request: FastifyRequest): unknown => {
  // The router lets `/v1/cases/` pass for a case without an id.
  if (Object.values(request.params as Record<string, string>).includes(''))
    throw new RefusalError(refusal('not_found', 'There is nothing at this address.'))
  return must(validatePart('params', operation.params, request.params))
}

const sendCsv = (reply: FastifyReply, answer: CsvAnswer): FastifyReply =>
  reply
    .header('content-type', answer.mediaType ?? 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${answer.fileName.replace(/[^\w.-]/g, '_')}"`)
    .send(Readable.from(answer.rows))

const answerOperation = async (
  { operation, handler }: Route,
  { idempotency, noteReading, workspace }: Pick<OperationRouteOptions, 'idempotency' | 'noteReading' | 'workspace'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const key = idempotencyKeyOf(request, operation)
  const query = (request.query as { text?: string }).text
  const caller = callerOf(request)
  const call: Call<Operation> = {
    params: operation.params === nothing ? {} : paramsOf(operation, request),
    query:
      operation.query === nothing && query === undefined
        ? {}
        : must(validatePart('query', operation.query, must(parseQueryString(query ?? '')))),
    body: bodyOf(operation, request),
    caller,
    ifRevision: revisionOf(request, operation),
    inTransaction: undefined,
    upload:
      isUpload(operation.bodyKind) && request.body instanceof Readable
        ? limitedUpload(request.body, operation.bodyLimit)
        : undefined,
    request,
    reply,
  }
  const answering: Route['handler'] = (asked) => answeredFor(workspace, operation, asked, handler)
  const done = key === undefined ? await answering(call) : await idempotency.run(operation, call, key, answering)
  await noteReading(operation, call, caller, done.ok ? null : done.error.code)
  const answer = must(done)
  if (isCsvAnswer(answer)) return sendCsv(reply, answer)
  return reply
    .code(operation.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer))
}

/**
 * Registers every operation under both prefixes.
 *
 * @throws Error where an operation of the table has no handler, or a handler no operation: the service must not start
 * half built.
 */
export const registerOperations = (app: FastifyInstance, options: OperationRouteOptions): void => {
  const bound = new Set(options.routes.map((item) => item.operation.id))
  const missing = everyOperation.filter((operation) => !bound.has(operation.id)).map((operation) => operation.id)
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`)
  if (bound.size !== options.routes.length || bound.size !== everyOperation.length)
    throw new Error('a handler is bound twice or to no operation of the table')

  for (const prefix of prefixes) {
    for (const { method, path } of misreadAddresses(everyOperation))
      app.route({
        method,
        url: prefix + path,
        onRequest: (_request, reply) => reply.callNotFound(),
        handler: (_request, reply) => reply.callNotFound(),
      })
  }

  for (const item of options.routes) {
    const { operation, socket } = item
    const admit = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      if (socket !== undefined && request.ws) {
        socket.admit(request, reply)
        return
      }
      if (needsKey(operation.access)) {
        options.guard.admit(request, reply, operation.access)
        const fault = bodyHeadersFault(request, operation)
        if (fault !== null) throw new RefusalError(fault)
        return
      }
      options.admission.outer(request, reply, false)
      if (operation.access === 'public') options.admission.perAddress(request, reply)
      else await admitPerson(options, operation, request, reply)
      if (!operation.whileLocked) options.admission.unlocked()
      const fault = bodyHeadersFault(request, operation)
      if (fault !== null) throw new RefusalError(fault)
    }
    for (const prefix of prefixes) {
      app.route({
        method: operation.method,
        url: prefix + routerPath(operation.path),
        bodyLimit: operation.bodyLimit,
        onRequest: admit,
        handler: (request, reply) => {
          // A form's fields come with its files: there the handler checks what they name.
          if (needsKey(operation.access) && operation.workspace === 'optional')
            options.guard.checkNamedWorkspace(request)
          else if (needsKey(operation.access) && !isForm(request)) options.guard.checkWorkspace(request)
          return answerOperation(item, options, request, reply)
        },
        ...(socket === undefined ? {} : { wsHandler: (connection, request) => socket.serve(connection, request) }),
      })
    }
  }
}
