import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusal } from '../../../shared/api/errors.ts'
import type { Refusal } from '../../../shared/api/errors.ts'
import type { Addresses } from './addresses.ts'

/** What an address takes that did not take a request, sorted; empty where there is no such address. */
export const methodsTaken = (addresses: Addresses, request: FastifyRequest): readonly string[] =>
  addresses.methodsOf(request.url.split('?', 1)[0] ?? '')

/**
 * Why nothing took a request; names the methods that its address takes, where there are any, in the Allow header (RFC
 * 9110, section 15.5.6).
 */
export const unknownAddress = (methods: readonly string[], reply: FastifyReply): Refusal => {
  if (methods.length === 0) return refusal('not_found', 'There is nothing at this address.')
  void reply.header('allow', [...methods, 'OPTIONS'].join(', '))
  return refusal('method_not_allowed', `This address takes ${methods.join(', ')}.`)
}
