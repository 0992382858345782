import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fieldRefused, refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import { defaultBodyLimit } from '../../../shared/api/operation.ts'
import { scopeOfMethod } from '../../domain/access/rules.ts'
import type { AccessStore } from '../../storage/access/access-store.ts'
import { bearerOf } from '../auth/authenticate.ts'
import { challenged } from '../http/admission.ts'
import type { Admission } from '../http/admission.ts'
import { bodyHeadersFault } from '../http/bodies.ts'
import type { Addresses } from '../http/addresses.ts'
import { methodsTaken, unknownAddress } from '../http/unknown-address.ts'
import { parseQueryString } from '../http/query-text.ts'
import { RefusalError } from '../http/refusals.ts'

export interface V4Options {
  readonly access: AccessStore
  readonly admission: Admission
  readonly workspaceId: string
}

const noKey = refusal('unauthenticated', 'Send an API key as `Authorization: Bearer <API_KEY>`.')
const noWorkspace = refusal(
  'invalid_request',
  'workspace_id is required: in the query, in the JSON body, or as the header X-Workspace-Id.',
  [{ path: 'query.workspace_id', message: 'is required (or in the body, or as X-Workspace-Id)' }],
)
const otherWorkspace = refusal('workspace_mismatch', 'The workspace_id is not that of the API key.')

/**
 * What an operation of /v4 passes before its handler: API key, scope, workspace. Later operations reuse it with their
 * own scope.
 */
export interface V4Guard {
  /** Before the body is read. */
  admit(request: FastifyRequest, reply: FastifyReply, scope: 'v4:read' | 'v4:write'): void
  /** After it was read; a form's own field is given beside it. */
  checkWorkspace(request: FastifyRequest, inForm?: unknown): void
  /** The same for an operation whose interface does not ask for a workspace: one that is named must be ours. */
  checkNamedWorkspace(request: FastifyRequest): void
}

const workspacesNamed = (request: FastifyRequest, inForm: unknown): unknown[] => {
  const query = parseQueryString((request.query as { text?: string }).text ?? '')
  if (!query.ok) throw new RefusalError(query.error)
  const { body } = request
  const inBody = typeof body === 'object' && body !== null && 'workspace_id' in body ? body.workspace_id : undefined
  return [query.value['workspace_id'], inBody, inForm, request.headers['x-workspace-id']].filter(
    (value) => value !== undefined,
  )
}

const workspaceFault = (named: readonly unknown[], workspaceId: string): Refusal | null => {
  if (named.length === 0) return noWorkspace
  const odd = named.find((value) => typeof value !== 'string')
  if (odd !== undefined) return fieldRefused('body.workspace_id', 'must be text')
  // Every place that names one must name ours: two that differ are no accident to guess about.
  return named.every((value) => (value as string).toLowerCase() === workspaceId) ? null : otherWorkspace
}

/** Makes the guard of /v4. */
export const createV4Guard = ({ access, admission, workspaceId }: V4Options): V4Guard => ({
  admit(request, reply, scope) {
    admission.outer(request, reply, false)
    const header = request.headers.authorization
    const presented = header === undefined ? null : bearerOf(header)
    const key = presented === null ? null : access.findKey(presented, 'api')
    if (key === null) {
      admission.perAddress(request, reply)
      throw new RefusalError(
        challenged(
          header === undefined ? noKey : refusal('unauthenticated', 'This API key does not belong to this workspace.'),
          reply,
        ),
      )
    }
    admission.perCredential(key.id, reply)
    if (!key.scopes.includes(scope))
      throw new RefusalError(refusal('forbidden', `The API key does not have the scope ${scope}.`))
    admission.unlocked()
    request.apiKeyId = key.id
    access.keyWasUsed(key.id)
  },
  checkNamedWorkspace(request) {
    const named = workspacesNamed(request, undefined)
    const fault = named.length === 0 ? null : workspaceFault(named, workspaceId)
    if (fault !== null) throw new RefusalError(fault)
  },
  checkWorkspace(request, inForm) {
    const fault = workspaceFault(workspacesNamed(request, inForm), workspaceId)
    if (fault !== null) throw new RefusalError(fault)
  },
})

/**
 * Answers what no operation of /v4 takes: the credential is checked first, then it is a 404 or a 405 like any other.
 */
export const registerV4 = (app: FastifyInstance, guard: V4Guard, addresses: Addresses): void => {
  for (const url of ['/v4', '/v4/*', '/api/v4', '/api/v4/*']) {
    app.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url,
      bodyLimit: defaultBodyLimit,
      onRequest: (request, reply, done) => {
        guard.admit(request, reply, scopeOfMethod(request.method))
        const fault = bodyHeadersFault(request, {
          bodyKind: 'json',
          bodyLimit: defaultBodyLimit,
          method: request.method === 'GET' ? 'GET' : 'POST',
        })
        if (fault !== null) throw new RefusalError(fault)
        done()
      },
      handler: (request, reply) => {
        const methods = methodsTaken(addresses, request)
        if (methods.length === 0) guard.checkWorkspace(request)
        throw new RefusalError(unknownAddress(methods, reply))
      },
    })
  }
}
