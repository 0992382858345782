import type { FastifyRequest } from 'fastify'
import { uidOfKey } from '../../domain/access/key-name.ts'
import type { Caller } from './call.ts'

const anyone: Caller = {
  userId: 0,
  userUid: 'anyone',
  role: 'auditor',
  via: 'token',
  isLocal: false,
  family: null,
  byProvider: false,
}

const callerByKey = ({ apiKeyId }: FastifyRequest): Caller | null =>
  apiKeyId === null
    ? null
    : {
        userId: 0,
        userUid: uidOfKey(apiKeyId),
        role: 'investigator',
        via: 'token',
        isLocal: false,
        family: null,
        byProvider: false,
      }

/** Who asks: the user of the credential that was let in, the API key, or nobody in particular where none was due. */
export const callerOf = (request: FastifyRequest): Caller => request.caller ?? callerByKey(request) ?? anyone
